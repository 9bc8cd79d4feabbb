"""Seasons as a whole: preparing, changing, copying, opening and cancelling them."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction
from django.utils import timezone

from games.models import Game
from leagues.clubs.services import end_membership_of_deleted_account
from leagues.entries import services as entries
from leagues.locks import ClubError
from leagues.models import Club, Season
from leagues.seasons import services, sweep
from leagues.seasons.dates import plan_rounds
from leagues.tasks import advance_seasons
from leagues.webhooks.webhook_post import WebhookPost
from napoleon.time_bank import clock_to_json
from players.models import Notification, User
from tests.support import table_pages
from tests.support.clubs import add, club_of, log, told
from tests.support.stored_seasons import course, crowd, enter, open_season, reread, season_of, started, states
from tests.support.visits import get, post, text

pytestmark = pytest.mark.django_db
TOKYO = ZoneInfo("Asia/Tokyo")
NOON = datetime(2027, 1, 4, 12, tzinfo=TOKYO)


def edit(season: Season, user: User, **values: object) -> None:
    services.edit(club_id=season.club_id, user=user, season_id=season.pk, values=values)


def test_a_season_is_prepared_with_its_rounds_and_a_division(club: Club, bo: User) -> None:
    season = season_of(club, bo, rounds_planned=3)
    assert (season.state, str(season)) == ("draft", "Spring")
    assert [one.number for one in season.rounds.order_by("number")] == [1, 2, 3]
    assert [str(one) for one in season.divisions.all()] == ["Division 1"]
    assert log(club)[-1] == "Bo prepared the season Spring."


def test_only_organisers_prepare_one(club: Club, chie: User) -> None:
    with pytest.raises(ClubError):
        season_of(club, chie)


def test_an_address_is_one_season_of_the_club(club: Club, bo: User) -> None:
    season_of(club, bo)
    with pytest.raises(ClubError, match="address"):
        season_of(club, bo, rounds_planned=3)
    assert club.seasons.count() == 1


def test_a_club_has_so_many_unfinished_seasons(club: Club, bo: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_OPEN", 1)
    season = season_of(club, bo)
    with pytest.raises(ClubError, match="too many"):
        season_of(club, bo, slug="autumn")
    services.cancel(club_id=club.pk, user=bo, season_id=season.pk)
    season_of(club, bo, slug="autumn")


# --- The dates of rounds ---


def test_rounds_follow_each_other_at_their_dates(club: Club, bo: User) -> None:
    season = season_of(club, bo, starts_at=NOON, round_days=7)
    with timezone.override(TOKYO):
        plan_rounds(season)
    dates = list(season.rounds.order_by("number").values_list("opens_at", "closes_at"))
    week = timedelta(days=7)
    assert dates == [(NOON, NOON + week), (NOON + week, NOON + 2 * week)]


def test_a_day_is_one_of_the_calendar(club: Club, bo: User) -> None:
    vienna = ZoneInfo("Europe/Vienna")
    before_summer_time = datetime(2027, 3, 27, 12, tzinfo=vienna)
    with timezone.override(vienna):
        season = season_of(club, bo, starts_at=before_summer_time, round_days=1)
    assert season.rounds.get(number=2).opens_at == datetime(2027, 3, 28, 12, tzinfo=vienna)


def test_days_are_those_of_whoever_said_when_it_starts(club: Club, bo: User) -> None:
    vienna = ZoneInfo("Europe/Vienna")
    before_summer_time = datetime(2027, 3, 27, 12, tzinfo=vienna)
    with timezone.override(vienna):
        season = season_of(club, bo, starts_at=before_summer_time, round_days=1)
    # An organiser who is elsewhere adds a round.
    with timezone.override(TOKYO):
        edit(season, bo, rounds_planned=3)
    opens = [one.opens_at for one in season.rounds.order_by("number")]
    assert opens == [datetime(2027, 3, day, 12, tzinfo=vienna) for day in (27, 28, 29)]
    with timezone.override(TOKYO):
        edit(season, bo, starts_at=NOON)
    assert (reread(season).time_zone, season.rounds.get(number=3).opens_at) == ("Asia/Tokyo", NOON + timedelta(days=2))


def test_without_a_start_there_are_no_dates_yet(club: Club, bo: User) -> None:
    assert set(season_of(club, bo, round_days=7).rounds.values_list("opens_at", "closes_at")) == {(None, None)}


def test_the_first_alone_has_a_date_where_each_waits_for_the_last(club: Club, bo: User) -> None:
    season = season_of(club, bo, starts_at=NOON, round_days=7, opening="finished")
    assert list(season.rounds.order_by("number").values_list("opens_at", "closes_at")) == [(NOON, None), (None, None)]


def test_concurrent_rounds_have_the_dates_of_the_season(club: Club, bo: User) -> None:
    season = season_of(club, bo, starts_at=NOON, round_days=7, pace="concurrent")
    assert set(season.rounds.values_list("opens_at", "closes_at")) == {(NOON, NOON + timedelta(days=14))}


def test_changing_the_number_of_rounds_changes_them(club: Club, bo: User) -> None:
    season = season_of(club, bo)
    edit(season, bo, rounds_planned=4)
    assert season.rounds.count() == 4
    edit(season, bo, rounds_planned=1)
    assert season.rounds.count() == 1


# --- Changing ---


def test_what_was_changed_is_in_the_log(club: Club, bo: User) -> None:
    season = season_of(club, bo)
    edit(season, bo, name="Summer", cap=8, closing="bots")
    assert (reread(season).name, reread(season).cap) == ("Summer", 8)
    assert log(club)[-1] == "Bo changed the season Summer: name, most members."
    # A clock that says what is usual anyway is no change.
    usual = clock_to_json(season.clock)
    assert season.clock_json != usual
    edit(season, bo, clock_json=usual, about="By mail")
    assert log(club)[-1] == "Bo changed the season Summer: description."
    before = len(log(club))
    edit(season, bo, name="Summer")
    assert len(log(club)) == before


def test_what_it_is_played_by_stays_once_it_has_started(club: Club, bo: User) -> None:
    season = season_of(club, bo)
    Season.objects.filter(pk=season.pk).update(state="running")
    edit(season, bo, cap=8, closing="void", games_at_once=3, about="At last")
    season = reread(season)
    assert (season.cap, season.closing) == (8, "bots")
    assert (season.games_at_once, season.about) == (3, "At last")


def test_a_season_that_is_over_stays_as_it_is(club: Club, bo: User) -> None:
    season = season_of(club, bo)
    services.cancel(club_id=club.pk, user=bo, season_id=season.pk)
    with pytest.raises(ClubError, match="over"):
        edit(season, bo, name="Summer")


# --- Copying ---


def test_a_copy_has_the_settings_and_divisions_but_no_dates(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo, cap=8, starts_at=NOON, round_days=7)
    season.divisions.update(name="Gold", promoted=2)
    enter(season, chie)
    made = reread(services.copy(club_id=club.pk, user=bo, season_id=season.pk, slug="summer", name="Summer"))
    assert (made.state, made.follows, made.cap, made.rules) == ("draft", season, 8, season.rules)
    assert (made.starts_at, made.round_days) == (None, 7)
    assert [(one.name, one.promoted) for one in made.divisions.all()] == [("Gold", 2)]
    assert made.rounds.count() == 2
    assert not made.entries.exists()


def test_who_was_entered_between_two_presses_of_the_button_stays_in_their_division(
    club: Club, bo: User, chie: User
) -> None:
    season = open_season(club, bo)
    season.divisions.update(name="Gold")
    copy = {"club_id": club.pk, "user": bo, "season_id": season.pk, "slug": "summer", "name": "Summer"}
    made = services.copy(**copy)
    entry = entries.add(club_id=club.pk, user=bo, season_id=made.pk, person=chie)
    assert services.copy(**copy) == made
    entry.refresh_from_db()
    assert [one.name for one in made.divisions.all()] == ["Gold"]
    assert entry.division == made.divisions.get()


def test_a_season_of_another_club_is_not_copied(club: Club, bo: User, dai: User) -> None:
    from tests.support.clubs import club_of

    season = season_of(club_of(dai, slug="away"), dai)
    with pytest.raises(Season.DoesNotExist):
        services.copy(club_id=club.pk, user=bo, season_id=season.pk, slug="mine", name="Mine")


# --- Registration and the end ---


def test_all_members_are_told_when_registration_opens(club: Club, ai: User, bo: User, chie: User) -> None:
    season = season_of(club, bo)
    services.open_registration(club_id=club.pk, user=bo, season_id=season.pk)
    assert reread(season).state == "registration"
    assert [told(user)[-1] for user in (ai, bo, chie)] == ["season_opened"] * 3
    assert log(club)[-1] == "Bo opened the registration for Spring."
    with pytest.raises(ClubError):
        services.open_registration(club_id=club.pk, user=bo, season_id=season.pk)


def test_registration_opens_at_its_date_by_itself(club: Club, bo: User) -> None:
    now = timezone.now()
    season = season_of(club, bo, registration_opens_at=now + timedelta(hours=1))
    assert sweep.seasons_to_advance(now) == []
    Season.objects.filter(pk=season.pk).update(registration_opens_at=now)
    assert sweep.seasons_to_advance(now) == [season.pk]
    sweep.advance_season(season.pk)
    sweep.advance_season(season.pk)
    assert reread(season).state == "registration"
    assert log(club).count("The registration for Spring opened on schedule.") == 1


def test_a_closing_date_in_the_past_does_not_close_what_is_opened_now(club: Club, bo: User) -> None:
    season = season_of(club, bo, registration_closes_at=timezone.now() - timedelta(days=1))
    services.open_registration(club_id=club.pk, user=bo, season_id=season.pk)
    assert reread(season).registration_closes_at is None


def test_settings_sent_as_they_were_found_change_nothing_after_it_was_closed(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    services.close_registration(club_id=club.pk, user=bo, season_id=season.pk)
    closed = reread(season).registration_closes_at
    assert closed
    before = log(club)
    edit(season, bo, registration_closes_at=closed.replace(second=0, microsecond=0))
    assert log(club) == before


def test_a_closed_registration_opens_again_by_the_same_button(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    page = "/clubs/tuesday/seasons/spring/"
    assert "Open the registration again" not in text(get(bo, page))
    post(bo, f"{page}registration/close/")
    assert "Open the registration again" in text(get(bo, page))
    post(bo, f"{page}registration/open/")
    assert reread(season).registration_closes_at is None
    enter(season, chie)
    assert states(season) == "Chie entered"
    assert log(club)[-1] == "Bo opened the registration for Spring again."
    # It was announced once.
    assert told(chie).count("season_opened") == 1


def test_cancelling_tells_the_reason(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    enter(season, chie)
    services.cancel(club_id=club.pk, user=bo, season_id=season.pk, reason="too few")
    assert reread(season).state == "cancelled"
    assert told(chie)[-1] == "season_over"
    with pytest.raises(ClubError, match="over"):
        services.cancel(club_id=club.pk, user=bo, season_id=season.pk)


@pytest.mark.usefixtures("quick_draws")
@pytest.mark.parametrize(("is_open", "posted"), [(True, ["season_over"]), (False, [])])
def test_nobody_elsewhere_hears_of_one_that_was_never_opened(
    club: Club, bo: User, monkeypatch: pytest.MonkeyPatch, is_open: bool, posted: list[str]
) -> None:
    season = open_season(club, bo) if is_open else season_of(club, bo)
    enqueued: list[str] = []
    monkeypatch.setattr(WebhookPost, "enqueue", classmethod(lambda cls, *args, **data: enqueued.append(cls.name)))
    services.cancel(club_id=club.pk, user=bo, season_id=season.pk)
    assert enqueued == posted


def test_closing_the_club_cancels_what_goes_on_in_it(
    club: Club, ai: User, bo: User, chie: User, django_capture_on_commit_callbacks: object
) -> None:
    draft = season_of(club, bo, "autumn")
    entries = open_season(club, bo, slug="summer")
    enter(entries, chie)
    season = started(club, bo, crowd(8), pace="concurrent", games_at_once=1)
    page = table_pages.text(get(ai, "/clubs/tuesday/close/"))
    assert "These seasons will be cancelled with the club" in page
    assert "Spring running" in page
    assert "Summer open for entries" in page
    assert "Autumn" not in page
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        assert post(ai, "/clubs/tuesday/close/", sure="on", reason="Too few of us").status_code == 302
    assert [reread(one).state for one in (draft, entries, season)] == ["draft", "cancelled", "cancelled"]
    assert course(season) == ["1 finished: void, void", "2 finished: void, void"]
    assert set(Game.objects.values_list("status", flat=True)) == {"abandoned"}
    assert told(chie)[-1] == "season_over"
    assert told(User.objects.get(name="P01"))[-2:] == ["season_over", "match_ended"]
    assert log(club)[-3:] == [
        "The season Summer was cancelled with the club.",
        "The season Spring was cancelled with the club.",
        "Ai closed the club.",
    ]
    assert "reason: Too few of us" in table_pages.text(get(chie, "/clubs/tuesday/audit-log/"))
    assert Notification.objects.filter(user=chie, kind="season_over").latest("pk").data["reason"] == "Too few of us"
    # No game begins any more.
    games = Game.objects.count()
    sweep.advance_season(season.pk)
    assert Game.objects.count() == games
    assert "These seasons" not in table_pages.text(get(ai, "/clubs/tuesday/close/"))


@pytest.mark.usefixtures("quick_draws")
def test_what_goes_on_in_a_club_that_was_closed_long_ago_ends(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4))
    draft = season_of(club, bo, "autumn", registration_opens_at=timezone.now())
    Club.objects.update(closed_at=timezone.now())
    advance_seasons()
    assert reread(season).state == "cancelled"
    assert log(club)[-1] == "The season Spring was cancelled with the club."
    assert reread(draft).state == "draft"
    assert sweep.seasons_to_advance(timezone.now()) == []


def test_a_club_that_its_last_member_leaves_the_site_from_is_closed_with_its_seasons(dai: User) -> None:
    season = open_season(club_of(dai, slug="alone"), dai)
    with transaction.atomic():
        end_membership_of_deleted_account(club_id=season.club_id, user=dai)
    assert reread(season).state == "cancelled"
    assert log(season.club)[-2:] == [
        "The season Spring was cancelled with the club.",
        "The last member left, so the club was closed.",
    ]


def test_who_has_lost_their_role_organises_no_more(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    add(club, bo)
    with pytest.raises(ClubError):
        services.cancel(club_id=club.pk, user=bo, season_id=season.pk)
