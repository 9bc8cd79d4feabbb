"""The daily boards and other sets: their page, a play, a board after the close, and the list of days."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.access import Visitor, get_board_set_or_404, get_hosted_board_set, get_own_game_or_404
from games.boards import services
from games.boards.context import GivenCardsPage, board_list_page, board_page, board_set_page
from games.boards.daily import today
from games.boards.duplicate_pages import duplicate_board_page, duplicate_set_page, may_see
from games.boards.forms import ChallengeForm, DuplicateForm, GivenCardsForm
from games.boards.given_cards import refuse_unless_given
from games.boards.picture import result_picture
from games.boards.pool import drawn_by, own_of
from games.boards.tables import fill_with_captains
from games.kernel.transaction import TableError
from games.models import BoardSet
from games.presentation.table_titles import title
from infrastructure.pages import FormPage, form_status, render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post, public_page
from players.accounts.services import create_guest
from players.models import User
from players.requests import PersonRequest, refused


@public_page
def daily(request: HttpRequest) -> HttpResponse:
    """The boards of the day; until the scheduler has opened them, the list of days."""
    board_set = drawn_by(_person(request.user), today(timezone.now()))
    return redirect("games:board_sets") if board_set is None else _set_page(request, board_set)


@public_page
def board_sets(request: HttpRequest) -> HttpResponse:
    """The days with their boards, and the lists of the week and the month."""
    page = board_list_page(_person(request.user), today(timezone.now()))
    return render_page(request, "games/boards/board_sets.html", page)


@public_page
def board_set(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_board_set_or_404(request.user, slug)
    own = own_of(found, _person(request.user))
    return _set_page(request, found) if own == found else redirect(own)


@get_or_post
def new_duplicate(request: PersonRequest) -> HttpResponse:
    """Open tables that play the same deals."""
    form = DuplicateForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render_page(request, "games/boards/new_duplicate.html", FormPage(form), status=form_status(form))
    limit(request, "new_table", "30/h")
    try:
        return redirect(form.save(request.user))
    except TableError as error:
        return refused(request, str(error), reverse("games:board_sets"), 409)


@require_POST
def fill_duplicate(request: PersonRequest, slug: str) -> HttpResponse:
    """Give the free seats of one's duplicate tables to captains."""
    found = get_board_set_or_404(request.user, slug)
    if not found.is_duplicate or not may_see(found, request.user):
        raise Http404
    limit(request, "new_table", "30/h")
    try:
        fill_with_captains(found, request.user)
    except TableError as error:
        return refused(request, str(error), found.get_absolute_url(), 409)
    return redirect(found)


@require_safe
def picture(request: PersonRequest, slug: str) -> HttpResponse:
    """Draw the reader's own boards as a PNG image to share, once they have played them."""
    found = get_board_set_or_404(request.user, slug)
    page = None if found.is_duplicate else board_set_page(found, request.user)
    if page is None or not page.squares:
        raise Http404
    limit(request, "boards_picture", "60/m")
    return HttpResponse(result_picture(page), content_type="image/png")


@public_page
def board(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One board with its hands and all that became of it. Before the close nobody finds it."""
    found = get_board_set_or_404(request.user, slug)
    if found.is_duplicate:
        return _duplicate_board(request, found, number)
    page = board_page(found, number, _person(request.user)) if found.closed_at else None
    if page is None:
        raise Http404
    return render_page(request, "games/boards/board.html", page)


@get_or_post
def new_challenge(request: PersonRequest) -> HttpResponse:
    """Draw boards for one's friends."""
    form = ChallengeForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render_page(request, "games/boards/new_challenge.html", FormPage(form), status=form_status(form))
    limit(request, "new_challenge", "20/h", costly=True)
    try:
        return redirect(form.save(request.user))
    except TableError as error:
        return refused(request, str(error), reverse("games:board_sets"), 409)


@get_or_post
def give_cards(request: PersonRequest, slug: str) -> HttpResponse:
    """Give the cards of one's own match to friends."""
    game = get_own_game_or_404(request.user, slug)
    form = GivenCardsForm(request.POST if request.method == "POST" else None)
    try:
        if not form.is_valid():
            page = GivenCardsPage(form, game, title(game), len(refuse_unless_given(game)))
            return render_page(request, "games/boards/give_cards.html", page, status=form_status(form))
        limit(request, "new_challenge", "20/h", costly=True)
        return redirect(form.save(request.user, game))
    except TableError as error:
        return refused(request, str(error), game.get_absolute_url(), 409)


@require_POST
def close_board_set(request: PersonRequest, slug: str) -> HttpResponse:
    """Close one's own challenge before its time."""
    found = get_hosted_board_set(request.user, slug)
    limit(request, "close_board_set", "60/h")
    try:
        services.close_early(found)
    except TableError as error:
        return refused(request, str(error), found.get_absolute_url(), 409)
    return redirect(found)


@login_not_required
@require_POST
def play_board_set(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin to play the boards, or go on; a visitor becomes a guest."""
    found = get_board_set_or_404(request.user, slug)
    limit(request, "play_board_set", "60/h", costly=True)
    try:
        play = services.begin(found, create_guest(request))
    except TableError as error:
        return refused(request, str(error), found.get_absolute_url(), 409)
    return redirect("games:table", play.game.slug)


def _set_page(request: HttpRequest, found: BoardSet) -> HttpResponse:
    if found.is_duplicate:
        if not may_see(found, request.user):
            raise Http404
        tables = duplicate_set_page(found, request.user, settings.SITE_URL)
        return render_page(request, "games/boards/duplicate_set.html", tables)
    page = board_set_page(found, _person(request.user))
    return render_page(request, "games/boards/board_set.html", page)


def _duplicate_board(request: HttpRequest, found: BoardSet, number: int) -> HttpResponse:
    is_open_to_reader = found.closed_at is not None and may_see(found, request.user)
    page = duplicate_board_page(found, number, request.user) if is_open_to_reader else None
    if page is None:
        raise Http404
    return render_page(request, "games/boards/duplicate_board.html", page)


def _person(user: Visitor) -> User | None:
    return user if isinstance(user, User) else None
