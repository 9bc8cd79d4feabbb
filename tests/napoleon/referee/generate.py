"""Random rules and random legal records, for differential tests of the engine.

`python -m tests.napoleon.referee.generate --count N --seed S [--bad]` writes records to standard output. Play is random
but favours rare events: jokers led, joker calls, yoromeki, the same-two, sweeps, chains of high bids.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable
from typing import Any

from .cards import JOKER, SAME_COLOUR, SUITS, suit_of
from .match import Match
from .moves import Move
from .mutate import mutate
from .nap import NapDeal
from .napoleon import NapoleonDeal
from .rules import (
    PRESETS,
    STRIPPED_PLAYERS,
    Rules,
    RulesRefused,
    hand_size,
    options_of,
    pack_of,
    read_rules,
    widow_size,
)

Rng = random.Random
__all__ = ["mutate", "random_record", "random_rules"]


# Rules


def random_rules(rng: Rng) -> dict[str, Any]:
    """A preset with overrides, as a header gives them; always rules that can be played."""
    while True:
        given = _some_rules(rng)
        try:
            read_rules(given)
        except RulesRefused:
            continue
        return given


def _some_rules(rng: Rng) -> dict[str, Any]:
    preset = rng.choice(list(PRESETS))
    given: dict[str, Any] = {"preset": preset}
    share = rng.choice([0.0, 0.15, 0.4, 0.8])
    for key, values in options_of(preset).items():
        if rng.random() < share:
            given[key] = rng.choice(list(values))
    _tame_numbers(given, rng)
    if given.get("blucher") and given.get("payments", "standard") == "standard":
        given["payments"] = rng.choice(["double", "flat"])
    if given.get("deck", "full") != "full" and rng.random() < 0.9:
        given["players"] = rng.choice(STRIPPED_PLAYERS[given["deck"]])
    if given.get("no_shuffle"):
        given["deals_at_once"] = 1
    items = list(given.items())
    rng.shuffle(items)
    return dict(items)


def _tame_numbers(given: dict[str, Any], rng: Rng) -> None:
    """Numbers that make interesting records: short matches, makeable bids, few chips."""
    if rng.random() < 0.95:
        given["deals"] = rng.choice([1, 1, 2, 2, 3, 4, 6])
    if rng.random() < 0.35:
        given["deals_at_once"] = rng.randint(1, min(given.get("deals", 5), 8))
    else:
        given.pop("deals_at_once", None)
    if "min_bid" in given and rng.random() < 0.7:
        given["min_bid"] = rng.choice([1, 8, 9, 10, 11, 12, 13, 20])
    if "chips" in given and rng.random() < 0.9:
        given["chips"] = rng.choice([1, 3, 5, 8, 12, 20, 40])


# Records


def random_record(rng: Rng, given: dict[str, Any] | None = None, cut: bool | None = None) -> list[str]:
    """The lines of a random legal match, to its end or cut off somewhere."""
    given = random_rules(rng) if given is None else given
    if cut is None:
        cut = rng.random() < 0.4
    limit = rng.randint(0, rng.choice([10, 60, 250])) if cut else sys.maxsize
    writer = _Writer(given, rng)
    while not writer.match.finished() and len(writer.lines) <= limit:
        writer.step()
    return writer.lines


class _Writer:
    """Plays a match with itself and writes it down."""

    def __init__(self, given: dict[str, Any], rng: Rng) -> None:
        self.rng = rng
        self.match = Match(read_rules(given))
        self.rules: Rules = self.match.rules
        self.numbers = 0.0 if self.rules["deals_at_once"] == 1 and rng.random() < 0.3 else 1.0
        if self.rules["deals_at_once"] == 1 and rng.random() < 0.2:
            self.numbers = 0.5
        self.pass_rate = rng.choice([0.3, 0.6, 0.8, 0.95])
        self.bidding = rng.choice(["low", "low", "spread", "any"])
        self.stacking = rng.choice([0.0, 0.0, 0.5])
        self.extras = rng.choice([0.0, 0.0, 0.3])
        self.ascii = rng.random() < 0.5
        self.stacked: dict[int, tuple[int, str]] = {}  # by deal: the seat with the high cards
        self.lines = [self.text(self.header(given))]

    def text(self, thing: dict[str, Any]) -> str:
        return json.dumps(thing, ensure_ascii=self.ascii)

    def header(self, given: dict[str, Any]) -> dict[str, Any]:
        players = self.rng.sample(["Ai", "Bo", "千恵", "Dai", "Emi", "<b>", 'F"o', "\u2028"], self.rules["players"])
        header = {"format": "napoleon-record", "version": 1, "rules": given, "players": players}
        if self.rng.random() < self.extras:
            header |= {"table": 12, "league": {"name": "春", "round": [1]}, "date": None}
        return header

    def step(self) -> None:
        """One event: a deal is opened, or somebody acts in an open one."""
        actors = self.match.to_act()
        if self.match.may_open() and (not actors or self.rng.random() < 0.5):
            self.write(self.deal())
            return
        actor = self.rng.choice(actors)
        move = self.move(self.match.deals[actor["deal"]], actor)
        self.write({"type": move["type"], "deal": actor["deal"], "seat": actor["seat"]} | move)

    def write(self, event: dict[str, Any]) -> None:
        if self.rng.random() >= self.numbers:
            del event["deal"]
        if self.rng.random() < self.extras:
            event |= {"at": "2026-11-03T09:00:00+09:00", "by": self.rng.choice(["player", "bot"])}
        self.match.apply(event)
        self.lines.append(self.text(event))
        if self.rng.random() < self.extras / 20:
            self.lines.append("")

    # Dealing

    def deal(self) -> dict[str, Any]:
        number = len(self.match.deals) + 1
        players = self.rules["players"]
        dealer = self.match.next_dealer()
        hands, rest = self.cards(number)
        event = {
            "type": "deal",
            "deal": number,
            "dealer": self.rng.randrange(players) if dealer is None else dealer,
            "hands": hands,
        }
        if not self.match.is_nap:
            event["widow"] = rest[: widow_size(self.rules)]
        if self.rng.random() < self.extras:
            event["proof"] = {"secret": "00" * 32, "seeds": ["a", "b"]}
        return event

    def cards(self, number: int) -> tuple[list[list[str]], list[str]]:
        """Every seat's hand, and the cards that are left."""
        rng, size, players = self.rng, hand_size(self.rules), self.rules["players"]
        pack = pack_of(self.rules)
        rng.shuffle(pack)
        if rng.random() >= self.stacking:
            hands = [pack[seat * size : (seat + 1) * size] for seat in range(players)]
            return hands, pack[players * size :]
        lucky, suit = rng.randrange(players), rng.choice(SUITS)
        self.stacked[number] = (lucky, suit)
        worth = _nap_worth if self.match.is_nap else _worth
        pack.sort(key=lambda card: worth(card, suit), reverse=True)
        best, others = pack[:size], pack[size:]
        rng.shuffle(others)
        hands = []
        for seat in range(players):
            hands.append(best if seat == lucky else [others.pop() for _ in range(size)])
        return hands, others

    # Choosing a move

    def move(self, deal: NapoleonDeal | NapDeal, actor: dict[str, Any]) -> Move:
        legal: list[Move] = actor["legal"]
        lucky = self.stacked.get(actor["deal"])
        if deal.phase == "auction":
            return self.bid(legal, actor["seat"], lucky)
        if isinstance(deal, NapDeal):
            return self.rng.choice(legal)
        if deal.phase == "call":
            return self.call(deal, legal)
        if deal.phase == "exchange":
            return self.exchange(deal, legal[0], lucky)
        return self.play(deal, legal, lucky)

    def bid(self, legal: list[Move], seat: int, lucky: tuple[int, str] | None) -> Move:
        bids = [move for move in legal if move["type"] == "bid"]
        passes = [move for move in legal if move["type"] == "pass"]
        rate = self.pass_rate
        if lucky is not None:
            others = 0.6 if self.match.is_nap else 0.95
            rate = 0.0 if seat == lucky[0] else others
        if passes and (not bids or self.rng.random() < rate):
            return passes[0]
        if self.match.is_nap:
            return self.rng.choice(bids) if lucky is None else bids[-1]
        own = [move for move in bids if lucky and seat == lucky[0] and move["trump"] == lucky[1]]
        if own:
            high = [move for move in own if move["count"] >= 18]
            return self.rng.choice(high or own) if self.rng.random() < 0.5 else own[0]
        return self.rng.choice(self.interesting(bids))

    def interesting(self, bids: list[Move]) -> list[Move]:
        """Not always near the top, so that auctions go on for a while."""
        counts = sorted({move["count"] for move in bids})
        if self.bidding == "low":
            keep = counts[: self.rng.choice([1, 1, 2, 3])]
        elif self.bidding == "spread":
            keep = [count for count in counts if 11 <= count <= 16] or counts
        else:
            keep = counts
        return [move for move in bids if move["count"] in keep]

    def call(self, deal: NapoleonDeal, legal: list[Move]) -> Move:
        trump = deal.trump
        high = ["SA", JOKER, trump + "J", SAME_COLOUR.get(trump, "S") + "J", "HQ"]
        own = deal.hands[deal.napoleon] + deal.widow
        wanted: list[Callable[[str], bool]] = [
            lambda card: card in high and card not in own,
            lambda card: card not in own,
            lambda card: card in own,
            lambda card: True,
        ]
        test = self.rng.choices(wanted, [5, 2, 1, 1])[0]
        return self.rng.choice([move for move in legal if test(move["card"])] or legal)

    def exchange(self, deal: NapoleonDeal, offer: Move, lucky: tuple[int, str] | None) -> Move:
        cards = list(offer["from"])
        self.rng.shuffle(cards)
        if lucky is not None:
            cards.sort(key=lambda card: _worth(card, deal.trump))
        move: Move = {"type": "exchange", "discard": cards[: offer["count"]]}
        if self.rules["discards_to"] == "chosen_opponent":
            move["give_to"] = self.rng.choice([seat for seat in range(self.rules["players"]) if seat != deal.napoleon])
        return move

    def play(self, deal: NapoleonDeal, legal: list[Move], lucky: tuple[int, str] | None) -> Move:
        table = [card for _, card in deal.played]
        if not table and lucky is not None and self.rng.random() < 0.9:
            best = max(_worth(move["card"], deal.trump) for move in legal)
            return self.rng.choice([m for m in legal if _worth(m["card"], deal.trump) == best])
        for test in self.temptations(table):
            tempting = [move for move in legal if test(move["card"])]
            if tempting and self.rng.random() < 0.4:
                return self.rng.choice(tempting)
        return self.rng.choice(legal)

    def temptations(self, table: list[str]) -> list[Callable[[str], bool]]:
        if not table:
            return [lambda card: card == JOKER, lambda card: card == self.rules["joker_call"]]
        led = suit_of(table[0])
        return [
            lambda card: card == "HQ" and "SA" in table,
            lambda card: card == "SA" and "HQ" in table,
            lambda card: card[1] == "2" and suit_of(card) == led,
            lambda card: card[1] == "J" and self.rules["reverse"],
        ]


def _worth(card: str, trump: str) -> int:
    """A card's worth to a seat that wants every trick."""
    if card in ["SA", JOKER, trump + "J", SAME_COLOUR.get(trump, "S") + "J"]:
        return 100
    return _nap_worth(card, trump)


def _nap_worth(card: str, trump: str) -> int:
    return (20 if card[0] == trump else 0) + "23456789TJQKA".index(card[1])


def main() -> None:
    parser = argparse.ArgumentParser(description="Write random records to standard output.")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bad", action="store_true", help="break most of them")
    options = parser.parse_args()
    rng = Rng(options.seed)
    for _ in range(options.count):
        record = random_record(rng)
        if options.bad and rng.random() < 0.9:
            record = mutate(record, rng)
        sys.stdout.write("".join(line + "\n" for line in record))


if __name__ == "__main__":
    main()
