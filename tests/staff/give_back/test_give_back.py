"""Staff give seats back to those from whom bots have taken them."""

import io
import json
import re
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.kernel import early_end
from games.kernel.log import state_of
from games.kernel.replay import replay
from games.models import Event, Game, Seat
from games.review.game_replay import replay_of
from games.seats import substitution
from games.statistics.services import tally
from leagues.models import Table
from leagues.ratings.services import players
from leagues.rounds.results import deals_of
from players.models import Notification, User
from staff.give_back import services
from staff.models import StaffAction
from tests.support.clubs import club_of, told
from tests.support.play import move_on, play_out, reread
from tests.support.stored_seasons import bare_season, entered, table_of
from tests.support.timed_match import events, is_sound
from tests.support.timed_match import game as game
from tests.support.visits import client_of, text
from tests.support.wall_clock import Wall, away
from tests.support.wall_clock import wall as wall

pytestmark = pytest.mark.django_db
PATH = "/staff/give-back/"
WHY = {"reason": "Mails did not go out"}


def seat_of(game: Game, user: User) -> Seat:
    return game.seats.get(user=user)


def replaced(game: Game, user: User, by: Event.By = Event.By.SITE) -> int:
    """The number of the seat from which the person was taken."""
    number = seat_of(game, user).number
    substitution.leave(game_id=game.pk, user=user, by=by)
    return number


def test_who_is_on_autopilot_plays_again_with_a_whole_bank(game: Game, staff: User, ai: User, wall: Wall) -> None:
    away(game, ai, wall)
    away(game, ai, wall)
    seat = seat_of(game, ai)
    assert seat.autopilot
    (given,) = services.give_back(game, [seat.number], actor=staff, **WHY)
    assert (given.person, given.is_left) == (ai, False)
    seat.refresh_from_db()
    assert (seat.autopilot, seat.missed, seat.bank) == (False, 0, game.clock.bank)
    assert events(game, "autopilot") == [("autopilot", "site"), ("autopilot", "site")]
    assert "given_back" in told(ai)
    assert is_sound(game)


def test_who_was_replaced_has_the_seat_again(game: Game, staff: User, ai: User, bo: User, wall: Wall) -> None:
    number = replaced(game, ai)
    services.give_back(game, [number], actor=staff, **WHY)
    seat = seat_of(game, ai)
    assert (seat.number, seat.bot, seat.bank) == (number, "", game.clock.bank)
    assert events(game, "left", "substituted") == [("left", "site"), ("substituted", "site")]
    assert told(ai)[-1] == "given_back"
    assert "substitute" not in told(ai)
    assert is_sound(game)
    assert f"Ai has been given back seat {number + 1}." in text(client_of(bo).get(f"/t/{game.slug}/people/"))
    move_on(reread(game), [ai, bo], 3)
    game = play_out(reread(game), ai, bo)
    tally(game.pk)
    assert is_sound(game)


def test_the_log_of_staff_says_who_and_why(game: Game, staff: User, ai: User, wall: Wall) -> None:
    services.give_back(game, [replaced(game, ai)], actor=staff, **WHY)
    entry = StaffAction.objects.get()
    assert (entry.actor, entry.action, entry.reason) == (staff, "return", WHY["reason"])
    assert entry.target == f"game:{game.pk}"


@pytest.mark.parametrize("how", ["over", "closing", "taken", "elsewhere", "present", "actor"])
def test_what_is_refused(how: str, game: Game, staff: User, ai: User, bo: User, chie: User, wall: Wall) -> None:
    number, actor = replaced(game, ai), staff
    if how == "over":
        early_end.stop(game_id=game.pk)
    elif how == "closing":
        early_end.play_out(game_id=game.pk)
    elif how == "taken":
        substitution.offer(game_id=game.pk, number=number, user=chie)
        substitution.sit_in(game_id=game.pk, user=chie)
    elif how == "elsewhere":
        # They have since seen another hand.
        game.former_seats.create(number=1 - number, user=ai, until_seq=1)
    elif how == "present":
        number = seat_of(game, bo).number
    else:
        actor = bo
    before = reread(game).seq
    with pytest.raises(services.TableError):
        services.give_back(reread(game), [number], actor=actor, **WHY)
    assert reread(game).seq == before
    assert not StaffAction.objects.exists()


def test_a_row_that_alone_says_it_is_over_is_set_right(game: Game, staff: User, ai: User, wall: Wall) -> None:
    number = replaced(game, ai)
    Game.objects.filter(pk=game.pk).update(status="abandoned", ended_at=wall.now)
    services.give_back(reread(game), [number], actor=staff, **WHY)
    assert reread(game).status == Game.Status.RUNNING
    assert is_sound(game)


def test_looking_sets_nothing_right(game: Game, staff: User, ai: User, wall: Wall) -> None:
    number = replaced(game, ai)
    Game.objects.filter(pk=game.pk).update(status="abandoned", ended_at=wall.now)
    assert f"Seat {number + 1}: Ai" in text(client_of(staff).get(PATH, {"table": game.slug}))
    assert reread(game).status == Game.Status.ABANDONED


def test_the_page_names_seats_and_no_card(game: Game, staff: User, ai: User, bo: User, wall: Wall) -> None:
    number = replaced(game, ai)
    browser = client_of(staff)
    page = text(browser.get(PATH, {"table": f"https://localhost/t/{game.slug}/people/"}))
    assert f"Seat {number + 1}: Ai, who was replaced" in page
    assert not re.search(r"\bBo\b", page)
    assert browser.post(f"{PATH}?table={game.slug}", {"seats": [str(number)], **WHY})["Location"] == "/staff/log/"
    assert seat_of(game, ai).number == number


def test_the_page_refuses_with_a_reason(game: Game, staff: User, ai: User, wall: Wall) -> None:
    number = replaced(game, ai)
    browser = client_of(staff)
    path = f"{PATH}?table={game.slug}"
    assert browser.post(path, {"seats": [str(number)], "reason": " "}).status_code == 422
    assert browser.post(path, {"seats": ["5"], **WHY}).status_code == 422
    assert "no such table" in text(browser.get(PATH, {"table": "nothing"}))
    early_end.stop(game_id=game.pk)
    assert "match is over" in text(browser.get(path))
    assert browser.post(path, {"seats": [str(number)], **WHY}).status_code == 409
    assert client_of(ai).post(path, {"seats": [str(number)], **WHY}).status_code == 404
    assert Client().get(path).status_code == 302
    assert not game.seats.filter(user=ai).exists()


def replaced_in_a_season(*people: User) -> tuple[Table, int]:
    """A table of a season at which a bot plays for the second of them, and the number of that seat."""
    season = bare_season(club_of(*people), state="running")
    table = table_of(season, entered(season, *people))
    return table, replaced(table.game, people[1])


def test_the_owner_of_a_seasons_seat_gets_the_deals_from_then_on(cast: list[User], staff: User) -> None:
    ai, bo, chie, dai, _emi = cast
    table, number = replaced_in_a_season(ai, bo, chie, dai)
    seat = table.seats.get(number=number)
    seat.sought_at = table.round.season.created_at
    seat.save()
    services.give_back(table.game, [number], actor=staff, **WHY)
    play_out(reread(table.game), ai, bo, chie, dai)
    assert {str(deal["players"]) for deal in deals_of(table, reread(table.game))} == {"None"}
    seat.refresh_from_db()
    assert seat.sought_at is None


def hands_of(game: Game, number: int) -> set[str]:
    """By whose hand the seat's moves were made, as the review tells it."""
    return {move.how for move in replay_of(reread(game)).moves if getattr(move.event, "seat", None) == number}


def test_what_the_person_plays_from_then_on_is_their_own(
    game: Game, staff: User, ai: User, bo: User, wall: Wall
) -> None:
    number = replaced(game, ai)
    services.give_back(game, [number], actor=staff, **WHY)
    game = play_out(reread(game), ai, bo)
    assert {one.seats[number].substitute for one in replay(game)} == {0}
    assert "player" in hands_of(game, number)
    assert "substitute" not in hands_of(game, number)
    assert {player.user_id for player in players(game)} == {ai.pk, bo.pk}


def test_a_substitute_who_gets_the_seat_back_is_still_one(
    game: Game, staff: User, ai: User, bo: User, chie: User, wall: Wall
) -> None:
    number = replaced(game, ai)
    substitution.offer(game_id=game.pk, number=number, user=chie)
    substitution.sit_in(game_id=game.pk, user=chie)
    replaced(game, chie)
    services.give_back(game, [number], actor=staff, **WHY)
    game = play_out(reread(game), chie, bo)
    assert list(replay(game))[-1].seats[number].substitute == 1
    assert "substitute" in hands_of(game, number)
    assert {player.user_id for player in players(game)} == {bo.pk}


def test_the_deals_stay_the_owners_when_they_have_deleted_their_account(cast: list[User], staff: User) -> None:
    ai, bo, chie, dai, _emi = cast
    table, number = replaced_in_a_season(ai, bo, chie, dai)
    services.give_back(table.game, [number], actor=staff, **WHY)
    play_out(reread(table.game), ai, bo, chie, dai)
    before = deals_of(table, reread(table.game))
    Seat.objects.filter(user=bo).update(user=None)
    assert deals_of(table, reread(table.game)) == before


def give_back(*words: str) -> dict[str, Any]:
    out = io.StringIO()
    call_command("give_back", *words, "--json", stdout=out)
    answer: dict[str, Any] = json.loads(out.getvalue())
    return answer


def test_the_command(game: Game, staff: User, ai: User, wall: Wall) -> None:
    number = replaced(game, ai)
    words = (game.slug, "--reason", "Mails did not go out", "--by", staff.email)
    answer = give_back(*words, "--dry-run")
    assert answer == {"table": game.slug, "seats": [{"seat": number + 1, "person": ai.pk}], "done": False}
    assert not game.seats.filter(user=ai).exists()
    assert not Notification.objects.filter(kind="given_back").exists()
    assert give_back(*words)["done"] is True
    assert seat_of(game, ai).number == number
    for wrong in (("nothing",), (game.slug, "--seat", "7"), (game.slug,)):
        with pytest.raises(CommandError):
            give_back(*wrong, "--reason", "x")


def test_who_left_by_themselves_is_named_to_get_the_seat_back(game: Game, ai: User, wall: Wall) -> None:
    number = replaced(game, ai, Event.By.PLAYER)
    with pytest.raises(CommandError):
        give_back(game.slug, "--reason", "x")
    assert give_back(game.slug, "--reason", "Asked for it", "--seat", str(number + 1))["done"]
    assert state_of(reread(game)).seq == reread(game).seq
