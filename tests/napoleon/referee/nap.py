"""One deal of Nap, the European game (rules.md 2)."""

from typing import Any

from .cards import RANKS, suit_of
from .moves import Move, chosen
from .rules import Rules

BIDS = ["two", "three", "misere", "four", "nap", "wellington", "blucher"]
TRICKS_NEEDED = {"two": 2, "three": 3, "four": 4, "nap": 5, "wellington": 5, "blucher": 5}

# What each other player pays when it is made, and gets when it is not.
PAYMENTS = {"two": (2, 2), "three": (3, 3), "misere": (3, 3), "four": (4, 4), "nap": (10, 6)}
HIGH_PAYMENTS = {
    "standard": {"wellington": (20, 12)},
    "double": {"wellington": (20, 20), "blucher": (40, 40)},
    "flat": {"wellington": (10, 20), "blucher": (10, 20)},
}


class NapDeal:
    """`act` refuses with IllegalMove; the caller checks whose turn it is."""

    def __init__(self, rules: Rules, first_bidder: int, hands: list[list[str]]) -> None:
        self.rules = rules
        self.hands = [list(hand) for hand in hands]
        self.phase = "auction"  # then play, over
        self.passed_out = False
        self.turn = first_bidder
        self.spoken = 0
        self.bid: str | None = None
        self.declarer = 0
        self.trump: str | None = None
        self.leader = 0
        self.played: list[tuple[int, str]] = []
        self.tricks: list[dict[str, Any]] = []
        self.won = [0] * rules["players"]
        self.ended_by: dict[str, Any] | None = None  # a claim or concession

    def to_act(self) -> list[int]:
        return [] if self.phase == "over" else [self.turn]

    def legal(self, seat: int) -> list[Move]:
        if self.phase == "auction":
            return [{"type": "pass"}] + [{"type": "bid", "bid": bid} for bid in self.higher_bids()]
        return [{"type": "play", "card": card} for card in self.cards_to_play(seat)]

    def higher_bids(self) -> list[str]:
        start = 0 if self.bid is None else BIDS.index(self.bid) + 1
        bids = BIDS[start:]
        if self.bid != "nap" and "wellington" in bids:
            bids.remove("wellington")
        if "blucher" in bids and not (self.bid == "wellington" and self.rules["blucher"]):
            bids.remove("blucher")
        return bids

    def cards_to_play(self, seat: int) -> list[str]:
        hand = self.hands[seat]
        if self.played:
            led = suit_of(self.played[0][1])
            return [card for card in hand if suit_of(card) == led] or hand
        if self.rules["wellington_weakest_lead"] and self.bid == "wellington" and not self.tricks:
            lowest = max(RANKS.index(card[1]) for card in hand)
            return [card for card in hand if RANKS.index(card[1]) == lowest]
        return hand

    def act(self, seat: int, event: dict[str, Any]) -> None:
        """Do what the event says, or refuse."""
        move = chosen(event, self.legal(seat))
        self.turn = (seat + 1) % self.rules["players"]
        if self.phase == "auction":
            self.speak(seat, move)
        else:
            self.play(seat, move["card"])

    def speak(self, seat: int, move: Move) -> None:
        self.spoken += 1
        if move["type"] == "bid":
            self.bid = move["bid"]
            self.declarer = seat
        if self.spoken < self.rules["players"] and self.higher_bids():
            return
        if self.bid is None:
            self.passed_out = True
            self.phase = "over"
        else:
            self.phase = "play"
            self.leader = self.turn = self.declarer

    def play(self, seat: int, card: str) -> None:
        if not self.tricks and not self.played and self.bid != "misere":
            self.trump = suit_of(card)
        self.hands[seat].remove(card)
        self.played.append((seat, card))
        if len(self.played) == self.rules["players"]:
            self.end_trick()

    def end_trick(self) -> None:
        cards = [card for _, card in self.played]
        trumps = [card for card in cards if suit_of(card) == self.trump]
        of_suit = [card for card in cards if suit_of(card) == suit_of(cards[0])]
        best = min(trumps or of_suit, key=lambda card: RANKS.index(card[1]))
        seat = self.played[cards.index(best)][0]
        self.tricks.append({"leader": self.leader, "cards": cards, "winner": seat})
        self.won[seat] += 1
        self.leader = self.turn = seat
        self.played = []
        if not self.hands[0] or (self.rules["finish"] == "when_decided" and self.is_decided()):
            self.phase = "over"

    def is_made(self, tricks: int) -> bool:
        assert self.bid is not None
        return tricks == 0 if self.bid == "misere" else tricks >= TRICKS_NEEDED[self.bid]

    def is_decided(self) -> bool:
        """The contract ends the same for any number of remaining tricks that the declarer wins."""
        won = self.won[self.declarer]
        return len({self.is_made(won + more) for more in range(len(self.hands[0]) + 1)}) == 1

    def made(self) -> bool:
        return self.is_made(self.won[self.declarer])

    def scores(self) -> list[int]:
        assert self.bid is not None
        payments = PAYMENTS | HIGH_PAYMENTS[self.rules["payments"]]
        made, lost = payments[self.bid]
        from_each = made if self.made() else -lost
        seats = [-from_each] * self.rules["players"]
        seats[self.declarer] = from_each * (self.rules["players"] - 1)
        return seats

    def result(self) -> dict[str, Any]:
        return {
            "declarer": self.declarer,
            "bid": self.bid,
            "tricks": self.tricks,
            "tricks_won": self.won,
            "made": self.made(),
            "scores": self.scores(),
            **({"ended_by": self.ended_by} if self.ended_by else {}),
        }
