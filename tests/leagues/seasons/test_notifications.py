"""Notifications about seasons: their words, and how long they stay true."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from leagues.clubs.audit_messages import ACTIONS, BY_SITE, SETTINGS, sentence
from leagues.clubs.services import admit, close, leave
from leagues.entries import services as entries_services
from leagues.models import AuditEntry, Club, Entry, Offer, Round, Season, Standing, Table, TableSeat
from leagues.rounds.dates import set_dates
from leagues.seasons import services, sweep
from leagues.seasons.forms import STORED
from leagues.standings.number_format import as_text, ordinal
from leagues.substitutes import services as substitutes
from players.models import Notification, User
from players.notifications.kinds import bind
from tests.support.clubs import club_of
from tests.support.notifications import is_current, message_of
from tests.support.stored_seasons import crowd, drawn_season, enter, open_season, play_out, season_of, started
from tests.support.visits import get

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]


def latest(user: User, kind: str) -> Notification:
    found = Notification.objects.filter(user=user, kind=kind).last()
    assert found is not None
    return found


def said(notification: Notification) -> str:
    message = message_of(notification, full=True)
    assert message is not None
    return " | ".join([message.title, *message.lines])


def path_of(notification: Notification) -> str:
    message = message_of(notification)
    assert message is not None
    return message.path


def play_round(season: Season, number: int) -> None:
    sweep.advance_season(season.pk)
    for table in Table.objects.filter(round__season=season, round__number=number):
        play_out(table)
    sweep.advance_season(season.pk)


def test_registration_opens(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo, registration_closes_at=timezone.now() + timedelta(days=3))
    notification = latest(chie, "season_opened")
    assert said(notification).startswith("Spring: registration is open | It closes on ")
    assert path_of(notification) == "/clubs/tuesday/seasons/spring/"
    assert is_current(notification)
    enter(season, chie)
    assert not is_current(notification)
    entries_services.withdraw(club_id=club.pk, user=chie, season_id=season.pk)
    assert is_current(notification)
    Season.objects.update(registration_closes_at=timezone.now())
    assert not is_current(notification)


def test_who_is_entered_in_advance_hears_it_once_the_season_can_be_seen(club: Club, bo: User, chie: User) -> None:
    season = season_of(club, bo)
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    entry = entries_services.add(**ids, person=chie)
    assert not Notification.objects.filter(user=chie, kind="season_settled").exists()
    services.open_registration(**ids)
    notification = latest(chie, "season_settled")
    assert said(notification) == "You are in: Spring"
    assert is_current(notification)
    assert get(chie, path_of(notification)).status_code == 200
    entries_services.remove(**ids, entry_id=entry.pk)
    assert latest(chie, "season_out")


def test_an_entry_and_its_answer(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo, needs_approval=True)
    [entry] = enter(season, chie)
    notification = latest(bo, "season_applied")
    assert said(notification) == "Chie wants to play in Spring"
    assert path_of(notification) == "/clubs/tuesday/seasons/spring/entries/"
    assert is_current(notification)
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk, "entry_id": entry.pk}
    entries_services.answer(**ids, approve=True)
    assert not is_current(notification)
    answer = latest(chie, "season_settled")
    assert (said(answer), is_current(answer)) == ("You are in: Spring", True)
    entries_services.remove(**ids, reason="by mistake")
    assert not is_current(answer)
    out = latest(chie, "season_out")
    assert said(out) == "You are no longer in Spring | The reason given: by mistake"
    assert is_current(out)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("waiting", "You are on the waiting list: Spring"),
        ("refused", "The organisers have not approved your entry: Spring"),
        ("expired", "Your entry was not answered in time: Spring"),
    ],
)
def test_other_answers(club: Club, bo: User, chie: User, state: str, words: str) -> None:
    season = open_season(club, bo)
    [entry] = enter(season, chie)
    Entry.objects.filter(pk=entry.pk).update(state=state)
    notification = Notification(
        user=chie, kind="season_settled", data={"season": season.pk, "entry": entry.pk, "state": state}
    )
    notification.pk = 1
    assert (said(notification), is_current(notification)) == (words, True)


def test_the_course_of_a_season(club: Club, bo: User, emi: User) -> None:
    season = started(club, bo, crowd(4), round_days=14)
    player = User.objects.get(name="P01")
    begun = latest(player, "season_started")
    assert (said(begun), is_current(begun)) == ("Spring has started", True)
    table = latest(player, "season_round")
    assert is_current(table)
    admit(club, emi)
    substitutes.volunteer(club_id=club.pk, user=emi, season_id=season.pk)
    seat = Table.objects.get(round__number=1).seats.get(entry__user=player)
    substitutes.replace_player(club_id=club.pk, user=bo, season_id=season.pk, seat_id=seat.pk, reason="away")
    assert said(latest(player, "season_out")) == (
        "Spring, round 1: an organiser has given your seat to a substitute | The reason given: away"
    )
    asked = latest(emi, "season_asked")
    assert said(asked).startswith("Spring, round 1: will you be a substitute? | Please answer")
    assert is_current(asked)
    Offer.objects.update(answer_by=timezone.now())
    assert not is_current(asked)
    services.cancel(club_id=club.pk, user=bo, season_id=season.pk, reason="too few")
    over = latest(player, "season_over")
    assert said(over) == "Spring was cancelled | The reason given: too few"
    assert is_current(over)
    assert not is_current(begun)
    assert not is_current(table)


def test_the_end_of_the_club_is_why(club: Club, ai: User, bo: User, chie: User) -> None:
    enter(open_season(club, bo), chie)
    close(club_id=club.pk, user=ai)
    over = latest(chie, "season_over")
    assert said(over) == "Spring was cancelled | Its club, Tuesday, was closed."
    assert is_current(over)


@pytest.mark.parametrize("state", ["applied", "waiting"])
def test_who_hoped_to_get_in_hears_that_it_was_cancelled(club: Club, bo: User, chie: User, state: str) -> None:
    season = open_season(club, bo, needs_approval=True)
    [entry] = enter(season, chie)
    Entry.objects.filter(pk=entry.pk).update(state=state)
    asked = latest(bo, "season_applied")
    services.cancel(club_id=club.pk, user=bo, season_id=season.pk)
    assert said(latest(chie, "season_over")) == "Spring was cancelled"
    assert not is_current(asked)


def test_other_dates_hold_until_they_change_again(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4), round_days=14)
    player = User.objects.get(name="P01")
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    opens = datetime(2030, 5, 6, 9, tzinfo=ZoneInfo("Asia/Tokyo"))
    set_dates(**ids, number=2, opens_at=opens, closes_at=opens + timedelta(days=2))
    first = latest(player, "season_dates")
    assert path_of(first) == "/clubs/tuesday/seasons/spring/rounds/2/"
    with timezone.override("Asia/Tokyo"):
        assert said(first) == (
            "Spring, round 2: its dates have changed | It opens on May 6, 2030, 09:00. | "
            "It closes on May 8, 2030, 09:00."
        )
    assert is_current(first)
    set_dates(**ids, number=2, opens_at=opens, closes_at=None)
    second = latest(player, "season_dates")
    assert said(second).endswith("It has no closing date.")
    assert (is_current(first), is_current(second)) == (False, True)
    # Moving them back is notified as well.
    set_dates(**ids, number=2, opens_at=opens, closes_at=opens + timedelta(days=2))
    assert latest(player, "season_dates").pk not in (first.pk, second.pk)
    Round.objects.filter(season=season, number=2).update(state="finished")
    assert not is_current(latest(player, "season_dates"))


def test_a_bye_holds_while_its_round_runs(club: Club, bo: User) -> None:
    started(club, bo, crowd(5), gap="byes")
    notification = Notification.objects.get(kind="season_round", key__contains=":bye:")
    assert is_current(notification)
    Round.objects.update(state="finished")
    assert not is_current(notification)


def test_who_is_out_of_a_round_hears_no_more_that_it_begins(club: Club, bo: User) -> None:
    """As in the morning, when the round has begun in their quiet hours."""
    season = started(club, bo, crowd(9), gap="byes")
    seat, stays = TableSeat.objects.filter(table__round__number=1, number__lte=1)[:2]
    assert seat.entry
    assert stays.entry
    away, other = seat.entry.user, stays.entry.user
    assert is_current(latest(away, "season_round"))
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    substitutes.replace_player(**ids, seat_id=seat.pk)
    assert not is_current(latest(away, "season_round"))
    assert is_current(latest(other, "season_round"))
    free = Notification.objects.get(kind="season_round", key__contains=":bye:")
    assert is_current(free)
    entries_services.remove(**ids, entry_id=Entry.objects.get(season=season, user=free.user).pk)
    assert not is_current(free)


def test_who_has_left_a_private_club_hears_nothing_of_its_seasons_and_is_led_to_the_clubs(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4), round_days=14)
    player = User.objects.get(name="P01")
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    set_dates(**ids, number=2, opens_at=datetime(2030, 5, 6, 9, tzinfo=ZoneInfo("Asia/Tokyo")), closes_at=None)
    begun, dates = latest(player, "season_started"), latest(player, "season_dates")
    assert path_of(begun) == "/clubs/tuesday/seasons/spring/"
    Club.objects.filter(pk=club.pk).update(is_public=False)
    leave(club_id=club.pk, user=player)
    for notification in (begun, dates):
        assert not is_current(notification)
        message = message_of(notification)
        assert message is not None
        assert (message.path, message.action) == ("/clubs/", "Go to clubs")


def test_after_a_round_its_members_read_how_they_stand(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(8), round_days=14)
    play_round(season, 1)
    row = Standing.objects.select_related("entry__user").get(position=1)
    leader, notification = row.entry.user, latest(row.entry.user, "season_standings")
    assert is_current(notification)
    assert said(notification).startswith(
        f"Spring: round 1 is over | You are 1st of 8 with {as_text(row.points)} points. "
        f"| 1. {leader} {as_text(row.points)}, "
    )
    assert "| The next round opens on " in said(notification)
    season.rounds.filter(number=2).update(state=Round.State.FINISHED)
    assert not is_current(notification)


def test_at_the_end_members_read_their_place(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4), rounds_planned=1)
    play_round(season, 1)
    row = Standing.objects.select_related("entry__user").get(position=4)
    text = said(latest(row.entry.user, "season_over"))
    place, points = ordinal(row.place), as_text(row.points)
    assert text.startswith(f"Spring is over | You are {place} of 4 with {points} points. | 1. ")


def test_of_what_is_gone_nothing_is_said(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    notification = latest(chie, "season_opened")
    season.delete()
    assert message_of(notification) is None
    assert not is_current(notification)


def test_many_cost_what_one_does(club: Club, bo: User, ai: User) -> None:
    """As many notifications as there are, of whatever kinds: each thing is read once."""

    def cost(notifications: list[Notification]) -> int:
        with CaptureQueriesContext(connection) as captured:
            for kind in bind(notifications, full=True).values():
                assert kind.is_current
                assert kind.message()
        return len(captured)

    for slug in ("one", "two", "three"):
        enter(open_season(club_of(ai, bo, slug=slug), ai, slug=slug, needs_approval=True), bo)
    found = list(Notification.objects.filter(user=ai, kind="season_applied"))
    assert len(found) == 3
    assert cost(found) == cost(found[:1])


def test_in_japanese(club: Club, bo: User, chie: User) -> None:
    open_season(club, bo)
    with translation.override("ja"):
        assert said(latest(chie, "season_opened")) == "「Spring」：参加を受け付けています"


# --- The log ---

DATA = {
    "reason": "A play-off",
    "fields": ["name", "about"],
    "role": "owner",
    "uses": 2,
    "days": 3,
    "points": "1.5",
    "season": "Spring",
    "settings": ["cap", "closing"],
    "divisions": 2,
    "division": "Gold",
    "by": "rating",
    "round": 3,
    "seed": 17,
    "people": 2,
    "swaps": 1,
    "tables": 2,
    "table": "Spring 3-1",
    "boards": "Autumn",
    "before": "Winter",
    "rules": "Ours",
    "weeks": 6,
    "readers": 5,
    "members": 2,
    "ladder": "The wall",
    "team": 3,
    "handicap": ["0", "1.5", "0", "0.5"],
    "since": "2027-03-01T12:00:00+00:00",
    "until": "2027-03-08T12:00:00+00:00",
    "audience": {"season": "Spring", "division": "", "round": 0, "table": None},
}


def in_the_log(club: Club, action: str, actor: User | None, subject: User | None) -> str:
    entry = AuditEntry(
        club=club, at=timezone.now(), action=action, actor=actor, subject=subject, is_by_site=actor is None, data=DATA
    )
    return sentence(entry)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_line_of_the_log_can_be_read(club: Club, bo: User, chie: User, language: str) -> None:
    of_seasons = {
        action
        for action, text in [*ACTIONS.items(), *BY_SITE.items()]
        if "%(season)s" in str(text) or "%(table)s" in str(text)
    }
    with translation.override(language):
        lines = [(action, in_the_log(club, action, bo, chie)) for action in ACTIONS]
        lines += [(action, in_the_log(club, action, None, None)) for action in BY_SITE]
    assert not [line for _action, line in lines if "%" in line]
    assert all("Spring" in line for action, line in lines if action in of_seasons)
    assert len({line for _action, line in lines}) == len(lines)


def test_every_setting_has_its_words() -> None:
    assert set(SETTINGS) == {*STORED, "rules_json", "clock_json", "scheme_json"}


def test_organisers_are_told_once_that_a_season_cannot_start_and_why(club: Club, bo: User, chie: User) -> None:
    season = drawn_season(club, bo, crowd(8))
    enter(season, chie)
    Season.objects.filter(pk=season.pk).update(starts_at=timezone.now())
    for _ in range(2):
        sweep.advance_season(season.pk)
    told = Notification.objects.filter(kind="season_held_up")
    assert set(told.values_list("user__name", flat=True)) == {"Ai", "Bo"}
    assert told.count() == 2
    notification = latest(bo, "season_held_up")
    reason = "The members of Division 1 have changed since its draw. Draw again."
    assert said(notification) == f"Spring cannot start yet | {reason}"
    assert is_current(notification)
    Season.objects.filter(pk=season.pk).update(starts_at=timezone.now() + timedelta(days=1))
    assert not is_current(notification)
    Season.objects.filter(pk=season.pk).update(state=Season.State.RUNNING, announced_at=season.created_at)
    assert said(notification) == "Spring cannot start yet"
