"""The page of one position and the access check that the review and its comments share."""

from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpResponse
from django.urls import reverse

from games.access import Scope, Visitor, get_game_to_review_or_404, may_look, seat_of
from games.analysis.alternatives import attempts_from
from games.analysis.context import AnalysisShown, beside_position, with_marks
from games.comments.context import RefusedForm, Talk, talk_of, with_comment_counts
from games.comments.models import PositionKey
from games.models import Game
from games.presentation.table_titles import title
from games.requests import AnyRequest
from games.review.context import Review
from games.review.context import review as review_of
from games.review.game_replay import Replay, replay_of
from games.review.links import Address
from games.review.position import Position, position, reviewable
from infrastructure.pages import render_page
from infrastructure.requests import parse_number


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPage:
    game: Game
    title: str
    review: Review
    analysis: AnalysisShown
    talk: Talk
    review_url: str
    site_url: str


class ViewOptions(NamedTuple):
    """What the query string asks for: whose knowledge to show, and whether to list times."""

    seen_by: int | None
    times: bool


def begun_game_or_404(request: AnyRequest, slug: str) -> Game:
    game = get_game_to_review_or_404(request.user, slug)
    if game.started_at is None:
        raise Http404
    return game


def replay_for(user: Visitor, game: Game) -> Replay:
    """The game as far as the visitor may look back on it."""
    replay = replay_of(game)
    if user.pk is None or seat_of(user, game) is not None:
        return replay
    return replay.for_former_player(game, user.pk, may_look=may_look(user.pk, game))


def own_number(request: AnyRequest, game: Game) -> int | None:
    """The number of the reader's seat."""
    seat = seat_of(request.user, game)
    return seat.number if seat else None


def position_or_404(request: AnyRequest, game: Game, deal: int, step: int) -> Position:
    at = position(replay_for(request.user, game), own_number(request, game), deal, step)
    if at is None:
        raise Http404
    return at


def scope(request: AnyRequest, game: Game) -> Scope:
    """The deals of the match that the reader may look back on."""
    replay = replay_for(request.user, game)
    deals = frozenset(end.number for end in reviewable(replay, own_number(request, game)))
    return Scope(deals, replay.is_open and not replay.only_played)


def view_options(request: AnyRequest, game: Game) -> ViewOptions:
    """Addresses count seats from 1, as people do."""
    seat, times = request.GET.get("as", ""), request.GET.get("times") == "1"
    if seat and seat not in {str(number + 1) for number in range(game.rules.players)}:
        raise Http404
    return ViewOptions(int(seat) - 1 if seat else None, times)


def path_to(request: AnyRequest, game: Game, place: PositionKey) -> str:
    """The address of the position, with the same options as now."""
    return Address(game.slug, place.deal, *view_options(request, game)).to(place.step)


def position_page(request: AnyRequest, game: Game, at: Position, *, refused: RefusedForm | None = None) -> HttpResponse:
    """The position with its comments, and with the refused form if there is one."""
    options = view_options(request, game)
    own = own_number(request, game)
    page = review_of(game, at, own=own, seen_by=options.seen_by, times=options.times)
    address = Address(game.slug, at.number, *options)
    talk = talk_of(game, at, request.user, scope(request, game), address, refused)
    better = request.GET.get("better") == "1"
    shown = beside_position(game, at.replay, at.number, at.step, request.user, better=better)
    whole = ReviewPage(
        game=game,
        title=title(game),
        review=with_marks(with_comment_counts(page, talk), shown),
        analysis=replace(shown, attempts=attempts_from(game, at, page)),
        talk=talk,
        review_url=reverse("games:review", args=[game.slug]),
        site_url=settings.SITE_URL,
    )
    status = 422 if refused else 200
    if not request.htmx or request.htmx.history_restore_request:
        return render_page(request, "games/review/review.html", whole, status=status)
    response = render_page(request, "games/review/_review_answer.html", whole, status=status)
    here = shown.here.url if shown.here and shown.is_better_shown else page.links.here
    response["HX-Replace-Url" if _walks(request, game, at) else "HX-Push-Url"] = here
    return response


def _walks(request: AnyRequest, game: Game, at: Position) -> bool:
    """Whether the reader comes from at most a trick away: "back" undoes a jump, but not each move on the way."""
    before = urlsplit(request.htmx.current_url_abs_path or "").path
    deal = reverse("games:review_deal", args=[game.slug, at.number])
    step = parse_number(before.removeprefix(deal).removesuffix("/"))
    return step is not None and abs(step - at.step) <= game.rules.players
