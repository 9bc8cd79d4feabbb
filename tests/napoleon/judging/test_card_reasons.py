"""Every reason given for a card is true: the better card is played in the engine, and the hands are looked at."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from napoleon.bots import choose
from napoleon.bots.simulation import shuffled
from napoleon.engine import BidNap, Pass, Play, Rules, rules_from_json, start
from napoleon.engine.cards import JOKERS, SUIT_SETS, cards_in
from napoleon.engine.deal import Trick
from napoleon.engine.match import MatchCursor, NextDeal
from napoleon.engine.variants import cursor_of, state_of
from napoleon.engine.view import deal_view
from napoleon.judging.card_reasons import reason_for
from napoleon.judging.deal_moves import CardPlayed
from napoleon.judging.judgement import BareCommand, Reason

_OTHERS: Final = 6
"""How often the better card is tried, with random legal cards from the seats after it."""


class ToldReason(NamedTuple):
    """A reason, and the card that it was given for."""

    word: Reason
    state: Any
    played: Play
    best: Play
    trick: Trick
    rng: Random

    @property
    def declarer(self) -> int:
        contract = self.state.contract
        return int(getattr(contract, "napoleon", getattr(contract, "declarer", -1)))

    def is_friend(self, seat: int) -> bool:
        contract = self.state.contract
        side = contract.side() if hasattr(contract, "side") else (contract.declarer,)
        return (seat in side) == (self.played.seat in side)

    @property
    def is_lost(self) -> bool:
        return not self.is_friend(self.trick.winner)

    def winners(self, play: Play) -> set[int]:
        """The seats that may win the trick after that card."""
        return {self._winner(play) for _ in range(_OTHERS)}

    def _winner(self, play: Play) -> int:
        deal: Any = cursor_of(self.state)
        number = len(deal.tricks)
        deal = deal.after(play)
        while not (tricks := getattr(deal, "tricks", ()))[number:]:
            state = state_of(deal)
            deal = deal.after(self.rng.choice(state.legal(state.turn)))
        return int(tricks[number].winner)

    @property
    def trump(self) -> int | None:
        if hasattr(self.state, "trump"):
            return self.state.trump  # type: ignore[no-any-return]
        return int(self.state.contract.trump)

    def later(self) -> list[int]:
        return self.trick.seats()[len(self.state.trick) + 1 :]


HOLDS: Final[dict[str, Callable[[ToldReason], bool]]] = {
    "led_to_be_trumped": lambda told: told.is_lost and _is_trumped(told),
    "led_below_trump": lambda told: told.is_lost and told.played.card // 13 == told.trump == _winning(told) // 13,
    "could_be_held": lambda told: told.is_lost and all(map(told.is_friend, told.winners(told.best))),
    "cheaper_would_do": lambda told: (
        told.trick.winner == told.played.seat and all(map(told.is_friend, told.winners(told.best)))
    ),
    "threw_highest_away": lambda told: (
        told.trick.winner != told.played.seat
        and not any(
            other > told.played.card
            for hand in _hands(told)
            for other in cards_in(hand & SUIT_SETS[told.played.card // 13])
        )
    ),
    "showed_adjutant": lambda told: (
        (told.played.seat, told.played.card) == (told.state.contract.adjutant, told.state.contract.called)
    ),
    "misere_took_trick": lambda told: (
        told.declarer == told.trick.winner == told.played.seat and told.best.card % 13 < told.played.card % 13
    ),
    "misere_kept_high": lambda told: (
        told.declarer not in told.winners(told.best) and told.best.card % 13 > told.played.card % 13
    ),
    "misere_declarer_void": lambda told: not told.state.hand(told.declarer) & SUIT_SETS[told.played.card // 13],
    "misere_declarer_above": lambda told: (
        min(cards_in(told.state.hand(told.declarer) & SUIT_SETS[told.best.card // 13])) > told.best.card
    ),
    "misere_overtook": lambda told: told.declarer not in told.winners(told.played),
    "misere_others_kept_high": lambda told: (
        not any(told.declarer in told.winners(play) for play in told.state.legal(told.played.seat))
    ),
}


def _hands(told: ToldReason) -> list[int]:
    return [told.state.hand(seat) for seat in range(len(told.trick.cards))]


def _winning(told: ToldReason) -> int:
    return told.trick.cards[told.trick.seats().index(told.trick.winner)]


def _is_trumped(told: ToldReason) -> bool:
    winning = _winning(told)
    return winning // 13 == told.trump != told.trick.led & 3 and not JOKERS >> winning & 1


def played_deal(rules: Rules, seed: int, bid: str = "") -> tuple[list[CardPlayed], tuple[Trick, ...]]:
    """A deal in which recruits play any card that they may, and its tricks; a bid of Nap may be given."""
    rng, cards, number = Random(seed), list[CardPlayed](), 0
    cursor = MatchCursor(start(rules))
    cursor.push(shuffled(rules, NextDeal(1, None), rng))
    while cursor.open:
        number, state = number + 1, cursor.open[1]
        [seat, *_] = state.to_act()
        command: Any = choose("recruit", deal_view(state, seat), rules, seed)
        if isinstance(command, Play):
            command = rng.choice(state.legal(seat))  # type: ignore[attr-defined]
            cards.append(CardPlayed(number, state, command))  # type: ignore[arg-type]
        elif bid:
            command = BidNap(1, seat, bid) if number == 1 else Pass(1, seat)  # type: ignore[arg-type]
        cursor.push(command)
    [end] = cursor.match().ended
    return cards, getattr(end, "tricks", ())


def told_of(rules: Rules, seed: int, bid: str = "") -> Iterator[ToldReason]:
    """The reason for every card, if any of the others were the better one."""
    cards, tricks = played_deal(rules, seed, bid)
    rng = Random(seed)
    for number, (_step, state, play) in enumerate(cards):
        place = number // rules.players
        if place == len(tricks):
            return
        for other in state.legal(state.turn):
            if other.card != play.card:
                trick = tricks[place]
                word = reason_for(state, BareCommand.of(play), BareCommand.of(other), trick)
                yield ToldReason(word, state, play, other, trick, rng)


@pytest.mark.parametrize(
    ("preset", "bid", "least"),
    [
        ("gurunapo", "", 5),
        ("leaflet", "", 5),
        ("four", "", 4),
        ("booklet", "", 5),
        ("nap", "three", 4),
        ("nap", "misere", 6),
    ],
)
def test_every_reason_given_for_a_card_is_true(preset: str, bid: str, least: int) -> None:
    rules = rules_from_json({"preset": preset, "deals": 1})
    words: set[str] = set()
    for seed in range(40 if bid else 5):
        for told in told_of(rules, seed, bid):
            if told.word in HOLDS:
                assert HOLDS[told.word](told), (seed, told)
                words.add(told.word)
    assert len(words) >= least, words
