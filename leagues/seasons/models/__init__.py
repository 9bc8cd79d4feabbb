"""Seasons as they are stored: members' entries, draws, rounds and their tables.

The games themselves are those of `games`: a table knows its game, and what has happened there only the game's log
says. `Table.deals_json` is a read model of it, which the standings are made from.
"""

from leagues.seasons.models.draws import Draw
from leagues.seasons.models.entries import MOST_ENTRIES, Adjustment, Apart, Entry
from leagues.seasons.models.rounds import Bye, RecordedMatch, Round, Table, TableSeat
from leagues.seasons.models.season import LONGEST_ADDRESS, MOST_ROUNDS, Division, Season
from leagues.seasons.models.substitutes import Offer, Substitute

__all__ = [
    "LONGEST_ADDRESS",
    "MOST_ENTRIES",
    "MOST_ROUNDS",
    "Adjustment",
    "Apart",
    "Bye",
    "Division",
    "Draw",
    "Entry",
    "Offer",
    "RecordedMatch",
    "Round",
    "Season",
    "Substitute",
    "Table",
    "TableSeat",
]
