"""Rounds at real tables that are drawn from those present: answers, guests, the draw, and the results."""

import pytest
from django.utils.formats import date_format

from leagues.draws import services as draws
from leagues.entries import services as entries
from leagues.evenings.link import guest_path
from leagues.models import Bye, Club, Entry, Round, Season, Table, TableSeat
from leagues.seasons import services, sweep
from players.models import User
from tests.support.cast import person
from tests.support.clubs import log, tuesday
from tests.support.stored_seasons import crowd, enter, open_season, reread
from tests.support.visits import get, post, text
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
SEASON = "/clubs/tuesday/seasons/spring/"
ROUND = f"{SEASON}rounds/1/"
EVENING = {
    "venue": "real",
    "gap": "byes",
    "closing": "pro_rata",
    "opening": "finished",
    "takes_attendance": True,
    "other_size": 0,
    "late_until": 2,
    "rules_json": {"preset": "nap", "deals": 2},
}


@world
def season() -> Season:
    """Eleven members, who have said nothing yet. Tables of four are preferred; nothing is drawn."""
    club, bo = tuesday(), person("bo")
    made = open_season(club, bo, **EVENING)
    enter(made, bo, *crowd(10))
    services.start(club_id=club.pk, user=bo, season_id=made.pk)
    return reread(made)


def people(season: Season) -> list[User]:
    return [entry.user for entry in season.entries.select_related("user").order_by("order") if entry.user]


def say(user: User, answer: str) -> int:
    return post(user, f"{ROUND}attendance/reply/", answer=answer).status_code


def tables(season: Season) -> list[list[str]]:
    found = Table.objects.filter(round__season=season).with_seats().order_by("number")
    return [[seat.entry.name if seat.entry else "bot" for seat in table.seats.all()] for table in found]


def test_it_starts_without_a_draw_and_opens_nothing_by_itself(season: Season) -> None:
    sweep.advance_season(season.pk)
    assert season.state == Season.State.RUNNING
    assert not Table.objects.exists()
    assert set(season.rounds.values_list("state", flat=True)) == {"planned"}


def test_organisers_are_not_led_to_late_players_where_nobody_can_be_late(season: Season, bo: User) -> None:
    page = text(get(bo, SEASON))
    assert "Pauses" in page
    assert "Late players" not in page


def test_the_list_of_seasons_says_since_when_it_runs(season: Season, bo: User) -> None:
    assert season.started_at is not None
    assert f"since {date_format(season.started_at, 'DATE_FORMAT')}" in text(get(bo, "/clubs/tuesday/seasons/"))


def test_those_who_come_are_drawn_and_nobody_idles(season: Season, bo: User) -> None:
    """Eleven at Nap make two fours and a three."""
    for user in people(season):
        assert say(user, "comes") == 302
    page = text(get(bo, f"{ROUND}attendance/"))
    assert "11 people are coming" in page
    assert "Tables of 4, 4, 3" in page
    assert post(bo, f"{ROUND}draw-and-open/").status_code == 302
    assert sorted(len(table) for table in tables(season)) == [3, 4, 4]
    assert not Bye.objects.exists()
    assert season.rounds.get(number=1).state == Round.State.RUNNING


def test_a_bye_on_request_and_those_who_stay_away(season: Season, bo: User) -> None:
    one, other, *rest = people(season)
    say(one, "bye")
    say(other, "absent")
    for user in rest[:8]:
        say(user, "comes")
    post(bo, f"{ROUND}draw-and-open/")
    assert sorted(len(table) for table in tables(season)) == [4, 4]
    assert [bye.entry.user for bye in Bye.objects.select_related("entry__user")] == [one]
    assert not TableSeat.objects.filter(entry__user__in=[other, rest[8]]).exists()


def test_the_next_round_is_drawn_from_those_who_come_then(season: Season, bo: User) -> None:
    """Without waiting for the results of the first."""
    eight = people(season)[:8]
    for user in eight:
        say(user, "comes")
    post(bo, f"{ROUND}draw-and-open/")
    second = ROUND.replace("/1/", "/2/")
    for user in people(season)[3:]:
        post(user, f"{second}attendance/reply/", answer="comes")
    post(bo, f"{second}draw-and-open/")
    at = TableSeat.objects.filter(table__round__number=2).values_list("entry__user", flat=True)
    assert set(at) == {user.pk for user in people(season)[3:]}


def test_an_organiser_notes_who_comes(season: Season, club: Club, bo: User) -> None:
    first, second = season.entries.order_by("order")[:2]
    say(people(season)[1], "bye")
    stale = {f"of-{second.pk}": "", f"was-{second.pk}": ""}
    data = {f"of-{first.pk}": "comes", f"was-{first.pk}": "", **stale}
    assert post(bo, f"{ROUND}attendance/record/", **data).status_code == 302
    assert dict(season.rounds.get(number=1).attendances.values_list("entry", "answer")) == {
        first.pk: "comes",
        second.pk: "bye",
    }
    assert log(club)[-1] == "Bo noted who is coming to round 1 of Spring."


def test_a_guest_comes_by_the_link_and_plays(season: Season, bo: User) -> None:
    link = guest_path(season.rounds.get(number=1))
    assert "Are you coming to round 1?" in text(get(None, link))
    assert post(None, link, answer="comes", name="Hanako").status_code == 302
    assert post(bo, f"{ROUND}attendance/guests/", name="hanako").status_code == 302
    assert Entry.objects.filter(guest_name="Hanako").count() == 1
    for user in people(season)[:3]:
        say(user, "comes")
    post(bo, f"{ROUND}draw-and-open/")
    [table] = tables(season)
    assert "Hanako (guest)" in table
    assert "Hanako (guest)" in text(get(None, ROUND))
    assert "This round has been opened already." in text(get(None, link))


def test_a_guest_whom_organisers_have_removed_does_not_come_back_by_the_link(season: Season, bo: User) -> None:
    link = guest_path(season.rounds.get(number=1))
    post(None, link, answer="comes", name="Hanako")
    guest = season.entries.get(guest_name="Hanako")
    entries.remove(club_id=season.club_id, user=bo, season_id=season.pk, entry_id=guest.pk)
    assert log(season.club)[-1] == "Bo removed Hanako from Spring."
    answer = post(None, link, answer="comes", name="hanako")
    assert answer.status_code == 409
    assert "you can’t play in this season" in text(answer)
    assert [one.state for one in season.entries.filter(user=None)] == [Entry.State.REFUSED]


def test_a_table_of_guests_is_no_empty_table(season: Season, bo: User) -> None:
    for name in ("Hanako", "Ichiro", "Jiro", "Kiku"):
        post(bo, f"{ROUND}attendance/guests/", name=name)
    post(bo, f"{ROUND}draw-and-open/")
    assert Table.objects.get().state == Table.State.DRAWN


@pytest.mark.parametrize("token", ["1", "1:wrong", "x"])
def test_a_link_that_nobody_made_leads_nowhere(season: Season, token: str) -> None:
    assert get(None, f"/evenings/{token}/").status_code == 404


def test_members_are_led_to_their_own_page(season: Season) -> None:
    response = get(people(season)[0], guest_path(season.rounds.get(number=1)))
    assert response["Location"] == f"{ROUND}attendance/"


def test_the_front_page_asks_until_somebody_answers(season: Season) -> None:
    user = people(season)[1]
    asked = "Are you coming to round 1?"
    front = text(get(user, "/"))
    assert asked in front
    assert f'href="{ROUND}attendance/"' in front
    say(user, "absent")
    assert asked not in text(get(user, "/"))


def test_too_few_are_not_drawn(season: Season, bo: User) -> None:
    say(people(season)[0], "comes")
    assert "Draw and open" not in text(get(bo, f"{ROUND}attendance/"))
    assert post(bo, f"{ROUND}draw-and-open/").status_code == 409
    assert not Table.objects.exists()


def test_answers_after_the_opening_are_refused(season: Season, bo: User) -> None:
    for user in people(season)[:4]:
        say(user, "comes")
    post(bo, f"{ROUND}draw-and-open/")
    assert say(people(season)[5], "comes") == 409
    assert post(bo, f"{ROUND}draw-and-open/").status_code == 409


def test_a_round_that_is_drawn_in_part_is_not_opened(season: Season, bo: User) -> None:
    second = season.divisions.create(number=2)
    guests = people(season)[7:]
    season.entries.filter(user__in=guests).update(division=second)
    for user in people(season):
        say(user, "comes")
    keys = {"club_id": season.club_id, "user": bo, "season_id": season.pk, "number": 1}
    draws.lock(**keys, draw_id=draws.rehearse(**keys, seed=1).pk)
    assert f"{ROUND}open/" not in text(get(bo, ROUND))
    assert f'href="{SEASON}draw/2/"' in text(post(bo, f"{ROUND}open/"))
