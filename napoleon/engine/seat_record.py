"""A record as one seat may know it: the same events without what is hidden from the seat.

It is built from an allow-list like the views. It drops all keys that the engine does not know, because they may reveal
something, and sorts cards. What the seat did not see during the play stays out after the deal as well.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from .cards import names
from .deal import Declaration
from .events import Deal, Event, Exchange, Redeal
from .match import MatchCursor, start
from .nap import NapContract, NapExchanging
from .napoleon import Auction, Calling, Exchanging, Sealed
from .napoleon_contract import shows_widow
from .record import HEADER_KEYS
from .rules import Rules
from .variants import DealCursor, Json
from .wire import event_to_json


def seat_record(head: Json, rules: Rules, events: Iterable[Event], seat: int | None) -> list[Json]:
    """The lines of the record that the seat may know, or a spectator (None), the header first."""
    first: Json = {key: head[key] for key in HEADER_KEYS if key in head}
    return [first, *chain.from_iterable(seat_lines(rules, events, seat))]


def seat_lines(rules: Rules, events: Iterable[Event], seat: int | None) -> Iterator[list[Json]]:
    """For each event, the lines that it adds. What the seat learns later of a deal is added to the line of its deal."""
    lines, cursor = SeatLines(seat), MatchCursor(start(rules))
    for event in events:
        before = cursor.deals.get(event.deal)
        cursor.apply_in_place(event)
        yield lines.of(event, before, cursor)


class SeatLines:
    """One seat's lines, for callers that follow a match event by event."""

    def __init__(self, seat: int | None, deals: dict[int, Json] | None = None) -> None:
        self.seat = seat
        self.deals: dict[int, Json] = deals or {}
        """The lines of the deals so far, by number."""

    def of(self, event: Event, before: DealCursor | None, cursor: MatchCursor) -> list[Json]:
        """Those that an event adds. The cursor is beyond it; ``before`` is its deal as it was, if it was open."""
        seat, deals, now = self.seat, self.deals, cursor.deals.get(event.deal)
        lines: list[Json] = []
        if isinstance(event, Deal):
            deals[event.deal] = _own_deal(event, seat)
            lines.append(deals[event.deal])
        elif isinstance(event, Redeal) and before is not None:
            deals[event.deal]["hands"][event.seat] = names(before.dealt.hands[event.seat])
            lines.append(event_to_json(event))
        elif isinstance(before, Sealed):
            if event.seat == seat:
                lines.append(event_to_json(event))
            lines += _opened(cursor, before, event.deal, seat)
        elif isinstance(event, Exchange) and isinstance(before, Exchanging | NapExchanging):
            lines.append(_seen_exchange(event, before, seat))
        else:
            lines.append(event_to_json(event))
        if now is not None and _sees_widow(now, seat):
            deals[event.deal]["widow"] = names(now.dealt.widow)
        return lines


def _own_deal(event: Deal, seat: int | None) -> Json:
    hands = [names(hand) if owner == seat else None for owner, hand in enumerate(event.hands)]
    return {"type": "deal", "deal": event.deal, "dealer": event.dealer, "hands": hands}


def _sees_widow(now: DealCursor, seat: int | None) -> bool:
    """Whether the seat takes the widow up, or all see it."""
    if isinstance(now, Exchanging):
        return now.contract.widow_seen_by(seat) != 0
    if isinstance(now, NapExchanging):
        return now.contract.declarer == seat
    return isinstance(now, Auction | Sealed) and shows_widow(now.dealt.rules, now.history)


def _opened(cursor: MatchCursor, before: Sealed, number: int, seat: int | None) -> list[Json]:
    """The other seats' sealed declarations in bidding order, once all have declared."""
    said: tuple[Declaration, ...]
    now = cursor.deals.get(number)
    if isinstance(now, (Calling, Exchanging)):
        said = now.contract.auction
    elif isinstance(now, Auction) or (isinstance(now, Sealed) and now.history != before.history):
        said = now.history
    elif now is None:
        said = next(end.auction for end in cursor.ledger.ended if end.number == number)
    else:
        return []
    said = said[len(before.history) :]
    return [event_to_json(declaration) for declaration in said if declaration.seat != seat]


def _seen_exchange(event: Exchange, before: Exchanging | NapExchanging, seat: int | None) -> Json:
    """The exchange with the discards that the seat saw, without the key if the rules show none."""
    data, contract = event_to_json(event), before.contract
    if isinstance(contract, NapContract):
        if seat != contract.declarer:
            del data["discard"]
        return data
    if seat != contract.napoleon and contract.dealt.rules.discards_shown == "none":
        del data["discard"]
        return data
    seen = contract._replace(discards=event.discard).discards_seen_by(seat)
    return {**data, "discard": names(seen)}
