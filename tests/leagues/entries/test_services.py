"""Entering a season: caps, approval, the waiting list, late entries, withdrawal."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django.asserts import assertContains

from leagues.clubs import services as clubs
from leagues.clubs.services import admit
from leagues.draws import services as draws_services
from leagues.entries import services as entries_services
from leagues.locks import ClubError
from leagues.models import Club, Division, Entry, Season, Standing, Table
from leagues.rounds import opening
from leagues.seasons import divisions, services, sweep
from leagues.standings.store import update_standings
from players.models import User
from tests.support.cast import person
from tests.support.clubs import add, log, membership, told
from tests.support.stored_seasons import (
    crowd,
    drawn_season,
    enter,
    open_season,
    play_out,
    reread,
    season_of,
    started,
    states,
)
from tests.support.visits import get, post, text

pytestmark = pytest.mark.django_db
SEASON = "/clubs/tuesday/seasons/spring/"


def settle(season: Season, user: User, person: User, *, approve: bool) -> None:
    entry = season.entries.get(user=person)
    entries_services.answer(club_id=season.club_id, user=user, season_id=season.pk, entry_id=entry.pk, approve=approve)


def withdraw(season: Season, user: User) -> None:
    entries_services.withdraw(club_id=season.club_id, user=user, season_id=season.pk)


def test_who_enters_is_in(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    [entry] = enter(season, chie)
    assert states(season) == "Chie entered"
    assert entry.division == season.divisions.get()
    with pytest.raises(ClubError, match="already"):
        enter(season, chie)


def test_only_members_of_the_club_enter(club: Club, bo: User, dai: User) -> None:
    season = open_season(club, bo)
    with pytest.raises(ClubError, match="Join it first"):
        entries_services.enter(club_id=club.pk, user=dai, season_id=season.pk)
    assert states(season) == ""


def test_registration_has_its_time(club: Club, bo: User, chie: User) -> None:
    season = season_of(club, bo)
    with pytest.raises(ClubError, match="not open"):
        enter(season, chie)
    services.open_registration(club_id=club.pk, user=bo, season_id=season.pk)
    services.close_registration(club_id=club.pk, user=bo, season_id=season.pk)
    with pytest.raises(ClubError, match="closed"):
        enter(season, chie)
    assert log(club)[-1] == "Bo closed the registration for Spring."


def test_who_comes_when_it_is_full_waits_and_moves_up(club: Club, bo: User, chie: User, dai: User, emi: User) -> None:
    season = open_season(club, bo, cap=2)
    enter(season, bo, chie, dai, emi)
    assert states(season) == "Bo entered, Chie entered, Dai waiting, Emi waiting"
    withdraw(season, bo)
    assert states(season) == "Bo withdrawn, Chie entered, Dai entered, Emi waiting"
    assert told(dai)[-1] == "season_settled"
    assert told(emi) == []


def test_who_waits_moves_up_when_there_may_be_more(club: Club, bo: User, chie: User, dai: User) -> None:
    season = open_season(club, bo, cap=1)
    enter(season, bo, chie, dai)
    services.edit(club_id=club.pk, user=bo, season_id=season.pk, values={"cap": 2})
    assert states(season) == "Bo entered, Chie entered, Dai waiting"
    assert told(chie)[-1] == "season_settled"
    # Later entries do not overtake.
    services.edit(club_id=club.pk, user=bo, season_id=season.pk, values={"cap": None})
    assert states(season) == "Bo entered, Chie entered, Dai entered"


@pytest.mark.usefixtures("quick_draws")
def test_who_waits_moves_up_when_late_entries_are_taken(club: Club, bo: User, chie: User) -> None:
    season = drawn_season(club, bo, crowd(4), cap=4)
    enter(season, chie)
    services.start(club_id=club.pk, user=bo, season_id=season.pk)
    sweep.advance_season(season.pk)
    withdraw(season, User.objects.get(name="P04"))
    assert states(season).endswith("Chie waiting")
    services.edit(club_id=club.pk, user=bo, season_id=season.pk, values={"late_until": 2})
    assert states(season).endswith("Chie entered")
    assert season.entries.get(user=chie).first_round == 2


def test_a_full_season_without_a_waiting_list_takes_nobody(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo, cap=1, has_waiting_list=False)
    enter(season, bo)
    with pytest.raises(ClubError, match="full"):
        enter(season, chie)
    assert states(season) == "Bo entered"


def test_with_approval_an_organiser_decides(club: Club, ai: User, bo: User, chie: User) -> None:
    season = open_season(club, bo, needs_approval=True, cap=1)
    enter(season, chie, ai)
    assert states(season) == "Chie applied, Ai applied"
    assert told(bo).count("season_applied") == 2
    settle(season, bo, chie, approve=True)
    # The place is taken, so the next approved entry waits.
    settle(season, bo, ai, approve=True)
    assert states(season) == "Chie entered, Ai waiting"
    assert log(club)[-2] == "Bo approved the entry of Chie for Spring."
    with pytest.raises(ClubError, match="full"):
        settle(season, bo, ai, approve=True)
    settle(season, bo, ai, approve=False)
    assert states(season) == "Chie entered, Ai refused"
    with pytest.raises(ClubError, match="can’t play"):
        enter(season, ai)


def test_who_has_withdrawn_may_come_back_at_the_end(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    enter(season, chie, bo)
    withdraw(season, chie)
    assert log(club)[-1] == "Chie withdrew from Spring."
    with pytest.raises(ClubError, match="not in this season"):
        withdraw(season, chie)
    enter(season, chie)
    assert states(season) == "Bo entered, Chie entered"


def divided(club: Club, user: User) -> Season:
    """A running season of two divisions: of eight the first four play in the lower one."""
    season = open_season(club, user, rounds_planned=3, late_until=3)
    wanted = [divisions.WantedDivision("", None, 0, 0)] * 2
    ids = {"club_id": club.pk, "user": user, "season_id": season.pk}
    divisions.set_divisions(**ids, divisions=wanted)
    high, low = season.divisions.order_by("number")
    for place, entry in enumerate(enter(season, *crowd(8))):
        divisions.move_all(**ids, wanted={entry.pk: (high if place > 3 else low).number})
    for number in (1, 2):
        draws_services.lock(**ids, number=number, draw_id=draws_services.rehearse(**ids, number=number, seed=1).pk)
    services.start(**ids)
    sweep.advance_season(season.pk)
    return season


def in_the_standings(entry: Entry) -> bool:
    """Whether they have a line in those of the lower division."""
    division = entry.season.divisions.get(number=2)
    update_standings(division.pk)
    return Standing.objects.filter(division=division, entry=entry).exists()


@pytest.mark.usefixtures("quick_draws")
def test_who_has_been_in_a_round_comes_back_to_their_division(club: Club, bo: User) -> None:
    season = divided(club, bo)
    gone = User.objects.get(name="P02")
    withdraw(season, gone)
    [entry] = enter(season, gone)
    assert (entry.state, entry.division) == ("entered", season.divisions.get(number=2))
    assert in_the_standings(entry)
    # They were in it from the first round on.
    assert entry.first_round == 1


@pytest.mark.usefixtures("quick_draws")
@pytest.mark.parametrize("approve", [True, False])
def test_what_they_have_played_stays_whatever_becomes_of_their_wish(club: Club, bo: User, approve: bool) -> None:
    season = divided(club, bo)
    Season.objects.filter(pk=season.pk).update(needs_approval=True)
    gone = User.objects.get(name="P02")
    withdraw(season, gone)
    [entry] = enter(season, gone)
    assert entry.state == "applied"
    assert in_the_standings(entry)
    settle(season, bo, gone, approve=approve)
    assert in_the_standings(entry)


@pytest.mark.usefixtures("quick_draws")
def test_who_was_let_in_and_never_played_is_put_anew(club: Club, bo: User, chie: User) -> None:
    season = divided(club, bo)
    [entry] = enter(season, chie)
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    divisions.move_all(**ids, wanted={entry.pk: 1})
    withdraw(season, chie)
    [entry] = enter(season, chie)
    assert (entry.division, entry.first_round) == (None, 2)


@pytest.mark.usefixtures("quick_draws")
def test_who_has_been_drawn_sits_at_no_second_table_in_another_division(club: Club, bo: User, chie: User) -> None:
    season = divided(club, bo)
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    high, low = season.divisions.order_by("number")
    [entry] = enter(season, chie)
    divisions.move_all(**ids, wanted={entry.pk: high.number})
    draws_services.lock(**ids, number=1, draw_id=draws_services.rehearse(**ids, number=1, seed=1).pk)
    withdraw(season, chie)
    [entry] = enter(season, chie)
    assert (entry.division, entry.first_round) == (high, 2)
    with pytest.raises(ClubError, match="so members stay in their divisions"):
        divisions.move_all(**ids, wanted={entry.pk: low.number})


def test_an_organiser_enters_members_and_takes_them_out(club: Club, bo: User, chie: User, dai: User) -> None:
    season = season_of(club, bo)
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    entry = entries_services.add(**ids, person=chie)
    assert states(season) == "Chie entered"
    with pytest.raises(ClubError, match="already"):
        entries_services.add(**ids, person=chie)
    with pytest.raises(ClubError, match="not a member"):
        entries_services.add(**ids, person=dai)
    entries_services.remove(**ids, entry_id=entry.pk, reason="by mistake")
    assert states(season) == "Chie refused"
    # Only organisers know of the season so far.
    assert told(chie) == []
    assert log(club)[-2:] == ["Bo entered Chie for Spring.", "Bo removed Chie from Spring."]
    with pytest.raises(ClubError):
        entries_services.remove(**ids, entry_id=entry.pk)


def test_whom_an_organiser_has_removed_they_alone_enter_again(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    [entry] = enter(season, chie)
    post(chie, f"{SEASON}substitutes/join/")
    assert season.substitutes.count() == 1
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    entries_services.remove(**ids, entry_id=entry.pk, reason="She told the cards")
    for way_in in ("enter/", "substitutes/join/"):
        assertContains(post(chie, f"{SEASON}{way_in}"), "you can’t play in this season", status_code=409)
    assert season.substitutes.count() == 0
    for page, button in ((SEASON, "enter/"), (f"{SEASON}substitutes/", "substitutes/join/")):
        assert f'action="{SEASON}{button}"' not in text(get(chie, page))
    entries_services.add(**ids, person=chie)
    assert states(season) == "Chie entered"


def test_once_all_members_have_entered_organisers_are_led_to_invite(club: Club, ai: User, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    enter(season, ai, bo)
    assert 'action="/clubs/tuesday/seasons/spring/entries/add/"' in text(get(bo, f"{SEASON}entries/"))
    enter(season, chie)
    page = text(get(bo, f"{SEASON}entries/"))
    assert "All members of the club have entered." in page
    assert 'href="/clubs/tuesday/invitations/"' in page
    assert "entries/add/" not in page


def test_members_of_one_name_can_be_told_apart(club: Club, bo: User) -> None:
    open_season(club, bo)
    one, other = (User.objects.create(name="Fumi", email=f"{place}@example.org") for place in "ab")
    for user in (one, other, person("gin")):
        add(club, user)
    page = text(get(bo, f"{SEASON}entries/"))
    for fumi in (one, other):
        assert f'<span>Fumi <small class="soft">#{fumi.pk}</small></span>' in page
    assert "<span>Gin</span>" in page


def test_late_entries_come_in_while_rounds_have_not_begun(club: Club, bo: User, chie: User, dai: User) -> None:
    season = open_season(club, bo)
    Season.objects.filter(pk=season.pk).update(state="running", late_until=0)
    with pytest.raises(ClubError, match="late"):
        enter(season, chie)
    Season.objects.filter(pk=season.pk).update(late_until=1)
    enter(season, chie)
    Season.objects.filter(pk=season.pk).update(state="finished")
    with pytest.raises(ClubError, match="over"):
        enter(season, dai)


@pytest.mark.usefixtures("quick_draws")
@pytest.mark.parametrize("waits", [False, True])
def test_who_is_let_in_later_is_in_it_from_a_later_round_on(club: Club, bo: User, chie: User, waits: bool) -> None:
    season = started(club, bo, crowd(4), rounds_planned=3, late_until=3)
    Season.objects.filter(pk=season.pk).update(needs_approval=not waits, cap=4 if waits else None)
    [entry] = enter(season, chie)
    assert (entry.state, entry.first_round) == ("waiting" if waits else "applied", 2)
    play_out(Table.objects.get(round__season=season, round__number=1))
    opening.open_round(club_id=club.pk, user=bo, season_id=season.pk, number=2)
    sweep.advance_season(season.pk)
    Season.objects.filter(pk=season.pk).update(cap=None)
    settle(season, bo, chie, approve=True)
    entry.refresh_from_db()
    assert (entry.state, entry.first_round) == ("entered", 3)


def test_who_leaves_the_club_leaves_its_seasons(club: Club, ai: User, bo: User, chie: User) -> None:
    season = open_season(club, bo, cap=1)
    enter(season, chie, ai)
    clubs.remove(club_id=club.pk, user=bo, membership_id=membership(club, chie).pk)
    assert states(season) == "Chie withdrawn, Ai entered"


def test_who_leaves_the_site_leaves_them_as_well(club: Club, ai: User, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    enter(season, chie, bo)
    with transaction.atomic():
        clubs.end_membership_of_deleted_account(club_id=club.pk, user=chie)
    chie.delete()
    assert states(season) == "former player withdrawn, Bo entered"


def test_entries_of_another_season_are_out_of_reach(club: Club, bo: User, chie: User) -> None:
    season, other = open_season(club, bo), open_season(club, bo, slug="other")
    [entry] = enter(season, chie)
    with pytest.raises(ClubError):
        entries_services.remove(club_id=club.pk, user=bo, season_id=other.pk, entry_id=entry.pk)
    assert states(season) == "Chie entered"


def test_all_are_approved_in_their_order_as_far_as_there_is_room(
    club: Club, bo: User, chie: User, dai: User, emi: User
) -> None:
    season = open_season(club, bo, needs_approval=True, cap=2)
    enter(season, chie, dai, emi)
    assert "Approve all" in text(get(bo, f"{SEASON}entries/"))
    post(bo, f"{SEASON}entries/approve/")
    assert states(season) == "Chie entered, Dai entered, Emi waiting"
    # A full season offers nobody a place.
    page = text(get(bo, f"{SEASON}entries/"))
    assert "Approve" not in page
    assert "The season is full. The waiting list moves up when somebody leaves." in page
    assert "Enter many from a list" not in page
    assert log(club)[-1] == "Bo put Emi on the waiting list of Spring."


def test_in_a_full_season_the_button_says_that_it_is_the_waiting_list(
    club: Club, bo: User, chie: User, dai: User
) -> None:
    season = open_season(club, bo, needs_approval=True, cap=1)
    chies, dais = enter(season, chie, dai)
    assert "Put on the waiting list" not in text(get(bo, f"{SEASON}entries/"))
    post(bo, f"{SEASON}entries/{chies.pk}/answer/", approve="yes")
    assert 'Put on the waiting list<span class="vh">: Dai</span>' in text(get(bo, f"{SEASON}entries/"))
    post(bo, f"{SEASON}entries/{dais.pk}/answer/", approve="yes")
    assert states(season) == "Chie entered, Dai waiting"
    assert log(club)[-2:] == ["Bo approved the entry of Chie for Spring.", "Bo put Dai on the waiting list of Spring."]


def test_without_a_waiting_list_the_others_still_wait_for_an_answer(
    club: Club, bo: User, chie: User, dai: User
) -> None:
    season = open_season(club, bo, needs_approval=True, cap=1)
    enter(season, chie, dai)
    Season.objects.filter(pk=season.pk).update(has_waiting_list=False)
    post(bo, f"{SEASON}entries/approve/")
    assert states(season) == "Chie entered, Dai applied"


def test_the_members_of_the_season_before_come_in_at_once(
    club: Club, bo: User, chie: User, dai: User, emi: User
) -> None:
    before = open_season(club, bo)
    enter(before, emi, chie, dai, bo)
    clubs.remove(club_id=club.pk, user=bo, membership_id=membership(club, dai).pk)
    ids = {"club_id": club.pk, "user": bo, "season_id": before.pk}
    season = services.copy(**ids, slug="summer", name="Summer")
    entries_services.add(**{**ids, "season_id": season.pk}, person=bo)
    page = "/clubs/tuesday/seasons/summer/entries/"
    assert "Enter 2 members of Spring" in text(get(bo, page))
    post(bo, f"{page}previous/")
    assert states(season) == "Bo entered, Emi entered, Chie entered"
    assert "members of Spring" not in text(get(bo, page))


def test_of_the_members_of_the_season_before_those_without_room_wait(
    club: Club, bo: User, chie: User, emi: User
) -> None:
    before = open_season(club, bo)
    enter(before, emi, chie, bo)
    ids = {"club_id": club.pk, "user": bo, "season_id": before.pk}
    season = services.copy(**ids, slug="summer", name="Summer")
    Season.objects.filter(pk=season.pk).update(cap=2)
    page = text(get(bo, "/clubs/tuesday/seasons/summer/entries/"))
    assert "no room for 1 of them: this person goes on the waiting list." in page
    entries_services.add_previous_members(club_id=club.pk, user=bo, season_id=season.pk)
    assert states(season) == "Emi entered, Chie entered, Bo waiting"


def test_the_season_before_is_the_newest_that_had_members(club: Club, bo: User, chie: User) -> None:
    spring = open_season(club, bo)
    enter(spring, chie)
    open_season(club, bo, slug="empty")
    season = open_season(club, bo, slug="summer")
    assert entries_services.previous_season(season) == spring
    assert list(entries_services.previous_members(season, spring)) == [chie]
    assert entries_services.previous_season(spring) is None
    assert not entries_services.previous_members(spring, None).exists()


def test_closing_by_its_date(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    later = timezone.now() + timedelta(hours=1)
    Season.objects.filter(pk=season.pk).update(registration_closes_at=later)
    assert entries_services.why_closed(reread(season)) == ""
    Season.objects.filter(pk=season.pk).update(registration_closes_at=timezone.now())
    assert entries_services.why_closed(reread(season)) == "Registration is closed."


# --- Late entrants in the standings ---


def _enters(season: Season, bo: User, chie: User) -> None:
    enter(season, chie)


def _is_approved(season: Season, bo: User, chie: User) -> None:
    Season.objects.filter(pk=season.pk).update(needs_approval=True)
    enter(season, chie)
    settle(season, bo, chie, approve=True)


def _is_added(season: Season, bo: User, chie: User) -> None:
    admit(season.club, chie)
    entries_services.add(club_id=season.club_id, user=bo, season_id=season.pk, person=chie)


def _moves_up(season: Season, bo: User, chie: User) -> None:
    Season.objects.filter(pk=season.pk).update(cap=4)
    enter(season, chie)
    withdraw(season, season.entries.filter(state="entered").earliest("order").user)  # type: ignore[arg-type]  # a person


def _gets_a_division(season: Season, bo: User, chie: User) -> None:
    second = Division.objects.create(season=season, number=2)
    [entry] = enter(season, chie)
    assert entry.division is None
    divisions.move_all(club_id=season.club_id, user=bo, season_id=season.pk, wanted={entry.pk: second.number})


@pytest.mark.usefixtures("quick_draws")
@pytest.mark.parametrize("come", [_enters, _is_approved, _is_added, _moves_up, _gets_a_division])
def test_late_entrants_are_in_the_standings_at_once(
    club: Club, bo: User, chie: User, come: Any, django_capture_on_commit_callbacks: Any
) -> None:
    season = started(club, bo, crowd(4), rounds_planned=3, late_until=3)
    with django_capture_on_commit_callbacks(execute=True):
        come(season, bo, chie)
    assert Standing.objects.filter(entry__user=chie).exists()


def test_bots_do_not_enter(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    chie.is_bot = True
    with pytest.raises(ClubError):
        enter(season, chie)
    assert not season.entries.filter(user=chie).exists()


def test_all_members_who_are_left_are_entered_by_one_button(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    entries_services.enter(club_id=club.pk, user=bo, season_id=season.pk)
    response = post(bo, f"{SEASON}entries/add/", everybody="yes")
    assert response.status_code == 302
    assert sorted(entry.name for entry in season.entries.all()) == ["Ai", "Bo", "Chie"]


def test_of_all_members_those_without_room_go_on_the_waiting_list(club: Club, bo: User, emi: User) -> None:
    season = open_season(club, bo, cap=2)
    admit(club, emi)
    page = text(get(bo, f"{SEASON}entries/"))
    assert "Enter all 4" in page
    assert "The season has no room for 2 of them: they go on the waiting list." in page
    assert post(bo, f"{SEASON}entries/add/", everybody="yes").status_code == 302
    assert states(season) == "Ai entered, Bo entered, Chie waiting, Emi waiting"


def test_without_a_waiting_list_they_are_left_out(club: Club, bo: User) -> None:
    season = open_season(club, bo, cap=2, has_waiting_list=False)
    page = text(get(bo, f"{SEASON}entries/"))
    assert "no room for 1 of them, and no waiting list: this person is skipped." in page
    assert post(bo, f"{SEASON}entries/add/", everybody="yes").status_code == 302
    assert states(season) == "Ai entered, Bo entered"


def test_the_page_of_the_season_says_it_as_well(club: Club, bo: User, emi: User) -> None:
    open_season(club, bo, cap=2, gap="byes")
    admit(club, emi)
    assert "Enter all 4: The season has no room for 2 of them" in " ".join(text(get(bo, SEASON)).split())
    assert post(bo, f"{SEASON}entries/add/?from=season", everybody="yes")["Location"] == SEASON
    assert "Enter all" not in text(get(bo, SEASON))


def test_bots_are_not_offered_to_a_season_for_people(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo)
    User.objects.filter(pk=chie.pk).update(is_bot=True)
    assert "Enter all 2" in text(get(bo, f"{SEASON}entries/"))
    Season.objects.filter(pk=season.pk).update(allows_bots=True)
    assert "Enter all 3" in text(get(bo, f"{SEASON}entries/"))


def test_those_who_wait_for_approval_come_first_on_the_page(club: Club, bo: User, chie: User) -> None:
    season = open_season(club, bo, needs_approval=True)
    enter(season, chie)
    page = text(get(bo, f"{season.get_absolute_url()}entries/"))
    assert page.index("Waiting for approval") < page.index("Enter members")
