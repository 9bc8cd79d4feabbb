"""Seats and time: what everybody at a table reads, and how its people step out, come back and are replaced."""

import pytest
from pytest_django.asserts import assertContains

from games.kernel.log import state_of
from games.models import Game
from games.seats import pauses, substitution, time_outs
from napoleon.time_bank import HOUR, ClockRules
from players.models import User
from tests.support import table_pages
from tests.support.play import reread, running
from tests.support.visits import asks_to_sign_in, get, post, queries, text
from tests.support.waiting_match import work_out_anew
from tests.support.wall_clock import Wall, at, away

pytestmark = pytest.mark.django_db
CLOCK = ClockRules(bank=10 * HOUR, quiet=False)


@pytest.fixture
def game(ai: User, bo: User, wall: Wall) -> Game:
    """A match of Ai, who is the host, and Bo."""
    return running(ai, bo, preset="nap", players=2, deals=9, clock=CLOCK)


# --- people ---


def test_everybody_reads_who_plays_and_what_time_is_left(game: Game, chie: User, wall: Wall) -> None:
    for user in (chie, None):
        page = text(get(user, f"/t/{game.slug}/people/"))
        assert "bank: 10 hours" in page
        assert "1 day for each move, then a time bank of 10 hours" in page
        assert '<time datetime="2026-03-03T12:00:00+00:00">tomorrow 12:00</time>, </span>in 24 hours' in page
        assert "Leave the table" not in page
        assert "Stop the clocks" not in page


def test_before_the_match_there_is_no_such_page(ai: User, bo: User) -> None:
    waiting = running(ai, bo, listed=False)
    assert get(ai, f"/t/{waiting.slug}/people/").status_code == 200
    Game.objects.filter(pk=waiting.pk).update(started_at=None)
    assert get(ai, f"/t/{waiting.slug}/people/").status_code == 404


def test_what_has_happened_is_told_in_the_log_of_the_table(game: Game, ai: User, bo: User, wall: Wall) -> None:
    late = game.turns.get().user
    wall.go(days=2)
    time_outs.time_out(game_id=game.pk)
    for path in (f"/t/{game.slug}/", f"/t/{game.slug}/people/"):
        assert f"Deal 1: {late} ran out of time, so a bot played." in table_pages.text(get(None, path))


def test_of_a_sealed_bid_by_the_clock_nothing_is_told_but_that_it_was_made(cast: list[User], wall: Wall) -> None:
    game = running(*cast, auction="sealed", clock=CLOCK)
    # Without a bank, Ai times out first; the others have not declared yet.
    game.seats.filter(user=cast[0]).update(bank=0 * HOUR)
    work_out_anew(game)
    wall.go(days=1)
    assert time_outs.time_out(game_id=game.pk)
    [told] = state_of(reread(game)).happened
    assert (told.by, told.at, told.event.seat, told.event.deal) == ("timeout", wall.now, 0, 1)
    assert "Deal 1: Ai ran out of time, so a bot played." in table_pages.text(get(cast[1], f"/t/{game.slug}/"))
    assert "Waiting for 4 players" in table_pages.text(get(None, f"/t/{game.slug}/"))


def test_it_takes_few_queries(game: Game, ai: User, wall: Wall) -> None:
    pauses.pause(game_id=game.pk, user=ai, days=3, reason="")
    assert queries(ai, f"/t/{game.slug}/people/") <= 12
    assert queries(ai, f"/t/{game.slug}/") <= 9


# --- take_back ---


def test_one_tap_takes_the_seat_back(game: Game, bo: User, wall: Wall) -> None:
    away(game, bo, wall)
    assert "A bot is playing for you." in text(get(bo, f"/t/{game.slug}/"))
    assert post(bo, f"/t/{game.slug}/take-back/")["Location"] == f"/t/{game.slug}/"
    assert not game.seats.get(user=bo).autopilot
    page = text(get(bo, f"/t/{game.slug}/"))
    assert "A bot is playing for you." not in page
    assert "Bo is back." in page


def test_only_who_sits_there_takes_it_back(game: Game, bo: User, chie: User, wall: Wall) -> None:
    away(game, bo, wall)
    assert post(chie, f"/t/{game.slug}/take-back/").status_code == 404
    assert asks_to_sign_in(post(None, f"/t/{game.slug}/take-back/"))
    assert game.seats.get(user=bo).autopilot


# --- leave ---


def test_leaving_asks_twice(game: Game, bo: User) -> None:
    assertContains(post(bo, f"/t/{game.slug}/leave/"), "Tick this if you really want to leave.", status_code=422)
    assert game.seats.filter(user=bo).exists()
    assert post(bo, f"/t/{game.slug}/leave/", sure="on")["Location"] == "/"
    assert not game.seats.filter(user=bo).exists()
    assert post(bo, f"/t/{game.slug}/leave/", sure="on").status_code == 404
    assert "The player of seat 2 has left. A bot is playing." in table_pages.text(get(None, f"/t/{game.slug}/people/"))


# --- pause, resume ---


def test_the_host_stops_the_clocks_and_says_why(game: Game, ai: User, bo: User) -> None:
    post(ai, f"/t/{game.slug}/pause/", days="3", reason="We all <b>travel</b>")
    for path in (f"/t/{game.slug}/", f"/t/{game.slug}/people/"):
        page = text(get(bo, path))
        assert "The clocks are stopped until" in page
        assert "We all &lt;b&gt;travel&lt;/b&gt;" in page
    assert game.turns.get().times_out_at == at("6 22:00")
    post(ai, f"/t/{game.slug}/resume/")
    assert "The clocks are stopped until" not in text(get(bo, f"/t/{game.slug}/"))
    assert game.turns.get().times_out_at == at("3 22:00")


@pytest.mark.parametrize("data", [{}, {"days": "3"}, {"days": "99", "reason": "x"}, {"days": "x", "reason": "x"}])
def test_a_pause_needs_its_days_and_a_reason(game: Game, ai: User, data: dict[str, str]) -> None:
    assert post(ai, f"/t/{game.slug}/pause/", **data).status_code == 422
    assert not game.pauses.exists()


def test_the_clocks_are_not_stopped_all_the_time(game: Game, ai: User) -> None:
    statuses = []
    for _ in range(21):
        statuses.append(post(ai, f"/t/{game.slug}/pause/", days="1", reason="x").status_code)
        post(ai, f"/t/{game.slug}/resume/")
    assert statuses == [302] * 20 + [429]
    assert game.pauses.count() == 20


def test_only_the_host_stops_and_starts_the_clocks(game: Game, bo: User) -> None:
    for name in ("pause", "resume", "offer"):
        data = {"days": "3", "reason": "x", "number": "0"}
        assert post(bo, f"/t/{game.slug}/{name}/", **data).status_code == 403
    assert not game.pauses.exists()


def test_more_than_a_table_may_rest_is_refused_in_words(game: Game, ai: User, wall: Wall) -> None:
    for _ in range(2):
        post(ai, f"/t/{game.slug}/pause/", days="14", reason="x")
        wall.go(days=14)
    assertContains(post(ai, f"/t/{game.slug}/pause/", days="3", reason="x"), "2 more days", status_code=409)


# --- offer, and taking it up ---


def test_a_substitute_is_asked_and_sits_down(game: Game, ai: User, bo: User, chie: User, wall: Wall) -> None:
    away(game, bo, wall)
    number = game.seats.get(user=bo).number
    post(ai, f"/t/{game.slug}/offer/", number=number, name=" Chie ")
    assert "offered to Chie" in text(get(bo, f"/t/{game.slug}/people/"))
    assert "Ai asks you to play on in a running match" in text(get(chie, "/"))
    assert "The match is running: deal 1 of" in text(get(chie, f"/t/{game.slug}/people/"))
    assert "You will see its cards and everything it has seen so far" in text(get(chie, f"/t/{game.slug}/"))
    assert post(chie, f"/t/{game.slug}/take-seat/")["Location"] == f"/t/{game.slug}/"
    assert game.seats.get(number=number).user == chie
    # From the table's record to the hand, what was Bo's is hers.
    assert text(get(chie, f"/t/{game.slug}/record/")).count('"hands"') == game.events.filter(type="deal").count()
    assert get(bo, f"/t/{game.slug}/record/").status_code == 404
    assert "A substitute has taken seat 2." in table_pages.text(get(bo, f"/t/{game.slug}/"))


def test_an_offer_is_taken_back(game: Game, ai: User, bo: User, chie: User, wall: Wall) -> None:
    away(game, bo, wall)
    number = game.seats.get(user=bo).number
    post(ai, f"/t/{game.slug}/offer/", number=number, name="Chie")
    post(ai, f"/t/{game.slug}/offer/", number=number)
    assert post(chie, f"/t/{game.slug}/take-seat/").status_code == 409
    assert "invites you" not in text(get(chie, "/"))


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"number": 1, "name": "Nobody"}, 422),
        ({"number": "x", "name": "Chie"}, 422),
        ({"number": 7, "name": "Chie"}, 409),
        ({"number": 99, "name": "Chie"}, 409),
        ({"number": 0, "name": "Chie"}, 409),
        ({"name": "Chie"}, 422),
    ],
)
def test_offers_that_cannot_be_are_refused(
    game: Game, ai: User, bo: User, chie: User, wall: Wall, data: dict[str, object], status: int
) -> None:
    away(game, bo, wall)
    assert post(ai, f"/t/{game.slug}/offer/", **data).status_code == status
    assert not game.seats.exclude(invited=None).exists()


def test_nobody_sits_down_in_a_running_match_unasked(game: Game, bo: User, chie: User) -> None:
    substitution.leave(game_id=game.pk, user=bo)
    assert post(chie, f"/t/{game.slug}/take-seat/").status_code == 409


# --- A match that was given up ---


def test_a_match_that_was_given_up_says_so_and_asks_nothing(game: Game, ai: User, bo: User, wall: Wall) -> None:
    for user in (ai, bo):
        substitution.leave(game_id=game.pk, user=user)
    Game.objects.filter(pk=game.pk).update(closes_at=wall.now)
    game.seats.filter(number=0).update(user=ai)
    assert time_outs.close_abandoned(game_id=game.pk)
    page = get(ai, f"/t/{game.slug}/")
    assert "This match ended before all its deals were played" in text(page)
    assert not table_pages.choices(page, "do")
    assert "Your turn" not in text(get(ai, "/")).split("</h1>")[1]
    assert get(ai, f"/t/{game.slug}/record/").status_code == 200
    assert reread(game).is_over
