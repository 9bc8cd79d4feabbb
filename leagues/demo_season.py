"""Plays a season to its end: bots act for its members, through the services that the pages use."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from django.utils import timezone

from games.bots import choose
from games.engine import is_over, open_deal, to_act
from games.engine.view import deal_view
from games.engine.wire import event_to_json
from games.kernel.log import state_of
from games.models import Game
from games.turns import services as game_services
from leagues.clubs import services
from leagues.draws import services as draws_services
from leagues.entries import services as entries_services
from leagues.forms import free_address
from leagues.models import Club, Division, DivisionStandings, Season, Standing, Table
from leagues.seasons import services as season_services
from leagues.seasons.scheme_json import scheme_from_json, scheme_to_json
from players.models import User

NAMES: Final = (
    *("Ai", "Bo", "Chie", "Dai", "Emi", "Fumi", "Gen", "Hana", "Itsu", "Jun", "Kei", "Leo"),
    *("Mari", "Nao", "Osamu", "Pia", "Rei", "Sae", "Taro", "Umi", "Vera", "Wataru", "Yuki"),
)
PLAYS: Final = "recruit"
"""The level of the bot that acts for the members."""
SCHEME: Final = scheme_to_json(
    scheme_from_json(
        {
            "points": "both",
            "places": [["5", "3", "2", "1", "0"]],
            "best": 5,
            "tie_breaks": ["head_to_head", "points_per_deal", "napoleon_wins", "registration"],
        }
    )
)
PATIENCE: Final = 120.0
"""Seconds to wait for workers while nothing can be played."""


class Stuck(Exception):
    """No worker opens tables or updates standings."""


class PlayedSeason(NamedTuple):
    season: Season
    moves: int


def play_season(*, members: int, rounds_: int, deals: int) -> PlayedSeason:
    """Found a club, prepare a season, draw it, and play it to the end."""
    club, people = _club(members)
    season = _season(club, people, rounds_, deals)
    moves = 0
    begun = time.monotonic()
    while Season.objects.get(pk=season.pk).state == Season.State.RUNNING:
        made = sum(_play_out(game) for game in _running(season))
        moves += made
        begun = time.monotonic() if made else _wait(begun)
    begun = time.monotonic()
    while (
        DivisionStandings.objects.filter(division__season=season, is_provisional=False).count() == 0
    ):
        begun = _wait(begun)
    return PlayedSeason(Season.objects.select_related("club").get(pk=season.pk), moves)


def standings(season: Season) -> list[Standing]:
    found = Standing.objects.filter(division__season=season).select_related("entry__user")
    return list(found.order_by("position"))


def _wait(since: float) -> float:
    """Give the workers time, up to a limit."""
    if time.monotonic() - since > PATIENCE:
        raise Stuck
    time.sleep(0.1)
    return since


def _club(members: int) -> tuple[Club, list[User]]:
    """Members without a password, so that nobody can sign in as one; the first founds the club."""
    people = [User(name=_name(number)) for number in range(members)]
    for user in people:
        user.set_unusable_password()
        user.save()
    slug = free_address("demo-season", Club.objects.all())
    name = slug.replace("-", " ").capitalize()
    club = services.create(user=people[0], slug=slug, name=name, takes_requests=False)
    for user in people[1:]:
        services.admit(club, user)
    return club, people


def _name(number: int) -> str:
    again, place = divmod(number, len(NAMES))
    return f"{NAMES[place]} {again + 1}" if again else NAMES[place]


def _season(club: Club, people: list[User], rounds_: int, deals: int) -> Season:
    """A season that has begun."""
    owner = people[0]
    season = season_services.create(
        club_id=club.pk,
        user=owner,
        slug=f"season-{timezone.now():%Y}",
        name=f"{timezone.now():%Y}",
        rules_json={"preset": "gurunapo", "deals": deals},
        other_size=4,
        rounds_planned=rounds_,
        opening=Season.Opening.FINISHED,
        scheme_json=SCHEME,
    )
    here: dict[str, Any] = {"club_id": club.pk, "user": owner, "season_id": season.pk}
    season_services.open_registration(**here)
    for user in people:
        entries_services.enter(club_id=club.pk, user=user, season_id=season.pk)
    for division in Division.objects.filter(season=season):
        drawn = draws_services.rehearse(**here, number=division.number)
        draws_services.lock(**here, number=division.number, draw_id=drawn.pk)
    season_services.start(**here)
    return season


def _running(season: Season) -> list[Game]:
    found = Table.objects.filter(round__season=season, game__status=Game.Status.RUNNING)
    return [table.game for table in found.select_related("game").order_by("pk") if table.game]


def _play_out(game: Game) -> int:
    """Let the bot act for everybody until the match is over; returns the number of moves."""
    users = dict(game.seats.values_list("number", "user_id"))
    moves = 0
    for seat, payload in _moves(game):
        user_id = users[seat]
        if user_id is not None:
            game_services.act(slug=game.slug, user_id=user_id, payload=payload, seen=None, key=None)
            moves += 1
    return moves


def _moves(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """The bot's commands with their seats, until the match is over."""
    while True:
        game.refresh_from_db(fields=["seq", "status"])
        match = state_of(game).match
        if is_over(match) or game.status != Game.Status.RUNNING:
            return
        number, seat = to_act(match)[0]
        state = open_deal(match, number)
        assert state is not None  # noqa: S101 (it has somebody to act)
        command = choose(PLAYS, deal_view(state, seat), match.rules, game.seq)
        yield seat, event_to_json(command)
