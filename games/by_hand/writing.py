"""A sheet as a record of the public format (docs/record.md)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from games.engine import Deal, Rules
from games.engine.record import header
from games.engine.wire import event_to_json

from .checking import Checked, CheckedDeal

BY_HAND: Final = "by hand"
"""What such a record says under ``entered`` in its header."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What the header tells beside the rules."""

    players: Sequence[str]
    table: str
    started: datetime


def record_of(checked: Checked, rules: Rules, head: Head) -> bytes:
    """The record of all that is certain: whole deals, and of a deal that goes on what its hands allow."""
    extra: dict[str, Any] = {"entered": BY_HAND, "started": head.started.isoformat()}
    if head.table:
        extra["table"] = head.table
    lines = [header(rules, head.players, **extra)]
    for deal in checked.deals:
        lines += _lines(deal)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()


def _lines(deal: CheckedDeal) -> list[dict[str, Any]]:
    lines = [event_to_json(event) for event in deal.events]
    if deal.known is not None and deal.known.guessed and isinstance(deal.events[0], Deal):
        lines[0]["widow_known"] = False
    return lines
