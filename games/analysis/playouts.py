"""Deals played on by bots from any position of the play, in place and without a match around them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, Final, TypeAlias

from games.bots import LEVELS
from games.engine import Play
from games.engine.cards import ONE_CARD, is_joker
from games.engine.events import Command
from games.engine.nap import NapPlaying, NapResult
from games.engine.napoleon import NapoleonResult, PlayCursor, Playing
from games.engine.variants import variant_of
from games.engine.view import deal_view

PlayState: TypeAlias = Playing | NapPlaying
"""An open deal in which cards are played."""
PlayedOut: TypeAlias = NapoleonResult | NapResult

_POLICY: Final = "corporal"
_STRAYING: Final = "recruit"
"""The other level, by which a deal is played on now and then where its course is to vary."""
_STRAYS: Final = 0.2


def play_on(
    state: PlayState, first: Play | None, seed: int, rng: Random | None = None
) -> PlayedOut:
    """The end of the deal if this card is played and bots play the rest.

    Without ``first`` they play that as well; with ``rng`` they stray from their best now and then.
    """
    cursor: Any = variant_of(state.dealt.rules).cursor(state)
    rules = state.dealt.rules
    after = cursor if first is None else cursor.after(first)
    while not isinstance(after, NapoleonResult | NapResult):
        play: Command | None = _forced(after)
        if play is None:
            view = deal_view(after.state() if isinstance(after, PlayCursor) else after, after.turn)
            strays = rng is not None and rng.random() < _STRAYS
            play = LEVELS[_STRAYING if strays else _POLICY](view, rules, seed)
        after = after.after(play)
    return after


def _forced(deal: Any) -> Play | None:
    """The only card that may be played, unless it is a joker that has a suit to name."""
    playable = deal.playable()
    card = playable.bit_length() - 1
    if playable != ONE_CARD[card] or (is_joker(card) and not deal.trick):
        return None
    return Play(deal.number, deal.turn, card, None)


def ending_when_decided(state: PlayState, stops: bool) -> PlayState:
    """The same play under rules that end it, or do not, as soon as no card could change a score.

    For points alone the rest need not be played; for pictures and tricks all of it counts.
    """
    if isinstance(state, Playing):
        tricks = replace(state.setup.tricks, stops_early=stops)
        return state._replace(setup=state.setup._replace(tricks=tricks))
    dealt = state.contract.dealt
    rules = replace(dealt.rules, finish="when_decided" if stops else "played_out")
    return state._replace(contract=state.contract._replace(dealt=dealt._replace(rules=rules)))
