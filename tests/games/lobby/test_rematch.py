"""A rematch by one tap: one table for all who were at the match, whoever taps first."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains

from games.kernel.transaction import NotSeated
from games.lobby import services
from games.lobby.rematch import join_rematch
from games.models import Game
from games.seats import substitution
from infrastructure import broadcast
from napoleon.time_bank import ClockRules
from players.models import Notification, User
from players.notifications import dispatch
from tests.support.play import play_out, reread, running
from tests.support.visits import asks_to_sign_in, get, guest, post, queries, text

pytestmark = pytest.mark.django_db

Capture = Callable[..., AbstractContextManager[list[Callable[[], object]]]]


def over(*people: User, **kwargs: object) -> Game:
    """A match of one deal that these people and bots have played to its end."""
    return play_out(running(*people, deals=1, **kwargs), *people)  # type: ignore[arg-type]


def rematch(game: Game, user: User) -> Game:
    """The table to which the button leads the person."""
    response = post(user, f"/t/{game.slug}/rematch/")
    assert response.status_code == 302
    return Game.objects.get(slug=response["Location"].split("/")[2])


def seats(game: Game) -> list[str]:
    """Who sits at the table; those who are invited in brackets."""
    rows = game.seats.select_related("user", "invited").order_by("number")
    return [seat.user.name if seat.user else f"({seat.invited})" if seat.invited else seat.bot for seat in rows]


def test_same_rules_clock_bots_and_people(ai: User, bo: User, chie: User) -> None:
    game = over(ai, bo, chie, clock=ClockRules(move=timedelta(hours=3)), listed=False)
    again = rematch(game, bo)
    # The host sits first; the others stay in the order of the table.
    assert seats(again) == ["Bo", "(Chie)", "recruit", "recruit", "(Ai)"]
    assert (again.host, again.status) == (bo, Game.Status.LOBBY)
    same = ("rules_json", "clock_json", "release", "is_listed", "name")
    assert [getattr(again, name) for name in same] == [getattr(game, name) for name in same]


def test_of_a_seasons_table_keeps_its_name_and_does_not_count(ai: User, bo: User) -> None:
    game = over(ai, bo)
    fixture = {"season": "Spring", "division": 0, "division_name": "", "round": 2, "table": 3}
    Game.objects.filter(pk=game.pk).update(host=None, name="Spring 2-3", fixture_json=fixture)
    assert "Go to the round" in text(get(ai, game.get_absolute_url()))
    again = rematch(game, ai)
    assert "Rematch: Spring, round 2, table 3" in text(get(bo, again.get_absolute_url()))
    post(bo, f"/t/{game.slug}/rematch/")
    play_out(again, ai, bo)
    assert "Go to the round" not in text(get(ai, again.get_absolute_url()))


def test_the_others_are_notified_and_sit_down_by_one_tap(ai: User, bo: User) -> None:
    again = rematch(over(ai, bo), ai)
    assert [row.user for row in Notification.objects.filter(kind="invited", data__game=again.pk)] == [bo]
    assert "Ai asks you for a rematch" in text(get(bo, "/"))
    dispatch.due_now(timezone.now())
    assert "Ai asks you for a rematch" in text(get(bo, "/me/notifications/"))
    post(bo, f"/t/{again.slug}/take-seat/")
    assert reread(again).status == Game.Status.RUNNING


def test_whoever_taps_second_joins_the_same_table(ai: User, bo: User, chie: User) -> None:
    game = over(ai, bo, chie)
    again = rematch(game, ai)
    assert rematch(game, ai) == again
    assert rematch(game, bo) == again
    assert seats(again) == ["Ai", "Bo", "(Chie)", "recruit", "recruit"]
    assert game.rematches.count() == 1
    rematch(game, chie)
    assert reread(again).status == Game.Status.RUNNING


def test_against_bots_alone_it_begins_at_once(ai: User) -> None:
    assert rematch(over(ai), ai).status == Game.Status.RUNNING


def test_a_rematch_that_its_host_has_closed_makes_room_for_another(ai: User, bo: User) -> None:
    game = over(ai, bo)
    first = rematch(game, ai)
    services.cancel(game_id=first.pk)
    assert "Join the rematch" not in text(get(ai, f"/t/{game.slug}/"))
    second = rematch(game, bo)
    assert second != first
    assert seats(second)[0] == "Bo"


def test_the_page_says_what_the_button_does(ai: User, bo: User, chie: User) -> None:
    game = over(ai, bo)
    assert "Rematch" in text(get(ai, f"/t/{game.slug}/"))
    rematch(game, ai)
    for player in (ai, bo):
        assert "Join the rematch" in text(get(player, f"/t/{game.slug}/"))
    assert "rematch" not in text(get(chie, f"/t/{game.slug}/"))
    assert "rematch" not in text(get(None, f"/t/{game.slug}/"))


def test_an_open_result_page_learns_of_the_rematch(
    ai: User, bo: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Capture
) -> None:
    game = over(ai, bo)
    told: list[tuple[str, int]] = []
    monkeypatch.setattr(broadcast, "publish_change", lambda *change: told.append(change))
    assert f'data-live="/events/{game.slug}"' in text(get(bo, game.get_absolute_url()))
    board = f"{game.get_absolute_url()}board/?deal=1&seq={game.seq}&rematch="
    assert get(bo, board).status_code == 204
    with django_capture_on_commit_callbacks(execute=True):
        again = rematch(game, ai)
    assert (game.slug, broadcast.PLAYER_CAME) in told
    answer = text(get(bo, board))
    assert "Join the rematch" in answer
    assert "A rematch is open." in answer
    assert get(bo, f"{board}open").status_code == 204
    told.clear()
    with django_capture_on_commit_callbacks(execute=True):
        services.cancel(game_id=again.pk)
    assert (game.slug, broadcast.PLAYER_CAME) in told
    assert "Join the rematch" not in text(get(bo, f"{board}open"))


def test_the_page_takes_few_queries(ai: User, bo: User) -> None:
    game = over(ai, bo)
    before = queries(bo, f"/t/{game.slug}/")
    rematch(game, ai)
    assert queries(bo, f"/t/{game.slug}/") == before <= 6


def test_only_after_the_match(ai: User, bo: User) -> None:
    game = running(ai, bo)
    assert "rematch" not in text(get(ai, f"/t/{game.slug}/"))
    assertContains(post(ai, f"/t/{game.slug}/rematch/"), "This match is not over yet.", status_code=409)


def test_only_for_those_who_were_there(ai: User, bo: User, chie: User) -> None:
    game = over(ai, bo)
    assert asks_to_sign_in(post(None, f"/t/{game.slug}/rematch/"))
    assert post(chie, f"/t/{game.slug}/rematch/").status_code == 404
    assert post(guest(), f"/t/{game.slug}/rematch/").status_code == 404
    assert get(ai, f"/t/{game.slug}/rematch/").status_code == 405


def test_nor_for_who_has_lost_the_seat_in_that_moment(ai: User, bo: User, chie: User) -> None:
    with pytest.raises(NotSeated):
        join_rematch(game_id=over(ai, bo).pk, user=chie)


def test_a_rematch_that_others_have_filled(ai: User, bo: User) -> None:
    game = over(ai, bo)
    services.seat_bot(game_id=rematch(game, ai).pk, number=1, level="recruit")
    assertContains(post(bo, f"/t/{game.slug}/rematch/"), "no longer waiting for players", status_code=409)


def test_a_bot_keeps_the_seat_of_somebody_who_has_left(ai: User, bo: User, chie: User) -> None:
    game = running(ai, bo, chie, deals=1)
    substitution.leave(game_id=game.pk, user=chie)
    assert seats(rematch(play_out(game, ai, bo), ai)) == ["Ai", "(Bo)", "captain", "recruit", "recruit"]
