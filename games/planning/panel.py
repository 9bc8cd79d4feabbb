"""What the panel for planning ahead shows: one player's plans for one deal, and what else he may plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import open_deal
from games.engine.view import deal_view
from games.log import GameState
from games.models import Game, Seat
from games.planning.automation import is_at_once, plans_of
from games.planning.services import planned, text_of
from games.presenting.plans import PlanLine, plan_choices, plan_lines

_WHEN: Final[dict[str, Promise]] = {
    Game.Release.AT_ONCE: _("Plans and forced cards are carried out as soon as your turn comes."),
    Game.Release.MINUTES: _(
        "Plans and forced cards are carried out one to ten minutes after your turn has come; "
        "the time is drawn whatever the reason, so that it tells nobody anything."
    ),
    Game.Release.HOUR: _(
        "Plans and forced cards are carried out within an hour after your turn has come; "
        "the time is drawn whatever the reason, so that it tells nobody anything."
    ),
}


@dataclass(frozen=True, slots=True)
class OwnPlan:
    line: PlanLine
    text: str


def plans_context(
    game: Game, seat: Seat | None, state: GameState, number: int | None, refused: str = ""
) -> dict[str, Any]:
    """The context of ``games/_plans.html``; nothing for who has no seat in a running match."""
    if seat is None or game.status != Game.Status.RUNNING:
        return {}
    row = planned(seat)
    found: dict[str, Any] = {
        "plays_forced": row.plays_forced,
        "when": str(
            _WHEN[Game.Release.AT_ONCE if is_at_once(game, game.seats.all()) else game.release]
        ),
        "deal": number,
        "refused": refused,
    }
    deal = open_deal(state.match, number or 0)
    if deal is None:
        return found
    plans = plans_of(row, deal.deal.number)
    lines = zip(plan_lines(plans), plans, strict=True)
    return found | {
        "plans": [OwnPlan(line, text_of(plan)) for line, plan in lines],
        "choices": plan_choices(deal_view(deal, seat.number), game.rules),
    }
