"""The results of a search as streamed files: CSV with a line for each deal, or the records of the matches."""

from collections.abc import Iterator
from typing import Final

from games.archive.search import ArchiveSearch, all_of, names_of
from games.models import ArchivedDeal, ArchivedPlayer, Game
from games.records import whole_record
from infrastructure.spreadsheets import harmless, lines

MAX_DEALS: Final = 100_000
MAX_MATCHES: Final = 1000
"""Each is replayed while the reader waits: some 25 seconds of a thread and a processor in all."""
HEADINGS: Final = (
    "match", "deal", "ended", "rules", "imported", "bid", "trump", "called", "made", "took",
    "napoleon", "adjutant", "players", "points",
)  # fmt: skip
Role = ArchivedPlayer.Role


def as_csv(search: ArchiveSearch) -> Iterator[str]:
    """The deals as CSV with a heading."""
    deals = all_of(search, MAX_DEALS)
    return lines(HEADINGS, ([*map(harmless, _fields(deal)), _points(deal)] for deal in deals))


def _fields(deal: ArchivedDeal) -> list[str]:
    names, players = names_of(deal), list(deal.players.all())
    role = {player.role: names[player.seat] for player in players}
    return [
        deal.game.slug,
        str(deal.number),
        deal.ended_at.isoformat(timespec="seconds"),
        deal.preset,
        "yes" if deal.is_imported else "no",
        deal.bid,
        deal.trump,
        deal.called or deal.called_who,
        "yes" if deal.made else "no",
        str(deal.took),
        role.get(Role.NAPOLEON, ""),
        role.get(Role.ADJUTANT, ""),
        "; ".join(names),
    ]


def _points(deal: ArchivedDeal) -> str:
    """The points of each seat: numbers only, though the cell may begin with a minus sign."""
    return "; ".join(str(player.points) for player in deal.players.all())


def _is_shown_whole(game: Game, search: ArchiveSearch) -> bool:
    """Anyone who played a deal can find an unlisted match, but only those in a seat at its end have seen all of it."""
    return game.is_listed or any(seat.user_id in search.members for seat in game.seats.all())


def as_records(search: ArchiveSearch) -> Iterator[str]:
    """The records of the matches with a result, each once."""
    seen: set[int] = set()
    for deal in all_of(search, MAX_DEALS, chunk=100):
        game: Game = deal.game
        if game.pk not in seen and _is_shown_whole(game, search):
            if len(seen) == MAX_MATCHES:
                return
            seen.add(game.pk)
            yield whole_record(game)
