"""A table in miniature: what its reader would see there of the trick or the auction, and of their own hand.

It is made from their view alone, so the front page shows nothing that the table hides.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.bot_names import Bot
from games.presentation.cards import BidWord, Face, bid_word, face, faces, suit_letter
from games.presentation.reader import Reader
from napoleon.engine import DealView, Pass
from napoleon.engine.cards import Card
from players.faces import PersonFace


@dataclass(frozen=True, slots=True, kw_only=True)
class MiniaturePlace:
    """A seat around the miniature, with the card that it has played or its latest call."""

    place: int
    name: str
    is_me: bool
    bot: Bot | None
    person: PersonFace | None
    to_act: bool
    is_best: bool
    card: Face | None = None
    bid: BidWord | None = None
    has_passed: bool = False


@dataclass(frozen=True, slots=True)
class Miniature:
    places: list[MiniaturePlace]
    hand: list[Face]


def miniature(reader: Reader, deal: DealView) -> Miniature:
    trump = suit_letter(deal.trump) if deal.contract else ""
    return Miniature(list(_places(reader, deal)), reader.hand_order.sorted(faces(deal.hand), trump))


def _places(reader: Reader, deal: DealView) -> Iterator[MiniaturePlace]:
    cards, best = _lying(deal)
    calls = {} if cards or deal.tricks else {call.seat: call for call in deal.auction}
    for seat in reader.around():
        call = calls.get(seat)
        bid = None if call is None or isinstance(call, Pass) else call
        yield MiniaturePlace(
            place=reader.place(seat),
            name=reader.label(seat),
            is_me=seat == reader.me,
            bot=reader.bots.get(seat),
            person=reader.people.get(seat),
            to_act=seat in deal.to_act,
            is_best=seat == best or (bid is not None and bid == deal.high),
            card=face(cards[seat]) if seat in cards else None,
            bid=bid_word(bid) if bid else None,
            has_passed=isinstance(call, Pass),
        )


def _lying(deal: DealView) -> tuple[dict[int, Card], int | None]:
    """The cards on the table and the seat that wins them: the last trick lies there until the next is led."""
    if deal.trick or not deal.tricks:
        return dict(deal.trick), deal.winning
    last = deal.tricks[-1]
    return dict(zip(last.seats(), last.cards, strict=True)), last.winner
