"""Seasons that are over, made by chance, and their files."""

import random
from decimal import Decimal
from fractions import Fraction
from typing import Any

from leagues.models import Adjustment, Bye, Club, Division, Entry, Round, Season, Standing, Table, TableSeat
from leagues.season_files.write import season_json
from leagues.seasons.scheme_json import scheme_to_json
from leagues.standings import store
from leagues.standings.core import Scheme
from leagues.standings.division_input import deal_range
from players.models import User
from tests.support.played_seasons import AT
from tests.support.stored_seasons import bare_season, crowd, entered


def past_season(club: Club, seed: int, people: list[User] | None = None) -> Season:
    """A season of several rounds and divisions with everything that its standings follow from."""
    rng = random.Random(seed)
    scheme = Scheme(
        points=rng.choice(["raw", "place", "both"]),
        centred=rng.random() < 0.3,
        bye=rng.choice([None, Fraction(3, 2)]),
        drop=rng.randrange(2),
        minimum=rng.randrange(3),
        tie_breaks=("head_to_head", "strength"),
    )
    season = bare_season(
        club,
        f"past-{seed}",
        state=Season.State.RUNNING,
        rules_json={"preset": "four", "deals": 3},
        rounds_planned=3,
        other_size=5,
        pairing=rng.choice(["even", "swiss", "out"]),
        credit=rng.choice(["seat", "deals"]),
        bot_deals=rng.choice(["losses", "nothing", "full"]),
        closing=rng.choice(["pro_rata", "void"]),
        team_size=rng.choice([None, 2]),
        scheme_json=scheme_to_json(scheme),
        started_at=AT,
        ended_at=AT,
    )
    Division.objects.create(season=season, number=2, name="B", promoted=1)
    entries = entered(season, *(people or crowd(13)), at=AT)
    for place, entry in enumerate(entries):
        entry.division = season.divisions.get(number=1 + place % 2)
        entry.handicap, entry.starting_points = Decimal(rng.randrange(3)), Decimal(rng.randrange(3))
        if season.team_size:
            entry.team, _ = season.teams.get_or_create(number=1 + place // 4, defaults={"made_at": AT})
    Entry.objects.bulk_update(entries, ["division", "handicap", "starting_points", "team"])
    for number in range(1, 4):
        _round(rng, season, number, entries)
    Entry.objects.filter(pk=entries[rng.randrange(13)].pk).update(state=Entry.State.WITHDRAWN, left_at=AT)
    Adjustment.objects.create(entry=entries[2], points=Decimal("-1.5"), reason="Late", made_at=AT)
    Season.objects.filter(pk=season.pk).update(state=Season.State.FINISHED)
    tally(season)
    return Season.objects.select_related("club").get(pk=season.pk)


def tally(season: Season) -> None:
    for division in season.divisions.all():
        store.update_standings(division.pk, in_full=True)


def _round(rng: random.Random, season: Season, number: int, entries: list[Entry]) -> None:
    round_ = Round.objects.create(season=season, number=number, state="finished", opened_at=AT, closed_at=AT)
    for division in season.divisions.all():
        members = [entry for entry in entries if entry.division_id == division.pk]
        rng.shuffle(members)
        seats = [*members[:4], rng.choice([None, members[4]])]
        _table(rng, round_, division, seats, entries)
        Bye.objects.bulk_create(Bye(round=round_, entry=entry) for entry in members if entry not in seats)


def _table(
    rng: random.Random, round_: Round, division: Division, seats: list[Entry | None], entries: list[Entry]
) -> None:
    is_void = rng.random() < 0.1
    table = Table.objects.create(
        round=round_,
        division=division,
        number=1,
        state="void" if is_void else "finished",
        outcome="void" if is_void else rng.choice(["played", "pro_rata", "recorded"]),
        deals_json=[_deal(rng, round_.season, seats, entries) for _ in range(rng.randrange(1, 4))],
        opened_at=AT,
        ended_at=AT,
    )
    for place, entry in enumerate(seats):
        TableSeat.objects.create(table=table, number=place, entry=entry)


def _deal(rng: random.Random, season: Season, seats: list[Entry | None], entries: list[Entry]) -> dict[str, Any]:
    least, most = deal_range(season.rules_for(len(seats)))
    deal: dict[str, Any] = {
        "scores": [rng.randint(least, most) for _ in seats],
        "napoleon": rng.randrange(len(seats)),
        "adjutant": None,
        "made": rng.random() < 0.5,
        "players": None,
    }
    if rng.random() < 0.3:
        players = [entry.pk if entry else None for entry in seats]
        free = [entry.pk for entry in entries if entry not in seats]
        players[0] = rng.choice([None, *free])
        deal |= {"players": players, "offers": [None] * len(seats)}
    if rng.random() < 0.3:
        deal["bots"] = [1]
    return deal


def file_of(season: Season, reader: User, *, with_records: bool = True) -> dict[str, Any]:
    season = Season.objects.select_related("club").get(pk=season.pk)
    return season_json(season, reader, with_records=with_records)


def standings(season: Season) -> list[tuple[object, ...]]:
    """By division: places, names without their marks, points and all that was computed."""
    lines = Standing.objects.filter(division__season=season).select_related("entry__user", "division")
    return [
        (
            line.division.number,
            line.place,
            line.entry.file_name or line.entry.name,
            line.points,
            line.adjusted,
            line.started,
            line.played,
            line.results_json,
            line.ties_json if season.scheme.tie_breaks else [],
        )
        for line in lines.order_by("division__number", "position")
    ]
