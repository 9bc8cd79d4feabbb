"""The analysis of a finished match: request, progress and findings."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.analysis import attempt_bots, services
from games.analysis.alternatives import ComparedScore, NotAPlay, attempt, compared, may_be_tried
from games.analysis.context import AnalysisShown, PlayerLosses, judgements_of, of_match, progress_of
from games.analysis.course_context import curve_of
from games.analysis.exercises import (
    Exercise,
    Option,
    archive_exercises,
    match_to_analyse,
    options_of,
    own_exercises,
    told_at,
    verdict,
)
from games.analysis.forms import AttemptForm, FilterForm
from games.analysis.key_moment import KeyMoment
from games.analysis.luck_context import LuckShown
from games.analysis.turning_points import TurningPoint, by_theme, turning_points
from games.lobby.forms import BOT_LEVELS
from games.models import Game
from games.presentation.option_texts import Text
from games.presentation.table_titles import title
from games.requests import AnyRequest, PlayerRequest, VisitorRequest
from games.review.context import Review
from games.review.context import review as review_of
from games.review.links import Address
from games.review.position_page import begun_game_or_404, own_number, position_or_404, replay_for, scope
from games.statistics.charts import drawn
from games.statistics.context import of_its_own
from infrastructure.pages import render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post, public_page

ANSWERED: Final = "exercises_answered"
"""The session's key."""
MOST_ANSWERED: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisPage:
    game: Game
    title: str
    analysis: AnalysisShown
    losses: list[PlayerLosses]
    luck: list[LuckShown]
    key: KeyMoment | None
    points: list[TurningPoint]
    left_out: int
    """The number of costly decisions that the filter hides."""
    form: FilterForm
    is_mine: bool
    """The reader played in the match."""
    has_exercise: bool
    """One of the reader's own cards is pointed out."""


@dataclass(frozen=True, slots=True)
class ProgressPart:
    game: Game
    analysis: AnalysisShown
    is_polled: bool = True


@dataclass(frozen=True, slots=True)
class ExercisesDonePage:
    count: int
    game: Game | None
    """A match that could be analysed next."""
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExercisePage:
    game: Game
    title: str
    review: Review
    point: TurningPoint
    options: list[Option]
    chosen: Option | None
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptPage:
    game: Game
    title: str
    review: Review
    name: str
    seat: int
    """Counted from 1."""
    level: str
    levels: dict[str, Text]
    chosen: list[str]
    options: Sequence[Option]
    is_thinking: bool
    compared: list[ComparedScore]
    back: str


@public_page
def analysis(request: VisitorRequest, slug: str) -> HttpResponse:
    """Show the players' losses and all costly decisions of the match."""
    game = ended_game_or_404(request, slug)
    deals = scope(request, game).deals
    form = FilterForm(request.GET)
    form.is_valid()
    totals = of_match(game, replay_for(request.user, game), deals, request.user)
    points = totals.points
    only_large, only_mine = form.cleaned_data["large"], form.cleaned_data["mine"]
    listed = [point for point in points if (point.is_large or not only_large) and (point.is_mine or not only_mine)]
    page = AnalysisPage(
        game=game,
        title=title(game),
        analysis=progress_of(game),
        losses=totals.losses,
        luck=totals.luck,
        key=totals.key,
        points=by_theme(listed),
        left_out=len(points) - len(listed),
        form=form,
        is_mine=any(row.is_mine for row in totals.losses),
        has_exercise=any(point.is_mine and point.kind == "card" for point in points),
    )
    return render_page(request, "games/analysis/analysis.html", page)


@public_page
def analysis_progress(request: VisitorRequest, slug: str) -> HttpResponse:
    """Show the progress of the analysis: a fragment for htmx, otherwise redirect to the page."""
    game = ended_game_or_404(request, slug)
    if not request.htmx:
        return redirect("games:analysis", slug)
    part = ProgressPart(game, progress_of(game))
    return render_page(request, "games/analysis/_progress.html", part)


@require_POST
def analyse(request: PlayerRequest, slug: str) -> HttpResponse:
    """Request the analysis of the match."""
    game = ended_game_or_404(request, slug)
    limit(request, "analyse", "30/h", costly=True)
    try:
        services.ask(game, request.user)
    except services.TooManyWaiting:
        messages.warning(request, _("You have too many analyses under way. Wait until one of them is done."))
    return redirect("games:analysis", slug)


@public_page
@of_its_own
def analysis_curve(request: VisitorRequest, slug: str, deal: int) -> HttpResponse:
    """Draw the expected result over the course of a deal."""
    game = ended_game_or_404(request, slug)
    limit(request, "chart", "600/m")
    judgement = judgements_of(game, {deal} & scope(request, game).deals).get(deal)
    course = curve_of(replay_for(request.user, game), deal, judgement) if judgement else None
    if course is None:
        raise Http404
    theme = request.user.theme if request.user.is_authenticated else ""
    return HttpResponse(drawn(course, theme), content_type="image/svg+xml")


# --- Find the better card ---


@require_safe
@never_cache
def exercise(request: PlayerRequest) -> HttpResponse:
    """Redirect to the next position that the reader has not answered yet: of their own matches, then of the archive."""
    done = set(request.session.get(ANSWERED, []))
    found = chain(own_exercises(request.user), archive_exercises(request.user))
    due = next((position for position in found if position.key not in done), None)
    if due:
        return redirect(due.url)
    game = match_to_analyse(request.user)
    page = ExercisesDonePage(len(done), game, title(game) if game else "")
    return render_page(request, "games/analysis/exercises_done.html", page)


@login_not_required
@get_or_post
@never_cache
def exercise_step(request: VisitorRequest, slug: str, deal: int, step: int) -> HttpResponse:
    """Show the position as its player saw it, and the better card once the reader has chosen one."""
    game = ended_game_or_404(request, slug)
    judgement = judgements_of(game, {deal} & scope(request, game).deals).get(deal)
    told = told_at(judgement, step)
    if judgement is None or told is None:
        raise Http404
    at, seat = position_or_404(request, game, deal, step - 1), told.decision.seat
    options = options_of(at, seat)
    chosen = request.POST.get("card", "")
    card = next((option for option in options if option.value == chosen), None)
    points = turning_points(game, at.replay, deal, judgement, request.user)
    page = review_of(game, at, own=own_number(request, game), seen_by=seat, times=False)
    if card:
        _note_answer(request, Exercise(slug, deal, step))
    whole = ExercisePage(
        game=game,
        title=title(game),
        review=page,
        point=next(point for point in points if point.step == step),
        options=options,
        chosen=card,
        verdict=verdict(told, chosen) if card else "",
    )
    return render_page(request, "games/analysis/exercise.html", whole)


# --- Try it differently ---


@public_page
def attempt_deal(request: VisitorRequest, slug: str, deal: int, step: int) -> HttpResponse:
    """Play on from a position against bots; the query string has the seat and its cards."""
    game = ended_game_or_404(request, slug)
    at = position_or_404(request, game, deal, step)
    form = AttemptForm(request.GET, players=game.rules.players)
    if not (form.is_valid() and may_be_tried(at)):
        raise Http404
    limit(request, "attempt", "120/m")
    seat, level = form.seat(), form.cleaned_data["level"]
    chosen = request.GET.getlist("card")
    tried = attempt_bots.AttemptKey(game.pk, deal, step, seat, level, tuple(chosen))
    if attempt_bots.needs_worker(tried):
        limit(request, "attempt_of_captains", "30/m", costly=True)
    try:
        attempted = attempt(at, seat, chosen, attempt_bots.answers(tried))
    except NotAPlay as error:
        raise Http404 from error
    page = review_of(game, attempted.at, own=None, seen_by=seat, times=False)
    names = [tab.word for tab in page.ways[1:]]
    whole = AttemptPage(
        game=game,
        title=title(game),
        review=page,
        name=names[seat],
        seat=seat + 1,
        level=level,
        levels=BOT_LEVELS,
        chosen=chosen,
        options=attempted.options,
        is_thinking=attempted.is_thinking,
        compared=compared(at, attempted.result, names, seat) if attempted.result else [],
        back=Address(slug, deal).to(step),
    )
    return render_page(request, "games/analysis/attempt.html", whole)


def _note_answer(request: AnyRequest, exercise: Exercise) -> None:
    """Remember the answered exercise in the session and nowhere else."""
    if request.user.is_authenticated:
        answered = [key for key in request.session.get(ANSWERED, []) if key != exercise.key]
        request.session[ANSWERED] = [*answered, exercise.key][-MOST_ANSWERED:]


def ended_game_or_404(request: AnyRequest, slug: str) -> Game:
    """A finished match with deals that the reader may review."""
    game = begun_game_or_404(request, slug)
    if not services.is_open(game) or not scope(request, game).deals:
        raise Http404
    return game
