"""A match: a series of deals at one table, several of them open at once if the rules say so (rules.md 3).

>>> from napoleon.engine import rules_from_json
>>> match = start(rules_from_json({"preset": "gurunapo"}))
>>> next_deal(match)
NextDeal(number=1, dealer=None)

The four verbs of the engine: `legal` lists what a seat may do, `decide` judges a command and answers the
event that it becomes, `apply` carries out an event without judging it, and `view` (in `view.py`) shows what a
seat may know. A match is immutable: `apply` answers a new one. `MatchCursor` changes in place.
"""

from typing import NamedTuple

from .cards import CardSet, name_if_card
from .deal import PassedOut
from .errors import IllegalCommand, not_to_act
from .events import Command, Deal, Event, LegalCommand
from .rules import Rules
from .variants import ENDS, DealCursor, End, State, cursor_of, state_of, variant_of


class Ledger(NamedTuple):
    """The sum of all deals so far. It changes only when a deal begins or ends."""

    ended: tuple[End, ...]
    """The deals that have ended, first to end first."""
    scores: tuple[int, ...]
    opened: int = 0
    """How many deals have been opened, passed-out ones included."""
    counted: int = 0
    """How many deals count: passed-out ones only if the rules say so."""
    rotation: int | None = None
    """The dealer of the next deal in turn. None before the first deal, which any seat may deal."""
    redeals: tuple[int, ...] = ()
    """Dealers who deal again because their deal was passed out."""
    last_declarer: int | None = None
    """The declarer of the last deal that was played."""
    last_adjutant: int | None = None
    """Their adjutant, or the declarer where there was none."""
    broke: bool = False
    """Whether a player has no chips left, which ends the match (rules.md 2)."""


class Match(NamedTuple):
    """The state of a match. Only `start`, `apply` and `MatchCursor` make one."""

    rules: Rules
    open: tuple[State, ...]
    """The deals that are being played, in the order in which they were opened."""
    ledger: Ledger

    @property
    def ended(self) -> tuple[End, ...]:
        """The deals that have ended, first to end first."""
        return self.ledger.ended

    @property
    def scores(self) -> tuple[int, ...]:
        """The total points by seat."""
        return self.ledger.scores


class NextDeal(NamedTuple):
    """The deal that is due. ``dealer`` is None where any seat may deal."""

    number: int
    dealer: int | None


def start(rules: Rules) -> Match:
    """A match before its first deal."""
    return Match(rules, (), Ledger((), (0,) * rules.players))


def is_over(match: Match) -> bool:
    """Whether no deal is open and none will be."""
    return not match.open and next_deal(match) is None


def next_deal(match: Match) -> NextDeal | None:
    """The deal that is due now, if any (rules.md 3)."""
    rules, ledger = match.rules, match.ledger
    if len(match.open) >= rules.deals_at_once or ledger.counted >= rules.deals:
        return None
    if ledger.broke:
        return None
    dealer = ledger.redeals[0] if ledger.redeals else ledger.rotation
    return NextDeal(ledger.opened + 1, dealer)


def pack(rules: Rules) -> CardSet:
    """All cards that are shuffled for a deal. At Nap more than are dealt."""
    return variant_of(rules).pack(rules)


def open_deal(match: Match, number: int) -> State | None:
    """The deal of that number, if it is open."""
    for state in match.open:
        if state.number == number:
            return state
    return None


def to_act(match: Match) -> list[tuple[int, int]]:
    """The number of the deal and the seat, for every seat that may act now."""
    return [(state.number, seat) for state in match.open for seat in state.to_act()]


def legal(match: Match, seat: int) -> list[LegalCommand]:
    """Every command that the seat may take now, in all open deals.

    All exchanges are one `LegalExchanges`, because there are too many to list.
    """
    commands: list[LegalCommand] = []
    for state in match.open:
        if seat in state.to_act():
            commands += state.legal(seat)
    return commands


# --- decide ---


def decide(match: Match, command: Deal | Command) -> Event:
    """The event that a command becomes. Raises `IllegalCommand` if the rules do not allow it."""
    if isinstance(command, Deal):
        _judge_deal(match, command)
        return command
    state = open_deal(match, command.deal)
    if state is None:
        raise _no_such_deal(match)
    state.judge(command)
    return command


def _no_such_deal(match: Match) -> IllegalCommand:
    if is_over(match):
        return IllegalCommand("after_end", "match_over")
    return IllegalCommand("not_your_turn", "no_such_deal")


def _judge_deal(match: Match, deal: Deal) -> None:
    rules, expected = match.rules, next_deal(match)
    if expected is None:
        if not match.open:
            raise IllegalCommand("after_end", "match_over")
        raise IllegalCommand("bad_deal", "no_deal_due")
    if deal.deal != expected.number:
        raise IllegalCommand("bad_deal", "wrong_number", number=expected.number)
    if not 0 <= deal.dealer < rules.players or expected.dealer not in (None, deal.dealer):
        raise IllegalCommand("bad_deal", "wrong_dealer", dealer=expected.dealer)
    _judge_cards(rules, deal)


def _judge_cards(rules: Rules, deal: Deal) -> None:
    if len(deal.hands) != rules.players:
        raise IllegalCommand("bad_deal", "wrong_hands", hands=rules.players)
    if any(hand.bit_count() != rules.hand_size for hand in deal.hands):
        raise IllegalCommand("bad_deal", "wrong_hand_size", size=rules.hand_size)
    if deal.widow.bit_count() != rules.widow_size:
        raise IllegalCommand("bad_deal", "wrong_widow_size", size=rules.widow_size)
    dealt = deal.widow
    for hand in deal.hands:
        if twice := dealt & hand:
            raise IllegalCommand("bad_deal", "card_twice", card=name_if_card(twice.bit_length() - 1))
        dealt |= hand
    if foreign := dealt & ~pack(rules):
        raise IllegalCommand("bad_deal", "foreign_card", card=name_if_card(foreign.bit_length() - 1))


# --- apply ---


def apply(match: Match, event: Event) -> Match:
    """The match after an event that has happened. Does not judge it: give it only what `decide` answered."""
    cursor = MatchCursor(match)
    cursor.apply_in_place(event)
    return cursor.match()


def advance(match: Match, command: Deal | Command) -> Match:
    """The match after a command: `decide` and `apply` in one. Raises `IllegalCommand` like `decide`."""
    cursor = MatchCursor(match)
    cursor.push(command)
    return cursor.match()


class MatchCursor:
    """A match that changes in place, event by event, for replays and play-outs."""

    __slots__ = ("deals", "ledger", "rules")

    def __init__(self, match: Match) -> None:
        self.rules: Rules = match.rules
        self.ledger: Ledger = match.ledger
        self.deals: dict[int, DealCursor] = {state.number: cursor_of(state) for state in match.open}
        """The open deals by number. Any of them may change with the next event."""

    @property
    def open(self) -> dict[int, State]:
        """The states of the open deals by number, which never change."""
        return {number: state_of(deal) for number, deal in self.deals.items()}

    def match(self) -> Match:
        """The current state as an immutable match."""
        return Match(self.rules, tuple(self.open.values()), self.ledger)

    def push(self, command: Deal | Command) -> None:
        """Judge a command and carry it out. Raises `IllegalCommand`, and changes nothing, if it is refused."""
        deal = self.deals.get(command.deal)
        if deal is None or type(command) is Deal:  # as in `apply_in_place`
            decide(self.match(), command)
            self.apply_in_place(command)
            return
        deal.judge(command)
        # Without looking the deal up again for every event of a checked replay.
        after = deal.after(command)
        if after is not deal:
            self.go_on(after)

    def follow(self, event: Event) -> None:
        """Carry out an event of a log, which was judged when it happened. Raises `IllegalCommand` if it does not fit.

        It compares the seat with the turn, and dealt cards with the pack: a log that is read by other rules than those
        of its match soon differs there.
        """
        if type(event) is Deal:
            _judge_deal(self.match(), event)
        elif (deal := self.deals.get(event.deal)) is None:
            raise _no_such_deal(self.match())
        elif event.seat not in deal.to_act():
            raise not_to_act()
        self.apply_in_place(event)

    def apply_in_place(self, event: Event) -> DealCursor | None:
        """Carry out an event that has happened, without judging it. Answers its deal, None if that has ended."""
        if type(event) is Deal:  # a third cheaper than isinstance, once for each event
            return self._open(event)
        deal = self.deals[event.deal]
        after = deal.after(event)
        return deal if after is deal else self.go_on(after)

    def go_on(self, after: State | DealCursor | End) -> DealCursor | None:
        """Carry on with what the deal's own `after` answered: another phase, or its end.

        Answers the deal, None if it has ended. A search calls ``after`` itself, and this only for another phase.
        """
        if isinstance(after, ENDS):
            self._close(after)
            return None
        cursor = cursor_of(after)
        self.deals[after.number] = cursor
        return cursor

    def _open(self, deal: Deal) -> DealCursor:
        """A deal begins."""
        ledger = self.ledger
        variant = variant_of(self.rules)
        cursor = cursor_of(variant.open_deal(self.rules, deal, ledger.last_declarer, ledger.last_adjutant))
        self.deals[deal.deal] = cursor
        in_turn = not ledger.redeals
        self.ledger = ledger._replace(
            opened=ledger.opened + 1,
            counted=ledger.counted + 1,
            rotation=(deal.dealer + 1) % self.rules.players if in_turn else ledger.rotation,
            redeals=ledger.redeals[1:],
        )
        return cursor

    def _close(self, end: End) -> None:
        """A deal has ended."""
        del self.deals[end.number]
        ledger = self.ledger
        ended = (*ledger.ended, end)
        if isinstance(end, PassedOut):
            self.ledger = ledger._replace(ended=ended)
            if self.rules.deals_again or end.redeal is not None:
                self._deal_again(end)
            return
        totals = tuple(map(sum, zip(ledger.scores, end.scores, strict=True)))
        self.ledger = ledger._replace(
            ended=ended,
            scores=totals,
            last_declarer=end.declarer,
            last_adjutant=end.declarer if end.adjutant is None else end.adjutant,
            broke=ledger.broke or _is_broke(self.rules, totals),
        )

    def _deal_again(self, end: PassedOut[Rules]) -> None:
        """A deal that was passed out does not count, nor one in which a hand was thrown in."""
        ledger = self.ledger
        same_dealer = self.rules.same_dealer_redeals or end.redeal is not None
        again = (end.dealt.dealer,) if same_dealer else ()
        self.ledger = ledger._replace(counted=ledger.counted - 1, redeals=(*ledger.redeals, *again))


def deals_in_all(rules: Rules, passed_out: int, thrown_in: int = 0) -> int:
    """How many deals a match has if so many of those until now were passed out, and no more will be.

    In ``thrown_in`` of them a seat threw its hand in.
    """
    return rules.deals + (passed_out if rules.deals_again else thrown_in)


def _is_broke(rules: Rules, totals: tuple[int, ...]) -> bool:
    """Whether a player has no chips left (rules.md 2)."""
    return rules.chips > 0 and rules.chips + min(totals) <= 0
