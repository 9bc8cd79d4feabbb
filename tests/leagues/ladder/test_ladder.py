"""Ladders: who may challenge whom, what a match and a refusal change, and what happens by itself."""

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.utils import timezone

from games.models import Game, Seat
from games.turns.outages import Shift
from leagues.clubs import services as clubs
from leagues.clubs.services import admit
from leagues.ladder import services, sweep
from leagues.ladder.places import rungs_of
from leagues.locks import ClubError
from leagues.models import Challenge, Club, Ladder, LadderEvent, Rung
from players.models import Notification, User
from players.vacations.models import Vacation
from tests.support.cast import everybody, person
from tests.support.clubs import log, told, tuesday
from tests.support.ladders import LIMITS, ladder_of
from tests.support.notifications import is_current, message_of
from tests.support.table_pages import words
from tests.support.visits import get, post, queries, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db


@world
def ladder() -> Ladder:
    """Ai, Bo, Chie, Dai and Emi, from the top; tables of four, one deal. Nobody sits in."""
    club = tuesday()
    ai, bo, chie, dai, emi, *_ = everybody()
    made = ladder_of(club, ai)
    for user in (ai, bo, chie, dai, emi):
        admit(club, user)
        services.join(**ids(made, user))
    Rung.objects.update(sits_in=False)
    return made


def ids(ladder: Ladder, user: User) -> dict[str, object]:
    return {"club_id": ladder.club_id, "user": user, "ladder_id": ladder.pk}


def rung(ladder: Ladder, user: User) -> Rung:
    return ladder.rungs.get(user=user, left_at=None)


def order(ladder: Ladder) -> str:
    """From the top: `Ai Bo Chie`."""
    return " ".join(each.name for each in rungs_of(ladder))


def challenged(ladder: Ladder, one: User, other: User) -> Challenge:
    return services.challenge(**ids(ladder, one), rung_id=rung(ladder, other).pk)


def accepted(ladder: Ladder, one: User, other: User) -> Challenge:
    made = challenged(ladder, one, other)
    return services.answer(**ids(ladder, other), challenge_id=made.pk, accept=True)


def over(found: Challenge, **scores: int) -> None:
    """The match is over with these points: `over(found, ai=3, chie=5)`."""
    for name, score in scores.items():
        Seat.objects.filter(game=found.game_id, user=person(name)).update(score=score)
    Game.objects.filter(pk=found.game_id).update(status=Game.Status.FINISHED)
    sweep.update_from_game(found.game_id or 0)


def sends(status: int, user: User, path: str, **data: object) -> HttpResponse:
    answer = post(user, path, **data)
    assert answer.status_code == status
    return answer


# --- Challenges ---


def test_who_wins_gets_the_higher_place(ladder: Ladder, chie: User, ai: User) -> None:
    found = accepted(ladder, chie, ai)
    assert found.game is not None
    assert set(Seat.objects.filter(game=found.game, user__isnull=False).values_list("user", flat=True)) == {
        ai.pk,
        chie.pk,
    }
    over(found, ai=2, chie=9)
    assert order(ladder) == "Chie Bo Ai Dai Emi"
    assert "ladder_place" in told(ai)


def test_who_loses_changes_nothing(ladder: Ladder, chie: User, ai: User) -> None:
    over(accepted(ladder, chie, ai), ai=5, chie=5)
    assert order(ladder) == "Ai Bo Chie Dai Emi"


def test_the_nearest_willing_members_take_free_seats(ladder: Ladder, chie: User, ai: User, bo: User, emi: User) -> None:
    """Bo and Emi sit in; all four places are dealt out again."""
    Rung.objects.filter(user__in=(bo, emi)).update(sits_in=True)
    found = accepted(ladder, chie, ai)
    assert Seat.objects.filter(game=found.game, user__isnull=False).count() == 4
    assert "ladder_match" in told(emi)
    over(found, ai=0, bo=1, chie=2, emi=3)
    assert order(ladder) == "Emi Chie Bo Dai Ai"


def test_nobody_sits_in_at_two_tables(ladder: Ladder, ai: User, bo: User, chie: User, dai: User, emi: User) -> None:
    Rung.objects.filter(user=emi).update(sits_in=True)
    accepted(ladder, chie, ai)
    second = accepted(ladder, dai, bo)
    people = Seat.objects.filter(game=second.game, user__isnull=False).values_list("user", flat=True)
    assert set(people) == {bo.pk, dai.pk}


def test_who_declines_loses_the_place(ladder: Ladder, chie: User, ai: User) -> None:
    made = challenged(ladder, chie, ai)
    assert "ladder_challenged" in told(ai)
    services.answer(**ids(ladder, ai), challenge_id=made.pk, accept=False)
    assert order(ladder) == "Chie Ai Bo Dai Emi"


def test_so_does_who_does_not_answer(ladder: Ladder, chie: User, ai: User) -> None:
    made = challenged(ladder, chie, ai)
    sweep.advance(made.answer_by - timedelta(minutes=1))
    assert order(ladder) == "Ai Bo Chie Dai Emi"
    sweep.advance(made.answer_by)
    assert order(ladder) == "Chie Ai Bo Dai Emi"
    made.refresh_from_db()
    assert made.state == Challenge.State.EXPIRED


def test_a_match_that_takes_too_long_is_played_by_bots(ladder: Ladder, chie: User, ai: User) -> None:
    found = accepted(ladder, chie, ai)
    assert found.play_by is not None
    sweep.advance(found.play_by)
    found.refresh_from_db()
    assert found.state == Challenge.State.PLAYED
    assert LadderEvent.objects.filter(kind="played", challenge=found).exists()


def test_a_match_that_was_given_up_is_void(ladder: Ladder, chie: User, ai: User) -> None:
    found = accepted(ladder, chie, ai)
    Game.objects.filter(pk=found.game_id).update(status=Game.Status.ABANDONED)
    sweep.advance(timezone.now())
    found.refresh_from_db()
    assert found.state == Challenge.State.VOID
    assert order(ladder) == "Ai Bo Chie Dai Emi"


def test_a_result_counts_once(ladder: Ladder, chie: User, ai: User) -> None:
    found = accepted(ladder, chie, ai)
    over(found, ai=2, chie=9)
    sweep.update_from_game(found.game_id or 0)
    sweep.advance(timezone.now())
    assert order(ladder) == "Chie Bo Ai Dai Emi"
    assert LadderEvent.objects.filter(kind="played").count() == 1


def refusal(ladder: Ladder, one: User, other: User) -> str:
    with pytest.raises(ClubError) as error:
        challenged(ladder, one, other)
    return str(error.value)


def test_limits_of_challenges(ladder: Ladder, ai: User, bo: User, chie: User, dai: User, emi: User) -> None:
    assert "at most 2 places above" in refusal(ladder, dai, ai)
    assert "at most 2 places above" in refusal(ladder, ai, bo)
    first = challenged(ladder, chie, ai)
    assert refusal(ladder, chie, bo) == "Your last challenge is not over yet."
    assert refusal(ladder, bo, ai) == "Ai is being challenged already."
    services.withdraw(**ids(ladder, chie), challenge_id=first.pk)
    assert refusal(ladder, chie, ai) == "You two have had a challenge lately."
    challenged(ladder, chie, bo)
    Challenge.objects.filter(pk=first.pk).update(made_at=timezone.now() - timedelta(days=15))
    challenged(ladder, bo, ai)


def test_who_is_on_vacation_is_not_challenged(ladder: Ladder, chie: User, ai: User) -> None:
    now = timezone.now()
    Vacation.objects.create(user=ai, start=now - timedelta(days=1), end=now + timedelta(days=3))
    assert refusal(ladder, chie, ai) == "Ai is on vacation."


def test_nobody_answers_for_others(ladder: Ladder, chie: User, ai: User, bo: User) -> None:
    made = challenged(ladder, chie, ai)
    path = f"{ladder.get_absolute_url()}answer/{made.pk}/"
    assert "not to you" in text(sends(409, bo, path, approve="no"))
    sends(302, ai, path, approve="no")
    sends(409, ai, path, approve="no")
    assert order(ladder) == "Chie Ai Bo Dai Emi"


def test_an_accepted_challenge_leads_to_its_table(ladder: Ladder, chie: User, ai: User) -> None:
    made = challenged(ladder, chie, ai)
    assert "You are challenged on a ladder" in words(get(ai, "/"))
    answer = sends(302, ai, f"{ladder.get_absolute_url()}answer/{made.pk}/", approve="yes")
    made.refresh_from_db()
    assert made.game is not None
    assert answer["Location"] == made.game.get_absolute_url()
    assert "You are challenged on a ladder" not in words(get(ai, "/"))


def said(user: User, kind: str) -> str:
    message = message_of(Notification.objects.filter(user=user, kind=kind).latest("pk"), full=True)
    assert message is not None
    return " | ".join([message.title, *message.lines, message.path])


def test_what_people_are_told(ladder: Ladder, chie: User, ai: User, bo: User) -> None:
    made = challenged(ladder, chie, ai)
    asked = Notification.objects.get(user=ai, kind="ladder_challenged")
    assert said(ai, "ladder_challenged").startswith("The wall: Chie challenges you | Please answer by ")
    assert is_current(asked)
    services.answer(**ids(ladder, ai), challenge_id=made.pk, accept=True)
    made.refresh_from_db()
    assert not is_current(asked)
    assert made.game is not None
    assert said(chie, "ladder_match").startswith("The wall: your match has begun | If it is not over by ")
    assert said(chie, "ladder_match").endswith(made.game.get_absolute_url())
    over(made, ai=1, chie=2)
    assert said(ai, "ladder_place") == f"The wall: place 1 → 3 | a match | {ladder.get_absolute_url()}"
    services.move(**ids(ladder, bo), rung_id=rung(ladder, ai).pk, place=1, reason="By mistake")
    assert "The wall: place 3 → 1 | moved by an organiser | The reason given: By mistake" in said(ai, "ladder_place")


# --- Joining, leaving, idleness ---


def test_new_members_begin_at_the_foot(ladder: Ladder, club: Club) -> None:
    fu = person("fu")
    admit(club, fu)
    sends(302, fu, f"{ladder.get_absolute_url()}join/")
    sends(302, fu, f"{ladder.get_absolute_url()}join/")
    assert order(ladder) == "Ai Bo Chie Dai Emi Fu"
    assert [each.place for each in rungs_of(ladder)] == [1, 2, 3, 4, 5, 6]


def test_who_leaves_leaves_no_gap_and_no_open_challenge(ladder: Ladder, bo: User, chie: User, ai: User) -> None:
    made = challenged(ladder, chie, ai)
    page = sends(200, ai, f"{ladder.get_absolute_url()}leave/")
    assert "Everybody below you moves up" in text(page)
    sends(302, ai, f"{ladder.get_absolute_url()}leave/", sure="yes")
    assert order(ladder) == "Bo Chie Dai Emi"
    assert [each.place for each in rungs_of(ladder)] == [1, 2, 3, 4]
    made.refresh_from_db()
    assert made.state == Challenge.State.VOID


def test_a_match_changes_places_without_who_has_left(ladder: Ladder, ai: User, bo: User, chie: User) -> None:
    Rung.objects.filter(user=bo).update(sits_in=True)
    found = accepted(ladder, chie, ai)
    services.leave(**ids(ladder, ai))
    over(found, ai=9, bo=1, chie=5)
    assert order(ladder) == "Chie Bo Dai Emi"


def test_leaving_the_club_is_leaving_the_ladder(ladder: Ladder, club: Club, chie: User) -> None:
    clubs.leave(club_id=club.pk, user=chie)
    assert order(ladder) == "Ai Bo Dai Emi"


def test_closing_the_club_ends_it(ladder: Ladder, club: Club, ai: User, chie: User) -> None:
    made = challenged(ladder, chie, ai)
    clubs.close(club_id=club.pk, user=ai, reason="x")
    ladder.refresh_from_db()
    made.refresh_from_db()
    assert ladder.ended_at is not None
    assert made.state == Challenge.State.VOID


def test_idle_members_move_down_one_by_one(ladder: Ladder, ai: User) -> None:
    long_ago = timezone.now() - timedelta(days=31)
    Rung.objects.filter(user=ai).update(idle_since=long_ago)
    sweep.advance(timezone.now())
    assert order(ladder) == "Bo Ai Chie Dai Emi"
    sweep.advance(timezone.now())
    assert order(ladder) == "Bo Ai Chie Dai Emi"
    Rung.objects.filter(user=ai).update(idle_since=long_ago)
    sweep.advance(timezone.now())
    assert order(ladder) == "Bo Chie Ai Dai Emi"


def test_idle_members_do_not_pass_each_other(ladder: Ladder, ai: User, bo: User) -> None:
    Rung.objects.filter(user__in=(ai, bo)).update(idle_since=timezone.now() - timedelta(days=31))
    sweep.advance(timezone.now())
    assert order(ladder) == "Chie Ai Bo Dai Emi"


def test_a_match_and_a_vacation_protect(ladder: Ladder, ai: User, bo: User, chie: User) -> None:
    accepted(ladder, chie, ai)
    Rung.objects.filter(user__in=(ai, bo)).update(idle_since=timezone.now() - timedelta(days=31))
    now = timezone.now()
    Vacation.objects.create(user=bo, start=now - timedelta(days=1), end=now + timedelta(days=3))
    sweep.advance(now)
    assert order(ladder) == "Ai Bo Chie Dai Emi"


def test_an_outage_moves_dates(ladder: Ladder, ai: User, chie: User) -> None:
    made = challenged(ladder, chie, ai)
    since = rung(ladder, ai).idle_since
    sweep.move_dates(Shift(timezone.now(), timedelta(hours=5)))
    answer_by = made.answer_by
    made.refresh_from_db()
    assert made.answer_by == answer_by + timedelta(hours=5)
    assert rung(ladder, ai).idle_since == since + timedelta(hours=5)


def test_two_accounts_of_a_person_keep_one_place(ladder: Ladder, bo: User, dai: User) -> None:
    services.merge_rungs(dai, bo)
    assert order(ladder) == "Ai Bo Chie Emi"
    services.merge_rungs(dai, bo)
    assert order(ladder) == "Ai Bo Chie Emi"


# --- Organisers ---


def test_organisers_move_and_take_off_with_a_reason(ladder: Ladder, bo: User, chie: User, emi: User) -> None:
    here = ladder.get_absolute_url()
    sends(422, bo, f"{here}members/{rung(ladder, emi).pk}/move/", place=1)
    sends(302, bo, f"{here}members/{rung(ladder, emi).pk}/move/", place=1, reason="Won the cup")
    assert order(ladder) == "Emi Ai Bo Chie Dai"
    sends(302, bo, f"{here}members/{rung(ladder, chie).pk}/remove/", reason="Asked for it")
    assert order(ladder) == "Emi Ai Bo Dai"
    assert log(ladder.club)[-2:] == ["Bo moved Emi on the ladder The wall.", "Bo took Chie off the ladder The wall."]
    page = words(get(None, f"{here}history/"))
    assert "An organiser moves Emi Emi 5 → 1 · Ai 1 → 2" in page
    assert "Won the cup" in page


def test_organisers_change_the_limits(ladder: Ladder, bo: User) -> None:
    sends(302, bo, f"{ladder.get_absolute_url()}settings/", **{**LIMITS, "reach": 4, "idle_days": ""})
    ladder.refresh_from_db()
    assert (ladder.reach, ladder.idle_days) == (4, None)


def test_organisers_found_and_end_ladders(ladder: Ladder, club: Club, bo: User) -> None:
    sends(302, bo, "/clubs/tuesday/ladders/new/", **{**LIMITS, "name": "Nap"}, preset="nap", pace="weeks")
    assert "Nap 0 members" in words(get(None, "/clubs/tuesday/ladders/"))
    sends(302, bo, f"{ladder.get_absolute_url()}end/", sure="yes")
    assert "This ladder ended on" in words(get(None, ladder.get_absolute_url()))
    sends(409, bo, f"{ladder.get_absolute_url()}join/")


# --- Pages ---


def test_the_page_says_who_can_be_challenged(ladder: Ladder, chie: User, ai: User, bo: User, emi: User) -> None:
    challenged(ladder, emi, person("dai"))
    page = text(get(chie, ladder.get_absolute_url()))
    for user in (ai, bo):
        assert f"/challenge/{rung(ladder, user).pk}/" in page
    assert f"/challenge/{rung(ladder, emi).pk}/" not in page
    challenged(ladder, chie, ai)
    page = words(get(chie, ladder.get_absolute_url()))
    assert "Chie challenges Ai" in page
    assert "Take the challenge back" in page
    assert "2 Bo Your last challenge is not over yet." in page
    assert "Chie challenges you" in words(get(ai, ladder.get_absolute_url()))


def test_queries_do_not_grow(ladder: Ladder, ai: User, chie: User) -> None:
    challenged(ladder, chie, ai)
    here = ladder.get_absolute_url()
    few = queries(ai, here), queries(ai, f"{here}history/"), queries(ai, f"{here}settings/")
    for number in range(9):
        user = User.objects.create(name=f"P{number}", email=f"p{number}@example.org")
        admit(ladder.club, user)
        services.join(**ids(ladder, user))
    assert (queries(ai, here), queries(ai, f"{here}history/"), queries(ai, f"{here}settings/")) == few
    assert max(few) <= 12


def test_who_joins_has_one_place_in_the_history(ladder: Ladder, bo: User) -> None:
    page = words(get(bo, f"/clubs/tuesday/ladders/{ladder.pk}/history/"))
    assert "Emi joins Emi: place 5" in page


# --- Private clubs ---


def test_nobody_outside_sees_the_matches_of_a_private_club(ladder: Ladder, chie: User, ai: User) -> None:
    Club.objects.update(is_public=False)
    game = accepted(ladder, chie, ai).game
    assert game is not None
    assert not game.is_listed
    assert get(None, game.get_absolute_url()).status_code == 404


def test_a_club_that_becomes_private_hides_them(ladder: Ladder, bo: User, chie: User, ai: User) -> None:
    game = accepted(ladder, chie, ai).game
    assert game is not None
    assert get(None, game.get_absolute_url()).status_code == 200
    clubs.edit(club_id=ladder.club_id, user=bo, values={"is_public": False})
    assert get(None, game.get_absolute_url()).status_code == 404


def test_a_match_that_fails_holds_up_nothing_else(
    ladder: Ladder, ai: User, chie: User, dai: User, emi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(game_id: int) -> bool:
        raise ValueError

    accepted(ladder, chie, ai)
    waiting = challenged(ladder, emi, dai)
    Challenge.objects.update(play_by=timezone.now(), answer_by=timezone.now())
    monkeypatch.setattr(sweep.early_end, "play_out", fail)
    sweep.advance(timezone.now())
    waiting.refresh_from_db()
    assert waiting.state == Challenge.State.EXPIRED


def test_a_ladder_is_founded_once_though_the_button_is_pressed_twice(ladder: Ladder, bo: User) -> None:
    assert ladder_of(ladder.club, bo) == ladder
