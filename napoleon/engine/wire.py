"""Events as the JSON objects of the record format (docs/record.md), and back.

Reading never raises. Unreadable values become values that no rule allows (`cards.NO_CARD`, a seat or a deal number that
does not exist), and the engine refuses them. So errors keep the engine's order: first whose turn it is, then the move.
"""

from collections.abc import Callable
from typing import Any, Final

from .cards import CARD_NAMES, CARD_NUMBERS, NO_CARD, SUITS, TRUMPS, CardSet, names, parse_card, parse_suit, parse_trump
from .events import (
    Agree,
    Bid,
    BidNap,
    Call,
    Claim,
    Command,
    Concede,
    Deal,
    Event,
    Exchange,
    LegalCommand,
    LegalExchanges,
    Pass,
    Play,
    Raise,
    Redeal,
    Refuse,
)
from .match import Match, MatchCursor
from .variants import NO_SUIT, Json, variant_of

_NOBODY: Final = -1
_NO_ANSWER: Final[Any] = -1
"""An unreadable ``calls_joker`` or ``who``. No rule allows it."""
_fast = tuple.__new__


def _whole(value: object, otherwise: int) -> int:
    return value if type(value) is int else otherwise


def _seat(data: Json) -> int:
    return _whole(data.get("seat"), _NOBODY)


def _number(data: Json, match: Match | MatchCursor) -> int:
    """The number of the event's deal. A record may leave it out where only one deal can be open."""
    if "deal" not in data and match.rules.deals_at_once == 1:
        return match.ledger.opened
    return _whole(data.get("deal"), 0)


def _cards(value: object) -> CardSet:
    """The named cards, with `NO_CARD` among them if a name is misspelt; that one alone if a name is repeated."""
    if not isinstance(value, list):
        return 1 << NO_CARD
    cards = 0
    for name in value:
        cards |= 1 << parse_card(name)
    return cards if cards.bit_count() == len(value) else 1 << NO_CARD


def _read_deal(data: Json, match: Match | MatchCursor) -> Deal:
    number = data.get("deal")
    if "deal" not in data and match.rules.deals_at_once == 1:
        number = match.ledger.opened + 1
    hands = data.get("hands")
    return Deal(
        _whole(number, 0),
        _whole(data.get("dealer"), _NOBODY),
        tuple(_cards(hand) for hand in hands) if isinstance(hands, list) else (),
        _cards(data["widow"]) if "widow" in data else 0,
    )


def _read_bid(data: Json, match: Match | MatchCursor) -> Command:
    return variant_of(match.rules).read_bid(_number(data, match), _seat(data), data)


def _read_raise(data: Json, match: Match | MatchCursor) -> Raise:
    count, trump = _whole(data.get("count"), 0), parse_trump(data.get("trump"))
    return Raise(_number(data, match), _seat(data), count, NO_SUIT if trump is None else trump)


def _read_call(data: Json, match: Match | MatchCursor) -> Call:
    if "who" in data and match.rules.adjutant_calls != "card":
        who: Any = data["who"] if isinstance(data["who"], str) and "card" not in data else _NO_ANSWER
        return Call(_number(data, match), _seat(data), NO_CARD, who)
    return Call(_number(data, match), _seat(data), parse_card(data.get("card")))


def _read_exchange(data: Json, match: Match | MatchCursor) -> Exchange:
    return Exchange(
        _number(data, match),
        _seat(data),
        _cards(data.get("discard")),
        _whole(data["give_to"], _NOBODY) if "give_to" in data else None,
    )


def _read_play(data: Json, match: Match | MatchCursor) -> Play:
    # Most lines of a record are plays. Reading them without helpers and without the constructor of the NamedTuple saves
    # 0.5 µs, an eighth of the time of a checked replay. A test (test_fast_tuples.py) watches the fields of `Play`.
    number, seat, name = data.get("deal"), data.get("seat"), data.get("card")
    card = CARD_NUMBERS.get(name, NO_CARD) if type(name) is str else NO_CARD
    if type(number) is not int:
        number = _number(data, match)
    if type(seat) is not int:
        seat = _NOBODY
    if "suit" not in data:
        if "calls_joker" not in data:
            return _fast(Play, (number, seat, card, None, None))
        return Play(number, seat, card, None, _calls_joker(data, match))
    suit = parse_suit(data["suit"])
    return Play(number, seat, card, NO_SUIT if suit is None else suit, _calls_joker(data, match))


def _calls_joker(data: Json, match: Match | MatchCursor) -> bool | None:
    """Whether a lead calls the joker; None where nothing is said, or the rules ask nobody."""
    if "calls_joker" not in data or not match.rules.joker_call_optional:
        return None
    return data["calls_joker"] if isinstance(data["calls_joker"], bool) else _NO_ANSWER


def _read_claim(data: Json, match: Match | MatchCursor) -> Claim:
    # Any value but false makes it a certain claim, which the engine then judges.
    certain = "certain" in data and data["certain"] is not False
    return Claim(_number(data, match), _seat(data), certain)


READERS: Final[dict[str, Callable[[Json, Match | MatchCursor], Event]]] = {
    "play": _read_play,
    "pass": lambda data, match: Pass(_number(data, match), _seat(data)),
    "bid": _read_bid,
    "redeal": lambda data, match: Redeal(_number(data, match), _seat(data)),
    "raise": _read_raise,
    "call": _read_call,
    "exchange": _read_exchange,
    "deal": _read_deal,
    "claim": _read_claim,
    "concede": lambda data, match: Concede(_number(data, match), _seat(data)),
    "agree": lambda data, match: Agree(_number(data, match), _seat(data)),
    "refuse": lambda data, match: Refuse(_number(data, match), _seat(data)),
}
"""The reader of each ``type`` of event. It gets the object and the match."""


def event_from_json(data: Json, match: Match | MatchCursor) -> Event | None:
    """The event that a JSON object describes; None if its ``type`` is unknown. Never raises."""
    kind = data.get("type")
    reader = READERS.get(kind) if isinstance(kind, str) else None
    return reader(data, match) if reader else None


def event_to_json(event: Event | LegalCommand) -> Json:
    """The JSON object of an event, as in a line of a record. Its cards are sorted."""
    return _WRITERS[type(event)](event)


def _write_deal(event: Deal) -> Json:
    data: Json = {
        "type": "deal",
        "deal": event.deal,
        "dealer": event.dealer,
        "hands": [names(hand) for hand in event.hands],
    }
    return {**data, "widow": names(event.widow)} if event.widow else data


def _write_call(event: Call) -> Json:
    what = {"card": CARD_NAMES[event.card]} if event.who is None else {"who": event.who}
    return {**_of_seat("call", event), **what}


def _write_bid(event: Bid | Raise) -> Json:
    kind = "bid" if isinstance(event, Bid) else "raise"
    return {**_of_seat(kind, event), "count": event.count, "trump": TRUMPS[event.trump]}


def _write_exchange(event: Exchange) -> Json:
    data = {**_of_seat("exchange", event), "discard": names(event.discard)}
    return data if event.give_to is None else {**data, "give_to": event.give_to}


def _write_play(event: Play) -> Json:
    data = {**_of_seat("play", event), "card": CARD_NAMES[event.card]}
    if event.suit is not None:
        data["suit"] = SUITS[event.suit]
    if event.calls_joker is not None:
        data["calls_joker"] = event.calls_joker
    return data


def _write_claim(event: Claim) -> Json:
    data = _of_seat("claim", event)
    return {**data, "certain": True} if event.certain else data


def _write_exchanges(event: LegalExchanges) -> Json:
    return {**_of_seat("exchange", event), "from": names(event.among), "count": event.size}


def _of_seat(kind: str, event: LegalCommand) -> Json:
    return {"type": kind, "deal": event.deal, "seat": event.seat}


_WRITERS: Final[dict[type, Callable[[Any], Json]]] = {
    Deal: _write_deal,
    Pass: lambda event: _of_seat("pass", event),
    Bid: _write_bid,
    BidNap: lambda event: {**_of_seat("bid", event), "bid": event.bid},
    Redeal: lambda event: _of_seat("redeal", event),
    Raise: _write_bid,
    Call: _write_call,
    Exchange: _write_exchange,
    Play: _write_play,
    Claim: _write_claim,
    Concede: lambda event: _of_seat("concede", event),
    Agree: lambda event: _of_seat("agree", event),
    Refuse: lambda event: _of_seat("refuse", event),
    LegalExchanges: _write_exchanges,
}
