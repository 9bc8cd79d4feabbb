"""The players of a running match: who they are, and how they leave, return, pause or find a substitute."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_POST

from games.access import get_game_or_404, get_hosted_game, get_own_game_or_404
from games.kernel.log import state_of
from games.kernel.transaction import TableError
from games.models import Game
from games.seats import live_play, meetings, pauses, substitution, time_outs
from games.seats.context import people_page
from games.seats.forms import LeaveTableForm, MeetingForm, PauseForm, SubstituteForm
from games.seats.table_messages import coming_meeting
from games.turns.calendar import meeting_calendar
from infrastructure.pages import render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import public_page
from players.requests import PersonRequest, refused


@public_page
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who plays, their time, and what has happened at the table."""
    return _page(request, get_game_or_404(request.user, slug))


@require_POST
def take_back(request: PersonRequest, slug: str) -> HttpResponse:
    """Take the seat back from the autopilot."""
    game = get_own_game_or_404(request.user, slug)
    response = _change(request, game, time_outs.take_back, user=request.user)
    return redirect("games:table", slug) if response.status_code == 302 else response


@require_POST
def leave(request: PersonRequest, slug: str) -> HttpResponse:
    """Leave the match for good."""
    game = get_own_game_or_404(request.user, slug)
    form = LeaveTableForm(request.POST)
    if not form.is_valid():
        return _page(request, game, leave=form)
    response = _change(request, game, substitution.leave, user=request.user)
    if response.status_code != 302:
        return response
    messages.success(request, _("You have left the table."))
    return redirect("front_page")


@require_POST
def pause(request: PersonRequest, slug: str) -> HttpResponse:
    game = get_hosted_game(request.user, slug)
    form = PauseForm(request.POST)
    if not form.is_valid():
        return _page(request, game, pause=form)
    # Every pause stays in the log, and one that is ended at once uses up none of the days that the match may rest.
    limit(request, "pause", "20/h")
    return _change(request, game, pauses.pause, user=request.user, **form.cleaned_data)


@require_POST
def resume(request: PersonRequest, slug: str) -> HttpResponse:
    return _change(request, get_hosted_game(request.user, slug), pauses.resume)


@require_POST
def offer(request: PersonRequest, slug: str) -> HttpResponse:
    """Offer a seat that a bot plays to somebody."""
    game = get_hosted_game(request.user, slug)
    limit(request, "invite", "60/h")
    form = SubstituteForm(request.POST, host=request.user)
    if not form.is_valid():
        return _page(request, game, offer=form)
    number, person = form.cleaned_data["number"], form.cleaned_data["name"]
    return _change(request, game, substitution.offer, number=number, user=person)


# --- An hour to play together ---


@public_page
@conditional_page
def meeting(request: HttpRequest, slug: str) -> HttpResponse:
    """The hour that the table has fixed, as a file for a calendar."""
    game = get_game_or_404(request.user, slug)
    at = coming_meeting(game, timezone.now())
    if at is None:
        raise Http404
    response = meeting_calendar(game, at)
    response["Content-Disposition"] = 'attachment; filename="napoleon.ics"'
    return response


@require_POST
def fix_meeting(request: PersonRequest, slug: str) -> HttpResponse:
    game = get_own_game_or_404(request.user, slug)
    form = MeetingForm(request.POST)
    if not form.is_valid():
        return _page(request, game, meeting=form)
    # Everybody at the table is notified of it.
    limit(request, "meeting", "10/h")
    return _change(request, game, meetings.fix_meeting, user=request.user, **form.cleaned_data)


@require_POST
def cancel_meeting(request: PersonRequest, slug: str) -> HttpResponse:
    game = get_own_game_or_404(request.user, slug)
    limit(request, "meeting", "10/h")
    return _change(request, game, meetings.cancel_meeting, user=request.user)


# --- Playing live ---


@require_POST
def agree_to_live(request: PersonRequest, slug: str) -> HttpResponse:
    """Give one's word to play live, now."""
    return _change_clock(request, slug, live_play.agree)


@require_POST
def end_live(request: PersonRequest, slug: str) -> HttpResponse:
    """Bring the slow clock back."""
    return _change_clock(request, slug, live_play.end)


def _change_clock(request: PersonRequest, slug: str, change: Any) -> HttpResponse:
    game = get_own_game_or_404(request.user, slug)
    # All of it stays in the log.
    limit(request, "live", "30/h")
    response = _change(request, game, change, user=request.user)
    return redirect("games:table", slug) if response.status_code == 302 else response


def _page(request: HttpRequest, game: Game, **forms: Any) -> HttpResponse:
    """Show the page, with a refused form if there is one."""
    if game.started_at is None:
        raise Http404
    page = people_page(game, state_of(game), request.user, **forms)
    return render_page(request, "games/seats/people.html", page, status=422 if forms else 200)


def _change(request: HttpRequest, game: Game, change: Any, **arguments: Any) -> HttpResponse:
    """Change the table and show the page, or show why the change was refused."""
    try:
        change(game_id=game.pk, **arguments)
    except TableError as error:
        return refused(request, str(error), game.get_absolute_url())
    return redirect("games:people", game.slug)
