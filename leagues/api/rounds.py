"""Rounds and their tables, as their page shows them to the reader; results in, and what organisers do with rounds."""

from collections.abc import Callable
from typing import Annotated, Any, Final

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Field, Path, Schema

from infrastructure.api.bodies import Body
from infrastructure.api.lists import ItemList
from infrastructure.api.operations import operation
from infrastructure.api.problems import Problem, invalid_form
from infrastructure.api.times import moment
from infrastructure.rate_limits import limit
from leagues.access import SeasonAccess, get_organised_season, get_own_season, get_season_or_404
from leagues.api.clubs import router, whole
from leagues.external_matches.enter import confirm_results, enter_results, version_of
from leagues.external_matches.readiness import entered_results, may_enter_results
from leagues.external_matches.results_form import ResultsForm, sent_form
from leagues.external_matches.search import with_people
from leagues.forms import ReasonForm
from leagues.locks import ClubError
from leagues.models import Round, Table
from leagues.rounds import closing, opening
from leagues.rounds.progress import Sitting, TableProgress, progress, read_round
from players.api.door import AnyApiRequest, ApiRequest, Needs, reader_with
from players.api.models import Scope

Json = dict[str, Any]
MANAGE = (Scope.CLUBS_MANAGE,)
Number = Annotated[int, Path(ge=1, le=32_000)]
Key = Annotated[int, Path(ge=1, le=2**63 - 1)]


class RoundItem(Schema):
    round: int
    state: str = Field(description="planned, running or finished")
    opens_at: str | None
    closes_at: str | None


class TableSeatItem(Schema):
    seat: int = Field(description="From 1, as in the CSV files.")
    player: str | None = Field(description="Who plays there now; null for a bot.")
    owner: str | None = Field(description="Whose seat it is, if another plays there.")
    points: float | None
    waited_for: bool


class TableItem(Schema):
    id: int
    division: int
    table: int
    state: str = Field(description="drawn, running, finished or void")
    outcome: str
    game: str | None = Field(description="If I may look at it.")
    deals: int = Field(description="How many have ended.")
    seats: list[TableSeatItem]
    may_enter: bool = Field(description="Whether I may enter or correct its results.")
    may_confirm: bool
    seen: str = Field(description="The version of the results that were entered; empty without any.")


class RoundView(RoundItem):
    tables: list[TableItem]
    byes: list[str]


class EnteredDeal(Body):
    """A line of the score sheet: `passed_out` alone, or what decided its points. Seats are counted from 0."""

    passed_out: bool = False
    declarer: int | None = None
    bid: int | str | None = Field(None, description="Pictures at Napoleon, a bid of Nap.")
    adjutant: int | None = Field(None, description="null: Napoleon was alone.")
    pictures: int | None = Field(None, description="What Napoleon's side took.")
    discarded: int | None = Field(None, description="Pictures that nobody has, where the rules ask.")
    made: bool | None = Field(None, description="At Nap.")


class SentResults(Body):
    seen: str = Field("", max_length=40, description="The `seen` of the table.")
    deals: list[EnteredDeal] | None = Field(None, max_length=100)
    scores: list[int] | None = Field(None, max_length=8, description="Instead of deals: the match's scores, by seat.")
    played: int | None = Field(None, ge=1, le=100, description="With `scores`: how many deals were played.")
    reason: str = Field("", max_length=200, description="Corrections need one.")


class SeenResults(Body):
    seen: str = Field(max_length=40)


ROUND_EXAMPLE: Final[Json] = {"round": 1, "state": "running", "opens_at": None, "closes_at": "2026-03-01T12:00:00Z"}
TABLE_EXAMPLE: Final[Json] = {
    "id": 12,
    "division": 1,
    "table": 1,
    "state": "running",
    "outcome": "",
    "game": "Zk3f9Qx81mB7",
    "deals": 2,
    "seats": [{"seat": 1, "player": "Ai", "owner": None, "points": 4.0, "waited_for": True}],
    "may_enter": False,
    "may_confirm": False,
    "seen": "",
}
VIEW_OF_ROUND: Final[Json] = {**ROUND_EXAMPLE, "tables": [TABLE_EXAMPLE], "byes": []}
PATH: Final = "/clubs/{club}/seasons/{season}/rounds"


@operation(
    router,
    "GET",
    PATH,
    "The rounds of a season",
    answer=ItemList[RoundItem],
    example={"items": [ROUND_EXAMPLE], "next": None},
)
def list_rounds(request: AnyApiRequest, club: str, season: str) -> Json:
    access = get_season_or_404(reader_with(request, Scope.CLUBS_READ), club, season)
    return whole(_round(each) for each in access.season.rounds.order_by("number"))


@operation(router, "GET", PATH + "/{number}", "A round with its tables", answer=RoundView, example=VIEW_OF_ROUND)
def get_round(request: AnyApiRequest, club: str, season: str, number: Number) -> Json:
    reader = reader_with(request, Scope.CLUBS_READ)
    return _view(get_season_or_404(reader, club, season), reader, number)


@operation(
    router,
    "POST",
    PATH + "/{number}/open",
    "Open the next round before its date",
    scopes=MANAGE,
    guard=Needs(*MANAGE),
    answer=RoundView,
    example=VIEW_OF_ROUND,
)
def open_round(request: ApiRequest, club: str, season: str, number: Number) -> Json:
    access = get_organised_season(request.user, club, season)
    return _changed(request, access, number, opening.open_round, number=number)


@operation(
    router,
    "POST",
    PATH + "/{number}/close",
    "Close a running round before its date",
    scopes=MANAGE,
    guard=Needs(*MANAGE),
    answer=RoundView,
    example=VIEW_OF_ROUND,
)
def close_round(request: ApiRequest, club: str, season: str, number: Number) -> Json:
    access = get_organised_season(request.user, club, season)
    return _changed(request, access, number, closing.close_round, number=number)


@operation(
    router,
    "POST",
    PATH + "/{number}/tables/{table}/results",
    "Enter the results of a real table, or correct them",
    scopes=MANAGE,
    guard=Needs(*MANAGE),
    answer=RoundView,
    example=VIEW_OF_ROUND,
    body={"seen": "", "deals": [{"declarer": 0, "bid": 13, "adjutant": 2, "pictures": 14}, {"passed_out": True}]},
)
def send_results(request: ApiRequest, club: str, season: str, number: Number, table: Key, sent: SentResults) -> Json:
    access = get_own_season(request.user, club, season)
    found = _table(access, number, table)
    if not may_enter_results(found, request.user, organises=access.organises):
        raise Problem(403)
    deals = _deals(found, sent)
    limit(request, "results", "60/h")
    reason = ReasonForm({"reason": sent.reason})
    if not reason.is_valid():
        raise invalid_form(reason)
    values = {"table_id": found.pk, "deals": deals, "seen": sent.seen, "reason": reason.cleaned_data["reason"]}
    return _changed(request, access, number, enter_results, **values)


@operation(
    router,
    "POST",
    PATH + "/{number}/tables/{table}/results/confirm",
    "Confirm the results that another player has entered",
    scopes=MANAGE,
    guard=Needs(*MANAGE),
    answer=RoundView,
    example=VIEW_OF_ROUND,
    body={"seen": "2026-03-01T12:00:00+00:00"},
)
def confirm_entered_results(
    request: ApiRequest, club: str, season: str, number: Number, table: Key, sent: SeenResults
) -> Json:
    access = get_own_season(request.user, club, season)
    found = _table(access, number, table)
    return _changed(request, access, number, confirm_results, table_id=found.pk, seen=sent.seen)


def _changed(
    request: ApiRequest, access: SeasonAccess, shown: int, service: Callable[..., object], **values: Any
) -> Json:
    """Let the service change something; the answer is the round as it is then."""
    try:
        service(**access.keys, user=request.user, **values)
    except ClubError as error:
        raise Problem(409, "refused", str(error)) from error
    return _view(access, request.user, shown)


def _table(access: SeasonAccess, number: int, key: int) -> Table:
    tables = Table.objects.filter(pk=key, round__season=access.season, round__number=number)
    table = with_people(tables).first()
    if table is None:
        raise Http404
    return table


def _deals(table: Table, sent: SentResults) -> list[Json]:
    """What was sent, judged by the form of the page, which has fields for no more than there may be."""
    rules = table.rules
    if len(sent.deals or ()) > rules.deals or (sent.scores is not None and len(sent.scores) != rules.players):
        text = _("The match has %(deals)s deals and %(seats)s seats.")
        raise Problem(422, "bad_results", text % {"deals": rules.deals, "seats": rules.players})
    deals = [deal.model_dump(exclude_unset=True) for deal in sent.deals or ()]
    form = ResultsForm(table, sent_form(deals, sent.scores, sent.played))
    if form.is_valid():
        return form.deals()
    raise Problem(422, "bad_results", form.first_problem)


def _round(found: Round) -> Json:
    return {
        "round": found.number,
        "state": found.state,
        "opens_at": moment(found.opens_at) if found.opens_at else None,
        "closes_at": moment(found.closes_at) if found.closes_at else None,
    }


def _view(access: SeasonAccess, reader: Any, number: int) -> Json:
    found = access.season.rounds.filter(number=number).first()
    if found is None:
        raise Http404
    now = timezone.now()
    shown = progress(read_round(access.season, found, now), reader, now, organises=access.organises)
    return {
        **_round(found),
        "tables": [_table_item(row) for division in shown.divisions for row in division.tables],
        "byes": [name for division in shown.divisions for name in division.byes],
    }


def _table_item(row: TableProgress) -> Json:
    table = row.table
    return {
        "id": table.pk,
        "division": table.division.number,
        "table": table.number,
        "state": table.state,
        "outcome": table.outcome,
        "game": table.game.slug if table.game and row.may_look else None,
        "deals": 0 if row.is_sealed and not row.is_mine else len(table.deals_json),
        "seats": [_seat(each) for each in row.sittings],
        "may_enter": row.may_enter,
        "may_confirm": row.may_confirm,
        "seen": version_of(entered_results(table)) if row.may_enter or row.may_confirm else "",
    }


def _seat(sitting: Sitting) -> Json:
    points = sitting.score.points if sitting.score else None
    return {
        "seat": sitting.seat.number + 1,
        "player": sitting.name or None,
        "owner": sitting.owner or None,
        "points": float(points) if points is not None else None,
        "waited_for": sitting.is_waited_for,
    }
