"""Moves by the services: judged, stored once, and followed by those of bots."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from games.kernel.log import broken_links, state_of
from games.kernel.transaction import Stale
from games.models import Game, Turn
from games.turns import services
from napoleon.engine import Bid, IllegalCommand
from players.models import User
from tests.support.play import choices, move, payload, play_out, reread, running, seen

pytestmark = pytest.mark.django_db


def test_a_match_with_bots_is_played_to_its_end(ai: User, bo: User) -> None:
    game = play_out(running(ai, bo), ai, bo)
    assert game.status == game.Status.FINISHED
    assert broken_links(game) == []
    assert [seat.score for seat in game.seats.all()] == list(state_of(game).match.scores)
    assert not game.turns.exists()


def test_the_same_key_acts_once_and_is_answered_again(cast: list[User]) -> None:
    game = running(*cast)
    turn = game.turns.get()
    data = payload(choices(game, turn.user)[0])
    key = uuid4()
    first, again = (
        services.act(slug=game.slug, user_id=turn.user_id, payload=data, seen=seen(state_of(game), data), key=key)
        for _ in range(2)
    )
    assert not first.repeated
    assert again.repeated
    assert game.events.filter(key=key).count() == 1
    assert again.state.seq == first.state.seq == reread(game).seq


def passing(game: Game, *, seen: int | None = None, key: UUID | None = None) -> services.Played:
    """Let whoever is to act pass."""
    user_id = game.turns.get().user_id
    data = {"type": "pass", "deal": 1}
    return services.act(slug=game.slug, user_id=user_id, payload=data, seen=seen, key=key)


@pytest.mark.parametrize("has_seen", [False, True])
def test_a_key_is_good_for_one_move_even_where_the_same_is_legal_again(cast: list[User], has_seen: bool) -> None:
    """A pass is not final: when the turn comes round the same form might be carried out once more."""
    game, key = running(*cast), uuid4()
    first = game.turns.get().user
    passing(game, key=key)
    bidder = game.turns.get().user
    data = payload(next(choice for choice in choices(reread(game), bidder) if isinstance(choice, Bid)))
    services.act(slug=game.slug, user_id=bidder.pk, payload=data, seen=None, key=uuid4())
    while game.turns.get().user != first:
        passing(game)
    before = state_of(reread(game))
    again = passing(game, seen=before.seen[1] if has_seen else None, key=key)
    assert again.repeated
    assert again.state == before
    assert reread(game).seq == before.seq
    assert game.turns.get().user == first
    assert broken_links(reread(game)) == []


def test_a_form_made_for_a_position_that_has_passed_is_stale(cast: list[User]) -> None:
    game = running(*cast)
    user = game.turns.get().user
    data = payload(choices(game, user)[0])
    before = seen(state_of(game), data)
    move(game, user)
    game = reread(game)
    later = game.turns.get().user
    with pytest.raises(Stale):
        services.act(slug=game.slug, user_id=later.pk, payload=payload(choices(game, later)[0]), seen=before, key=None)
    assert reread(game).seq == game.seq


def test_deals_at_once_do_not_make_each_others_forms_stale(cast: list[User]) -> None:
    game = running(*cast, deals_at_once=2)
    first, second = game.turns.order_by("deal")
    state = state_of(game)
    late = payload(next(c for c in choices(game, second.user) if c.deal == second.deal))
    early = payload(next(c for c in choices(game, first.user) if c.deal == first.deal))
    for turn, data in ((first, early), (second, late)):
        services.act(slug=game.slug, user_id=turn.user_id, payload=data, seen=seen(state, data), key=None)
    assert reread(game).seq == game.seq + 2


@pytest.mark.parametrize("number", [None, [], {}, "1", 7, -1, 10**30])
def test_a_form_of_no_deal_is_stale(ai: User, number: object) -> None:
    game = running(ai)
    with pytest.raises(Stale):
        services.act(slug=game.slug, user_id=ai.pk, payload={"type": "pass", "deal": number}, seen=2, key=None)


def test_nobody_but_the_site_deals(ai: User) -> None:
    game = running(ai)
    dealt = game.events.get(seq=2).payload
    with pytest.raises(IllegalCommand) as refused:
        services.act(slug=game.slug, user_id=ai.pk, payload=dealt, seen=None, key=None)
    assert refused.value.code == "unknown_event"


def test_a_turn_is_new_when_the_bots_have_moved_in_between(ai: User) -> None:
    game = running(ai, preset="nap", players=3)
    long_ago = timezone.now() - timedelta(days=1)
    Turn.objects.update(opened_at=long_ago)
    assert move(game, ai)
    assert not game.turns.filter(opened_at=long_ago).exists()


def test_bots_that_have_much_to_do_leave_it_in_the_open_turns(ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_BOT_MOVES", 3)
    game = running(ai)
    while not game.turns.filter(user=ai).exists():
        assert game.turns.exists()
        assert services.go_on(game_id=game.pk)
    assert not services.go_on(game_id=game.pk)
