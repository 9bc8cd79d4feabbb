"""The trick on the table, the tricks before it, and what was played since the reader's last card."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import DealView, EndedView
from games.engine.cards import Card, card_set, count_pictures
from games.engine.knowledge import AnyTrick
from games.engine.nap import NapTrick

from .cards import Face, Signs, face, signs, suit_letter
from .people import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place at the table and the card before it."""

    place: int
    name: str
    is_me: bool
    card: Face | None = None
    led: bool = False
    best: bool = False
    to_act: bool = False
    is_new: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A finished trick in a line: who played what, and who won it."""

    number: int
    winner: str
    plays: tuple[tuple[str, Face, bool], ...]
    """Name, card, and whether it won; in order of play."""
    suit: str
    pictures: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickShown:
    """What lies on the table: the running trick, or the last one until the next is led."""

    number: int
    places: list[Place]
    suit: str
    """The led suit; empty before the lead."""
    winner: str
    """Who won it, once it is finished."""
    reversed: bool | None
    """Whether play goes against the clock; None where the rules know no turning."""
    last: Played | None
    """The trick before the one that lies."""


def led_suit(trick: AnyTrick) -> str:
    if isinstance(trick, NapTrick):
        return suit_letter(trick.cards[0] // 13)
    return suit_letter(trick.led & 3)


def played(table: Table, number: int, trick: AnyTrick) -> Played:
    return Played(
        number=number,
        winner=table.names[trick.winner],
        plays=tuple(
            (table.names[seat], face(card), seat == trick.winner)
            for seat, card in zip(trick.seats(), trick.cards, strict=True)
        ),
        suit=led_suit(trick),
        pictures=count_pictures(card_set(trick.cards)),
    )


def log(table: Table, deal: DealView | EndedView) -> list[Played]:
    """The finished tricks of a deal, the last one first."""
    return [
        played(table, number, trick) for number, trick in reversed(list(enumerate(deal.tricks, 1)))
    ]


def cards_down(deal: DealView) -> int:
    """How many cards have been played in the deal."""
    return len(deal.tricks) * len(deal.hand_sizes) + len(deal.trick)


def trick_shown(table: Table, deal: DealView, shown: int | None) -> TrickShown:
    """The trick on the table; the cards beyond the first ``shown`` of the deal have just come, if it is known."""
    tricks = deal.tricks
    finished = not deal.trick and bool(tricks)
    if finished:
        last = tricks[-1]
        plays = list(zip(last.seats(), last.cards, strict=True))
        suit, before = led_suit(last), tricks[:-1]
    else:
        plays = list(deal.trick)
        suit = suit_letter(deal.led_suit) if plays else ""
        before = tricks
    best = tricks[-1].winner if finished else deal.winning
    number = len(before) + 1
    first_new = table.players if shown is None else shown - len(before) * table.players
    return TrickShown(
        number=number,
        places=_places(table, deal, plays, best, first_new),
        suit=suit,
        winner=table.names[tricks[-1].winner] if finished else "",
        reversed=deal.step < 0 if getattr(table.view.rules, "reverse", False) else None,
        last=played(table, len(before), before[-1]) if before else None,
    )


def _places(
    table: Table, deal: DealView, plays: list[tuple[int, Card]], best: int | None, first_new: int
) -> list[Place]:
    """Every seat in order of play: those whose card lies, then those who are still to come."""
    special = signs(deal.marks)
    start = plays[0][0] if plays else deal.leader or 0
    order = [(start + turn * deal.step) % table.players for turn in range(table.players)]
    played_by = [seat for seat, _ in plays]
    order = played_by + [seat for seat in order if seat not in played_by]
    cards = dict(plays)
    return [
        Place(
            place=table.place(seat),
            name=table.names[seat],
            is_me=seat == table.me,
            card=_lying(cards[seat], special, seat == best) if seat in cards else None,
            led=turn == 0 and seat in cards,
            best=seat == best,
            to_act=seat in deal.to_act,
            is_new=seat in cards and turn >= first_new,
        )
        for turn, seat in enumerate(order)
    ]


def _lying(card: Card, special: Signs, best: bool) -> Face:
    return face(card, special, "winning" if best else "")


def since_my_last(table: Table, deal: DealView) -> list[tuple[str, Face]]:
    """What the others have played since the reader's last card: name and card."""
    plays = [
        (seat, card)
        for trick in deal.tricks
        for seat, card in zip(trick.seats(), trick.cards, strict=True)
    ]
    plays += deal.trick
    mine = [place for place, (seat, _) in enumerate(plays) if seat == table.me]
    since = plays[mine[-1] + 1 :] if mine else plays
    return [(table.names[seat], face(card)) for seat, card in since]
