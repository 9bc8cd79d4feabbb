"""Sets of boards: what their pages tell a reader, before and after the close, and playing them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final, Literal

from django.http import Http404, HttpResponse
from django.utils import timezone
from ninja import Field, Path, Schema, Status

from games.access import Visitor, get_board_set_or_404, get_hosted_board_set, get_own_game_or_404
from games.api.router import router
from games.api.view import STATUS, VIEW_EXAMPLE, GameView, game_view
from games.boards import services
from games.boards.context import BoardLine, RankingLine, Revealed, board_list_page, board_set_page, phase_of
from games.boards.contracts import BoardContract
from games.boards.contracts import read as contract_of
from games.boards.daily import today
from games.boards.deals import deal_of
from games.boards.duplicate_pages import TableLine, duplicate_board_page, duplicate_set_page, may_see
from games.boards.forms import MOST_PLAYERS, ChallengeForm, GivenCardsForm
from games.boards.given_cards import MOST_BOARDS
from games.boards.lists import ListLine
from games.boards.pool import drawn_by, own_of
from games.boards.scoring import from_json
from games.kernel.game_queries import game_with_seats
from games.kernel.transaction import TableError
from games.models import BoardField, BoardPlay, BoardSet, DuplicateSeat, Game
from games.presentation.board_set_titles import board_set_title
from infrastructure.api.bodies import Body
from infrastructure.api.lists import ItemList
from infrastructure.api.operations import operation
from infrastructure.api.problems import PREFIX, Problem, invalid_form
from infrastructure.api.times import moment
from infrastructure.rate_limits import limit
from napoleon.engine import rules_to_json
from napoleon.engine.cards import names
from players.api.door import AnyApiRequest, ApiRequest, Needs, reader_with
from players.api.models import Scope
from players.models import User

Json = dict[str, Any]
READ = (Scope.GAMES_READ,)
PLAY = (Scope.GAMES_PLAY,)
CREATE = (Scope.GAMES_CREATE,)

SetId = Annotated[str, Path(description="The name of the set, or `today` for the boards of the day.")]


class OwnPlay(Schema):
    game: str
    done: bool
    counts: bool = Field(description="false for practice, and for guests.")
    points: int
    place: int | None = Field(description="So far, or after the close for good.")


class SetLine(Schema):
    """A set in a list."""

    board_set: str
    kind: str = Field(description="daily, challenge, club or duplicate")
    title: str
    preset: str
    boards: int
    state: str = Field(description="coming, open, closing or closed")
    opens_at: str
    closes_at: str | None
    own: OwnPlay | None


class OwnBoard(Schema):
    """One board, as the reader may know it. Until they have finished or the set has closed, only their own points."""

    board: int
    points: int | None = Field(description="What it brought me.")
    above: float | None = Field(description="Points above the field so far.")
    mean: float | None
    captain: int | None = Field(description="What a captain got with the same cards; after the close.")


class Ranked(Schema):
    place: int | None
    player: str
    id: int | None
    bot: bool
    points: int
    above: float | None
    above_error: float | None
    percent: float | None
    game: str


class SetTable(Schema):
    """A duplicate table."""

    table: int
    status: str
    players: str
    free: int
    game: str | None = Field(description="If I may look at it.")


class SetView(SetLine):
    rules: Json
    order: str = Field(description="What decides the ranking: points or percent.")
    commitment: str = Field(description="The digest of the shuffle's secret.")
    done: int | None = Field(description="How many members have played all boards; null at duplicate tables.")
    results: list[OwnBoard]
    tables: list[SetTable] = Field(description="Those of duplicate tables.")
    ranking: list[Ranked] = Field(description="After the close: its first fifty, and my own line.")
    revealed: Json | None = Field(description="After the close: what redoing the shuffle takes.")


class ContractCount(Schema):
    contract: str | None = Field(description="Trump and count, or a bid of Nap; null if it was passed out.")
    declarer: int | None
    made: bool | None
    times: int
    mean: float


class TableResult(Schema):
    """What a duplicate table made of a board."""

    table: int
    by_captains: bool = Field(description="Whether captains played it for comparison.")
    contract: str | None = Field(description="null if it was passed out or not played to its end.")
    declarer: int | None
    made: bool | None
    scores: list[int] = Field(description="By seat; empty if it was not played to its end.")


class BoardHand(Schema):
    seat: int
    cards: list[str]


class ClosedBoard(Schema):
    board: int
    hands: list[BoardHand]
    widow: list[str]
    contracts: list[ContractCount]
    results: list[Json] = Field(description="How many had so many points: `{points, times}`.")
    tables: list[TableResult] = Field(description="Those of duplicate tables, instead of contracts and results.")


class ListedPlayer(Schema):
    """A member over the closed days of a week or a month."""

    place: int
    player: str
    id: int
    days: int
    above: float


class NewChallenge(Body):
    preset: str = Field(max_length=40)
    boards: int = Field(4, ge=1, le=MOST_BOARDS)
    players: int | None = Field(None, ge=1, le=MOST_PLAYERS, description="It closes when so many have played.")


class GivenCards(Body):
    players: int | None = Field(None, ge=1, le=MOST_PLAYERS)


SET_EXAMPLE: Final[Json] = {
    "board_set": "2026-03-01",
    "kind": "daily",
    "title": "Daily boards",
    "preset": "gurunapo",
    "boards": 4,
    "state": "open",
    "opens_at": "2026-03-01T15:00:00Z",
    "closes_at": "2026-03-02T15:00:00Z",
    "own": {"game": "Zk3f9Qx81mB7", "done": True, "counts": True, "points": 9, "place": 2},
}
VIEW_OF_SET: Final[Json] = {
    **SET_EXAMPLE,
    "rules": {"preset": "gurunapo"},
    "order": "points",
    "commitment": "9f86d081…",
    "done": 12,
    "results": [{"board": 1, "points": 4, "above": 2.5, "mean": 1.5, "captain": None}],
    "tables": [],
    "ranking": [],
    "revealed": None,
}
BOARD_EXAMPLE: Final[Json] = {
    "board": 1,
    "hands": [{"seat": 0, "cards": ["SA", "HK"]}],
    "widow": ["D5"],
    "contracts": [{"contract": "S14", "declarer": 0, "made": True, "times": 7, "mean": 3.5}],
    "results": [{"points": 4, "times": 6}],
    "tables": [],
}
LISTED_EXAMPLE: Final[Json] = {"place": 1, "player": "Ai", "id": 7, "days": 3, "above": 4.5}


# --- What the pages of sets tell ---


@operation(
    router,
    "GET",
    "/boards",
    "The daily boards of the last days, and my challenges",
    answer=ItemList[SetLine],
    example={"items": [SET_EXAMPLE], "next": None},
)
def list_board_sets(request: AnyApiRequest) -> Json:
    page = board_list_page(_person(request), today(timezone.now()))
    return {"items": [_set_line(day.board_set, day.own) for day in (*page.days, *page.challenges)], "next": None}


@operation(router, "GET", "/boards/{set}", "A set of boards", answer=SetView, example=VIEW_OF_SET)
def get_board_set(request: AnyApiRequest, set: SetId) -> Json:
    reader = reader_with(request, Scope.GAMES_READ)
    return set_view(find_set(reader, set), reader)


@operation(
    router,
    "GET",
    "/boards/{set}/deals/{number}",
    "A board of a closed set: its cards, and what became of it",
    answer=ClosedBoard,
    example=BOARD_EXAMPLE,
)
def get_board(request: AnyApiRequest, set: SetId, number: int) -> Json:
    reader = reader_with(request, Scope.GAMES_READ)
    board_set = find_set(reader, set)
    if board_set.closed_at is None or not 1 <= number <= board_set.rules.deals:
        raise Http404
    deal = deal_of(board_set.rules, board_set.seeds, number)
    told = _tables_of_board(board_set, number, reader) if board_set.is_duplicate else _field_of_board(board_set, number)
    return {
        "board": number,
        "hands": [{"seat": seat, "cards": names(hand)} for seat, hand in enumerate(deal.hands)],
        "widow": names(deal.widow),
        **told,
    }


@operation(
    router,
    "GET",
    "/boards/lists/{span}",
    "Members by their points above the field on the daily boards of this week or month",
    answer=ItemList[ListedPlayer],
    example={"items": [LISTED_EXAMPLE], "next": None},
)
def list_of_boards(request: AnyApiRequest, span: Literal["week", "month"]) -> Json:
    page = board_list_page(_person(request), today(timezone.now()))
    lines = page.weeks if span == "week" else page.months
    return {"items": [_listed(line) for line in lines], "next": None}


def _person(request: AnyApiRequest) -> User | None:
    reader = reader_with(request, Scope.GAMES_READ)
    return reader if isinstance(reader, User) else None


def find_set(reader: Visitor, slug: str) -> BoardSet:
    """The set as its page finds it: while a day is open, the reader's own of its equal sets."""
    person = reader if isinstance(reader, User) else None
    found = drawn_by(person, today(timezone.now())) if slug == "today" else get_board_set_or_404(reader, slug)
    if found is None or (found.is_duplicate and not may_see(found, reader)):
        raise Http404
    return own_of(found, person)


def _set_line(board_set: BoardSet, own: BoardPlay | None, place: int | None = None) -> Json:
    return {
        "board_set": board_set.slug,
        "kind": board_set.kind,
        "title": board_set_title(board_set),
        "preset": board_set.rules.preset,
        "boards": board_set.rules.deals,
        "state": phase_of(board_set, timezone.now()),
        "opens_at": moment(board_set.opens_at),
        "closes_at": moment(board_set.closes_at) if board_set.closes_at else None,
        "own": _own(own, place) if own else None,
    }


def _own(play: BoardPlay, place: int | None) -> Json:
    return {
        "game": play.game.slug,
        "done": play.done_at is not None,
        "counts": play.counts,
        "points": play.points,
        "place": place if place is not None else play.place,
    }


def set_view(board_set: BoardSet, reader: Visitor) -> Json:
    of_tables = _duplicate(board_set, reader) if board_set.is_duplicate else _single(board_set, reader)
    return {
        "rules": rules_to_json(board_set.rules),
        "order": board_set.order,
        "commitment": board_set.commitment,
        "tables": [],
        **of_tables,
    }


def _single(board_set: BoardSet, reader: Visitor) -> Json:
    page = board_set_page(board_set, reader if isinstance(reader, User) else None)
    return {
        **_set_line(board_set, page.own, page.place),
        "done": page.done,
        "results": [_result(line) for line in page.boards],
        "ranking": [_ranked(line, line.row.game.slug) for line in page.ranking],
        "revealed": _revealed(page.revealed),
    }


def _duplicate(board_set: BoardSet, reader: Visitor) -> Json:
    page = duplicate_set_page(board_set, reader, "")
    games = {line.game.pk: line.game.slug for line in page.tables}
    return {
        **_set_line(board_set, None),
        "done": None,
        "results": [
            {"board": own.number, "points": own.points, "above": own.above, "mean": None, "captain": None}
            for own in page.own
        ],
        "tables": [_table(line) for line in page.tables],
        "ranking": [_ranked(line, games[line.row.game_id]) for line in page.ranking],
        "revealed": _revealed(page.revealed),
    }


def _result(line: BoardLine) -> Json:
    return {"board": line.number, "points": line.own, "above": line.above, "mean": line.mean, "captain": line.captain}


def _table(line: TableLine) -> Json:
    return {
        "table": line.number,
        "status": STATUS.get(Game.Status(line.game.status), "finished"),
        "players": line.names,
        "free": line.free,
        "game": line.game.slug if line.may_look or line.is_mine else None,
    }


def _ranked(line: RankingLine, game: str) -> Json:
    row = line.row
    return {
        "place": row.place,
        "player": line.name,
        "id": row.user_id,
        "bot": isinstance(row, DuplicateSeat) and bool(row.bot),
        "points": row.points,
        "above": row.above,
        "above_error": row.above_error,
        "percent": row.percent,
        "game": game,
    }


def _revealed(told: Revealed | None) -> Json | None:
    return told._asdict() if told else None


def _field_of_board(board_set: BoardSet, number: int) -> Json:
    field = BoardField.objects.filter(board_set=board_set, board=number).first()
    if field is None:
        return {"contracts": [], "results": [], "tables": []}
    contracts = [
        {**_contract(contract_of(text)), "times": times, "mean": total / times}
        for text, (times, total) in sorted(field.contracts_json.items())
    ]
    return {"contracts": contracts, "results": _histogram(field), "tables": []}


def _tables_of_board(board_set: BoardSet, number: int, reader: Visitor) -> Json:
    page = duplicate_board_page(board_set, number, reader)
    tables = [
        {
            "table": line.table.number,
            "by_captains": line.table.by_captains,
            **_contract(line.contract),
            "scores": line.scores,
        }
        for line in (page.lines if page else ())
    ]
    return {"contracts": [], "results": [], "tables": tables}


def _contract(contract: BoardContract | None) -> Json:
    return {
        "contract": contract.bid if contract else None,
        "declarer": contract.declarer if contract else None,
        "made": contract.made if contract else None,
    }


def _listed(line: ListLine) -> Json:
    return {"place": line.place, "player": str(line.user), "id": line.user.pk, "days": line.days, "above": line.above}


def _histogram(field: BoardField) -> list[Json]:
    counted = from_json(field.field_json).histogram
    return [{"points": points, "times": times} for points, times in sorted(counted.items())]


# --- Playing, and challenges ---


@contextmanager
def refusals() -> Iterator[None]:
    """What a page refuses with a sentence is a problem here."""
    try:
        yield
    except TableError as error:
        raise Problem(409, "refused", str(error)) from error


@operation(
    router,
    "POST",
    "/boards/{set}/play",
    "Begin to play the boards, or go on; after the close, for practice",
    scopes=PLAY,
    guard=Needs(*PLAY),
    answer=GameView,
    example=VIEW_EXAMPLE,
)
def play_boards(request: ApiRequest, set: SetId) -> Json:
    board_set = find_set(request.user, set)
    limit(request, "play_board_set", "60/h", costly=True)
    with refusals():
        play = services.begin(board_set, request.user)
    return game_view(game_with_seats(play.game.slug), request.user)


@operation(
    router,
    "POST",
    "/boards",
    "Challenge friends: new boards for all to whom you send the address",
    scopes=CREATE,
    guard=Needs(*CREATE),
    answer=SetView,
    status=201,
    example=VIEW_OF_SET,
    body={"preset": "gurunapo", "boards": 4, "players": 3},
)
def create_challenge(request: ApiRequest, response: HttpResponse, new: NewChallenge) -> Status[Json]:
    return _challenge(request, response, ChallengeForm(new.model_dump()), lambda form: form.save(request.user))


@operation(
    router,
    "POST",
    "/games/{id}/give-cards",
    "Give the cards of my match to friends",
    scopes=CREATE,
    guard=Needs(*CREATE),
    answer=SetView,
    status=201,
    example=VIEW_OF_SET,
    body={"players": 3},
)
def give_cards(request: ApiRequest, response: HttpResponse, id: str, given: GivenCards) -> Status[Json]:
    game = get_own_game_or_404(request.user, id)
    form = GivenCardsForm(given.model_dump())
    return _challenge(request, response, form, lambda form: form.save(request.user, game))


def _challenge(request: ApiRequest, response: HttpResponse, form: Any, save: Callable[[Any], BoardSet]) -> Status[Json]:
    if not form.is_valid():
        raise invalid_form(form)
    limit(request, "new_challenge", "20/h", costly=True)
    with refusals():
        board_set = save(form)
    response["Location"] = f"{PREFIX}boards/{board_set.slug}"
    return Status(201, set_view(board_set, request.user))


@operation(
    router,
    "POST",
    "/boards/{set}/close",
    "Close my challenge before its time",
    scopes=CREATE,
    guard=Needs(*CREATE),
    answer=SetView,
    example=VIEW_OF_SET,
)
def close_challenge(request: ApiRequest, set: SetId) -> Json:
    board_set = get_hosted_board_set(request.user, set)
    limit(request, "close_board_set", "60/h")
    with refusals():
        services.close_early(board_set)
    board_set.refresh_from_db()
    return set_view(board_set, request.user)
