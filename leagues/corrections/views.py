"""The page of a table's corrections, and voiding, replaying and undoing."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from leagues import consequences
from leagues.access import SeasonAccess, get_organised_season, get_season_or_404
from leagues.corrections import services
from leagues.external_matches.search import with_people
from leagues.forms import GivenReasonForm
from leagues.models import Correction, Season, Table
from leagues.pages import SeasonPage
from leagues.responses import Posted, page_of, show, takes_post


@dataclass(frozen=True, kw_only=True)
class CorrectionsPage(SeasonPage):
    table: Table
    corrections: list[tuple[Correction, list[str]]]
    """The latest first, each with the scores that it changed."""
    may_undo: bool


@page_of(get_season_or_404, is_public=True)
def corrections(request: HttpRequest, access: SeasonAccess, number: int, pk: int) -> HttpResponse:
    """What organisers have corrected at the table, when and why."""
    table = _table(access, number, pk)
    found = list(table.corrections.select_related("by", "undone_by").order_by("-pk"))
    is_open = access.season.state != Season.State.CANCELLED and not access.club.closed_at
    page = CorrectionsPage(
        access=access,
        table=table,
        corrections=[(one, _scores(table, one)) for one in found],
        may_undo=access.organises and is_open and services.to_undo(table) is not None,
    )
    return show(request, "leagues/corrections/corrections.html", page)


@takes_post(get_organised_season, "round", GivenReasonForm, asks=consequences.of_voiding_match)
def void_match(posted: Posted, number: int, pk: int) -> None:
    services.void_match(**posted.keys, **posted.data, table_id=pk)


@takes_post(get_organised_season, "round", GivenReasonForm, asks=consequences.of_replaying_match)
def replay_match(posted: Posted, number: int, pk: int) -> None:
    services.replay_match(**posted.keys, **posted.data, table_id=pk)


@takes_post(get_organised_season, "round")
def undo_correction(posted: Posted, number: int, pk: int) -> None:
    services.undo(**posted.keys, table_id=pk)


def _table(access: SeasonAccess, number: int, pk: int) -> Table:
    tables = Table.objects.filter(pk=pk, round__season=access.season, round__number=number)
    table = with_people(tables).first()
    if table is None:
        raise Http404
    return table


def _scores(table: Table, one: Correction) -> list[str]:
    """Old and new scores of corrected results."""
    if one.kind != Correction.Kind.CORRECTED:
        return []
    return consequences.changed_scores(table, _deals(one.before_json["deals_json"]), _deals(one.after_json))


def _deals(stored: Any) -> list[dict[str, Any]]:
    return list(stored)
