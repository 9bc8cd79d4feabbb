"""Finding the better card: positions of finished matches as exercises, without the card played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext as _

from games.analysis.turning_points import ChoiceShown
from games.models import DealAnalysis, Game, Seat
from games.review.position import Position
from napoleon.engine import Play
from napoleon.engine.cards import CARD_NAMES, SUITS
from napoleon.judging.judgement import BareCommand, DealJudgement, PointedOut, all_pointed_out, from_json
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
    """The costly cards of the person's own seats in finished matches, latest first."""
    over = DealAnalysis.objects.filter(analysis__game__status=Game.Status.FINISHED)
    mine = over.filter(analysis__game__seats__user=user).annotate(
        slug=F("analysis__game__slug"), seat=F("analysis__game__seats__number")
    )
    rows = mine.order_by("-analysis__game__ended_at", "analysis", "number")
    for slug, number, seat, data in rows.values_list("slug", "number", "seat", "judgement_json")[:LOOKED_THROUGH]:
        yield from (Exercise(slug, number, step) for player, step in _costly_cards(data) if player == seat)


def archive_exercises(user: User) -> Iterator[Exercise]:
    """The costly cards of finished matches of others that everybody may look at, latest first."""
    over = DealAnalysis.objects.filter(analysis__game__status=Game.Status.FINISHED, analysis__game__is_listed=True)
    others = over.exclude(analysis__game__in=Seat.objects.filter(user=user).values("game"))
    rows = others.order_by("-analysis__game__ended_at", "analysis", "number")
    for slug, number, data in rows.values_list("analysis__game__slug", "number", "judgement_json")[:LOOKED_THROUGH]:
        yield from (Exercise(slug, number, step) for _player, step in _costly_cards(data))


def _costly_cards(data: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """The seat and the step of each."""
    for told in all_pointed_out(from_json(data)):
        if told.decision.kind == "card":
            yield told.decision.seat, told.decision.step


def match_to_analyse(user: User) -> Game | None:
    """The person's latest finished match without an analysis."""
    over = Game.objects.filter(status=Game.Status.FINISHED, seats__user=user, analysis=None)
    return over.order_by("-ended_at").first()


def told_at(judgement: DealJudgement | None, step: int) -> PointedOut | None:
    """What is pointed out at that step, if it is a card."""
    found = all_pointed_out(judgement) if judgement else []
    return next((told for told in found if told.decision.step == step and told.decision.kind == "card"), None)


def options_of(at: Position, seat: int) -> list[Option]:
    """The seat's legal cards, from its own view."""
    return [Option.of(command) for command in at.deal_of(seat).legal if isinstance(command, Play)]


def value_of(choice: BareCommand) -> str:
    """A card for addresses and forms, with the suit that a led joker names."""
    name = CARD_NAMES[choice.card]
    return name if choice.suit is None else f"{name}-{SUITS[choice.suit]}"


def verdict(told: PointedOut, chosen: str) -> str:
    """The comment on the chosen card."""
    if chosen == value_of(told.loss.best):
        return _("Right: this is the card that the analysis found best.")
    if chosen == value_of(told.decision.played):
        return _("This is the card that was played. Another card was better.")
    return _("Neither the card actually played nor the one the analysis found best.")
