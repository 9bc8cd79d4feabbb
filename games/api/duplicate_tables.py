"""Duplicate tables: opened, taken seats at, and filled with captains, as on their page."""

from typing import Annotated, Any

from django.http import Http404, HttpResponse
from ninja import Field, Path, Status

from games.access import Visitor
from games.api.boards import VIEW_OF_SET, SetId, SetView, find_set, refusals, set_view
from games.api.lobby import ChosenSeat, refuse_other_seat
from games.api.router import router
from games.api.view import VIEW_EXAMPLE, GameView, game_view
from games.boards.duplicate_pages import duplicate_set_page
from games.boards.forms import MOST_TABLES, DuplicateForm
from games.boards.given_cards import MOST_BOARDS
from games.boards.tables import fill_with_captains
from games.kernel.game_queries import game_with_seats
from games.lobby import services
from games.lobby.paces import DEFAULT_PACE, PACES
from games.models import BoardSet, Game
from infrastructure.api.bodies import Body
from infrastructure.api.operations import operation
from infrastructure.api.problems import PREFIX, invalid_form
from infrastructure.rate_limits import limit
from players.api.door import ApiRequest, Needs
from players.api.models import Scope

Json = dict[str, Any]
CREATE = (Scope.GAMES_CREATE,)
TableNumber = Annotated[int, Path(ge=1, le=MOST_TABLES, description="The `table` of the set.")]


class NewTables(Body):
    preset: str = Field(max_length=40)
    boards: int = Field(4, ge=1, le=MOST_BOARDS)
    tables: int = Field(2, ge=1, le=MOST_TABLES)
    pace: str = Field(DEFAULT_PACE, description="One of " + ", ".join(f"`{name}`" for name in PACES) + ".")


@operation(
    router,
    "POST",
    "/duplicate-tables",
    "Open duplicate tables: people at several tables play the same boards",
    scopes=CREATE,
    guard=Needs(*CREATE),
    answer=SetView,
    status=201,
    example=VIEW_OF_SET,
    body={"preset": "gurunapo", "boards": 4, "tables": 2, "pace": DEFAULT_PACE},
)
def open_duplicate_tables(request: ApiRequest, response: HttpResponse, new: NewTables) -> Status[Json]:
    form = DuplicateForm(new.model_dump())
    if not form.is_valid():
        raise invalid_form(form)
    limit(request, "new_table", "30/h")
    with refusals():
        board_set = form.save(request.user)
    response["Location"] = f"{PREFIX}boards/{board_set.slug}"
    return Status(201, set_view(board_set, request.user))


@operation(
    router,
    "POST",
    "/boards/{set}/tables/{table}/join",
    "Sit down at a duplicate table",
    scopes=CREATE,
    guard=Needs(*CREATE),
    answer=GameView,
    example=VIEW_EXAMPLE,
    body={"seat": 1},
)
def join_duplicate_table(request: ApiRequest, set: SetId, table: TableNumber, chosen: ChosenSeat) -> Json:
    game, user = _table(find_tables(request.user, set), table, request.user), request.user
    limit(request, "join", "20/h")
    with refusals():
        refuse_other_seat(game, request, chosen.seat)
        services.take_seat(game_id=game.pk, user=user, number=chosen.seat)
    return game_view(game_with_seats(game.slug), user)


@operation(
    router,
    "POST",
    "/boards/{set}/fill",
    "Let captains take the free seats of my duplicate tables",
    scopes=CREATE,
    guard=Needs(*CREATE),
    answer=SetView,
    example=VIEW_OF_SET,
)
def fill_duplicate_tables(request: ApiRequest, set: SetId) -> Json:
    board_set = find_tables(request.user, set)
    limit(request, "new_table", "30/h")
    with refusals():
        fill_with_captains(board_set, request.user)
    return set_view(board_set, request.user)


def find_tables(reader: Visitor, slug: str) -> BoardSet:
    """A set of duplicate tables that the reader may see."""
    board_set = find_set(reader, slug)
    if not board_set.is_duplicate:
        raise Http404
    return board_set


def _table(board_set: BoardSet, number: int, reader: Visitor) -> Game:
    lines = duplicate_set_page(board_set, reader, "").tables
    game = next((line.game for line in lines if line.number == number and not line.by_captains), None)
    if game is None:
        raise Http404
    return game
