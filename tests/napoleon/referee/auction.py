"""The auction of Napoleon (rules.md 1.2)."""

from .moves import Move
from .rules import Rules

PASS: Move = {"type": "pass"}


class Auction:
    """Seats bid until one has won, or until all have passed and the deal is over.

    `outcome` is None while it goes on, then "won" or "passed_out".
    """

    def __init__(self, rules: Rules, first_bidder: int) -> None:
        self.rules = rules
        self.first = first_bidder
        self.turn = first_bidder
        self.outcome: str | None = None
        self.best: Move | None = None
        self.best_seat: int | None = None
        self.passes_in_a_row = 0
        self.has_passed: list[int] = []
        self.forced = False
        self.sealed: dict[int, Move] = {}

    def seats(self) -> list[int]:
        """The seats in bidding order."""
        count = self.rules["players"]
        return [(self.first + i) % count for i in range(count)]

    def strength(self, bid: Move) -> list[int]:
        if self.rules["bid_order"] == "count_only":
            return [bid["count"]]
        return [bid["count"], "CDHSN".index(bid["trump"])]

    def all_bids(self) -> list[Move]:
        trumps = "CDHSN" if self.rules["no_trump"] else "CDHS"
        return [
            {"type": "bid", "count": count, "trump": trump}
            for count in range(self.rules["min_bid"], 21)
            for trump in trumps
        ]

    def higher_bids(self) -> list[Move]:
        if self.best is None:
            return self.all_bids()
        highest = self.strength(self.best)
        return [bid for bid in self.all_bids() if self.strength(bid) > highest]

    def to_act(self) -> list[int]:
        if self.outcome is not None:
            return []
        if self.rules["auction"] == "sealed" and not self.forced:
            return [seat for seat in self.seats() if seat not in self.sealed]
        return [self.turn]

    def legal(self) -> list[Move]:
        if self.forced:
            return [bid for bid in self.all_bids() if bid["count"] == self.rules["min_bid"]]
        return [PASS] + self.higher_bids()

    def act(self, seat: int, move: Move) -> None:
        if self.rules["auction"] == "sealed" and not self.forced:
            self.declare(seat, move)
        elif move["type"] == "bid":
            self.bid(seat, move)
        else:
            self.pass_(seat)

    def declare(self, seat: int, move: Move) -> None:
        """Sealed: when all have declared, the strongest wins; between equals the earlier seat."""
        self.sealed[seat] = move
        if self.to_act():
            return
        for seat in self.seats():
            bid = self.sealed[seat]
            if bid["type"] == "bid" and bid in self.higher_bids():
                self.best, self.best_seat = bid, seat
        if self.best is None:
            self.nobody_bid()
        else:
            self.outcome = "won"

    def bid(self, seat: int, move: Move) -> None:
        self.best, self.best_seat = move, seat
        self.passes_in_a_row = 0
        if self.forced or not self.higher_bids() or self.only_one_left():
            self.outcome = "won"
        else:
            self.next_turn()

    def pass_(self, seat: int) -> None:
        self.passes_in_a_row += 1
        self.has_passed.append(seat)
        if self.best is not None and (self.all_others_passed() or self.only_one_left()):
            self.outcome = "won"
        elif self.best is None and self.passes_in_a_row == self.rules["players"]:
            self.nobody_bid()
        else:
            self.next_turn()

    def all_others_passed(self) -> bool:
        return bool(self.passes_in_a_row == self.rules["players"] - 1)

    def only_one_left(self) -> bool:
        """Hard passing: a seat that has passed is out of the auction."""
        if self.rules["passing"] == "soft":
            return False
        return len([seat for seat in self.seats() if seat not in self.has_passed]) == 1

    def next_turn(self) -> None:
        self.turn = (self.turn + 1) % self.rules["players"]
        while self.rules["passing"] == "hard" and self.turn in self.has_passed:
            self.turn = (self.turn + 1) % self.rules["players"]

    def nobody_bid(self) -> None:
        if self.rules["all_pass"] == "forced":
            self.forced = True
            self.turn = self.first
        else:
            self.outcome = "passed_out"
