"""One deal of Napoleon: auction, call, exchange, play, result (rules.md 1)."""

from typing import Any

from . import tricks
from .auction import Auction
from .cards import JOKER, all_cards, is_picture, pictures
from .moves import IllegalMove, Move, chosen
from .rules import Rules, pack_of, widow_size
from .scores import is_made, scores


class NapoleonDeal:
    """`act` refuses with IllegalMove; the caller checks whose turn it is."""

    def __init__(self, rules: Rules, first_bidder: int, hands: list[list[str]], widow: list[str]) -> None:
        self.rules = rules
        self.hands = [list(hand) for hand in hands]
        self.widow = list(widow)
        self.auction = Auction(rules, first_bidder)
        self.phase = "auction"  # then call and exchange in either order, play, over
        self.passed_out = False
        self.called: str | None = None
        self.discards: list[str] = []
        self.give_to: int | None = None
        self.discarded_out = 0
        self.adjutant: int | None = None
        self.taken = [0] * rules["players"]
        self.direction = 1
        self.leader = 0
        self.played: list[tuple[int, str]] = []
        self.named: str | None = None
        self.tricks: list[dict[str, Any]] = []
        self.ended_by: dict[str, Any] | None = None  # a claim or concession

    # Who may do what

    def to_act(self) -> list[int]:
        if self.phase == "over":
            return []
        if self.phase == "auction":
            return self.auction.to_act()
        if self.phase in ("call", "exchange"):
            return [self.napoleon]
        return [(self.leader + self.direction * len(self.played)) % self.rules["players"]]

    def legal(self, seat: int) -> list[Move]:
        if self.phase == "auction":
            return self.auction.legal()
        if self.phase == "call":
            return [{"type": "call", "card": card} for card in self.cards_to_call()]
        if self.phase == "exchange":
            cards = self.hands[seat] + self.widow
            return [{"type": "exchange", "from": cards, "count": widow_size(self.rules)}]
        return self.legal_plays(seat)

    def cards_to_call(self) -> list[str]:
        own = self.hands[self.napoleon] + self.discards
        pack = pack_of(self.rules)
        return pack if self.rules["own_card_call"] else [card for card in pack if card not in own]

    def legal_plays(self, seat: int) -> list[Move]:
        hand = self.hands[seat]
        if self.played:
            called = self.called if seat == self.adjutant else None
            cards = tricks.follows(self.rules, self.trump, hand, self.played[0][1], self.named, called)
            return [{"type": "play", "card": card} for card in cards]
        moves: list[Move] = []
        for card in tricks.leads(self.rules, self.trump, hand, first_trick=not self.tricks):
            if card == JOKER:
                for suit in tricks.suits_to_name(self.rules, self.trump):
                    moves.append({"type": "play", "card": card, "suit": suit})
            else:
                moves.append({"type": "play", "card": card})
        return moves

    @property
    def napoleon(self) -> int:
        assert self.auction.best_seat is not None
        return self.auction.best_seat

    @property
    def trump(self) -> str:
        assert self.auction.best is not None
        return str(self.auction.best["trump"])

    @property
    def count(self) -> int:
        assert self.auction.best is not None
        return int(self.auction.best["count"])

    # What happens

    def act(self, seat: int, event: dict[str, Any]) -> None:
        """Do what the event says, or refuse."""
        if event["type"] == "exchange" and self.phase == "exchange":
            self.exchange(event)
            return
        move = chosen(event, self.legal(seat))
        if self.phase == "auction":
            self.auction.act(seat, move)
            self.after_auction()
        elif self.phase == "call":
            self.called = move["card"]
            self.phase = "exchange" if self.rules["call"] == "before_exchange" else "play"
        else:
            self.play(seat, move)
        self.find_adjutant()

    def after_auction(self) -> None:
        if self.auction.outcome == "passed_out":
            self.passed_out = True
            self.phase = "over"
        elif self.auction.outcome == "won":
            self.leader = self.napoleon
            self.phase = "call" if self.rules["call"] == "before_exchange" else "exchange"

    def find_adjutant(self) -> None:
        """The other seat that was dealt the called card; nobody if Napoleon or the widow has it."""
        for seat, hand in enumerate(self.hands):
            if self.called in hand and seat != self.napoleon:
                self.adjutant = seat

    def exchange(self, event: dict[str, Any]) -> None:
        discard = event.get("discard")
        cards = self.hands[self.napoleon] + self.widow
        if not all_cards(discard) or len(discard) != len(self.widow):
            raise IllegalMove
        if len(set(discard)) != len(discard) or not all(card in cards for card in discard):
            raise IllegalMove
        self.give_to = self.checked_give_to(event)
        self.discards = list(discard)
        self.hands[self.napoleon] = [card for card in cards if card not in discard]
        self.place_discards()
        self.phase = "call" if self.rules["call"] == "after_exchange" else "play"

    def checked_give_to(self, event: dict[str, Any]) -> int | None:
        if self.rules["discards_to"] != "chosen_opponent":
            if "give_to" in event:
                raise IllegalMove
            return None
        seat = event.get("give_to")
        if type(seat) is not int or seat not in range(self.rules["players"]):
            raise IllegalMove
        if seat == self.napoleon:
            raise IllegalMove
        return seat

    def place_discards(self) -> None:
        count = pictures(self.discards)
        if self.rules["discards_to"] == "napoleon":
            self.taken[self.napoleon] += count
        elif self.give_to is not None:
            self.taken[self.give_to] += count
        elif self.rules["discards_to"] == "nobody":
            self.discarded_out = count

    def play(self, seat: int, move: Move) -> None:
        self.hands[seat].remove(move["card"])
        if not self.played:
            self.named = move.get("suit")
        self.played.append((seat, move["card"]))
        if len(self.played) == self.rules["players"]:
            self.end_trick()

    def end_trick(self) -> None:
        cards = [card for _, card in self.played]
        number = len(self.tricks) + 1
        place, why = tricks.winner(self.rules, self.trump, number, cards, self.named)
        seat = self.played[place][0]
        self.tricks.append({"leader": self.leader, "cards": cards, "winner": seat, "why": why})
        self.taken[seat] += pictures(cards)
        if number == 1 and self.rules["discards_to"] == "first_trick_winner":
            self.taken[seat] += pictures(self.discards)
        if self.rules["reverse"]:
            self.turn_round(cards)
        self.leader = seat
        self.played = []
        self.named = None
        if not self.hands[0] or (self.rules["finish"] == "when_decided" and self.is_decided()):
            self.phase = "over"

    def turn_round(self, cards: list[str]) -> None:
        """Each J that is neither right nor left jack turns the direction, from the next trick on."""
        for card in cards:
            if card[1] == "J" and is_picture(card) and card not in tricks.power_cards(self.trump):
                self.direction = -self.direction

    # The result

    def side_pictures(self) -> int:
        side = self.taken[self.napoleon]
        return side if self.adjutant is None else side + self.taken[self.adjutant]

    def scores_with(self, side: int) -> list[int]:
        return scores(self.rules, self.count, self.napoleon, self.adjutant, side, self.discarded_out)

    def is_decided(self) -> bool:
        """The scores are the same for any share of the remaining pictures."""
        to_come = sum(pictures(hand) for hand in self.hands)
        now = self.scores_with(self.side_pictures())
        return all(self.scores_with(self.side_pictures() + more) == now for more in range(to_come + 1))

    def scores(self) -> list[int]:
        return self.scores_with(self.side_pictures())

    def result(self) -> dict[str, Any]:
        return {
            "napoleon": self.napoleon,
            "bid": {"count": self.count, "trump": self.trump},
            "called": self.called,
            "adjutant": self.adjutant,
            "tricks": self.tricks,
            "pictures": self.taken,
            "side_pictures": self.side_pictures(),
            "made": is_made(self.rules, self.count, self.side_pictures(), self.discarded_out),
            "scores": self.scores(),
            **({"ended_by": self.ended_by} if self.ended_by else {}),
        }
