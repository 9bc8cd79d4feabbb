"""Matches played elsewhere and counted for a season, in one line."""

import json
import random
from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from games.imports.parse import records
from games.imports.store import store_record
from games.models import Game
from leagues.external_matches import accept
from leagues.models import Season, Table
from players.models import User
from tests.napoleon.referee.generate import random_record
from tests.support.stored_seasons import FOUR


def in_a_room(
    host: User,
    *names: str,
    members: Sequence[User] = (),
    rules: dict[str, Any] | None = None,
    broken_off: bool = False,
    listed: bool = True,
    seed: int = 1,
) -> Game:
    """A match imported by the host; some of these names are mapped to members."""
    rules = rules or FOUR
    lines = random_record(random.Random(seed), rules, cut=False)
    lines = lines[:-1] if broken_off else lines
    head = json.loads(lines[0]) | {"players": list(names), "table": "Club room"}
    [found] = records("\n".join([json.dumps(head), *lines[1:]]).encode())
    assert found.fault is None, found.fault
    return store_record(
        found, host=host, members={user.name: user.pk for user in members}, is_listed=listed, now=timezone.now()
    )


def of_table(host: User, table: Table, **how: Any) -> Game:
    """A match of the table's members, each in the seat drawn for them."""
    people = people_of(table)
    return in_a_room(host, *(user.name for user in people), members=people, **how)


def people_of(table: Table) -> list[User]:
    seats = table.seats.select_related("entry__user").order_by("number")
    return [seat.entry.user for seat in seats if seat.entry and seat.entry.user]


def count(user: User, season: Season, table: Table, match: Game, seats: Sequence[int] = (0, 1, 2, 3)) -> None:
    accept.accept_match(
        club_id=season.club_id, user=user, season_id=season.pk, table_id=table.pk, slug=match.slug, seats=seats
    )


def take_back(user: User, season: Season, table: Table, reason: str = "") -> None:
    accept.take_back_match(club_id=season.club_id, user=user, season_id=season.pk, table_id=table.pk, reason=reason)


def scores_of(match: Game) -> list[int | None]:
    return list(match.seats.order_by("number").values_list("score", flat=True))
