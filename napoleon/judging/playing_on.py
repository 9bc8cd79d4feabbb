"""Deals played on by bots from any of their positions, in place and without a match around them."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Final, TypeAlias

from napoleon.bots import LEVELS
from napoleon.engine import Play
from napoleon.engine.cards import ONE_CARD, is_joker
from napoleon.engine.deal import Dealt, PassedOut
from napoleon.engine.events import Command
from napoleon.engine.nap import NapAuction, NapPlaying, NapResult
from napoleon.engine.napoleon import Auction, Sealed
from napoleon.engine.napoleon_play import NapoleonResult, PlayCursor, Playing
from napoleon.engine.variants import ENDS, State, cursor_of, state_of
from napoleon.engine.view import deal_view

PlayedOut: TypeAlias = NapoleonResult | NapResult

_POLICY: Final = "corporal"
_STRAYING: Final = "recruit"
"""The other level, by which a deal is played on now and then where its course is to vary."""
_STRAYS: Final = 0.2


def play_on(state: State, first: Command | None, seed: int, rng: Random | None = None) -> PlayedOut | PassedOut[Any]:
    """The end of the deal if this is done first and bots do the rest.

    Without ``first`` they do that as well; with ``rng`` they stray from their best now and then.
    """
    given = iter([first] if first else [])
    return finish(state, lambda deal: next(given, None) or _command(deal, seed, rng))


def finish(state: State, choose: Callable[[Any], Command]) -> PlayedOut | PassedOut[Any]:
    """The end of the deal if ``choose`` picks every command. Its positions change in place."""
    deal: Any = cursor_of(state)
    while not isinstance(deal, ENDS):
        after = deal.after(choose(deal))
        deal = after if after is deal or isinstance(after, ENDS) else cursor_of(after)
    return deal


def _command(deal: Any, seed: int, rng: Random | None) -> Command:
    """What a bot does now."""
    if isinstance(deal, PlayCursor | NapPlaying) and (forced := _forced(deal)):
        return forced
    state = state_of(deal)
    strays = rng is not None and rng.random() < _STRAYS
    view = deal_view(state, state.to_act()[0])
    return LEVELS[_STRAYING if strays else _POLICY](view, dealt_of(state).rules, seed)


def points_of(end: PlayedOut | PassedOut[Any], seat: int) -> int:
    """A deal that is passed out brings nobody anything."""
    return 0 if isinstance(end, PassedOut) else end.scores[seat]


def taken(result: PlayedOut) -> int:
    """What the declarer's side took."""
    if isinstance(result, NapResult):
        return result.tricks_won[result.declarer]
    return result.outcome.side_pictures


def taken_by_side_of(end: PlayedOut | PassedOut[Any], seat: int) -> int:
    """What the side of the seat took; what the declarer's side took counts against the others."""
    if isinstance(end, PassedOut):
        return 0
    side = (end.declarer,) if isinstance(end, NapResult) else end.contract.side()
    return taken(end) if seat in side else -taken(end)


def dealt_of(state: State) -> Dealt[Any]:
    """The cards as dealt."""
    phase: Any = state
    dealt: Dealt[Any] = phase.dealt if hasattr(state, "dealt") else phase.contract.dealt
    return dealt


def _forced(deal: Any) -> Play | None:
    """The only card that may be played, unless more is to be said with it: a suit, or whether it calls the joker."""
    playable = deal.playable()
    card = playable.bit_length() - 1
    if playable != ONE_CARD[card] or (is_joker(card) and not deal.trick):
        return None
    if not deal.trick and isinstance(deal, PlayCursor) and deal.rules.call_optional and deal.rules.callers >> card & 1:
        return None
    return Play(deal.number, deal.turn, card, None)


def ending_when_decided(state: State, stops: bool) -> Any:
    """The same deal under rules that end it, or do not, as soon as no card could change a score.

    For points alone the rest need not be played; for pictures and tricks all of it counts.
    """
    if isinstance(state, Playing):
        setup = state.setup
        tricks = replace(setup.tricks, stops_early=stops)
        course = tuple((replace(of_trick, stops_early=stops), binding) for of_trick, binding in setup.course)
        return state._replace(setup=setup._replace(tricks=tricks, course=course))
    dealt: Dealt[Any] = dealt_of(state)
    rules = replace(dealt.rules, finish="when_decided" if stops else "played_out")
    dealt = dealt._replace(rules=rules)
    if isinstance(state, Auction | Sealed | NapAuction):
        return state._replace(dealt=dealt)
    settled: Any = state
    return settled._replace(contract=settled.contract._replace(dealt=dealt))
