"""A record as one seat may know it: the same events with everything hidden from the seat left out.

Built from an allow-list like the views: header keys and event keys that the engine does not know are
dropped, for they may tell something; cards stand in a canonical order. What the seat did not see during
the play stays out after the deal as well.
"""

from __future__ import annotations

from collections.abc import Iterable

from .cards import PICTURES, names
from .events import Bid, Deal, Event, Exchange, Pass
from .match import Match, Running, open_deal, start
from .napoleon import Auction, Calling, Exchanging, PassedOut, Sealed
from .record import header
from .rules import NapoleonRules, Rules
from .wire import Json, event_to_json


def seat_record(
    rules: Rules, players: Iterable[str], events: Iterable[Event], seat: int
) -> list[Json]:
    """The record's lines, header first, that the seat may know."""
    lines = [header(rules, players)]
    deals: dict[int, Json] = {}
    running = Running(start(rules))
    for event in events:
        before = running.open.get(event.deal)
        running.carry_out(event)
        if isinstance(event, Deal):
            deals[event.deal] = _own_deal(event, seat)
            lines.append(deals[event.deal])
        elif isinstance(before, Sealed):
            if event.seat == seat:
                lines.append(event_to_json(event))
            lines += _opened(running.match(), event.deal, before, seat)
        elif isinstance(event, Exchange):
            lines.append(_seen_exchange(event, rules, seat))
        else:
            lines.append(event_to_json(event))
        now = running.open.get(event.deal)
        if isinstance(now, Exchanging) and now.deal.napoleon == seat:
            deals[event.deal]["widow"] = names(now.deal.deal.widow)
    return lines


def _own_deal(event: Deal, seat: int) -> Json:
    hands = [names(hand) if owner == seat else None for owner, hand in enumerate(event.hands)]
    return {"type": "deal", "deal": event.deal, "dealer": event.dealer, "hands": hands}


def _opened(match: Match, number: int, before: Sealed, seat: int) -> list[Json]:
    """The others' sealed declarations once all have declared, in bidding order; nothing before."""
    said: tuple[Bid | Pass, ...]
    now = open_deal(match, number)
    if isinstance(now, (Calling, Exchanging)):
        said = now.deal.auction
    elif isinstance(now, Auction):
        said = now.history
    elif now is None:
        ended = next(end for end in match.ended if end.deal.number == number)
        said = ended.auction if isinstance(ended, PassedOut) else ()
    else:
        return []
    return [event_to_json(one) for one in said if one.seat != seat]


def _seen_exchange(event: Exchange, rules: Rules, seat: int) -> Json:
    data = event_to_json(event)
    shown = rules.discards_shown if isinstance(rules, NapoleonRules) else "all"
    if event.seat == seat or shown == "all":
        return data
    if shown == "pictures":
        return {**data, "discard": names(event.discard & PICTURES)}
    del data["discard"]
    return data
