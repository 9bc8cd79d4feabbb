"""The captain at Nap: worlds that the seat takes for possible are played on by corporals, with each of its bids.

So a bid is judged by what it brings in the end, and a pass by what the others then make of the deal.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from games.bots import corporal
from games.bots.view_reading import keeps_deal_alive, seat_of
from games.engine import BidNap, DealView, NapRules, Pass
from games.engine.deal import PassedOut
from games.engine.events import Command
from games.engine.view import deal_view
from games.inference import worlds

from .trial import clearly_best

WORLDS: Final = 60
"""How many worlds are looked at."""
CLEAR: Final = 2.0
"""By so many standard errors another bid must be better than the usual one."""


def bid(deal: DealView, rules: NapRules, seed: int) -> Command:
    """The corporal's bid, or another one that clearly brings more points. The last seats pass out no deal."""
    usual = corporal.choose(deal, rules, seed)
    kinds = BidNap if keeps_deal_alive(deal) else BidNap | Pass
    others = [one for one in deal.legal if isinstance(one, kinds) and one != usual]
    if not others:
        return usual
    brings = partial(_points, me=seat_of(deal), rules=rules, seed=seed)
    return clearly_best([usual, *others], worlds(deal, rules, seed, WORLDS), brings, CLEAR)


def _points(world: Any, me: int, rules: NapRules, seed: int) -> Callable[[Command], float]:
    """What the seat makes in a world, by its bid."""

    def points(option: Command) -> float:
        state = world.after(option)
        while hasattr(state, "to_act"):
            view = deal_view(state, state.to_act()[0])
            state = state.after(corporal.choose(view, rules, seed))
        return 0.0 if isinstance(state, PassedOut) else float(state.scores[me])

    return points
