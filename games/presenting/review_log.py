"""What was done in a deal so far: who, what, how and when; every move is a link to its position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import Bid, BidNap, Call, Deal, Exchange, Pass, Play
from games.engine.cards import PICTURES, SUITS, Card, card_set, count_pictures
from games.engine.knowledge import AnyTrick, Said
from games.reviewing import How, Move, Position

from .cards import BidWord, Face, bid_word, face, faces
from .people import Table
from .results import is_napoleon
from .review_links import Address

HOW: Final[dict[How, Promise]] = {
    "plan": gettext_lazy("as planned"),
    "bot": gettext_lazy("by a bot"),
    "timeout": gettext_lazy("by a bot, as the time was up"),
    "substitute": gettext_lazy("by a substitute"),
}
"""How a move was made, if not by the player himself when his turn came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A move, as far as the reader may know of it."""

    step: int
    url: str
    name: str
    what: str
    how: How
    how_word: str
    at: datetime
    bid: BidWord | None = None
    cards: list[Face] = field(default_factory=list)
    suit: str = ""
    """The suit that a led joker names."""
    to: str = ""
    """Who is given the discards."""
    is_current: bool = False
    won: bool = False
    comments: int = 0
    """How many there are on the position after it."""


@dataclass(frozen=True, slots=True)
class LogTrick:
    """A trick in a line, and the pictures that its winner has taken."""

    number: int
    plays: list[Told]
    pictures: int


def told(table: Table, at: Position, address: Address, step: int, seen_by: int | None) -> Told:
    """The move that led to that step, as the seat heard of it (None: with all open)."""
    move = at.moves[min(step, len(at.moves) - 1)]
    what, bid, cards, suit, to = _content(table, at, move, seen_by)
    event = move.event
    return Told(
        step=step,
        url=address.to(step),
        name=table.names[event.dealer if isinstance(event, Deal) else event.seat],
        what=what,
        how=move.how,
        how_word=str(HOW.get(move.how, "")),
        at=move.at,
        bid=bid,
        cards=cards,
        suit=suit,
        to=to,
        is_current=step == at.step,
    )


_Content = tuple[str, BidWord | None, list[Face], str, str]


def _content(table: Table, at: Position, move: Move, seen_by: int | None) -> _Content:
    event = move.event
    if isinstance(event, (Bid, BidNap, Pass)):
        if _is_sealed(at, move) and seen_by not in (None, event.seat):
            return _("has declared"), None, [], "", ""
        if isinstance(event, Pass):
            return _("passes"), None, [], "", ""
        return _("bids"), bid_word(event), [], "", ""
    if isinstance(event, Call):
        return _("calls"), None, [face(event.card)], "", ""
    if isinstance(event, Exchange):
        return _exchange(table, at, event, seen_by)
    if isinstance(event, Play):
        suit = "" if event.suit is None else SUITS[event.suit]
        return _("plays"), None, [face(event.card)], suit, ""
    return _("deals"), None, [], "", ""


def _is_sealed(at: Position, move: Move) -> bool:
    """Whether the declaration had not been opened when the position was reached."""
    rules = at.replay.match.rules
    if getattr(rules, "auction", "open") != "sealed":
        return False
    sealed = at.moves[1 : rules.players + 1]
    return move in sealed and at.step < rules.players


def _exchange(table: Table, at: Position, event: Exchange, seen_by: int | None) -> _Content:
    """The cards laid away, to who was to see them."""
    rules = at.replay.match.rules
    shown = event.discard
    if seen_by not in (None, event.seat):
        known = getattr(rules, "discards_shown", "none")
        shown = {"all": shown, "pictures": shown & PICTURES}.get(known, 0)
    size = event.discard.bit_count()
    what = ngettext("discards %(n)s card", "discards %(n)s cards", size) % {"n": size}
    to = "" if event.give_to is None else table.names[event.give_to]
    return what, None, faces(shown), "", to


def moves_told(table: Table, at: Position, address: Address, seen_by: int | None) -> list[Told]:
    """All moves so far, the latest first."""
    steps = range(min(at.step, len(at.moves) - 1), -1, -1)
    return [told(table, at, address, step, seen_by) for step in steps]


def log_of_calls(
    table: Table, at: Position, address: Address, auction: Sequence[Said]
) -> list[Told]:
    """The auction as far as it was open, in the order in which it was heard."""
    left = [
        step
        for step, move in enumerate(at.moves[: at.step + 1])
        if isinstance(move.event, (Bid, BidNap, Pass))
    ]
    found = []
    for said in auction:
        step = next(step for step in left if at.moves[step].event == said)
        left.remove(step)
        found.append(told(table, at, address, step, None))
    return found


def log_of_tricks(
    table: Table,
    at: Position,
    address: Address,
    tricks: Sequence[AnyTrick],
    running: Sequence[tuple[int, Card]] = (),
) -> list[LogTrick]:
    """The tricks so far, the running one too, the latest first."""
    lead = next((step for step, move in enumerate(at.moves) if isinstance(move.event, Play)), 0)
    found = []
    for number, trick in enumerate(tricks):
        plays = _plays(table, at, address, lead + number * table.players, len(trick.cards))
        place = trick.seats().index(trick.winner)
        plays[place] = replace(plays[place], won=True)
        pictures = count_pictures(card_set(trick.cards)) if is_napoleon(table) else 0
        found.append(LogTrick(number + 1, plays, pictures))
    if running:
        step = lead + len(tricks) * table.players
        found.append(LogTrick(len(tricks) + 1, _plays(table, at, address, step, len(running)), 0))
    return found[::-1]


def _plays(table: Table, at: Position, address: Address, step: int, count: int) -> list[Told]:
    return [told(table, at, address, step + place, None) for place in range(count)]
