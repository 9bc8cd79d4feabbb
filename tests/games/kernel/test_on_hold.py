"""A match whose log no longer fits the rules is on hold: people are told, and nobody plays on."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from games.front_page.context import home_of
from games.integrity.rebuild import differences
from games.kernel.events import LogMisfit
from games.kernel.log import state_of
from games.kernel.on_hold import put_on_hold
from games.models import Automation, Game, Turn
from games.plans import timekeeper
from games.turns import services, sweep
from napoleon.engine import rules_from_json, rules_to_json
from players.models import User
from staff.health.checks import Level, Site, checks
from tests.support.caches import forget_games
from tests.support.play import move, reread, running
from tests.support.waiting_match import begin
from tests.support.wall_clock import Wall, at

pytestmark = pytest.mark.django_db


def play_otherwise(game: Game, **rules: object) -> None:
    """Read the log by other rules than it was played by, as a release with a mistake does."""
    other = rules_from_json({"preset": "nap", "players": 3, **rules})
    Game.objects.filter(pk=game.pk).update(rules_json=rules_to_json(other))
    forget_games()


def play_as_before(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(rules_json=game.rules_json)
    forget_games()


@pytest.fixture
def misfit(ai: User, bo: User) -> Game:
    """A running match of two whose log has just ceased to fit."""
    game = running(ai, bo, preset="nap", players=2, deals=5)
    assert move(game, ai) or move(game, bo)
    game = reread(game)
    play_otherwise(game)
    return game


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def is_on_hold(game: Game) -> bool:
    return reread(game).status == Game.Status.ON_HOLD


def test_an_event_of_a_seat_that_is_not_to_act_is_a_misfit(misfit: Game) -> None:
    with pytest.raises(LogMisfit) as raised:
        state_of(reread(misfit))
    assert raised.value.game_id == misfit.pk


def test_its_players_are_told_on_its_page(misfit: Game, ai: User) -> None:
    client = client_of(ai)
    answer = client.get(misfit.get_absolute_url(), follow=True)
    assert answer.status_code == 200
    assert "This match is on hold" in answer.content.decode()
    assert is_on_hold(misfit)
    assert not reread(misfit).is_over
    for part in ("", "record/", "people/", "board/", "result/", "log/"):
        assert client.get(f"{misfit.get_absolute_url()}{part}").status_code < 500


def test_a_front_page_shows_it_beside_the_other_matches(misfit: Game, ai: User, bo: User) -> None:
    other = running(ai, bo, preset="nap", players=2)
    forget_games()
    answer = client_of(ai).get("/", follow=True)
    assert answer.status_code == 200
    home = home_of(ai)
    assert [line.game for line in home.on_hold] == [misfit]
    assert [table.game for table in home.tables] == [other]
    assert "On hold" in answer.content.decode()


def test_nobody_plays_there(misfit: Game, ai: User, bo: User) -> None:
    for user in (ai, bo):
        sent = {"type": "pass", "deal": 1, "seen": misfit.seq}
        answer = client_of(user).post(f"{misfit.get_absolute_url()}act/", sent)
        assert answer.status_code in (409, 422)
    assert is_on_hold(misfit)
    assert reread(misfit).seq == misfit.seq


def test_an_open_page_is_loaded_again(misfit: Game, ai: User) -> None:
    put_on_hold(game_id=misfit.pk)
    answer = client_of(ai).get(f"{misfit.get_absolute_url()}board/?seq={misfit.seq}", HTTP_HX_REQUEST="true")
    assert answer.headers["HX-Refresh"] == "true"


def test_time_brings_nothing_about(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    Game.objects.filter(pk=game.pk).update(rules_json={"preset": "gurunapo"})
    forget_games()
    wall.go(days=30)
    for _ in range(3):
        sweep.sweep()
        wall.go(minutes=1)
    assert is_on_hold(game)
    assert reread(game).seq == game.seq
    assert not Turn.objects.filter(game=game).exists()


def test_a_plan_makes_no_move(misfit: Game, ai: User, bo: User) -> None:
    turn = misfit.turns.get()
    seat = misfit.seats.get(number=turn.seat)
    Automation.objects.create(seat=seat, plays_forced=True, plans=[])
    misfit.turns.update(release_at=turn.opened_at)
    timekeeper._release(misfit.pk)
    assert is_on_hold(misfit)
    assert timekeeper.step() == timekeeper.LOOK_EVERY


def test_a_bot_does_not_move(ai: User) -> None:
    from games.lobby.services import TableTerms, create

    terms = TableTerms(rules=rules_from_json({"preset": "nap", "players": 2}), is_listed=False)
    game = create(terms, host=ai, bots="recruit")
    play_otherwise(game)
    with pytest.raises(LogMisfit):
        services.go_on(game_id=game.pk)
    put_on_hold(game_id=game.pk)
    assert services.go_on(game_id=game.pk) is False
    assert game.pk not in services.games_awaiting_bots()


def test_it_goes_on_once_the_log_fits_again_and_everybody_has_the_whole_time(ai: User, bo: User, wall: Wall) -> None:
    game = begin(ai, bo)
    before = Turn.objects.get(game=game)
    left = before.times_out_at - wall.now if before.times_out_at else timedelta()
    Game.objects.filter(pk=game.pk).update(rules_json={"preset": "gurunapo"})
    forget_games()
    assert put_on_hold(game_id=game.pk)
    wall.go(days=30)
    with pytest.raises(SystemExit):
        call_command("rebuild", game.slug, stdout=StringIO())
    play_as_before(game)
    call_command("rebuild", game.slug, stdout=StringIO())
    again = reread(game)
    assert again.status == Game.Status.RUNNING
    assert differences(again) == []
    turn = Turn.objects.get(game=game)
    assert (turn.seat, turn.opened_at) == (before.seat, wall.now)
    assert turn.times_out_at is not None
    assert turn.times_out_at - wall.now >= left
    assert move(again, ai) or move(again, bo)


def test_a_bot_takes_the_seat_of_an_account_closed_in_the_meantime(misfit: Game, ai: User, bo: User) -> None:
    rules = reread(misfit).rules_json
    put_on_hold(game_id=misfit.pk)
    number = misfit.seats.get(user=bo).number
    bo.delete()
    Game.objects.filter(pk=misfit.pk).update(rules_json=misfit.rules_json)
    assert rules != misfit.rules_json
    forget_games()
    call_command("rebuild", misfit.slug, stdout=StringIO())
    assert reread(misfit).seats.get(number=number).bot == "captain"
    assert differences(reread(misfit)) == []


def test_staff_see_it_among_what_is_not_well(misfit: Game) -> None:
    put_on_hold(game_id=misfit.pk)
    check = next(check for check in checks(Site(at("2 12:00"))) if check.name == "Matches on hold")
    assert check.level == Level.BAD
    assert misfit.slug in check.found


def test_a_match_that_fits_is_never_put_on_hold(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2)
    assert not put_on_hold(game_id=game.pk)
    assert reread(game).status == Game.Status.RUNNING


def test_a_match_of_later_rules_is_told_of_and_left_as_it_is(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2)
    Game.objects.filter(pk=game.pk).update(rules_version=99)
    answer = client_of(ai).get(game.get_absolute_url())
    assert answer.status_code == 409
    assert "This match is on hold" in answer.content.decode()
    assert reread(game).status == Game.Status.RUNNING
