"""Plays a season to its end: bots act for its members, through the services that the pages use."""

import time
from typing import Any, Final, NamedTuple

from django.utils import timezone

from games.demo_tables import play_until
from games.models import Game
from leagues.clubs import services
from leagues.clubs.models import Role
from leagues.draws import services as draws_services
from leagues.entries import services as entries_services
from leagues.forms import free_address
from leagues.models import Club, Division, DivisionStandings, Season, Standing, Table
from leagues.seasons import services as season_services
from leagues.seasons.scheme_json import scheme_from_json, scheme_to_json
from napoleon.engine import is_over
from players.accounts.services import erase
from players.models import User

NAMES: Final = (
    *("Ai", "Bo", "Chie", "Dai", "Emi", "Fumi", "Gen", "Hana", "Itsu", "Jun", "Kei", "Leo"),
    *("Mari", "Nao", "Osamu", "Pia", "Rei", "Sae", "Taro", "Umi", "Vera", "Wataru", "Yuki"),
)
SCORE_SCHEME: Final = scheme_to_json(scheme_from_json({"tie_breaks": ["registration"]}))
"""Where all tables play the same deals, the points above the field count, in all rounds; in a knock-out the score."""
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
SLUG: Final = "demo-season"
PATIENCE: Final = 120.0
"""Seconds to wait for workers while nothing can be played."""


class Stuck(Exception):
    """No worker opens tables or updates standings."""


class PlayedSeason(NamedTuple):
    season: Season
    matches: int


def play_season(
    *, members: int, rounds_: int, deals: int, pairing: str = Season.Pairing.EVEN, is_duplicate: bool = False
) -> PlayedSeason:
    """Found a club, prepare a season, draw it, and play it to the end."""
    club, people = _club(members)
    counts_scores = is_duplicate or pairing == Season.Pairing.OUT
    scheme = SCORE_SCHEME if counts_scores else SCHEME
    settings = {"rounds_planned": rounds_, "pairing": pairing, "is_duplicate": is_duplicate, "scheme_json": scheme}
    season = _season(club, people, deals=deals, **settings)
    matches = 0
    begun = time.monotonic()
    while Season.objects.get(pk=season.pk).state == Season.State.RUNNING:
        running = _running(season)
        for game in running:
            play_until(game, is_over, PLAYS)
        matches += len(running)
        begun = time.monotonic() if running else _wait(begun)
    begun = time.monotonic()
    while DivisionStandings.objects.filter(division__season=season, is_provisional=False).count() == 0:
        begun = _wait(begun)
    return PlayedSeason(Season.objects.select_related("club").get(pk=season.pk), matches)


def standings(season: Season) -> list[Standing]:
    found = Standing.objects.filter(division__season=season).select_related("entry__user")
    return list(found.order_by("position"))


def _wait(since: float) -> float:
    """Give the workers time, up to a limit."""
    if time.monotonic() - since > PATIENCE:
        raise Stuck
    time.sleep(0.1)
    return since


def undo() -> int:
    """Close the clubs of demo seasons, and delete their members; return how many. Logs of matches always stay."""
    clubs = Club.objects.filter(slug__startswith=SLUG, closed_at=None)
    return sum(_undo(club) for club in clubs)


def _undo(club: Club) -> int:
    """Only people whom a demo season has made: they have no address, and nobody ever signed in as one."""
    people = list(User.objects.filter(memberships__club=club, email="", last_login=None))
    owner = next((user for user in people if club.memberships.filter(user=user, role=Role.OWNER).exists()), None)
    if owner is None:
        return 0
    services.close(club_id=club.pk, user=owner)
    for user in people:
        erase(user)
    return len(people)


def _club(members: int) -> tuple[Club, list[User]]:
    """Members without a password, so that nobody can sign in as one; the first founds the club."""
    people = [User(name=_name(number)) for number in range(members)]
    for user in people:
        user.set_unusable_password()
        user.save()
    slug = free_address(SLUG, Club.objects.all())
    name = slug.replace("-", " ").capitalize()
    club = services.create(user=people[0], slug=slug, name=name, takes_requests=False)
    for user in people[1:]:
        services.admit(club, user)
    return club, people


def _name(number: int) -> str:
    again, place = divmod(number, len(NAMES))
    return f"{NAMES[place]} {again + 1}" if again else NAMES[place]


def _season(club: Club, people: list[User], *, deals: int, **values: Any) -> Season:
    owner = people[0]
    season = season_services.create(
        club_id=club.pk,
        user=owner,
        slug=f"season-{timezone.now():%Y}",
        name=f"{timezone.now():%Y}",
        rules_json={"preset": "gurunapo", "deals": deals},
        other_size=4,
        opening=Season.Opening.FINISHED,
        **values,
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
