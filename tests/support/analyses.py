"""A deal of Nap with one blunder, and judgements of it that no test has to wait for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.models import Analysis, DealAnalysis, Game
from napoleon.engine import (
    BidNap,
    Deal,
    Match,
    Pass,
    Play,
    Rules,
    parse_card,
    rules_from_json,
    start,
)
from napoleon.engine.cards import card_set
from napoleon.engine.events import Event
from napoleon.engine.match import MatchCursor
from napoleon.judging.inputs import CardPlayed
from napoleon.judging.judge import VERSION
from napoleon.judging.judgement import (
    Choice,
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
from tests.support.stored_games import AT, stored

NAP = rules_from_json({"preset": "nap", "players": 2, "deals": 1})
AI, BO = "SA SK SQ SJ C2", "C9 C8 C7 C6 C5"
PLAYS = "C2 C9 C8 SJ C7 SQ C6 SK C5 SA"
"""Ai has bid four and four spades to take with; the deuce of clubs makes Bo's suit trumps."""


def cards(names: str) -> list[int]:
    return [parse_card(name) for name in names.split()]


def blunder() -> list[Event]:
    """Every event of the deal. The second card is the fourth event, step 3 of the deal."""
    hands = card_set(cards(AI)), card_set(cards(BO))
    events: list[Event] = [Deal(1, 1, hands, 0), BidNap(1, 0, "four"), Pass(1, 1)]
    cursor = MatchCursor(start(NAP))
    for event in events:
        cursor.push(event)
    for card in cards(PLAYS):
        play = Play(1, cursor.open[1].to_act()[0], card, None)
        cursor.push(play)
        events.append(play)
    return events


def cards_played(rules: Rules, events: Sequence[Event], deal: int) -> tuple[list[CardPlayed], Any]:
    """The cards of the deal as `judge` takes them, and its result."""
    cursor, found, step = MatchCursor(start(rules)), list[CardPlayed](), -1
    for event in events:
        step += event.deal == deal
        if isinstance(event, Play) and event.deal == deal:
            state: Any = cursor.open[deal]
            found.append(CardPlayed(step, state, event))
        cursor.push(event)
    match: Match = cursor.match()
    return found, next(end for end in match.ended if end.number == deal)


def blundered(people: Sequence[User], **fields: Any) -> Game:
    """The match of that deal, over."""
    return stored(people, NAP, blunder(), **fields)


def of_blunder(lost: float = 6.0, error: float = 0.5) -> DealJudgement:
    """What is said of it: Ai's first card, the third move, was a blunder."""
    ace, deuce = Choice(parse_card("SA")), Choice(parse_card("C2"))
    decision = Decision(
        step=3,
        seat=0,
        played=deuce,
        exact=Exact(best=ace, value=0, best_value=4, lost=8.0),
        known=MeanLoss(best=ace, lost=lost, error=error, gains=Gains(best=0.9, played=0.15)),
        reason="let_go",
    )
    course = (CoursePoint(2, 3.5, False), CoursePoint(4, 0.0, True), CoursePoint(6, 0.0, True))
    return DealJudgement(
        unit="tricks", goal=4, stakes=(8.0, 8.0), decisions=(decision,), course=course
    )


LUCK = DealLuck(points=(-4, 4), expected=(2.5, -2.5), errors=(0.3, 0.4))
"""Average players would have made 2.5 points of Ai's cards."""


def analysed(game: Game, *judgements: DealJudgement, luck: DealLuck | None = LUCK) -> Analysis:
    """The match with these judgements of its first deals, the analysis finished."""
    analysis = Analysis.objects.create(
        game=game, asked_at=AT, version=VERSION, deals=len(judgements), is_finished=True
    )
    for number, judgement in enumerate(judgements, 1):
        DealAnalysis.objects.create(
            analysis=analysis,
            number=number,
            judgement_json=to_json(judgement),
            luck_json=luck and luck_to_json(luck),
        )
    return analysis
