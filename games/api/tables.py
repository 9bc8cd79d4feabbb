"""Lists of games, and one game as its reader may see it."""

from typing import Annotated, Any, Literal

from django.db.models import QuerySet
from django.http import HttpResponse
from ninja import Query

from games.access import get_game_or_404
from games.api.router import router
from games.api.view import LINE_EXAMPLE, STATUS, VIEW_EXAMPLE, GameLine, GameView, game_answer, game_line
from games.lobby.context import listed_tables
from games.models import Game
from infrastructure.api.lists import Cursor, ItemList, Limit, page_of, parse_key
from infrastructure.api.operations import operation
from players.api.door import ApiRequest, Needs
from players.api.models import Scope

READ = (Scope.GAMES_READ,)
Status = Literal["lobby", "running", "finished"]


@operation(
    router,
    "GET",
    "/games",
    "My games, or the listed ones",
    scopes=READ,
    guard=Needs(*READ),
    answer=ItemList[GameLine],
    example={"items": [LINE_EXAMPLE], "next": None},
)
def list_games(
    request: ApiRequest,
    limit: Limit,
    cursor: Cursor,
    mine: Annotated[bool, Query(False, description="Only games in which I sit, am invited or am the host.")],
    turn: Annotated[Literal["me"] | None, Query(None, description="Only games in which it is my turn.")],
    status: Annotated[Status | None, Query(None)],
) -> dict[str, Any]:
    games = Game.objects.with_seats().of_person(request.user.pk) if mine or turn else listed_tables(request.user)
    if turn:
        games = games.filter(turns__user=request.user.pk, status=Game.Status.RUNNING).distinct()
    if status:
        games = _of_status(games, status)
    if (key := parse_key(cursor)) is not None:
        games = games.filter(pk__lt=key)
    rows = games.order_by("-pk")[: limit + 1]
    shown, after = page_of(request, rows, limit, lambda game: game.pk)
    return {"items": [game_line(game, request.user) for game in shown], "next": after}


def _of_status(games: QuerySet[Game], status: Status) -> QuerySet[Game]:
    named = [state for state, name in STATUS.items() if name == status]
    return games.filter(status__in=named) if named else games.exclude(status__in=STATUS)


@operation(
    router,
    "GET",
    "/games/{id}",
    "A game as its seat sees it",
    scopes=READ,
    guard=Needs(*READ),
    answer=GameView,
    example=VIEW_EXAMPLE,
)
def get_game(request: ApiRequest, id: str) -> HttpResponse:
    return game_answer(get_game_or_404(request.user, id), request.user)
