"""The club of a demo: a season that is over, one in its third round, and one that takes entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final
from unittest import mock

from django.utils import timezone

from games.demo_tables import Enough, acts, deal_over, play_until, tricks_over
from leagues.clubs import services as clubs
from leagues.draws import services as draws
from leagues.entries import services as entries
from leagues.models import Club, Membership, Role, Season, Table
from leagues.rounds import closing
from leagues.seasons import services as seasons
from leagues.seasons import sweep
from leagues.seasons.scheme_json import scheme_from_json, scheme_to_json
from leagues.standings.store import update_standings
from leagues.substitutes import services as substitutes
from napoleon.engine import is_over
from players.models import Notification, User

DEALS: Final = 2
"""Deals of each match."""
TRICKS: Final = 4
"""Tricks that are over where a player is late."""
PLAYS: Final = "recruit"
"""The level of the bot that plays for the members: the fastest."""
SCHEME: Final = scheme_to_json(
    scheme_from_json(
        {
            "points": "both",
            "places": [["5", "3", "2", "1", "0"]],
            "tie_breaks": ["head_to_head", "points_per_deal", "napoleon_wins", "registration"],
        }
    )
)
SEED: Final = 1
"""The seed of the draws, so that every demo has the same."""


def create_demo_club(people: Sequence[User]) -> None:
    """Create the club: the first person owns it, the second organises, and the fifth would like to join."""
    owner, organiser, substitute, late, outside, *others = people
    with _days_ago(120):
        club = _club(owner, organiser, [organiser, substitute, late, *others])
    _season_over(_DemoSeason(club, organiser), [owner, organiser, late, *others[:7]])
    at_play = _DemoSeason(club, organiser)
    left = _season_at_play(at_play, [owner, organiser, late, *others])
    _season_to_enter(_DemoSeason(club, organiser), [owner, *others[:5]])
    # Last, so that the log has everything in the order of its dates.
    with _days_ago(0.5):
        at_play.replace_somebody(left, substitute)
    at_play.count()
    clubs.request_to_join(club_id=club.pk, user=outside, text="Dai told me about you.")
    # Old notifications count as read.
    now = timezone.now()
    Notification.objects.filter(at__lt=now - timedelta(days=5)).update(read_at=now)


def _club(owner: User, organiser: User, members: Sequence[User]) -> Club:
    club = clubs.create(
        user=owner, slug="hanabi", name="Hanabi", about="Napoleon on Thursdays at the tea house, and all week here."
    )
    for user in members:
        clubs.admit(club, user)
    membership = Membership.objects.get(club=club, user=organiser)
    clubs.set_role(club_id=club.pk, user=owner, membership_id=membership.pk, role=Role.ORGANISER)
    return club


# --- The three seasons ---


def _season_over(demo: _DemoSeason, members: Sequence[User]) -> None:
    demo.begin("Summer", members, days_ago=100, rounds_planned=3)
    for day in (100, 90, 80):
        for table in demo.tables_opened(day):
            _play(table, is_over, day - 4)
    demo.count()


def _season_at_play(demo: _DemoSeason, members: Sequence[User]) -> Table:
    """Two rounds are over, one table of them void. In the third, one table is over and one waits for somebody who is
    late; the other, which is returned, is in its second deal.
    """
    late = members[2]
    demo.begin("Autumn", members, days_ago=24, rounds_planned=5)
    for table in demo.tables_opened(24):
        _play(table, is_over, 20)
    *played, left = demo.tables_opened(14)
    for table in played:
        _play(table, is_over, 9)
    _play(left, deal_over, 6)
    demo.close_round(2, days_ago=5)
    slow, done, empty = sorted(demo.tables_opened(4), key=lambda table: not _sits_at(table, late))
    _play(done, is_over, 1)
    _play(slow, _waits_for(slow, late), 2.5)
    _play(empty, deal_over, 1)
    return empty


def _season_to_enter(demo: _DemoSeason, members: Sequence[User]) -> None:
    """Half of those who have entered are approved."""
    with _days_ago(2):
        demo.prepare("Winter", rounds_planned=5, needs_approval=True)
        entered = [entries.enter(**demo.of(user)) for user in members]
        for entry in entered[: len(entered) // 2]:
            entries.answer(**demo.here, entry_id=entry.pk, approve=True)


class _DemoSeason:
    """A season, and the organiser who does everything in it."""

    def __init__(self, club: Club, organiser: User) -> None:
        self.club, self.organiser = club, organiser

    @property
    def here(self) -> dict[str, Any]:
        return self.of(self.organiser)

    def of(self, user: User) -> dict[str, Any]:
        return {"club_id": self.club.pk, "user": user, "season_id": self.season.pk}

    def prepare(self, name: str, **values: Any) -> None:
        """Open its registration."""
        self.season = seasons.create(
            club_id=self.club.pk,
            user=self.organiser,
            slug=name.lower(),
            name=name,
            rules_json={"preset": "gurunapo", "deals": DEALS},
            other_size=4,
            round_days=10,
            closing=Season.Closing.VOID,
            scheme_json=SCHEME,
            **values,
        )
        seasons.open_registration(**self.here)

    def begin(self, name: str, members: Sequence[User], days_ago: float, **values: Any) -> None:
        with _days_ago(days_ago):
            self.prepare(name, starts_at=timezone.now(), **values)
            for user in members:
                entries.enter(**self.of(user))
            drawn = draws.rehearse(**self.here, number=1, seed=SEED)
            draws.lock(**self.here, number=1, draw_id=drawn.pk)
            seasons.start(**self.here)

    def tables_opened(self, days_ago: float) -> list[Table]:
        with _days_ago(days_ago):
            sweep.advance_season(self.season.pk)
        running = Table.objects.filter(round__season=self.season, state=Table.State.RUNNING)
        return list(running.select_related("game").order_by("pk"))

    def close_round(self, number: int, days_ago: float) -> None:
        with _days_ago(days_ago):
            closing.close_round(**self.here, number=number)
            for table_id in closing.tables_being_ended(self.season):
                closing.continue_ending(table_id)

    def replace_somebody(self, table: Table, substitute: User) -> None:
        """An organiser replaces a player, and the substitute is asked."""
        substitutes.volunteer(**self.of(substitute))
        seat = table.seats.exclude(entry__user=self.organiser).order_by("-number").first()
        assert seat is not None  # noqa: S101 (for the type checker)
        reason = "Travelling until Sunday."
        substitutes.replace_player(**self.here, seat_id=seat.pk, reason=reason)

    def count(self) -> None:
        """Bring the standings up to date."""
        for division in self.season.divisions.all():
            update_standings(division.pk, in_full=True)


# --- Play ---


def _play(table: Table, enough: Enough, days_ago: float) -> None:
    assert table.game is not None  # noqa: S101 (it has been opened)
    with _days_ago(days_ago):
        play_until(table.game, enough, PLAYS)
        closing.update_table(table.pk)


def _sits_at(table: Table, user: User) -> bool:
    return table.seats.filter(entry__user=user).exists()


def _waits_for(table: Table, user: User) -> Enough:
    """In the middle of the second deal, with the person to act."""
    number = table.seats.get(entry__user=user).number
    return lambda match: deal_over(match) and tricks_over(match) >= TRICKS and acts(match, number)


@contextmanager
def _days_ago(days: float) -> Iterator[None]:
    """Turn the site's clock back: a demo needs a history, and the services take the time from here."""
    moment = timezone.now() - timedelta(days=days)
    with mock.patch.object(timezone, "now", return_value=moment):
        yield
