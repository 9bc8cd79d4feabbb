"""Seasons of clubs in the database, in one line."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pytest
from django.utils import timezone

from games.kernel import early_end
from games.lobby import services as lobby_services
from leagues.clubs.services import admit
from leagues.draws import services as draws_services
from leagues.entries import services as entries_services
from leagues.models import Club, Division, Entry, Round, Season, Table, TableSeat
from leagues.rounds.closing import update_table
from leagues.seasons import services, sweep
from players.models import User

FOUR = {"preset": "four", "deals": 2}


def bare_season(club: Club, slug: str = "spring", **values: Any) -> Season:
    """A season with one division, before anything has happened in it."""
    values = {"rules_json": FOUR, "created_at": timezone.now(), **values}
    if values.get("state", Season.State.DRAFT) != Season.State.DRAFT:
        values.setdefault("announced_at", values["created_at"])
    season = Season.objects.create(club=club, slug=slug, name=slug.capitalize(), **values)
    Division.objects.create(season=season, number=1)
    return season


def entered(season: Season, *users: User, at: datetime | None = None) -> list[Entry]:
    """Put these people into the season's first division."""
    now, before = at or timezone.now(), season.entries.count()
    return [
        Entry.objects.create(
            season=season,
            division=season.divisions.get(number=1),
            user=user,
            state=Entry.State.ENTERED,
            order=before + place,
            applied_at=now,
            entered_at=now,
        )
        for place, user in enumerate(users, start=1)
    ]


def table_of(season: Season, entries: Sequence[Entry | None], number: int = 1) -> Table:
    """A running table of round 1 at which they sit; None: a bot."""
    round_, _ = Round.objects.get_or_create(season=season, number=1, defaults={"state": Round.State.RUNNING})
    game = lobby_services.begin(
        lobby_services.TableTerms(rules=season.rules_for(len(entries)), is_listed=False),
        people=[entry.user if entry else None for entry in entries],
        bots="recruit",
    )
    table = Table.objects.create(
        round=round_,
        division=season.divisions.get(number=1),
        number=number,
        state=Table.State.RUNNING,
        game=game,
        opened_at=timezone.now(),
    )
    TableSeat.objects.bulk_create(
        TableSeat(table=table, number=place, entry=entry) for place, entry in enumerate(entries)
    )
    return table


def season_of(club: Club, user: User, slug: str = "spring", **values: Any) -> Season:
    """A season that an organiser has prepared: two rounds at tables of four."""
    values = {"rules_json": FOUR, "rounds_planned": 2, "other_size": None, **values}
    return services.create(club_id=club.pk, user=user, slug=slug, name=slug.capitalize(), **values)


def open_season(club: Club, user: User, **values: Any) -> Season:
    """A season that members can enter."""
    season = season_of(club, user, **values)
    services.open_registration(club_id=club.pk, user=user, season_id=season.pk)
    return reread(season)


def enter(season: Season, *users: User) -> list[Entry]:
    """Let these people enter, after joining the club if needed."""
    found = []
    for user in users:
        admit(season.club, user)
        found.append(entries_services.enter(club_id=season.club_id, user=user, season_id=season.pk))
    return found


def reread(season: Season) -> Season:
    return Season.objects.select_related("club").get(pk=season.pk)


def crowd(size: int) -> list[User]:
    """So many people with different names."""
    return [User.objects.create(name=f"P{number:02}", email=f"p{number}@example.org") for number in range(1, size + 1)]


def states(season: Season) -> str:
    """The entries in the order of their registration: `Ai entered, Bo waiting`."""
    return ", ".join(f"{entry.name} {entry.state}" for entry in season.entries.select_related("user").order_by("order"))


@pytest.fixture
def quick_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick draws, for tests of something else."""
    draw_quickly(monkeypatch)


def draw_quickly(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("leagues.seating.drawing.ENOUGH_FOR_A_PLACE", 100)


def drawn_season(club: Club, user: User, people: Sequence[User], **values: Any) -> Season:
    """A season whose draw is locked."""
    season = open_season(club, user, **values)
    enter(season, *people)
    ids = {"club_id": club.pk, "user": user, "season_id": season.pk, "number": 1}
    draws_services.lock(**ids, draw_id=draws_services.rehearse(**ids, seed=1).pk)
    return season


def started(club: Club, user: User, people: Sequence[User], **values: Any) -> Season:
    """A running season, as far as the sweep takes it."""
    season = drawn_season(club, user, people, **values)
    services.start(club_id=club.pk, user=user, season_id=season.pk)
    sweep.advance_season(season.pk)
    return reread(season)


def table_at(season: Season, at: str) -> Table:
    """`1-2`: the second table of the first round."""
    number, place = at.split("-")
    return Table.objects.select_related("round__season", "game").get(
        round__season=season, round__number=number, number=place
    )


def start(season: Season, user: User) -> None:
    """Start the season as an organiser."""
    services.start(club_id=season.club_id, user=user, season_id=season.pk)


def play_out(table: Table) -> None:
    """Let bots finish the table's game, and the season count it."""
    while early_end.play_out(game_id=table.game_id or 0):
        pass
    update_table(table.pk)


def course(season: Season) -> list[str]:
    """The status of rounds and their tables: `1 running: running, drawn`."""
    return [
        f"{one.number} {one.state}: " + ", ".join(one.tables.order_by("number").values_list("state", flat=True))
        for one in season.rounds.order_by("number")
    ]
