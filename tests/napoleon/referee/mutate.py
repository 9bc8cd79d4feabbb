"""Broken versions of a record. A change may leave the record legal, which is fine: the referee decides."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from .cards import RANKS, SUITS, pack
from .match import Match
from .nap import BIDS, NapDeal
from .napoleon import NapoleonDeal
from .rules import options_of, read_rules

Rng = random.Random
Lines = list[str]
Event = dict[str, Any]

JUNK: list[Any] = [
    *(None, True, False, -1, 0, 1, 2, 20, 21, 99, 10**30, 0.0, 1.0, 1.5, 11.0, "", "1", "S", "N"),
    *("XX", "JK", "SA", "sa", "S10", "pass", "H" * 5000, [], {}, ["SA"], [[]], {"card": "SA"}),
]
BAD_LINES = [
    *("{", "}", "[]", "[1, 2]", "null", "true", "7", '"play"', "{'type': 'pass'}", "{]", "//"),
    *('{"type": "pass", "seat": NaN}', '{"type": "pass", "at": -Infinity}', "NaN", '{"type": "pa'),
    *('{"type": "pass",}', "{} {}", "\ufeff{}", "[" * 20000, '{"a": ' * 20000, "\x00", "+"),
    '{"type": "pass", "seat": ' + "9" * 5000 + "}",
    *('{"type": "pass", "at": "\n"}'.replace("\n", "\t"), "[" * 20000 + "]" * 20000),
]
ALL_CARDS = pack(RANKS, joker=True)


def mutate(record: Lines, rng: Rng) -> Lines:
    """A legal record with one thing wrong, sometimes a whole line too."""
    lines = rng.choice(MUTATIONS)(list(record), rng)
    if lines and rng.random() < 0.25:
        lines = rng.choice(LINE_CHANGES)(lines, rng)
    return lines


# Whole lines


def drop(lines: Lines, rng: Rng) -> Lines:
    gone = rng.randrange(len(lines))
    return lines[:gone] + lines[gone + 1 :]


def repeat(lines: Lines, rng: Rng) -> Lines:
    return insert(lines, rng.choice(lines), rng)


def swap(lines: Lines, rng: Rng) -> Lines:
    a = rng.randrange(len(lines))
    b = (a + 1) % len(lines) if rng.random() < 0.7 else rng.randrange(len(lines))
    lines = list(lines)
    lines[a], lines[b] = lines[b], lines[a]
    return lines


def insert(lines: Lines, line: str, rng: Rng) -> Lines:
    place = rng.randrange(len(lines) + 1)
    return [*lines[:place], line, *lines[place:]]


def insert_blank(lines: Lines, rng: Rng) -> Lines:
    return insert(lines, rng.choice(["", "  ", "\t"]), rng)


def insert_bad(lines: Lines, rng: Rng) -> Lines:
    return insert(lines, rng.choice(BAD_LINES), rng)


def replace_by_bad(lines: Lines, rng: Rng) -> Lines:
    return replace(lines, rng.randrange(len(lines)), rng.choice(BAD_LINES))


def cut_line(lines: Lines, rng: Rng) -> Lines:
    place = rng.randrange(len(lines))
    return replace(lines, place, lines[place][: rng.randrange(len(lines[place]) + 1)])


def append_event(lines: Lines, rng: Rng) -> Lines:
    """Something after the last event, which may be the match's end."""
    event = rng.choice(
        [
            {"type": "pass", "seat": 0, "deal": 1},
            {"type": "play", "seat": 1, "card": "SA", "deal": 1},
            {"type": "deal", "deal": 1, "dealer": 0, "hands": []},
            {"type": "shout"},
            {},
        ]
    )
    return [*lines, json.dumps(event), *(lines[-1:] if rng.random() < 0.3 else [])]


def replace(lines: Lines, place: int, line: str) -> Lines:
    return [*lines[:place], line, *lines[place + 1 :]]


# Keys and values of any event


def events(lines: Lines, kind: str | None = None) -> list[tuple[int, Event]]:
    """The events that can be read, each with its place."""
    readable = []
    for place, line in enumerate(lines):
        thing = json.loads(line) if line.strip() else {"format": "none: a blank line"}
        if "format" not in thing and kind in (None, thing["type"]):
            readable.append((place, thing))
    return readable


def change(lines: Lines, rng: Rng, kind: str | None, how: Callable[[Event, Rng], None]) -> Lines:
    choices = events(lines, kind)
    if not choices:
        return drop(lines, rng)
    place, event = rng.choice(choices)
    how(event, rng)
    return replace(lines, place, json.dumps(event))


def junk_value(lines: Lines, rng: Rng) -> Lines:
    def how(event: Event, rng: Rng) -> None:
        event[rng.choice(list(event))] = rng.choice(JUNK)

    return change(lines, rng, None, how)


def drop_key(lines: Lines, rng: Rng) -> Lines:
    def how(event: Event, rng: Rng) -> None:
        del event[rng.choice(list(event))]

    return change(lines, rng, None, how)


def extra_key(lines: Lines, rng: Rng) -> Lines:
    def how(event: Event, rng: Rng) -> None:
        keys = ["suit", "give_to", "card", "count", "trump", "bid", "discard", "widow", "x", "deal"]
        event[rng.choice(keys)] = rng.choice(JUNK)

    return change(lines, rng, None, how)


def wrong_seat(lines: Lines, rng: Rng) -> Lines:
    def how(event: Event, rng: Rng) -> None:
        event["seat"] = rng.choice([-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, True, 1.0, "1", None])

    return change(lines, rng, None, how)


def wrong_deal_number(lines: Lines, rng: Rng) -> Lines:
    def how(event: Event, rng: Rng) -> None:
        event["deal"] = rng.choice([-1, 0, 1, 2, 3, 4, 5, 100, True, 1.0, "1", None, [1]])

    return change(lines, rng, None, how)


def wrong_type(lines: Lines, rng: Rng) -> Lines:
    def how(event: Event, rng: Rng) -> None:
        kinds = ["deal", "pass", "bid", "call", "exchange", "play"]
        event["type"] = rng.choice([*kinds, *kinds, "joined", "Play", "", None, 1, ["play"], {}])

    return change(lines, rng, None, how)


# The header


def break_header(lines: Lines, rng: Rng) -> Lines:
    header = json.loads(lines[0])
    rng.choice(HEADER_CHANGES)(header, rng)
    return replace(lines, 0, json.dumps(header))


def header_key(header: Event, rng: Rng) -> None:
    key = rng.choice(["format", "version", "rules", "players"])
    if rng.random() < 0.3:
        header.pop(key, None)
    else:
        header[key] = rng.choice([*JUNK, ["Ai", "Bo", "Chie", "Dai", 5], "napoleon", 2, "1"])


def header_names(header: Event, rng: Rng) -> None:
    names = list(header["players"])
    if rng.random() < 0.5:
        names.append("One more")
    else:
        names[rng.randrange(len(names)) :] = rng.choice([[], [None], [1], [["Ai"]], ["\ud800"]])
    header["players"] = names


def header_rules(header: Event, rng: Rng) -> None:
    rules = header["rules"]
    options = options_of(rules.get("preset", "nap"))
    unknown = ["colour", "Players", "", "min bid", "chips", "blucher", "deck", "joker", "yoromeki"]
    what = rng.random()
    if what < 0.15:
        rules.pop("preset", None)
    elif what < 0.3:
        rules["preset"] = rng.choice([*JUNK, "Nap", "nap", "four", "gurunapo"])
    elif what < 0.5:
        rules[rng.choice(unknown)] = rng.choice([True, 5, "full", "none"])
    else:
        key = rng.choice(list(options))
        edge = [0, 1, 2, 3, 4, 5, 7, 8, 9, 20, 21, 100, 101, 1000, 1001, "none", "any", "flat"]
        rules[key] = rng.choice([*JUNK, *edge, *edge])


def header_combination(header: Event, rng: Rng) -> None:
    """Values that are each allowed, but not together."""
    nap: list[Event] = [
        {"blucher": True, "payments": "standard"},
        {"blucher": True},
        {"no_shuffle": True, "deals": 3, "deals_at_once": 2},
        {"deck": "stripped_24", "players": 4},
        {"deck": "stripped_28", "players": 3},
        {"deck": "stripped_32", "players": 4},
        {"deck": "stripped_24"},
    ]
    either: list[Event] = [{"deals": 2, "deals_at_once": 3}, {"deals_at_once": 100}]
    rules = header["rules"]
    rules.update(rng.choice(nap + either if rules.get("preset") == "nap" else either))


HEADER_CHANGES = [header_key, header_names, header_rules, header_rules, header_combination]


# Deals


def break_deal(lines: Lines, rng: Rng) -> Lines:
    return change(lines, rng, "deal", lambda event, rng: rng.choice(DEAL_CHANGES)(event, rng))


def deal_number(event: Event, rng: Rng) -> None:
    key = rng.choice(["deal", "dealer"])
    event[key] = rng.choice([-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, True, False, 1.0, "0", None])


def deal_drop(event: Event, rng: Rng) -> None:
    event.pop(rng.choice(["deal", "dealer", "hands", "widow"]), None)


def deal_card(event: Event, rng: Rng) -> None:
    """A duplicate, a card from elsewhere, or no card at all."""
    hand = rng.choice(piles(event))
    odd: list[Any] = [1, None, "", "S1", "JO", ["SA"], {}, True]
    hand[rng.randrange(len(hand))] = rng.choice([*ALL_CARDS, "JK", "JK", "C2", *odd])


def deal_sizes(event: Event, rng: Rng) -> None:
    """The same cards in hands of the wrong sizes, a card too many or too few."""
    hands = piles(event)
    giver, taker = rng.choice(hands), rng.choice(hands)
    card = giver.pop()
    if rng.random() < 0.7:
        taker.append(card)


def deal_shape(event: Event, rng: Rng) -> None:
    hands = event["hands"]
    which = rng.randrange(5)
    if which == 0:
        hands.append([])
    elif which == 1:
        hands.pop()
    elif which == 2:
        hands[rng.randrange(len(hands))] = rng.choice([None, "SA", {}, 5, []])
    elif which == 3:
        event["widow"] = rng.choice([[], None, ["SA"], "SAHK", {}])
    else:
        event["hands"] = rng.choice([None, {}, "hands", [], [None] * len(hands)])


def piles(event: Event) -> list[list[Any]]:
    return [*event["hands"], *([event["widow"]] if "widow" in event else [])]


DEAL_CHANGES = [deal_number, deal_number, deal_drop, deal_card, deal_card, deal_sizes, deal_shape]


def move_deal(lines: Lines, rng: Rng) -> Lines:
    """A deal opened at another time."""
    deals = events(lines, "deal")
    if not deals:
        return drop(lines, rng)
    place, _ = rng.choice(deals)
    return insert(lines[:place] + lines[place + 1 :], lines[place], rng)


# Moves that look right and are not


def illegal_move(lines: Lines, rng: Rng) -> Lines:
    """An illegal move by a seat to act: a revoke, a low bid, a wrong discard and the like."""
    by_type: dict[str, list[tuple[int, Event]]] = {}
    for place, event, deal in moments(lines):
        for other in illegal_versions(deal, event, rng):
            by_type.setdefault(event["type"], []).append((place, other))
    if not by_type:
        return drop(lines, rng)
    place, event = rng.choice(by_type[rng.choice(sorted(by_type))])
    return replace(lines, place, json.dumps(event))


def moments(lines: Lines) -> Iterator[tuple[int, Event, NapoleonDeal | NapDeal]]:
    """Every player's move, with the deal just before it."""
    match = Match(read_rules(json.loads(lines[0])["rules"]))
    for place, event in events(lines):
        if event["type"] != "deal":
            number = event.get("deal", max(match.open_deals()))
            yield place, event, match.deals[number]
        match.apply(event)


def illegal_versions(deal: NapoleonDeal | NapDeal, event: Event, rng: Rng) -> list[Event]:
    legal = deal.legal(event["seat"])
    if event["type"] == "exchange":
        return exchanges(deal, event, rng)
    if event["type"] == "play":
        moves = plays(deal.hands[event["seat"]], rng)
    elif event["type"] == "call":
        moves = [{"type": "call", "card": card} for card in [*ALL_CARDS, "XX", "", None, ["SA"]]]
    else:
        moves = [{"type": "pass"}, *bids(deal)]
    wrong = [move for move in rng.sample(moves, min(12, len(moves))) if move not in legal]
    kept = {key: event[key] for key in event if key in ("deal", "seat", "at", "by")}
    return [kept | move for move in wrong[:3]]


def plays(hand: list[str], rng: Rng) -> list[Event]:
    """Every card of the hand, the joker with every suit and with none, and a card not held."""
    moves: list[Event] = [{"type": "play", "card": card} for card in hand]
    if "JK" in hand:
        moves += [{"type": "play", "card": "JK", "suit": suit} for suit in [*SUITS, "N", "", None]]
    if rng.random() < 0.2:
        moves.append({"type": "play", "card": rng.choice(ALL_CARDS)})
        moves.append({"type": "play", "card": rng.choice(hand), "suit": rng.choice(SUITS)})
    return moves


def bids(deal: NapoleonDeal | NapDeal) -> list[Event]:
    if isinstance(deal, NapDeal):
        return [{"type": "bid", "bid": bid} for bid in [*BIDS, "one", "Nap", "", None, 2]]
    counts = [0, *range(1, 22), 100, "11", None]
    trumps = ["S", "H", "D", "C", "N", "s", "JK", "", None]
    return [{"type": "bid", "count": count, "trump": trump} for count in counts for trump in trumps]


def exchanges(deal: NapoleonDeal | NapDeal, event: Event, rng: Rng) -> list[Event]:
    if not isinstance(deal, NapoleonDeal):
        return []
    discard = event["discard"]
    elsewhere = [card for card in ALL_CARDS if card not in deal.hands[event["seat"]] + deal.widow]
    versions: list[Event] = [
        {"discard": discard[:-1]},
        {"discard": []},
        {"discard": [*discard, rng.choice(deal.hands[event["seat"]])]},
        {"discard": [*discard[:-1], discard[0]]},
        {"discard": [*discard[:-1], rng.choice(elsewhere)]},
        {"discard": [*discard[:-1], rng.choice([1, None, [], "XX"])]},
        {"discard": rng.choice([None, "SA", {}, 3])},
        {"give_to": event["seat"]},
        {"give_to": rng.choice([-1, 0, 1, 7, True, None, "1"])},
    ]
    without = {key: event[key] for key in event if key not in ("discard", "give_to")}
    bare = [without | {"discard": discard}, without]
    return [event | version for version in versions] + bare


LINE_CHANGES: list[Callable[[Lines, Rng], Lines]] = [
    *(drop, repeat, swap, insert_blank, insert_bad, replace_by_bad, cut_line, append_event)
]
MUTATIONS: list[Callable[[Lines, Rng], Lines]] = [
    *LINE_CHANGES,
    *(junk_value, drop_key, extra_key, wrong_seat, wrong_deal_number, wrong_type),
    *(break_header, break_header, break_deal, break_deal, move_deal),
    *(illegal_move, illegal_move, illegal_move, illegal_move, illegal_move),
]
