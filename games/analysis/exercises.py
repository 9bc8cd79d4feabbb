"""Finding the better card: positions of the reader's own matches as exercises, without the card played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext as _

from games.analysis.turning_points import ChoiceShown
from games.models import DealAnalysis, Game
from games.review.position import Position
from napoleon.engine import Play
from napoleon.engine.cards import CARD_NAMES, SUITS
from napoleon.judging.judgement import BareCommand, DealJudgement, Decision, from_json, pointed_out
from players.models import User

LOOKED_THROUGH: Final = 50
"""The number of deals searched, latest first."""


class Exercise(NamedTuple):
    """A position by its address: the deal, and the step of the decision."""

    slug: str
    deal: int
    step: int

    @property
    def key(self) -> str:
        return f"{self.slug}/{self.deal}/{self.step}"

    @property
    def url(self) -> str:
        return reverse("games:exercise_step", args=[self.slug, self.deal, self.step])


@dataclass(frozen=True, slots=True)
class Option:
    """A card that may be played."""

    value: str
    card: ChoiceShown

    @classmethod
    def of(cls, play: Play) -> Option:
        choice = BareCommand.of(play)
        return cls(value_of(choice), ChoiceShown.of(choice))


def own_exercises(user: User) -> Iterator[Exercise]:
    """The costly decisions in the person's own seats in finished matches, latest first."""
    over = DealAnalysis.objects.filter(analysis__game__status=Game.Status.FINISHED)
    mine = over.filter(analysis__game__seats__user=user).annotate(
        slug=F("analysis__game__slug"), seat=F("analysis__game__seats__number")
    )
    rows = mine.order_by("-analysis__game__ended_at", "analysis", "number")
    for row in rows.values_list("slug", "number", "seat", "judgement_json")[:LOOKED_THROUGH]:
        slug, number, seat, data = row
        for decision in pointed_out(from_json(data)):
            if decision.seat == seat and decision.kind == "card":
                yield Exercise(slug, number, decision.step)


def match_to_analyse(user: User) -> Game | None:
    """The person's latest finished match without an analysis."""
    over = Game.objects.filter(status=Game.Status.FINISHED, seats__user=user, analysis=None)
    return over.order_by("-ended_at").first()


def decision_at(judgement: DealJudgement | None, step: int) -> Decision | None:
    """The decision at that step, if it was a costly card."""
    decisions = pointed_out(judgement) if judgement else []
    return next((decision for decision in decisions if decision.step == step and decision.kind == "card"), None)


def options_of(at: Position, seat: int) -> list[Option]:
    """The seat's legal cards, from its own view."""
    return [Option.of(command) for command in at.deal_of(seat).legal if isinstance(command, Play)]


def value_of(choice: BareCommand) -> str:
    """A card for addresses and forms, with the suit that a led joker names."""
    name = CARD_NAMES[choice.card]
    return name if choice.suit is None else f"{name}-{SUITS[choice.suit]}"


def verdict(decision: Decision, chosen: str) -> str:
    """The comment on the chosen card."""
    best = decision.known.best if decision.known else decision.played
    if chosen == value_of(best):
        return _("Right: this is the card that the analysis found best.")
    if chosen == value_of(decision.played):
        return _("This is the card that was played. Another card was better.")
    return _("Neither the card actually played nor the one the analysis found best.")
