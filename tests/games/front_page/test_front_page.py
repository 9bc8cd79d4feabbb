"""The front page: for visitors what this is, for people where it is their turn."""

import pytest

from games.front_page.showcase import PLAYED
from games.lobby import services
from games.models import Turn
from games.seats.live_play import agree
from napoleon.time_bank import DAY, HOUR, NOTHING, ClockRules
from players.models import User
from tests.support.play import lobby, move, play_out, running
from tests.support.visits import get, guest, post, queries, text
from tests.support.wall_clock import Wall

pytestmark = pytest.mark.django_db


def test_a_visitor_sees_a_table_and_may_play_at_once() -> None:
    page = text(get(None, "/"))
    for _seat, code in PLAYED:
        assert f'data-card="{code}"' in page
    assert 'action="/play-now/"' in page
    assert "Sign in" in page


def test_my_turns_stand_there_with_what_is_to_be_done(ai: User) -> None:
    game = running(ai, preset="gurunapo", first_bidder="dealer_left")
    turn = Turn.objects.get(user=ai)
    page = text(get(ai, "/"))
    assert f'href="/t/{game.slug}/?deal={turn.deal}"' in page
    assert 'Next table <span class="count">1</span>' in page


def test_turns_come_longest_waiting_first(ai: User) -> None:
    first, second = running(ai), running(ai, preset="nap")
    page = text(get(ai, "/"))
    assert page.index(first.slug) < page.index(second.slug)


def test_turns_come_by_what_runs_out_first_bank_counted(ai: User, bo: User, wall: Wall) -> None:
    """Slow has waited longer, and its move is due first; but it has a bank."""
    slow, quick = (
        running(ai, bo, preset="nap", players=2, clock=ClockRules(hours * HOUR, bank, quiet=False))
        for hours, bank in ((8, 3 * DAY), (12, NOTHING))
    )
    solo = running(ai, preset="nap")
    for game in (slow, quick):
        while not game.turns.filter(user=ai).exists():
            move(game, bo)
    page = text(get(ai, "/"))
    assert page.index(quick.slug) < page.index(slug := slow.slug) < page.index(solo.slug)
    assert '<time datetime="2026-03-03T00:00:00+00:00">tomorrow 00:00</time>, in 12 hours' in page
    assert "with the bank <time" in page
    visits = [get(ai, f"/next/?from={quick.slug}&deal=1"), get(ai, "/next/")]
    assert [visit["Location"].split("?")[0] for visit in visits] == [f"/t/{slug}/", f"/t/{quick.slug}/"]


def test_those_who_wait_see_until_when(ai: User, bo: User, wall: Wall) -> None:
    game = running(ai, bo, preset="nap", players=2, clock=ClockRules(quiet=False))
    waiting, _to_act = (ai, bo) if Turn.objects.get(game=game).user == bo else (bo, ai)
    waiting.time_zone = "Asia/Tokyo"
    waiting.save()
    assert '<time datetime="2026-03-03T12:00:00+00:00">tomorrow 21:00</time>, in 24 hours' in text(get(waiting, "/"))


def test_live_play_shows_no_deadlines_of_the_slow_clock(ai: User, bo: User, wall: Wall) -> None:
    game = running(ai, bo, preset="nap", players=2, clock=ClockRules(quiet=False))
    for user in (ai, bo):
        agree(game_id=game.pk, user=user)
    for page in (text(get(user, "/")) for user in (ai, bo)):
        assert game.slug in page
        assert "in 24 hours" not in page


def test_games_that_wait_for_others_name_them(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2)
    waiting, to_act = (ai, bo) if Turn.objects.get(game=game).user == bo else (bo, ai)
    page = text(get(waiting, "/"))
    assert f"to play: {to_act}" in page
    assert "Next table" not in page
    assert "<h1>Your tables</h1>" in " ".join(page.split()).replace("> ", ">").replace(" <", "<")


def test_invitations_and_tables_about_to_begin(ai: User, bo: User) -> None:
    game = lobby(bo)
    services.invite(game_id=game.pk, number=1, user=ai)
    invited = text(get(ai, "/"))
    assert "Bo invites you" in invited
    assert f'action="/t/{game.slug}/take-seat/"' in invited
    hosting = text(get(bo, "/"))
    assert "Bo’s table" in hosting
    assert "4 seats still free" in hosting
    assert "invites you" not in hosting


@pytest.mark.cards(2)
def test_a_finished_match_shows_who_won(ai: User, bo: User) -> None:
    game = play_out(running(ai, bo, preset="nap", players=2, deals=1), ai, bo)
    own = game.seats.get(user=ai)
    best = max(game.seats.all(), key=lambda seat: seat.score)
    page = text(get(ai, "/"))
    assert f"won by {best.name}" in page
    assert f"{own.score:+d}" in page


def test_names_are_no_markup(ai: User, bo: User) -> None:
    bo.name = "<b>Bo</b>"
    bo.save()
    services.invite(game_id=lobby(bo).pk, number=1, user=ai)
    page = text(get(ai, "/"))
    assert "<b>Bo</b> invites" not in page
    assert "&lt;b&gt;Bo&lt;/b&gt; invites" in page


def test_whoever_has_nothing_is_told_where_to_begin(ai: User) -> None:
    assert "Getting started" in text(get(ai, "/"))
    assert "Getting started" in text(get(guest(), "/"))


def test_it_can_only_be_read(ai: User) -> None:
    assert post(ai, "/").status_code == 405


def test_its_queries_do_not_grow_with_the_games(ai: User, bo: User, chie: User) -> None:
    def more_games() -> None:
        play_out(running(ai, bo, preset="nap", players=2, deals=1), ai, bo)
        running(ai)
        running(bo, ai)
        lobby(ai, bo)
        services.invite(game_id=lobby(chie).pk, number=1, user=ai)

    more_games()
    few = queries(ai, "/")
    more_games()
    more_games()
    assert queries(ai, "/") == few <= 12
