"""Judgements of the deal in `tests.support.blunder`, made up, so that no test waits for an analysis."""

from collections.abc import Sequence
from typing import Any

from games.models import Analysis, DealAnalysis, Game
from napoleon.engine import parse_card
from napoleon.judging.judge_deal import VERSION
from napoleon.judging.judgement import (
    BareCommand,
    CoursePoint,
    DealJudgement,
    Decision,
    Exact,
    Gains,
    MeanLoss,
    to_json,
)
from napoleon.judging.luck import DealLuck
from napoleon.judging.luck import to_json as luck_to_json
from players.models import User
from tests.support.blunder import NAP, blunder
from tests.support.stored_games import AT, stored


def blundered(people: Sequence[User], **fields: Any) -> Game:
    """The finished match of that deal."""
    return stored(people, NAP, blunder(), **fields)


def of_blunder(lost: float = 6.0, error: float = 0.5) -> DealJudgement:
    """Its judgement: Ai's first card, the third move, was a blunder."""
    ace, deuce = BareCommand(parse_card("SA")), BareCommand(parse_card("C2"))
    decision = Decision(
        step=3,
        seat=0,
        played=deuce,
        exact=Exact(best=ace, value=0, best_value=4, lost=8.0),
        known=MeanLoss(best=ace, lost=lost, error=error, gains=Gains(best=0.9, played=0.15)),
        reason="let_go",
    )
    course = (CoursePoint(2, 3.5, False), CoursePoint(4, 0.0, True), CoursePoint(6, 0.0, True))
    return DealJudgement(unit="tricks", goal=4, stakes=(8.0, 8.0), decisions=(decision,), course=course)


LUCK = DealLuck(points=(-4, 4), expected=(2.5, -2.5), errors=(0.3, 0.4))
"""Average players would have made 2.5 points of Ai's cards."""


def analysed(game: Game, *judgements: DealJudgement, luck: DealLuck | None = LUCK) -> Analysis:
    """The match with a finished analysis and these judgements of its first deals."""
    analysis = Analysis.objects.create(game=game, asked_at=AT, version=VERSION, deals=len(judgements), is_finished=True)
    for number, judgement in enumerate(judgements, 1):
        DealAnalysis.objects.create(
            analysis=analysis, number=number, judgement_json=to_json(judgement), luck_json=luck and luck_to_json(luck)
        )
    return analysis
