import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import tasks
from games.models import Game, Turn
from games.turns import services
from napoleon_site.celery import app
from players.models import User
from tests.support.play import move, reread, running


@pytest.fixture
def halted(db: None, ai: User, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A match in which the bots were stopped in the middle of their moves."""
    with monkeypatch.context() as patch:
        patch.setattr(services, "MOST_BOT_MOVES", 2)
        game = running(ai)
        while not Turn.objects.filter(user=None).exists():
            move(game, ai)
    return reread(game)


def test_the_sweep_lets_a_halted_game_go_on(halted: Game) -> None:
    assert services.games_awaiting_bots() == [halted.pk]
    tasks.sweep()
    assert reread(halted).seq > halted.seq
    assert services.games_awaiting_bots() == []


def test_a_game_in_which_nobody_is_to_act_is_found(halted: Game) -> None:
    halted.turns.all().delete()
    assert services.games_awaiting_bots() == []
    assert services.games_without_turn() == [halted.pk]
    tasks.resume_games_without_turn()
    assert services.games_without_turn() == []


def test_games_that_wait_for_people_or_are_over_owe_nothing(ai: User, halted: Game) -> None:
    running(ai)
    Game.objects.filter(pk=halted.pk).update(status=Game.Status.FINISHED)
    assert services.games_awaiting_bots() == services.games_without_turn() == []


def test_a_second_run_finds_nothing_to_do(halted: Game) -> None:
    tasks.go_on(halted.pk)
    seq = reread(halted).seq
    tasks.go_on(halted.pk)
    assert reread(halted).seq == seq


def test_a_game_that_fails_does_not_hold_up_the_others(halted: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []

    def apply_async(arguments: tuple[int], expires: float) -> None:
        sent.extend(arguments)
        next_sweep = settings.CELERY_BEAT_SCHEDULE["do what is due"]["schedule"]
        assert expires == next_sweep, "a queue that is not worked off would grow with each sweep"

    monkeypatch.setattr(services, "games_awaiting_bots", lambda: [-1, halted.pk])
    monkeypatch.setattr(tasks.go_on, "apply_async", apply_async)
    tasks.sweep()
    assert sent == [-1, halted.pk]


@pytest.mark.django_db(transaction=True)
def test_bots_with_much_to_do_go_on_after_the_commit(ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_BOT_MOVES", 1)
    assert running(ai).turns.filter(user=ai).exists()
    assert services.games_awaiting_bots() == []


@pytest.mark.django_db(transaction=True)
def test_a_broker_out_of_reach_costs_no_move(ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(game_id: int) -> None:
        raise OSError

    monkeypatch.setattr(services, "MOST_BOT_MOVES", 1)
    monkeypatch.setattr(tasks.go_on, "delay", fail)
    game = running(ai)
    while not services.games_awaiting_bots():
        before = reread(game).seq
        assert move(game, ai)
        assert reread(game).seq > before


def test_finding_the_turns_of_bots_reads_no_others(halted: Game) -> None:
    with CaptureQueriesContext(connection) as queries:
        services.games_awaiting_bots()
    assert len(queries) == 1
    if connection.vendor != "sqlite":  # PostgreSQL scans a table as small as this one
        return
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN QUERY PLAN " + queries[0]["sql"])
        plan = " ".join(row[3] for row in cursor.fetchall())
    assert "games_turn USING INDEX" in plan
    assert "user_id=?" in plan


def test_every_scheduled_task_exists() -> None:
    app.loader.import_default_modules()
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in app.tasks
