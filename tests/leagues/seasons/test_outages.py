"""The dates of seasons move with an outage: nothing closes, opens or expires because the site was down."""

from collections.abc import Callable
from datetime import datetime, time, timedelta

import pytest

from games import tasks as games
from games.models import Heartbeat, Outage
from games.turns import outages
from leagues import tasks
from leagues.clubs import invitations
from leagues.clubs.services import admit
from leagues.entries import services as entries
from leagues.locks import ClubError
from leagues.models import Club, Invitation, Offer, Round, Season
from leagues.rounds.dates import set_dates
from leagues.seasons import services
from leagues.substitutes import services as substitutes
from players import tasks as players
from players.models import Notification, User
from tests.support.clubs import log, told
from tests.support.notifications import is_current, message_of
from tests.support.stored_seasons import course, crowd, open_season, reread, started
from tests.support.substitutes import answer, asked, replace
from tests.support.wall_clock import Wall
from tests.support.wall_clock import wall as wall

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]

TEN_DAYS = timedelta(days=10)


@pytest.fixture
def season(club: Club, bo: User, wall: Wall) -> Season:
    """A season in the middle of its first round of three, which is to close in four days."""
    wall.go()
    members = crowd(4)
    made = started(club, bo, members, starts_at=wall.now, round_days=7, rounds_planned=3)
    wall.go(days=3)
    tasks.advance_seasons()
    return reread(made)


def in_this_order(*first_minute: Callable[[], None]) -> Callable[[], None]:
    def run() -> None:
        for task in first_minute:
            task()

    return run


ORDERS = [
    in_this_order(tasks.advance_seasons, games.sweep, players.send_notifications),
    in_this_order(games.sweep, players.send_notifications, tasks.advance_seasons),
    in_this_order(players.send_notifications, tasks.mail_invitations, tasks.advance_seasons, games.sweep),
]


def closing_dates(season: Season) -> list[datetime | None]:
    return list(season.rounds.order_by("number").values_list("closes_at", flat=True))


@pytest.mark.parametrize("first_minute", ORDERS)
def test_a_round_goes_on_after_an_outage_over_its_closing_date(
    season: Season, bo: User, wall: Wall, first_minute: Callable[[], None]
) -> None:
    before, going = closing_dates(season), course(season)
    wall.go(days=10, beating=False)
    first_minute()
    first_minute()
    assert course(season) == going
    assert going[0] == "1 running: running"
    assert closing_dates(season) == [closes and closes + TEN_DAYS for closes in before]
    assert Outage.objects.get().moved_by == TEN_DAYS


def test_the_organisers_are_asked_and_the_players_hear_of_the_new_date(
    season: Season, club: Club, ai: User, bo: User, wall: Wall
) -> None:
    player = User.objects.get(name="P02")
    wall.go(days=10, beating=False)
    tasks.advance_seasons()
    assert [told(user)[-1] for user in (ai, bo)] == ["season_put_off"] * 2
    assert told(player)[-1] == "season_dates"
    assert log(club)[-1] == "The site was down, so the dates of Spring moved."
    question = Notification.objects.get(user=bo, kind="season_put_off")
    assert message_of(question).title == "Spring, round 1: when is it to close?"
    assert is_current(question)
    set_dates(
        club_id=club.pk, user=bo, season_id=season.pk, number=1, opens_at=None, closes_at=wall.now + timedelta(days=2)
    )
    assert not is_current(question)


def test_a_round_that_would_have_gone_on_asks_nobody(season: Season, bo: User, wall: Wall) -> None:
    wall.go(minutes=20, beating=False)
    before = closing_dates(season)
    tasks.advance_seasons()
    assert closing_dates(season) == [closes and closes + timedelta(minutes=20) for closes in before]
    assert not Notification.objects.filter(kind__in=["season_dates", "season_put_off"]).exists()


def test_at_its_new_date_it_closes(season: Season, wall: Wall) -> None:
    wall.go(days=10, beating=False)
    tasks.advance_seasons()
    wall.go(days=4, hours=2)
    tasks.advance_seasons()
    assert Round.objects.get(season=season, number=2).state == Round.State.RUNNING


def test_a_season_that_was_to_start_takes_entries_for_as_long_as_it_would_have(
    club: Club, bo: User, dai: User, wall: Wall
) -> None:
    wall.go()
    season = open_season(
        club,
        bo,
        starts_at=wall.now + timedelta(days=5),
        registration_closes_at=wall.now + timedelta(days=4),
        round_days=7,
    )
    admit(club, dai)
    wall.go(days=10, beating=False)
    entries.enter(club_id=club.pk, user=dai, season_id=season.pk)  # before the first sweep
    tasks.advance_seasons()
    season = reread(season)
    assert season.state == Season.State.REGISTRATION
    assert season.registration_closes_at == wall.now + timedelta(days=4)
    assert season.starts_at == season.rounds.get(number=1).opens_at == wall.now + timedelta(days=5)
    assert "season_held_up" not in told(bo)


def test_a_draft_opens_later(club: Club, bo: User, wall: Wall) -> None:
    wall.go()
    season = services.create(
        club_id=club.pk,
        user=bo,
        slug="later",
        name="Later",
        rules_json={"preset": "four", "deals": 2},
        other_size=None,
        registration_opens_at=wall.now + timedelta(hours=5),
    )
    wall.go(hours=6, beating=False)
    tasks.advance_seasons()
    assert reread(season).state == Season.State.DRAFT
    wall.go(hours=5)
    tasks.advance_seasons()
    assert reread(season).state == Season.State.REGISTRATION


# --- Offers and invitations ---


@pytest.fixture
def offer(season: Season, bo: User, dai: User, emi: User) -> Offer:
    """P02 is to be replaced; Dai is asked first, then Emi."""
    for user in (dai, emi):
        admit(season.club, user)
        substitutes.volunteer(club_id=season.club_id, user=user, season_id=season.pk)
    replace(season, bo, "P02")
    return Offer.objects.get()


@pytest.mark.parametrize("first_minute", ORDERS)
def test_a_substitute_keeps_the_hours_they_had_left(offer: Offer, wall: Wall, first_minute: Callable[[], None]) -> None:
    wall.go(hours=10)
    left = offer.answer_by - wall.now
    wall.go(days=10, beating=False)
    first_minute()
    offer.refresh_from_db()
    assert (offer.state, offer.answer_by) == (Offer.State.OPEN, wall.now + left)
    assert asked() == ["Dai open"]
    assert is_current(Notification.objects.get(kind="season_asked"))


def test_the_hours_left_are_none_of_the_night(offer: Offer, dai: User, wall: Wall) -> None:
    User.objects.filter(pk=dai.pk).update(keeps_quiet=True, quiet_from=time(22), quiet_until=time(8), time_zone="UTC")
    offer.answer_by = wall.now + timedelta(hours=8)  # 21:00
    offer.save()
    wall.go(hours=9, beating=False)
    tasks.advance_seasons()
    offer.refresh_from_db()
    assert f"{offer.answer_by:%H:%M}" == "15:00"


def test_a_substitute_may_answer_before_the_first_sweep(offer: Offer, season: Season, dai: User, wall: Wall) -> None:
    wall.go(days=10, beating=False)
    answer(season, dai, accept=True)
    assert asked() == ["Dai accepted"]


def test_an_invitation_is_valid_for_as_long_as_the_site_ran(club: Club, ai: User, dai: User, wall: Wall) -> None:
    wall.go()
    invitation = invitations.invite(club_id=club.pk, user=ai, person=dai)
    over = invitations.make_link(club_id=club.pk, user=ai, days=1, uses=5)
    wall.go(days=8)
    before, expired = invitation.expires_at, over.expires_at
    wall.go(days=10, beating=False)
    tasks.mail_invitations()
    invitation.refresh_from_db()
    over.refresh_from_db()
    assert (invitation.expires_at, over.expires_at) == (before + TEN_DAYS, expired)
    invitations.join(invitation_id=invitation.pk, user=dai)


def test_an_invitation_is_valid_before_the_first_sweep(club: Club, ai: User, dai: User, wall: Wall) -> None:
    wall.go()
    invitation = invitations.invite(club_id=club.pk, user=ai, person=dai)
    wall.go(days=13)
    wall.go(days=3, beating=False)
    invitations.join(invitation_id=invitation.pk, user=dai)
    assert Invitation.objects.get().uses == 1


# --- Once, and all of it ---


def test_a_process_that_dies_while_dates_move_has_moved_none(
    season: Season, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = closing_dates(season)
    wall.go(days=10, beating=False)

    def die(shift: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(outages, "MOVERS", [*outages.MOVERS, die])
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                tasks.advance_seasons()
    assert closing_dates(season) == before
    wall.go(minutes=1)
    tasks.advance_seasons()
    assert closing_dates(season) == [closes and closes + TEN_DAYS for closes in before]


def test_dates_that_cannot_be_moved_hold_up_no_time_out(
    season: Season, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing is given back before, so that the next sweep tries again."""
    wall.go(days=10, beating=False)

    def fail(shift: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(outages, "MOVERS", [fail])
        with pytest.raises(RuntimeError):
            games.sweep()
        with pytest.raises(RuntimeError):
            tasks.advance_seasons()
    assert Heartbeat.objects.get().at == wall.now
    assert not Outage.objects.get().is_given_back
    assert course(season)[0] == "1 running: running"


def test_a_clock_that_was_ahead_has_moved_nothing_for_good(season: Season, wall: Wall) -> None:
    before = closing_dates(season)
    wall.go(days=5, beating=False)
    tasks.advance_seasons()
    games.sweep()
    assert closing_dates(season) != before
    wall.now -= timedelta(days=5)
    games.sweep()
    assert closing_dates(season) == before
    assert course(season)[0] == "1 running: running"


def test_after_a_clock_was_ahead_for_a_while_the_outage_is_what_was_left(season: Season, wall: Wall) -> None:
    before = closing_dates(season)
    wall.go(hours=30, beating=False)
    games.sweep()
    wall.now -= timedelta(hours=20)
    games.sweep()
    assert closing_dates(season) == [closes and closes + timedelta(hours=10) for closes in before]


# --- Dates that have passed ---


def test_an_organiser_cannot_move_a_closing_date_that_has_passed(season: Season, bo: User, wall: Wall) -> None:
    """Before the sweep: the round is being closed."""
    wall.go(days=4, seconds=30)
    with pytest.raises(ClubError, match="has passed"):
        set_dates(
            club_id=season.club_id,
            user=bo,
            season_id=season.pk,
            number=1,
            opens_at=None,
            closes_at=wall.now + timedelta(days=2),
        )
