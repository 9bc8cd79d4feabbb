"""A match: a series of deals at one table, several of them open at once if the rules say so.

>>> from games.engine import rules_from_json
>>> match = start(rules_from_json({"preset": "gurunapo"}))
>>> next_deal(match)
NextDeal(number=1, dealer=None)

The four verbs of the engine: `legal` lists what a seat may do, `decide` judges a command and answers the
events that it makes happen, `apply` carries out an event without judging it, and `view` (in `view.py`)
shows a seat what it may know. States are immutable: every `apply` answers a new one.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

from . import nap, napoleon
from .cards import CardSet
from .errors import IllegalAction
from .events import Action, Deal, Event
from .nap import NapDealt, NapPassedOut, NapResult
from .napoleon import Dealt, NapoleonResult, PassedOut, RunningPlay
from .rules import NapoleonRules, NapRules, Rules

State: TypeAlias = napoleon.NapoleonState | nap.NapState
End: TypeAlias = napoleon.NapoleonEnd | nap.NapEnd
Step: TypeAlias = State | End
RunningDeal: TypeAlias = State | RunningPlay

_ENDS: Final = (NapoleonResult, PassedOut, NapResult, NapPassedOut)


class Ledger(NamedTuple):
    """What the deals so far have come to; it changes only where a deal begins or ends."""

    ended: tuple[End, ...]
    """The deals that have ended, in the order in which they did."""
    scores: tuple[int, ...]
    opened: int = 0
    """How many deals have been opened, passed-out ones included."""
    counted: int = 0
    """How many of those count: all but the passed-out ones."""
    rotation: int | None = None
    """The dealer of the next deal in turn; None before the first, which any seat may deal."""
    redeals: tuple[int, ...] = ()
    """Dealers who deal again because their deal was passed out."""
    last_napoleon: int | None = None
    broke: bool = False
    """Somebody has been left without chips: no further deal is opened, whatever those still open bring."""


class Match(NamedTuple):
    """The state of a match. Made by `start` and `apply` only."""

    rules: Rules
    open: tuple[State, ...]
    """The deals that are being played, in the order in which they were opened."""
    ledger: Ledger

    @property
    def ended(self) -> tuple[End, ...]:
        return self.ledger.ended

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals by seat."""
        return self.ledger.scores


class NextDeal(NamedTuple):
    """The deal to be opened now; ``dealer`` is None where any seat may deal."""

    number: int
    dealer: int | None


def start(rules: Rules) -> Match:
    """A match before its first deal."""
    return Match(rules, (), Ledger((), (0,) * rules.players))


def is_over(match: Match) -> bool:
    """No deal is open and none will be."""
    return not match.open and next_deal(match) is None


def next_deal(match: Match) -> NextDeal | None:
    """The deal that is to be dealt now, if one is (rules.md 3)."""
    rules, ledger = match.rules, match.ledger
    if len(match.open) >= rules.deals_at_once or ledger.counted >= rules.deals:
        return None
    if ledger.broke:
        return None
    dealer = ledger.redeals[0] if ledger.redeals else ledger.rotation
    return NextDeal(ledger.opened + 1, dealer)


def pack(rules: Rules) -> CardSet:
    """All the cards that are shuffled for a deal (at Nap more than are dealt)."""
    return napoleon.pack_of(rules) if isinstance(rules, NapoleonRules) else nap.PACKS[rules.deck]


def open_deal(match: Match, number: int) -> State | None:
    """The open deal of that number; None if there is none."""
    for state in match.open:
        if state.deal.number == number:
            return state
    return None


def to_act(match: Match) -> list[tuple[int, int]]:
    """Every deal number and seat that may act now."""
    return [(state.deal.number, seat) for state in match.open for seat in state.to_act()]


def legal(match: Match, seat: int) -> list[Action]:
    """Every action that a seat may take now, in all open deals; an exchange stands as an `ExchangeChoice`."""
    actions: list[Action] = []
    for state in match.open:
        if seat in state.to_act():
            actions += state.legal(seat)
    return actions


# --- decide ---


def decide(match: Match, command: Event) -> tuple[Event, ...]:
    """The events that a command makes happen. Raises `IllegalAction` if the rules do not allow it.

    Who shuffles gives a `Deal` here as well: it is judged like any command.
    """
    if isinstance(command, Deal):
        _judge_deal(match, command)
        return (command,)
    state = open_deal(match, command.deal)
    if state is None:
        raise _no_such_deal(match)
    state.judge(command)
    return (command,)


def _no_such_deal(match: Match) -> IllegalAction:
    if is_over(match):
        return IllegalAction("after_end", "match_over")
    return IllegalAction("not_your_turn", "no_such_deal")


def _judge_deal(match: Match, deal: Deal) -> None:
    rules, expected = match.rules, next_deal(match)
    if expected is None:
        if not match.open:
            raise IllegalAction("after_end", "match_over")
        raise IllegalAction("bad_deal", "no_deal_due")
    if deal.deal != expected.number:
        raise IllegalAction("bad_deal", "wrong_number", number=expected.number)
    if not 0 <= deal.dealer < rules.players or expected.dealer not in (None, deal.dealer):
        raise IllegalAction("bad_deal", "wrong_dealer", dealer=expected.dealer)
    _judge_cards(rules, deal)


def _judge_cards(rules: Rules, deal: Deal) -> None:
    if len(deal.hands) != rules.players:
        raise IllegalAction("bad_deal", "wrong_hands", hands=rules.players)
    if any(hand.bit_count() != rules.hand_size for hand in deal.hands):
        raise IllegalAction("bad_deal", "wrong_hand_size", size=rules.hand_size)
    if deal.widow.bit_count() != rules.widow_size:
        raise IllegalAction("bad_deal", "wrong_widow_size", size=rules.widow_size)
    dealt = deal.widow
    for hand in deal.hands:
        if dealt & hand:
            raise IllegalAction("bad_deal", "card_twice")
        dealt |= hand
    if dealt & ~pack(rules):
        raise IllegalAction("bad_deal", "foreign_card")


# --- apply ---


def apply(match: Match, event: Event) -> Match:
    """The match after an event that has happened. Never judges: give it only what `decide` answered."""
    running = Running(match)
    running.carry_out(event)
    return running.match()


def advance(match: Match, command: Event) -> Match:
    """`decide` and `apply` in one: the match after a command, refused like `decide` does."""
    running = Running(match)
    running.push(command)
    return running.match()


class Running:
    """A match on the move: takes one event after the other in place, for replays and play-outs."""

    __slots__ = ("deals", "ledger", "rules")

    def __init__(self, match: Match) -> None:
        self.rules: Rules = match.rules
        self.ledger: Ledger = match.ledger
        self.deals: dict[int, RunningDeal] = {}
        """The open deals by number, each in its present phase; they may change with every event."""
        for state in match.open:
            self._go_on(state.deal.number, state)

    @property
    def open(self) -> dict[int, State]:
        """The states of the open deals by number, to keep."""
        return {
            number: deal.state() if isinstance(deal, RunningPlay) else deal
            for number, deal in self.deals.items()
        }

    def match(self) -> Match:
        """The match as it stands."""
        return Match(self.rules, tuple(self.open.values()), self.ledger)

    def push(self, command: Event) -> None:
        """Judge a command and carry it out. Raises `IllegalAction` and changes nothing if it is refused."""
        deal = self.deals.get(command[0])
        if deal is None or command.__class__ is Deal:
            decide(self.match(), command)
        else:
            deal.judge(command)  # type: ignore[arg-type]
        self.carry_out(command)

    def carry_out(self, event: Event) -> RunningDeal | None:
        """Take an event that has happened, without judging it. Answers its deal, None if that has ended."""
        if event.__class__ is Deal:
            return self._open(event)
        number = event[0]
        deal = self.deals[number]
        # What was judged fits the phase it lies in; no type says so.
        step: Any = deal.after(event)  # type: ignore[arg-type]
        return deal if step is deal else self._go_on(number, step)

    def _go_on(self, number: int, step: Step) -> RunningDeal | None:
        """The deal has come to another state, or to its end."""
        if isinstance(step, _ENDS):
            self._close(number, step)
            return None
        deal = RunningPlay(step) if isinstance(step, napoleon.Playing) else step
        self.deals[number] = deal
        return deal

    def _open(self, deal: Deal) -> RunningDeal:
        """A deal begins."""
        rules, ledger = self.rules, self.ledger
        if isinstance(rules, NapoleonRules):
            bidder = _first_bidder(rules, ledger, deal.dealer)
            dealt = Dealt(rules, deal.deal, deal.dealer, bidder, deal.hands, deal.widow)
            opened: State = napoleon.start(dealt)
        else:
            opened = nap.start(NapDealt(rules, deal.deal, deal.dealer, deal.hands))
        self.deals[deal.deal] = opened
        in_turn = not ledger.redeals
        self.ledger = ledger._replace(
            opened=ledger.opened + 1,
            counted=ledger.counted + 1,
            rotation=(deal.dealer + 1) % rules.players if in_turn else ledger.rotation,
            redeals=ledger.redeals[1:],
        )
        return opened

    def _close(self, number: int, end: End) -> None:
        """A deal has ended."""
        del self.deals[number]
        ledger = self.ledger
        ended = (*ledger.ended, end)
        if isinstance(end, (PassedOut, NapPassedOut)):
            again = (end.deal.dealer,) if isinstance(end, PassedOut) else ()
            self.ledger = ledger._replace(
                ended=ended, counted=ledger.counted - 1, redeals=(*ledger.redeals, *again)
            )
            return
        napoleon_was = end.deal.napoleon if isinstance(end, NapoleonResult) else None
        totals = tuple(map(sum, zip(ledger.scores, deal_scores(end), strict=True)))
        self.ledger = ledger._replace(
            ended=ended,
            scores=totals,
            last_napoleon=napoleon_was,
            broke=ledger.broke or _is_broke(self.rules, totals),
        )


def _is_broke(rules: Rules, totals: tuple[int, ...]) -> bool:
    """Somebody has no chips left (rules.md 2)."""
    chips = rules.chips if isinstance(rules, NapRules) else 0
    return chips > 0 and chips + min(totals) <= 0


def _first_bidder(rules: NapoleonRules, ledger: Ledger, dealer: int) -> int:
    """Who bids first (rules.md 1.2 and 3)."""
    last = ledger.last_napoleon
    if rules.first_bidder == "last_napoleon" and rules.deals_at_once == 1 and last is not None:
        return last
    return (dealer + 1) % rules.players


def deal_scores(end: NapoleonResult | NapResult) -> tuple[int, ...]:
    """What each seat scored in a deal."""
    return end.outcome.scores if isinstance(end, NapoleonResult) else end.scores
