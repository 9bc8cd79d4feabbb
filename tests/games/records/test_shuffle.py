"""The page that checks the shuffle of a match, and what it does not tell before the end."""

import json

import pytest

from games.integrity.shuffle_verification import verify_shuffle
from games.kernel import early_end
from games.models import Event, Game
from players.models import User
from tests.support.databases import unprotected
from tests.support.play import lobby, play_out, running
from tests.support.visits import get, guest, post, queries, text

pytestmark = pytest.mark.django_db


def finished(*people: User, **rules: object) -> Game:
    return play_out(running(*people, **{"preset": "nap", "players": 2, "deals": 2, **rules}), *people)


def test_a_finished_match_is_verified_for_all_to_see(ai: User, bo: User, chie: User) -> None:
    game = finished(ai, bo)
    for reader in (None, ai, chie, guest()):
        page = text(get(reader, f"/t/{game.slug}/shuffle/"))
        assert "Verified." in page
        assert game.commitment in page
        assert game.secret_row.secret in page
        assert all(seat.seed in page for seat in game.seats.all())
    assert queries(ai, f"/t/{game.slug}/shuffle/") <= 12


@pytest.mark.parametrize("rules", [{"deals_at_once": 2}, {"no_shuffle": True}])
def test_deals_at_once_and_gathered_packs_are_redone_too(rules: dict[str, object], ai: User, bo: User) -> None:
    check = verify_shuffle(finished(ai, bo, **rules))
    assert check.holds
    assert len(check.deals) >= 2


def test_while_it_runs_the_secret_is_not_told(ai: User, bo: User) -> None:
    game = running(ai)
    for reader in (None, ai, bo):
        page = text(get(reader, f"/t/{game.slug}/shuffle/"))
        assert game.secret_row.secret not in page
        assert game.commitment in page
        assert game.seats.get(user=ai).seed in page
        assert "still running" in page


def test_a_match_that_was_not_played_to_its_end_is_not_said_to_run(ai: User, bo: User) -> None:
    game = running(ai, bo)
    assert early_end.stop(game_id=game.pk)
    page = text(get(ai, f"/t/{game.slug}/shuffle/"))
    assert "The match ended before all its deals were played, so its secret is not revealed" in page
    assert "still running" not in page
    assert game.secret_row.secret not in page


def test_before_the_match_seeds_are_not_told_either(ai: User, bo: User) -> None:
    game = lobby(ai)
    page = text(get(bo, f"/t/{game.slug}/shuffle/"))
    assert game.seats.get(user=ai).seed not in page
    assert game.commitment in page


def test_a_private_match_is_not_found(ai: User, bo: User, chie: User) -> None:
    game = running(ai, bo, listed=False)
    statuses = [get(reader, f"/t/{game.slug}/shuffle/").status_code for reader in (None, chie, ai, bo)]
    assert statuses == [404, 404, 200, 200]
    assert post(ai, f"/t/{game.slug}/shuffle/").status_code == 405


def test_another_secret_is_noticed(ai: User, bo: User) -> None:
    game = finished(ai, bo)
    tamper(game, "reveal", "secret", '"' + "00" * 32 + '"')
    assert not verify_shuffle(game).secret_holds
    assert "This does not match." in text(get(None, f"/t/{game.slug}/shuffle/"))


def test_another_seed_is_noticed(ai: User, bo: User) -> None:
    game = finished(ai, bo)
    tamper(game, "start", "seeds", '["mine", "yours"]')
    check = verify_shuffle(game)
    assert check.secret_holds
    assert not any(deal.holds for deal in check.deals)


def tamper(game: Game, kind: str, key: str, value: str) -> None:
    """Change a row behind the site's back, as only the database's owner can: without the trigger."""
    with unprotected():
        event = game.events.get(type=kind)
        payload = {**event.payload, key: json.loads(value)}
        Event.objects.filter(pk=event.pk).update(payload=payload)
