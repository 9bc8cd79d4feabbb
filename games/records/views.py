"""Downloads and checks of a match: its record, its score sheet, and the proof of its shuffle."""

from collections.abc import Collection
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse

from games.access import get_game_or_404, seat_of
from games.integrity.shuffle_verification import ShuffleCheck, verify_shuffle
from games.kernel.log import seats_of, state_of
from games.kernel.replay import SeatHolder, history_of, rows_of
from games.models import Game, Seat
from games.presentation.table_titles import rules_line, title
from games.records import record_for
from games.records.score_sheet import MatchSheet, match_sheet
from games.review.game_replay import replay_of
from games.review.match_picture import match_picture
from infrastructure.pages import render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import public_page
from napoleon.engine import view


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheetPage:
    game: Game
    title: str
    rules: str
    sheet: MatchSheet
    guessed_widows: Collection[int]
    is_over: bool


@dataclass(frozen=True, slots=True)
class ShufflePage:
    game: Game
    title: str
    check: ShuffleCheck
    seeds: list[tuple[Seat, SeatHolder, str]]


@public_page
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the record of a finished match; during the match, what the player's own seat knows."""
    game = get_game_or_404(request.user, slug)
    limit(request, "record", "60/m")
    text = record_for(game, seat_of(request.user, game))
    if text is None:
        raise Http404
    name = f"napoleon-{game.slug}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="application/jsonl; charset=utf-8", headers=headers)


@public_page
def score_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a printable page of the deals that the reader may review."""
    game = get_game_or_404(request.user, slug)
    if game.started_at is None:
        raise Http404
    limit(request, "score_sheet", "60/m")
    seat = seat_of(request.user, game)
    state = state_of(game)
    known = view(state.match, seat.number if seat else None, opens=game.opens_deals)
    shown = match_sheet(known, seats_of(game, state), state.seen)
    if not shown.deals:
        raise Http404
    page = ScoreSheetPage(
        game=game,
        title=title(game),
        rules=rules_line(game.rules),
        sheet=shown,
        guessed_widows=replay_of(game).guessed_widows if game.is_imported else (),
        is_over=known.finished,
    )
    return render_page(request, "games/records/score_sheet.html", page)


@public_page
def picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw a finished match as a PNG image to share, and for previews of links to it."""
    game = get_game_or_404(request.user, slug)
    if not game.is_public:
        raise Http404
    limit(request, "match_picture", "60/m")
    state = state_of(game)
    known = view(state.match, None, opens=game.opens_deals)
    if not known.finished:
        raise Http404
    return HttpResponse(match_picture(known, seats_of(game, state), state.seen), content_type="image/png")


@public_page
def shuffle(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the commitment to the shuffle, the players' seeds, and after the match whether the proof holds."""
    game = get_game_or_404(request.user, slug)
    if game.is_imported:
        raise Http404  # this site did not shuffle its cards
    check = verify_shuffle(game)
    # The seeds come from the players at the start; a seat may have changed hands since.
    givers = history_of(game, rows_of(game)).at(0) if check.seeds else []
    seeds = list(zip(game.seats.all(), givers, check.seeds, strict=False))
    page = ShufflePage(game, title(game), check, seeds)
    return render_page(request, "games/records/shuffle.html", page)
