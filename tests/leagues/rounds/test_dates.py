"""When rounds open and close: fixed dates, moved dates, and who is notified."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games.models import Seat
from leagues.locks import ClubError
from leagues.models import Club, Offer, Round, Season
from leagues.rounds.dates import set_dates
from leagues.seasons import sweep
from leagues.substitutes import services as substitutes
from leagues.tasks import advance_seasons
from players.models import Notification, User
from tests.support.clubs import log, told
from tests.support.stored_seasons import course, crowd, drawn_season, play_out, reread, start, started, table_at
from tests.support.visits import post, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]


# --- Starting at a date ---

BERLIN = ZoneInfo("Europe/Berlin")
FIRST = datetime(2026, 10, 20, 12, tzinfo=BERLIN)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Sets the time."""

    def put(moment: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment.astimezone(UTC))

    put(FIRST - timedelta(days=10))
    return put


def in_berlin(club: Club, user: User, **values: object) -> Season:
    """Three rounds of a week each, planned by somebody in Berlin; its clocks go back after the first."""
    with timezone.override(BERLIN):
        values = {"starts_at": FIRST, "round_days": 7, "rounds_planned": 3, **values}
        return drawn_season(club, user, crowd(4), **values)


def move_dates(season: Season, user: User, number: int, opens: datetime | None) -> None:
    with timezone.override(BERLIN):
        set_dates(
            club_id=season.club_id,
            user=user,
            season_id=season.pk,
            number=number,
            opens_at=opens,
            closes_at=opens + timedelta(days=3) if opens else None,
        )


def dates(season: Season) -> list[str]:
    """When the rounds open and close, as the organiser reads it."""
    return [
        " – ".join(
            f"{moment.astimezone(BERLIN):%d.%m. %H:%M}" if moment else "" for moment in (one.opens_at, one.closes_at)
        )
        for one in season.rounds.order_by("number")
    ]


def test_the_dates_that_were_planned_hold_when_it_starts_by_itself(
    club: Club, bo: User, clock: Callable[[datetime], None]
) -> None:
    season = in_berlin(club, bo)
    move_dates(season, bo, 3, datetime(2026, 11, 10, 18, tzinfo=BERLIN))
    planned = ["20.10. 12:00 – 27.10. 12:00", "27.10. 12:00 – 03.11. 12:00", "10.11. 18:00 – 13.11. 18:00"]
    assert dates(season) == planned
    clock(FIRST + timedelta(seconds=41))
    advance_seasons()
    assert dates(season) == planned
    assert course(season)[0] == "1 running: running"
    assert reread(season).starts_at == FIRST


def test_an_organiser_who_starts_it_within_a_day_keeps_the_dates_as_well(
    club: Club, bo: User, clock: Callable[[datetime], None]
) -> None:
    season = in_berlin(club, bo)
    planned = dates(season)
    clock(datetime(2026, 10, 21, 11, 59, tzinfo=BERLIN))
    start(season, bo)
    assert dates(season) == planned
    assert reread(season).rounds.get(number=1).state == "running"


def test_what_starts_days_late_has_all_its_dates_as_many_days_later(
    club: Club, bo: User, clock: Callable[[datetime], None]
) -> None:
    season = in_berlin(club, bo)
    move_dates(season, bo, 3, datetime(2026, 11, 10, 18, tzinfo=BERLIN))
    # Over the night in which the clocks change.
    clock(datetime(2026, 10, 25, 12, tzinfo=BERLIN))
    start(season, bo)
    assert dates(season) == [
        "25.10. 12:00 – 01.11. 12:00",
        "01.11. 12:00 – 08.11. 12:00",
        "15.11. 18:00 – 18.11. 18:00",
    ]
    assert reread(season).rounds.get(number=1).state == "running"


def test_without_a_date_the_rounds_follow_from_the_start(
    club: Club, bo: User, clock: Callable[[datetime], None]
) -> None:
    season = in_berlin(club, bo, starts_at=None)
    move_dates(season, bo, 3, datetime(2026, 11, 20, 18, tzinfo=BERLIN))
    clock(datetime(2026, 10, 22, 19, 30, tzinfo=BERLIN))
    start(season, bo)
    assert dates(season) == [
        "22.10. 19:30 – 29.10. 19:30",
        "29.10. 19:30 – 05.11. 19:30",
        "20.11. 18:00 – 23.11. 18:00",
    ]


def test_a_round_that_opens_after_the_last_has_days_of_the_organisers_clock(
    club: Club, bo: User, clock: Callable[[datetime], None]
) -> None:
    season = in_berlin(club, bo, opening="finished")
    clock(FIRST)
    advance_seasons()
    assert dates(season)[0] == "20.10. 12:00 – 27.10. 12:00"
    clock(datetime(2026, 10, 21, 9, tzinfo=BERLIN))
    play_out(table_at(season, "1-1"))
    sweep.advance_season(season.pk)
    assert dates(season)[1] == " – 28.10. 09:00"


def test_it_starts_with_its_first_round_when_that_was_moved(
    club: Club, bo: User, clock: Callable[[datetime], None]
) -> None:
    season = in_berlin(club, bo)
    moved = FIRST + timedelta(days=1)
    move_dates(season, bo, 1, moved)
    clock(FIRST + timedelta(hours=1))
    advance_seasons()
    assert reread(season).state == "registration"
    clock(moved)
    advance_seasons()
    assert dates(season)[:2] == ["21.10. 12:00 – 24.10. 12:00", "27.10. 12:00 – 03.11. 12:00"]
    assert course(season)[0] == "1 running: running"
    move_dates(season, bo, 2, None)
    assert reread(season).starts_at == moved


def test_a_round_that_opens_days_late_has_its_days_all_the_same(
    club: Club, bo: User, clock: Callable[[datetime], None]
) -> None:
    season = in_berlin(club, bo, pairing="swiss", closing="void")
    clock(FIRST)
    advance_seasons()
    move_dates(season, bo, 1, FIRST + timedelta(days=15))
    # The first round has been made longer, and the second waits for its results.
    clock(FIRST + timedelta(days=16, hours=3))
    play_out(table_at(season, "1-1"))
    for _ in range(3):
        sweep.advance_season(season.pk)
    assert dates(season)[1] == "27.10. 12:00 – 12.11. 12:00"
    assert course(season)[:2] == ["1 finished: finished", "2 running: running"]


def test_a_closing_date_that_has_passed_before_the_round_could_open_is_no_end(
    club: Club, bo: User, clock: Callable[[datetime], None]
) -> None:
    season = in_berlin(club, bo, opening="finished", round_days=None, closing="void")
    clock(FIRST)
    advance_seasons()
    closes = {"opens_at": None, "closes_at": FIRST + timedelta(days=3)}
    set_dates(club_id=club.pk, user=bo, season_id=season.pk, number=2, **closes)
    clock(FIRST + timedelta(days=4))
    play_out(table_at(season, "1-1"))
    for _ in range(3):
        sweep.advance_season(season.pk)
    assert dates(season)[1] == " – "
    assert course(season)[:2] == ["1 finished: finished", "2 running: running"]


# --- Dates ---


def test_dates_are_moved(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4), round_days=7)
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    later = timezone.now() + timedelta(days=30)
    set_dates(**ids, number=1, opens_at=None, closes_at=later)
    first = season.rounds.get(number=1)
    assert first.closes_at == later
    assert first.opens_at is not None
    assert log(club)[-1] == "Bo moved the dates of round 1 of Spring."
    with pytest.raises(ClubError, match="in the past"):
        set_dates(**ids, number=1, opens_at=None, closes_at=timezone.now())
    with pytest.raises(ClubError, match="in the past"):
        set_dates(**ids, number=2, opens_at=later, closes_at=later)
    Round.objects.filter(season=season, number=1).update(state="finished")
    with pytest.raises(ClubError, match="over"):
        set_dates(**ids, number=1, opens_at=None, closes_at=later)


@pytest.mark.parametrize("moment", ["0001-01-01T00:00+14:00", "9999-12-31T23:59-05:00"])
def test_dates_at_the_ends_of_the_calendar_are_refused(club: Club, bo: User, moment: str) -> None:
    season = started(club, bo, crowd(4), round_days=7)
    before = dates(season)
    form = {"opens_at": moment, "closes_at": moment}
    response = post(bo, "/clubs/tuesday/seasons/spring/rounds/2/dates/", **form)
    assert response.status_code == 422
    assert "Enter a date within the next or the last ten years." in text(response)
    assert dates(season) == before


def test_those_at_its_tables_are_told_of_other_dates(club: Club, bo: User, chie: User, emi: User) -> None:
    season = started(club, bo, [*crowd(7), bo], round_days=7)
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    substitutes.volunteer(club_id=club.pk, user=chie, season_id=season.pk)
    seat = table_at(season, "1-1").seats.exclude(entry__user=bo)[0]
    assert seat.entry
    replaced = seat.entry.user
    assert replaced
    substitutes.replace_player(**ids, seat_id=seat.pk, reason="")
    offer = Offer.objects.get(user=chie)
    substitutes.answer_offer(club_id=club.pk, user=chie, season_id=season.pk, offer_id=offer.pk, accept=True)
    later = timezone.now() + timedelta(days=30)
    set_dates(**ids, number=1, opens_at=None, closes_at=later)
    found = Notification.objects.filter(kind="season_dates")
    now_there = {one.user for one in Seat.objects.filter(game__league_table__round__number=1, user__isnull=False)}
    assert chie in now_there
    assert replaced not in now_there
    # Who has moved them knows.
    assert {notification.user for notification in found} == now_there - {bo}
    # Those of a table that is only drawn are to sit there.
    set_dates(**ids, number=2, opens_at=later, closes_at=None)
    assert told(replaced)[-1] == told(User.objects.get(name="P01"))[-1] == "season_dates"
    assert told(emi) == []


def test_sending_the_dates_as_they_are_tells_nobody(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4), round_days=7)
    first = season.rounds.get(number=1)
    assert first.closes_at
    # The form knows no seconds.
    set_dates(
        club_id=club.pk,
        user=bo,
        season_id=season.pk,
        number=1,
        opens_at=first.opens_at,
        closes_at=first.closes_at.replace(second=0, microsecond=0),
    )
    assert not Notification.objects.filter(kind="season_dates")
    assert "moved the dates" not in log(club)[-1]


def test_a_season_in_preparation_tells_of_no_dates(club: Club, bo: User) -> None:
    season = drawn_season(club, bo, crowd(4))
    Season.objects.filter(pk=season.pk).update(state="draft", announced_at=None)
    move_dates(season, bo, 1, timezone.now() + timedelta(days=3))
    assert not Notification.objects.filter(kind="season_dates")
