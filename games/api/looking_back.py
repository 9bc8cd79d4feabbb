"""Finished matches: their records, and the archive's search."""

import json
from collections.abc import Iterator
from typing import Annotated, Any, Final

from django.http import Http404, HttpResponse, HttpResponseBase, StreamingHttpResponse
from ninja import Query, Schema

from games.access import get_game_or_404
from games.api.router import router
from games.archive.forms import SearchForm, key_from_text, key_to_text
from games.archive.search import all_of, key_of, names_of, some_of
from games.archive.views import in_pieces
from games.models import ArchivedDeal
from games.records import record_for
from infrastructure.api.lists import ItemList, Limit, page_of
from infrastructure.api.operations import operation
from infrastructure.api.problems import Problem, invalid_form
from infrastructure.api.times import moment
from infrastructure.rate_limits import limit as limit_rate
from infrastructure.replica import from_replica
from players.api.door import AnyApiRequest, reader_with
from players.api.models import Scope

Json = dict[str, Any]
NDJSON: Final = "application/x-ndjson"
PIECE: Final = 65_536
"""In characters: what of a long answer is sent at once."""
EXAMPLE: Final[Json] = {
    "game": "Zk3f9Qx81mB7",
    "deal": 1,
    "ended_at": "2026-03-01T12:00:00Z",
    "rules": "gurunapo",
    "imported": False,
    "bid": "13",
    "trump": "H",
    "called": "SA",
    "made": True,
    "took": 14,
    "players": [{"seat": 0, "name": "Ai", "id": 7, "bot": False, "role": "napoleon", "points": 4}],
}


class DealPlayer(Schema):
    seat: int
    name: str
    id: int | None
    bot: bool
    role: str
    points: int


class ArchivedItem(Schema):
    game: str
    deal: int
    ended_at: str
    rules: str
    imported: bool
    bid: str
    trump: str
    called: str
    made: bool
    took: int | None
    players: list[DealPlayer]


class Conditions(Schema):
    """Those of the archive's page."""

    player: str = ""
    role: str = ""
    rules: str = ""
    bid: str = ""
    trump: str = ""
    called: str = ""
    result: str = ""
    took: str = ""
    alone: str = ""
    club: str = ""
    since: str = ""
    until: str = ""
    source: str = ""
    sort: str = ""


@operation(
    router,
    "GET",
    "/records/{id}",
    "The record of a finished match",
    produces=NDJSON,
    example='{"format": "napoleon-record", "version": 1, …}\n',
)
def get_record(request: AnyApiRequest, id: str) -> HttpResponse:
    game = get_game_or_404(reader_with(request, Scope.GAMES_READ), id)
    limit_rate(request, "record", "60/m")
    text = None if not game.is_over else record_for(game, None)
    if text is None:
        raise Http404
    return HttpResponse(text, content_type=NDJSON)


@operation(
    router,
    "GET",
    "/archive",
    "Search the finished deals",
    answer=ItemList[ArchivedItem],
    example={"items": [EXAMPLE], "next": None},
)
@from_replica
def search_archive(
    request: AnyApiRequest,
    conditions: Query[Conditions],
    limit: Limit,
    cursor: Annotated[str, Query("", max_length=60)],
) -> Json:
    limit_rate(request, "archive", "120/m")
    try:
        after = key_from_text(cursor)
    except ValueError as error:
        raise Problem(422, detail="cursor") from error
    deals = some_of(_form(request, conditions).search(), after, limit + 1)
    shown, following = page_of(request, deals, limit, lambda deal: key_to_text(key_of(deal)))
    return {"items": [_item(deal) for deal in shown], "next": following}


@operation(
    router,
    "GET",
    "/archive.ndjson",
    "All deals of a search, one a line",
    produces=NDJSON,
    example=json.dumps(EXAMPLE) + "\n",
)
def stream_archive(request: AnyApiRequest, conditions: Query[Conditions]) -> HttpResponseBase:
    search = _form(request, conditions).search()
    limit_rate(request, "archive_now_ndjson", "2/m", costly=True)
    limit_rate(request, "archive_file", "20/h", costly=True)
    return StreamingHttpResponse(in_pieces(_lines(all_of(search)), PIECE), content_type=NDJSON)


def _lines(deals: Iterator[ArchivedDeal]) -> Iterator[str]:
    return (json.dumps(_item(deal), ensure_ascii=False) + "\n" for deal in deals)


def _form(request: AnyApiRequest, conditions: Conditions) -> SearchForm:
    form = SearchForm(conditions.dict(), reader=reader_with(request, Scope.GAMES_READ))
    if not form.is_valid():
        raise invalid_form(form)
    return form


def _item(deal: ArchivedDeal) -> Json:
    names = names_of(deal)
    return {
        "game": deal.game.slug,
        "deal": deal.number,
        "ended_at": moment(deal.ended_at),
        "rules": deal.preset,
        "imported": deal.is_imported,
        "bid": deal.bid,
        "trump": deal.trump,
        "called": deal.called or deal.called_who,
        "made": deal.made,
        "took": deal.took,
        "players": [
            {
                "seat": player.seat,
                "name": names[player.seat],
                "id": player.user_id,
                "bot": bool(player.is_bot) or (player.user is not None and player.user.is_bot),
                "role": player.role,
                "points": player.points,
            }
            for player in deal.players.all()
        ],
    }
