"""Moves that can be taken back for some seconds, before anybody has seen them."""

import re
from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest
from django.utils import timezone

from games.integrity.audit import audit
from games.kernel.log import state_of
from games.kernel.transaction import Stale
from games.lobby import services as lobby_services
from games.lobby.rematch import join_rematch
from games.models import Event, Game, Turn
from games.plans import services as planning
from games.plans import timekeeper
from games.plans.plan import PassPlan
from games.records.export import whole_record
from games.seats import live_play, substitution, time_outs
from games.turns import services
from games.turns.held_moves import take_move_back
from napoleon.engine import IllegalCommand, preset_rules
from players.models import User
from tests.support.play import Json, choices, payload, play_out, reread, running, seen
from tests.support.table_form import filled_in
from tests.support.table_pages import fields, words
from tests.support.visits import get, post, queries, text
from tests.support.wall_clock import Wall, to_move

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(wall: Wall, ai: User, bo: User) -> Game:
    """A table of two at which moves are held."""
    wall.go()
    game = running(ai, bo, preset="nap", players=2, deals=1)
    Game.objects.filter(pk=game.pk).update(takes_back=True)
    return reread(game)


@pytest.fixture
def mover(game: Game) -> User:
    return to_move(game)


@pytest.fixture
def other(game: Game, mover: User, ai: User, bo: User) -> User:
    return bo if mover == ai else ai


def send(game: Game, user: User, data: Json, key: object = None) -> services.Played:
    game = reread(game)
    expected = seen(state_of(game), data)
    return services.act(slug=game.slug, user_id=user.pk, payload=data, seen=expected, key=key)  # type: ignore[arg-type]  # keys of tests are UUIDs


def moves(game: Game, user: User) -> list[Json]:
    return [payload(choice) for choice in choices(reread(game), user)]


def made(game: Game) -> list[Json]:
    """What people have bid and played, as the log has it."""
    events = Event.objects.filter(game=game, by=Event.By.PLAYER, type__in=["bid", "pass", "play"]).order_by("seq")
    return list(events.values_list("payload", flat=True))


# --- It is held ---


def test_a_move_is_made_after_eight_seconds(game: Game, mover: User, wall: Wall) -> None:
    first = moves(game, mover)[0]
    send(game, mover, first)
    wall.run(seconds=7)
    assert made(game) == []
    assert reread(game).seq == game.seq
    wall.run(seconds=2)
    assert made(game) == [first]
    assert all(check.holds for check in audit(reread(game)))


def test_nobody_else_can_tell(game: Game, mover: User, other: User) -> None:
    """Not even from what their page asks with."""
    paths = [f"/t/{game.slug}/", f"/t/{game.slug}/people/", f"/t/{game.slug}/record/", "/"]

    def pages() -> list[str]:
        return [text(get(reader, path)) for reader in (other, None) for path in paths]

    def shape(page: str) -> str:
        # Keys and tokens are drawn anew for each page.
        return re.sub(r'(name="(?:key|csrfmiddlewaretoken)" value|X-CSRFToken)[^>]*>', "", page)

    before = [shape(page) for page in pages()]
    send(game, mover, moves(game, mover)[0])
    take_move_back(slug=game.slug, user=mover, deal=1)
    send(game, mover, moves(game, mover)[-1])
    assert [shape(page) for page in pages()] == before


def test_what_the_rules_refuse_is_refused_at_once(game: Game, mover: User, other: User) -> None:
    with pytest.raises(IllegalCommand):
        send(game, other, moves(game, mover)[0])
    with pytest.raises(Stale):
        services.act(slug=game.slug, user_id=mover.pk, payload=moves(game, mover)[0], seen=0, key=None)
    assert not Turn.objects.filter(held__isnull=False).exists()


def test_another_move_takes_its_place(game: Game, mover: User, wall: Wall) -> None:
    first, *_others, last = moves(game, mover)
    send(game, mover, first)
    wall.run(seconds=5)
    send(game, mover, last)
    wall.run(seconds=5)
    assert made(game) == []
    wall.run(seconds=4)
    assert made(game) == [last]


def test_a_request_that_is_repeated_makes_one_move(game: Game, mover: User, wall: Wall) -> None:
    key, first = uuid4(), moves(game, mover)[0]
    for _time in range(2):
        send(game, mover, first, key)
    wall.run(seconds=9)
    assert services.act(slug=game.slug, user_id=mover.pk, payload=first, seen=0, key=key).repeated
    assert made(game) == [first]


def test_a_key_that_has_been_used_makes_no_other_move(wall: Wall, ai: User, bo: User) -> None:
    """A page of ours draws another key for each move."""
    wall.go()
    game = running(ai, bo, preset="nap", players=2, deals=4, deals_at_once=4)
    Game.objects.filter(pk=game.pk).update(takes_back=True)
    key = uuid4()
    one, another = {move["deal"]: move for move in moves(game, ai)}.values()
    send(game, ai, one, key)
    assert send(game, ai, another, key).repeated
    wall.run(seconds=9)
    assert send(game, ai, another, key).repeated
    wall.run(seconds=9)
    assert made(game) == [one]
    assert not Turn.objects.filter(held__isnull=False).exists()


def test_an_error_does_not_let_the_timekeeper_race(
    game: Game, mover: User, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError

    send(game, mover, moves(game, mover)[0])
    wall.go(seconds=9)
    with monkeypatch.context() as patch:
        patch.setattr(planning, "make_planned_move", fail)
        assert [timekeeper.step() for _ in range(2)] == [0.0, timekeeper.LOOK_EVERY]
    wall.run(minutes=2)
    assert len(made(game)) == 1


def test_a_move_whose_moment_was_missed_is_made_at_once(game: Game, mover: User, wall: Wall) -> None:
    send(game, mover, moves(game, mover)[0])
    wall.go(minutes=5)
    wall.run(seconds=1)
    assert len(made(game)) == 1


def test_a_held_move_is_in_time(game: Game, mover: User, wall: Wall) -> None:
    send(game, mover, moves(game, mover)[0])
    wall.go(days=10)
    time_outs.time_out(game_id=game.pk)
    assert len(made(game)) == 1
    assert not Event.objects.filter(game=game, by=Event.By.TIMEOUT).exists()


def test_bots_wait_as_well(wall: Wall, ai: User) -> None:
    wall.go()
    game = running(ai, preset="nap", players=3, deals=1)
    Game.objects.filter(pk=game.pk).update(takes_back=True)
    before = reread(game).seq
    send(game, ai, moves(game, ai)[0])
    assert reread(game).seq == before
    wall.run(seconds=9)
    assert Event.objects.filter(game=game, seq__gt=before, by=Event.By.BOT).exists()


def test_not_in_live_play(game: Game, ai: User, bo: User, mover: User) -> None:
    for user in (ai, bo):
        live_play.agree(game_id=game.pk, user=user)
    send(game, mover, moves(game, mover)[0])
    assert len(made(game)) == 1


def test_who_comes_back_from_the_autopilot_sees_what_is_held(game: Game, mover: User, wall: Wall) -> None:
    game.seats.update(autopilot=True)
    Turn.objects.filter(game=game).update(user=None)
    bid = moves(game, mover)[-1]
    send(game, mover, bid)
    assert "Your move is made at" in text(get(mover, f"/t/{game.slug}/"))
    assert made(game) == []
    post(mover, f"/t/{game.slug}/take-back/")
    wall.run(seconds=9)
    assert made(game) == [bid]


def test_who_comes_back_and_gives_up_does_so_once(game: Game, wall: Wall) -> None:
    rng = Random(3)
    while "play" not in {move["type"] for move in moves(game, to_move(game))}:
        send(game, to_move(game), rng.choice(moves(game, to_move(game))))
        wall.run(seconds=9)
    player = to_move(game)
    game.seats.update(autopilot=True)
    Turn.objects.filter(game=game).update(user=None)
    send(game, player, {"type": "concede", "deal": 1})
    assert not game.events.filter(type="concede").exists()
    wall.run(seconds=9)
    assert game.events.filter(type="concede", by=Event.By.PLAYER).count() == 1


def test_moves_of_several_deals_are_made_by_who_comes_back(wall: Wall, ai: User, bo: User) -> None:
    wall.go()
    game = running(ai, bo, preset="nap", players=2, deals=4, deals_at_once=4)
    Game.objects.filter(pk=game.pk).update(takes_back=True)
    game.seats.update(autopilot=True)
    one, another = {move["deal"]: move for move in moves(game, ai)}.values()
    send(game, ai, one)
    wall.run(seconds=3)
    send(game, ai, another)
    wall.run(seconds=9)
    assert [move for move in made(game) if move in (one, another)] == [one, another]


def test_who_sits_down_beside_takes_nobodys_move_away(wall: Wall, ai: User, bo: User) -> None:
    """The clock begins to run for the one who has played alone with bots."""
    wall.go()
    game = running(ai, preset="nap", players=2, deals=1)
    Game.objects.filter(pk=game.pk).update(takes_back=True)
    bid = moves(game, ai)[-1]
    substitution.offer(game_id=game.pk, number=game.seats.exclude(user=ai).get().number, user=bo)
    send(game, ai, bid)
    substitution.sit_in(game_id=game.pk, user=bo)
    wall.run(seconds=9)
    assert made(game) == [bid]


def test_who_takes_the_seat_makes_another_move(game: Game, mover: User, chie: User, wall: Wall) -> None:
    number = game.seats.get(user=mover).number
    send(game, mover, moves(game, mover)[0])
    game.seats.filter(number=number).update(autopilot=True)
    substitution.offer(game_id=game.pk, number=number, user=chie)
    substitution.sit_in(game_id=game.pk, user=chie)
    wall.run(seconds=20)
    assert made(game) == []


# --- It is taken back ---


def test_a_plan_for_later_does_not_take_its_place(wall: Wall, ai: User) -> None:
    """At a table of one person plans are carried out at once."""
    wall.go()
    game = running(ai, preset="nap", players=2, deals=1)
    Game.objects.filter(pk=game.pk).update(takes_back=True)
    bid = moves(game, ai)[-1]
    send(game, ai, bid)
    planning.add_plan(slug=game.slug, user=ai, deal=1, plan=PassPlan())
    assert made(game) == []
    wall.run(seconds=9)
    assert made(game) == [bid]


def test_what_others_do_does_not_let_a_plan_take_its_place(wall: Wall, ai: User, bo: User) -> None:
    """Several deals are played at once."""
    wall.go()
    game = running(ai, bo, preset="nap", players=2, deals=4, deals_at_once=4)
    Game.objects.filter(pk=game.pk).update(takes_back=True, release="at_once")
    held, another = moves(game, ai)[-1], moves(game, bo)[-1]
    planning.set_play_forced(slug=game.slug, user=ai, wished=True)
    planning.add_plan(slug=game.slug, user=bo, deal=another["deal"], plan=PassPlan())
    send(game, ai, held)
    planning.add_plan(slug=game.slug, user=ai, deal=held["deal"], plan=PassPlan())
    assert made(game) == []
    wall.run(seconds=9)
    assert held in made(game)


def test_it_is_taken_back_and_the_plans_hold_again(game: Game, mover: User, wall: Wall) -> None:
    planning.set_play_forced(slug=game.slug, user=mover, wished=True)
    send(game, mover, moves(game, mover)[0])
    take_move_back(slug=game.slug, user=mover, deal=1)
    turn = Turn.objects.get(game=game)
    assert turn.release_at is not None
    assert turn.release_at - wall.now >= timedelta(minutes=1)
    wall.run(seconds=30)
    assert made(game) == []


def test_what_was_taken_back_is_counted_in_the_log_and_the_record(
    game: Game, mover: User, ai: User, bo: User, wall: Wall
) -> None:
    first, *_others, last = moves(game, mover)
    for _time in range(2):
        send(game, mover, first)
        take_move_back(slug=game.slug, user=mover, deal=1)
        take_move_back(slug=game.slug, user=mover, deal=1)
    send(game, mover, last)
    wall.run(seconds=9)
    assert made(game) == [{**last, "taken_back": 2}]
    over = play_out(reread(game), ai, bo)
    assert whole_record(over).count('"taken_back": 2') == 1
    assert all(check.holds for check in audit(over))


def test_nothing_is_taken_back_once_it_is_made(game: Game, mover: User, wall: Wall) -> None:
    first = moves(game, mover)[0]
    send(game, mover, first)
    wall.run(seconds=9)
    after = reread(game).seq
    take_move_back(slug=game.slug, user=mover, deal=1)
    assert (made(game), reread(game).seq) == ([first], after)


# --- On pages ---


def test_by_its_buttons(game: Game, mover: User, other: User, wall: Wall) -> None:
    path = f"/t/{game.slug}/"
    form = fields(get(mover, path))
    data = {"do": "bid", "bid": "nap", "deal": form["deal"], "seen": form["seen"], "key": uuid4()}
    assert post(mover, f"{path}act/", **data).status_code == 303
    page = text(get(mover, path))
    made_at = timezone.localtime(wall.now + timedelta(seconds=8))
    assert f"Your move is made at {made_at:%H:%M:%S}." in page
    assert 'data-left="8.0"' in page
    assert "Take back: Bid nap" in " ".join(words(get(mover, path)).split())
    assert f'formaction="/t/{game.slug}/take-move-back/"' in page
    assert "take-move-back" not in text(get(other, path))
    assert post(other, f"{path}take-move-back/", deal=1).status_code == 303
    assert "take-move-back" in text(get(mover, path))
    assert post(mover, f"{path}take-move-back/", deal=1).status_code == 303
    assert "take-move-back" not in text(get(mover, path))
    wall.run(seconds=10)
    assert made(game) == []


def test_only_those_at_the_table(game: Game, mover: User, chie: User) -> None:
    path = f"/t/{game.slug}/take-move-back/"
    assert post(chie, path, deal=1).status_code == 404
    assert post(mover, path, deal="x").status_code == 303
    assert get(mover, path).status_code == 405


def test_the_page_takes_no_query_more(game: Game, mover: User) -> None:
    # The first visit stores what it has shown.
    get(mover, f"/t/{game.slug}/")
    before = queries(mover, f"/t/{game.slug}/")
    send(game, mover, moves(game, mover)[0])
    assert queries(mover, f"/t/{game.slug}/") == before


# --- The option ---


def test_it_is_chosen_where_a_table_is_opened_and_kept_by_its_rematch(ai: User, bo: User) -> None:
    assert post(ai, "/tables/new/", **filled_in(takes_back="on")).status_code == 302
    game = Game.objects.get(host=ai)
    assert game.takes_back
    assert "A move can be taken back for 8 seconds" in text(get(ai, game.get_absolute_url()))
    over = running(ai, bo, deals=1)
    Game.objects.filter(pk=over.pk).update(takes_back=True)
    assert join_rematch(game_id=play_out(over, ai, bo).pk, user=ai).takes_back


def test_it_is_off_unless_it_is_chosen(ai: User) -> None:
    assert not reread(lobby_services.create(lobby_services.TableTerms(rules=preset_rules("nap")), host=ai)).takes_back
