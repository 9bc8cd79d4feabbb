"""Weeks of boards of a club: planned by organisers, played by members, with standings over all weeks."""

from typing import Annotated, Any, Final

from ninja import Field, Path, Schema, Status

from games.boards.given_cards import MOST_BOARDS
from infrastructure.api.bodies import Body
from infrastructure.api.lists import ItemList
from infrastructure.api.operations import operation
from infrastructure.api.problems import Problem, invalid_form
from infrastructure.api.times import moment
from infrastructure.rate_limits import limit
from leagues.access import (
    BoardSeriesAccess,
    get_board_series_or_404,
    get_club_or_404,
    get_organised_board_series,
    get_organised_club,
)
from leagues.api.clubs import router, whole
from leagues.board_weeks import services
from leagues.board_weeks.context import MemberLine, WeekLine, series_list_page, series_page
from leagues.board_weeks.forms import BoardSeriesForm
from leagues.board_weeks.models import MOST_WEEKS
from leagues.locks import ClubError
from leagues.models import BoardSeries
from players.api.door import AnyApiRequest, ApiRequest, Needs, reader_with
from players.api.models import Scope

Json = dict[str, Any]
MANAGE = (Scope.CLUBS_MANAGE,)
SeriesKey = Annotated[int, Path(ge=1, le=2**63 - 1)]


class SeriesItem(Schema):
    series: int
    name: str
    preset: str
    boards: int = Field(description="A week.")
    order: str = Field(description="What decides: points or percent.")
    best: int = Field(description="How many weeks of each member count.")


class WeekItem(Schema):
    week: int
    state: str = Field(description="coming, open, closing or closed")
    opens_at: str
    closes_at: str
    board_set: str | None = Field(description="The set of `/boards/{set}`, once it is open.")
    game: str | None = Field(description="The own match.")


class MemberItem(Schema):
    place: int
    player: str
    id: int
    total: float
    played: int = Field(description="In how many weeks.")


class SeriesView(SeriesItem):
    weeks: list[WeekItem]
    standings: list[MemberItem] = Field(description="Over the closed weeks: the first hundred, and my own line.")


class NewSeries(Body):
    name: str = Field(min_length=1, max_length=60)
    preset: str = Field(max_length=40)
    boards: int = Field(4, ge=1, le=MOST_BOARDS)
    order: str = "points"
    first_day: str = Field(description="Such as 2026-03-02. The boards open at midnight of the club's time zone.")
    days: int = Field(7, ge=1, le=7)
    weeks: int = Field(6, ge=1, le=MOST_WEEKS)
    best: int | None = Field(None, ge=1, le=MOST_WEEKS, description="null: all weeks count.")


SERIES_EXAMPLE: Final[Json] = {
    "series": 3,
    "name": "Spring boards",
    "preset": "gurunapo",
    "boards": 4,
    "order": "points",
    "best": 4,
}
VIEW_OF_SERIES: Final[Json] = {
    **SERIES_EXAMPLE,
    "weeks": [
        {
            "week": 1,
            "state": "open",
            "opens_at": "2026-03-01T15:00:00Z",
            "closes_at": "2026-03-08T15:00:00Z",
            "board_set": "Zk3f9Qx81mB7",
            "game": None,
        }
    ],
    "standings": [{"place": 1, "player": "Ai", "id": 7, "total": 4.5, "played": 1}],
}
PATH: Final = "/clubs/{club}/boards"


@operation(
    router,
    "GET",
    PATH,
    "The weeks of boards of a club",
    answer=ItemList[SeriesItem],
    example={"items": [SERIES_EXAMPLE], "next": None},
)
def list_board_series(request: AnyApiRequest, club: str) -> Json:
    access = get_club_or_404(reader_with(request, Scope.CLUBS_READ), club)
    return whole(_item(series) for series in series_list_page(access).series)


@operation(
    router, "GET", PATH + "/{series}", "A series of weeks with its standings", answer=SeriesView, example=VIEW_OF_SERIES
)
def get_board_series(request: AnyApiRequest, club: str, series: SeriesKey) -> Json:
    reader = reader_with(request, Scope.CLUBS_READ)
    access = get_board_series_or_404(reader, club, series)
    return _view(access, reader)


@operation(
    router,
    "POST",
    PATH,
    "Plan weeks of boards",
    scopes=MANAGE,
    guard=Needs(*MANAGE),
    answer=SeriesView,
    status=201,
    example=VIEW_OF_SERIES,
    body={"name": "Spring boards", "preset": "gurunapo", "first_day": "2026-03-02", "weeks": 6, "best": 4},
)
def plan_board_series(request: ApiRequest, club: str, new: NewSeries) -> Status[Json]:
    access = get_organised_club(request.user, club)
    form = BoardSeriesForm(new.model_dump(), access.club)
    if not form.is_valid():
        raise invalid_form(form)
    limit(request, "new_board_series", "20/d")
    try:
        series = services.plan(**access.keys, user=request.user, **form.cleaned_data)
    except ClubError as error:
        raise Problem(409, "refused", str(error)) from error
    return Status(201, _view(BoardSeriesAccess(access.club, access.me, series), request.user))


@operation(
    router,
    "POST",
    PATH + "/{series}/end",
    "Open no further week",
    scopes=MANAGE,
    guard=Needs(*MANAGE),
    answer=ItemList[SeriesItem],
    example={"items": [SERIES_EXAMPLE], "next": None},
)
def end_board_series(request: ApiRequest, club: str, series: SeriesKey) -> Json:
    access = get_organised_board_series(request.user, club, series)
    try:
        services.end(**access.keys, user=request.user, series_id=series)
    except ClubError as error:
        raise Problem(409, "refused", str(error)) from error
    return whole(_item(each) for each in series_list_page(get_club_or_404(request.user, club)).series)


def _item(series: BoardSeries) -> Json:
    return {
        "series": series.pk,
        "name": series.name,
        "preset": series.rules.preset,
        "boards": series.rules.deals,
        "order": series.order,
        "best": series.best,
    }


def _view(access: BoardSeriesAccess, reader: Any) -> Json:
    page = series_page(access, access.series, reader)
    return {
        **_item(access.series),
        "weeks": [_week(line) for line in page.weeks],
        "standings": [_member(line) for line in page.lines],
    }


def _week(line: WeekLine) -> Json:
    return {
        "week": line.week.number,
        "state": line.phase,
        "opens_at": moment(line.week.opens_at),
        "closes_at": moment(line.week.closes_at),
        "board_set": line.week.board_set.slug if line.week.board_set else None,
        "game": line.own.game.slug if line.own else None,
    }


def _member(line: MemberLine) -> Json:
    standing = line.line
    return {
        "place": standing.place,
        "player": str(line.user),
        "id": line.user.pk,
        "total": standing.total,
        "played": standing.played,
    }
