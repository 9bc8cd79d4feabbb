"""Compares the record of a match with the results that the file gives for its table."""

import json
from typing import Any, Final

from django.utils.translation import gettext as _

from leagues.rounds.results import seated_deals
from leagues.season_files.node import Node
from napoleon.engine import is_over
from napoleon.engine.record import replay

MOST_LINES: Final = 20_000
COMPARED: Final = ("scores", "napoleon", "adjutant", "made")


def refuse_other_results(table: Node, deals: list[dict[str, Any]]) -> None:
    """Replay the record of a table. Raises `FileRefused` if it breaks the rules or has other results."""
    record = table["record"]
    lines = [json.dumps(line.value) for line in record.list(MOST_LINES)]
    replayed = list(replay(lines))
    if len(replayed) != 1 or replayed[0].error is not None or replayed[0].match is None:
        raise record.refuse(_("the record breaks the rules."))
    match = replayed[0].match
    seats = list(range(len(replayed[0].players)))
    if table["record_seats"].value is not None:
        seats = [seat.number(0, len(seats) - 1) for seat in table["record_seats"].list(len(seats))]
    if sorted(seats) != list(range(len(replayed[0].players))) or not is_over(match):
        raise record.refuse(_("the record does not fit the table."))
    found = [{key: deal[key] for key in COMPARED} for deal in seated_deals(match.ended, seats)]
    if found != [{key: deal[key] for key in COMPARED} for deal in deals]:
        raise record.refuse(_("the record has other results than the table."))
