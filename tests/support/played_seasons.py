"""Seasons of clubs in the database after some matches."""

from datetime import UTC, datetime
from typing import Any

from games.models import Game
from leagues.models import Bye, Club, Division, Entry, Round, Season, Standing, Table, TableSeat
from leagues.seasons.scheme_json import scheme_to_json
from leagues.standings import store
from leagues.standings.core import Scheme
from players.models import User
from tests.support.stored_seasons import bare_season, entered

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)


def season_of(
    club: Club,
    *people: User,
    rounds: int = 2,
    scheme: Scheme | None = None,
    slug: str = "spring",
    preset: str = "gurunapo",
    **values: Any,
) -> Season:
    """A running season of one division; members in order of registration."""
    rules = values.pop("rules", {})
    season = bare_season(
        club,
        slug,
        state=values.pop("state", Season.State.RUNNING),
        rules_json={"preset": preset, "deals": 2, **rules},
        rounds_planned=rounds,
        scheme_json=scheme_to_json(scheme or Scheme()),
        created_at=AT,
        started_at=AT,
        **values,
    )
    entered(season, *people, at=AT)
    for number in range(1, rounds + 1):
        Round.objects.create(season=season, number=number)
    return season


def division_of(season: Season) -> Division:
    return season.divisions.get(number=1)


def entry(season: Season, user: User) -> Entry:
    return season.entries.get(user=user)


def table(
    season: Season, at: str, people: list[User | None], *deals: str, state: str = "finished", game: Game | None = None
) -> Table:
    """`table(season, "2/1", [ai, bo], "4 2", "0 2 made 1")`: round 2, table 1; Napoleon follows the scores."""
    number, of_round = map(int, at.split("/"))
    Round.objects.filter(season=season, number=number, state="planned").update(state="running", opened_at=AT)
    made = Table.objects.create(
        round=season.rounds.get(number=number),
        division=division_of(season),
        number=of_round,
        state=state,
        game=game,
        deals_json=[deal(text, len(people)) for text in deals],
        opened_at=AT,
    )
    for place, user in enumerate(people):
        TableSeat.objects.create(table=made, number=place, entry=entry(season, user) if user else None)
    return made


def deal(text: str, seats: int) -> dict[str, Any]:
    figures = text.split()
    scores, rest = [int(figure) for figure in figures[:seats]], figures[seats:]
    return {
        "scores": scores,
        "napoleon": int(rest[1]) if rest else None,
        "adjutant": None,
        "made": bool(rest) and rest[0] == "made",
        "players": None,
    }


def bye(season: Season, number: int, user: User) -> None:
    Bye.objects.create(round=season.rounds.get(number=number), entry=entry(season, user))


def tallied(season: Season) -> list[str]:
    """The standings, computed and stored again: `1 Ai 6`."""
    store.update_standings(division_of(season).pk)
    return shown(season)


def shown(season: Season) -> list[str]:
    lines = Standing.objects.filter(division__season=season).select_related("entry__user")
    return [f"{line.place or '-'} {line.entry.name} {line.points}" for line in lines.order_by("position")]
