"""Clubs, their members and seasons, and the tables of a season with the columns of its CSV files."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

from ninja import Router, Schema

from infrastructure.api.lists import Cursor, ItemList, Limit, page_of, parse_key
from infrastructure.api.operations import operation
from infrastructure.api.times import moment
from leagues.access import get_club_or_404, get_own_club, get_season_or_404
from leagues.exports.csv_files import EXPORTS, MEMBERS, members_of
from leagues.exports.csv_format import CsvRow
from leagues.exports.json_files import row_json
from leagues.models import Club, Membership, Season
from leagues.seasons.context import seasons_of
from players.api.door import AnyApiRequest, ApiRequest, Needs, reader_with
from players.api.models import Scope

router = Router(tags=["clubs"])

Json = dict[str, Any]
READ = (Scope.CLUBS_READ,)


class ClubItem(Schema):
    club: str
    name: str
    about: str
    public: bool
    role: str | None


class SeasonItem(Schema):
    season: str
    name: str
    state: str
    rules: str
    announced_at: str | None


CLUB_EXAMPLE: Final[Json] = {"club": "kamakura", "name": "Kamakura", "about": "", "public": True, "role": "owner"}
SEASON_EXAMPLE: Final[Json] = {
    "season": "spring",
    "name": "Spring",
    "state": "running",
    "rules": "gurunapo",
    "announced_at": "2026-03-01T12:00:00Z",
}
STANDINGS_EXAMPLE: Final[Json] = {"division": 1, "place": 1, "player": "Ai", "points": 12.5, "played": 3}


@operation(
    router,
    "GET",
    "/clubs",
    "My clubs",
    scopes=READ,
    guard=Needs(*READ),
    answer=ItemList[ClubItem],
    example={"items": [CLUB_EXAMPLE], "next": None},
)
def list_clubs(request: ApiRequest, limit: Limit, cursor: Cursor) -> Json:
    rows = Membership.objects.filter(user=request.user, ended_at=None).select_related("club").order_by("-pk")
    if (key := parse_key(cursor)) is not None:
        rows = rows.filter(pk__lt=key)
    shown, after = page_of(request, rows[: limit + 1], limit, lambda row: row.pk)
    return {"items": [_club(row.club, row) for row in shown], "next": after}


@operation(router, "GET", "/clubs/{club}", "A club", answer=ClubItem, example=CLUB_EXAMPLE)
def get_club(request: AnyApiRequest, club: str) -> Json:
    access = get_club_or_404(reader_with(request, Scope.CLUBS_READ), club)
    return _club(access.club, access.me)


def _club(club: Club, me: Membership | None) -> Json:
    role = me.role if me else None
    return {"club": club.slug, "name": club.name, "about": club.about, "public": club.is_public, "role": role}


@operation(
    router,
    "GET",
    "/clubs/{club}/members",
    "The members of my club",
    scopes=READ,
    guard=Needs(*READ),
    answer=ItemList[Json],
    example={"items": [{"name": "Ai", "number": "#7", "role": "owner", "joined_at": "…"}], "next": None},
)
def list_members(request: ApiRequest, club: str) -> Json:
    access = get_own_club(request.user, club)
    return whole(rows_json(MEMBERS, members_of(access.club)))


@operation(
    router,
    "GET",
    "/clubs/{club}/seasons",
    "The seasons of a club",
    answer=ItemList[SeasonItem],
    example={"items": [SEASON_EXAMPLE], "next": None},
)
def list_seasons(request: AnyApiRequest, club: str, limit: Limit, cursor: Cursor) -> Json:
    seasons = seasons_of(get_club_or_404(reader_with(request, Scope.CLUBS_READ), club)).order_by("-pk")
    if (key := parse_key(cursor)) is not None:
        seasons = seasons.filter(pk__lt=key)
    shown, after = page_of(request, seasons[: limit + 1], limit, lambda row: row.pk)
    return {"items": [_season(row) for row in shown], "next": after}


def _season(season: Season) -> Json:
    return {
        "season": season.slug,
        "name": season.name,
        "state": season.state,
        "rules": season.rules_json["preset"],
        "announced_at": moment(season.announced_at) if season.announced_at else None,
    }


@operation(
    router,
    "GET",
    "/clubs/{club}/seasons/{season}/standings",
    "The standings of a season",
    answer=ItemList[Json],
    example={"items": [STANDINGS_EXAMPLE], "next": None},
)
def get_standings(request: AnyApiRequest, club: str, season: str) -> Json:
    access = get_season_or_404(reader_with(request, Scope.CLUBS_READ), club, season)
    return whole(standings_json(access.season))


@operation(
    router,
    "GET",
    "/clubs/{club}/seasons/{season}/files/{what}",
    "The members, the seatings, the results or the teams of a season, as in its CSV files",
    answer=ItemList[Json],
    example={"items": [{"round": 1, "division": 1, "table": 1, "seat": 1, "name": "Ai", "kind": "seat"}], "next": None},
)
def get_season_file(
    request: AnyApiRequest,
    club: str,
    season: str,
    what: Literal["members", "seatings", "results", "standings", "teams"],
) -> Json:
    access = get_season_or_404(reader_with(request, Scope.CLUBS_READ), club, season)
    return whole(rows_json(EXPORTS[what].heading, EXPORTS[what].rows(access.season)))


def whole(items: Iterable[Json]) -> Json:
    """A list in one page."""
    return {"items": list(items), "next": None}


def rows_json(heading: Sequence[str], rows: Iterable[CsvRow]) -> list[Json]:
    """The rows of a CSV file as objects."""
    return [row_json(heading, row) for row in rows]


def standings_json(season: Season) -> list[Json]:
    """The standings, with `player` for what the file calls the name."""
    export = EXPORTS["standings"]
    heading = ["player" if name == "name" else name for name in export.heading]
    return rows_json(heading, export.rows(season))
