"""`manage.py verify` and `manage.py rebuild`: what they find, and that they find nothing where all is well."""

import json
from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.integrity.audit import audit
from games.integrity.rebuild import differences, rebuild
from games.kernel.log import digest
from games.models import Event, Game, Turn, new_slug
from players.models import User
from tests.support.databases import unprotected
from tests.support.play import lobby, move, play_out, reread, running

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


def failing(game: Game) -> set[str]:
    """A word of each claim that does not hold."""
    words = {"changed": "chain", "begins": "frame", "rules": "rules", "shuffle": "shuffle"}
    wrong = [check.claim for check in audit(reread(game)) if not check.holds]
    return {next((words[w] for w in words if w in claim), "models") for claim in wrong}


@pytest.fixture
def finished(ai: User, bo: User) -> Game:
    return play_out(running(ai, bo, preset="nap", players=3, deals=3), ai, bo)


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("gurunapo", {"deals": 1}),
        ("gurunapo", {"deals_at_once": 2, "deals": 3}),
        ("leaflet", {"auction": "sealed", "deals": 2}),
        ("nap", {"deals": 3}),
    ],
)
def test_nothing_is_wrong_with_a_match_at_any_moment(cast: list[User], preset: str, options: Json) -> None:
    rng = Random(preset)
    game = running(*cast[:2], preset=preset, **options)
    while not game.is_over:
        assert failing(game) == set()
        assert differences(game) == []
        for _ in range(rng.randrange(1, 20)):
            for user in cast[:2]:
                move(game, user, rng)
        game = reread(game)
    assert len(audit(game)) == 5
    assert failing(game) == set()
    assert differences(game) == []


def test_nothing_is_wrong_with_a_table_before_its_match(ai: User) -> None:
    game = lobby(ai)
    assert failing(game) == set()
    assert rebuild(game.pk) == []


# --- Tampering: behind the triggers' back, and once with a chain that was forged to fit ---


def tamper(game: Game, seq: int, change: Callable[[Json], object], *, forge: bool = True) -> None:
    """Change the payload of an event; the digests are made to fit again, as an intruder would."""
    with unprotected():
        event = game.events.get(seq=seq)
        payload = deepcopy(event.payload)
        change(payload)
        Event.objects.filter(pk=event.pk).update(payload=payload)
        if forge:
            link(game)


def link(game: Game) -> None:
    last = ""
    for event in game.events.order_by("seq"):
        last = digest(last, event)
        Event.objects.filter(pk=event.pk).update(digest=last)
    Game.objects.filter(pk=game.pk).update(digest=last)


def seq_of(game: Game, kind: str) -> int:
    return game.events.filter(type=kind).earliest("seq").seq


def test_a_changed_event_breaks_the_chain(finished: Game) -> None:
    tamper(finished, seq_of(finished, "deal"), lambda deal: deal.update(x=1), forge=False)
    assert failing(finished) == {"chain"}


def test_a_deleted_event_breaks_the_chain(finished: Game) -> None:
    with unprotected():
        finished.events.filter(seq=finished.seq).delete()
    assert "chain" in failing(finished)


def test_an_event_at_the_end_that_the_game_does_not_know_breaks_the_chain(finished: Game) -> None:
    last = finished.events.latest("seq")
    last.pk, last.seq = None, last.seq + 1
    last.digest = digest(finished.digest, last)
    last.save(force_insert=True)
    assert {"chain", "frame"} <= failing(finished)


@pytest.mark.parametrize("payload", [{}, {"secret": "00"}, [], "?"])
def test_an_event_that_is_none_is_against_the_rules(finished: Game, payload: Any) -> None:
    with unprotected():
        finished.events.filter(seq=finished.seq).update(payload=payload)
        link(finished)
    assert failing(finished) == {"frame", "rules", "models"}
    with pytest.raises(SystemExit):
        call_command("verify")


def swap_hands(deal: Json) -> None:
    deal["hands"][0], deal["hands"][1] = deal["hands"][1], deal["hands"][0]


def test_another_deal_does_not_follow_from_the_seeds(finished: Game) -> None:
    tamper(finished, finished.events.filter(type="deal").latest("seq").seq, swap_hands)
    assert "shuffle" in failing(finished)
    assert "chain" not in failing(finished)


def test_another_secret_is_not_the_one_that_was_promised(finished: Game) -> None:
    tamper(finished, finished.seq, lambda told: told.update(secret="00" * 32))
    assert failing(finished) == {"shuffle"}


def test_a_secret_that_is_none_is_not_the_one_that_was_promised(finished: Game) -> None:
    tamper(finished, finished.seq, lambda told: told.update(secret="?"))
    assert failing(finished) == {"shuffle"}


def test_seeds_added_afterwards_make_other_deals(finished: Game) -> None:
    tamper(finished, 1, lambda begun: begun["seeds"].reverse())
    assert failing(finished) == {"shuffle"}


def test_a_card_that_was_not_held_is_against_the_rules(finished: Game) -> None:
    tamper(finished, seq_of(finished, "play"), lambda play: play.update(card="XX"))
    assert "rules" in failing(finished)


def test_another_game_s_rules_do_not_fit(finished: Game) -> None:
    tamper(finished, 1, lambda begun: begun.update(rules={"preset": "gurunapo"}))
    assert failing(finished) == {"frame"}


# --- Read models ---


def spoil_scores(game: Game) -> None:
    game.seats.filter(number=1).update(score=99)


def spoil_state(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.RUNNING, ended_at=None)


def spoil_turns(game: Game) -> None:
    Turn.objects.create(game=game, deal=9, seat=0, opened_at=timezone.now())


@pytest.mark.parametrize(
    ("spoil", "words"), [(spoil_scores, "scores"), (spoil_state, "status"), (spoil_turns, "turn 9/0")]
)
def test_rebuilding_sets_right_what_is_wrong_and_says_so(
    finished: Game, spoil: Callable[[Game], None], words: str
) -> None:
    spoil(finished)
    assert failing(finished) == {"models"}
    assert any(words in line for line in rebuild(finished.pk))
    assert failing(finished) == set()
    assert rebuild(finished.pk) == []


def test_lost_turns_come_back_as_they_were(cast: list[User]) -> None:
    game = running(*cast, deals_at_once=2)
    for user in cast * 5:
        move(game, user)
    before = list(game.turns.order_by("deal", "seat").values("deal", "seat", "user", "opened_at"))
    Turn.objects.update(opened_at=timezone.now() - timedelta(days=1), user=None)
    game.turns.first().delete()
    assert len(rebuild(game.pk)) == len(before) == 2
    assert list(game.turns.order_by("deal", "seat").values("deal", "seat", "user", "opened_at")) == before


# --- The commands ---


def test_verify_counts_and_fails_on_what_is_not_in_order(
    finished: Game, ai: User, capsys: pytest.CaptureFixture[str]
) -> None:
    other = running(ai)
    call_command("verify")
    assert capsys.readouterr().out == "2 games checked, 0 not in order.\n"
    tamper(finished, 2, lambda deal: deal.update(x=1), forge=False)
    with pytest.raises(SystemExit):
        call_command("verify")
    said = capsys.readouterr()
    assert said.out == "2 games checked, 1 not in order.\n"
    assert said.err == f"{finished.slug}: this does not hold: no event was changed, left out or added\n"
    call_command("verify", other.slug)
    assert capsys.readouterr().out == "1 games checked, 0 not in order.\n"


def test_no_address_of_a_table_is_taken_for_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-v2aaaaaaaaa", "--aaaaaaaaaa", "a-aaaaaaaaaa"])
    monkeypatch.setattr("games.kernel.models.secrets.token_urlsafe", lambda size: next(drawn))
    assert new_slug() == "a-aaaaaaaaaa"


def test_rebuild_tells_what_it_set_right(finished: Game, capsys: pytest.CaptureFixture[str]) -> None:
    spoil_scores(finished)
    right = finished.seats.get(number=0).score
    call_command("rebuild", finished.slug)
    said = capsys.readouterr().out
    assert f"{finished.slug}: scores is [{right}, 99, " in said
    assert "\n1 games looked at, 1 set right.\n" in said


def test_rebuild_tells_and_leaves_what_is_wrong_in_a_dry_run(
    finished: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil_scores(finished)
    call_command("rebuild", "--dry-run", "--json")
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], list(told["wrong"]), told["done"]) == (1, [finished.slug], False)
    assert differences(finished) != []
    call_command("rebuild", "--json")
    assert json.loads(capsys.readouterr().out)["done"] is True
    assert differences(finished) == []


def test_verify_tells_programs_what_does_not_hold(finished: Game, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify", "--json")
    assert json.loads(capsys.readouterr().out) == {"games": 1, "wrong": {}}
    tamper(finished, 2, lambda deal: deal.update(x=1), forge=False)
    with pytest.raises(SystemExit):
        call_command("verify", "--json")
    assert json.loads(capsys.readouterr().out)["wrong"] == {finished.slug: ["no event was changed, left out or added"]}


@pytest.mark.parametrize("command", ["verify", "rebuild"])
def test_a_game_that_is_not_there_is_named(db: None, command: str) -> None:
    with pytest.raises(CommandError, match="no game nowhere"):
        call_command(command, "nowhere")
