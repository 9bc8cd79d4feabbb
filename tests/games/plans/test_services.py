"""Plans at real tables: kept for their maker alone, carried out in time, and never told apart from other moves."""

import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains

from games.integrity.rebuild import differences, rebuild
from games.kernel.log import broken_links, state_of
from games.kernel.transaction import TableError
from games.models import Automation, Event, Game, Turn
from games.plans import services as planning
from games.plans import timekeeper
from games.plans.plan import CardPlan, PassPlan, Plan, plan_to_json
from games.seats import substitution, time_outs
from games.turns import services
from napoleon.engine import Play, legal
from napoleon.time_bank import HOUR, NOTHING, ClockRules
from players.models import Notification, User
from tests.support.chance import fix_secrets
from tests.support.play import move, payload, reread, running, seen
from tests.support.samples import critical, distance
from tests.support.visits import client_of, get, post, text
from tests.support.wall_clock import Wall, away

pytestmark = pytest.mark.django_db


def match(*people: User, release: str = "minutes", **rules: Any) -> Game:
    """A match of these people and a bot or more, at a table that carries plans out so soon."""
    game = running(*people, **{"preset": "nap", "players": 3, "deals": 9, **rules})
    Game.objects.filter(pk=game.pk).update(release=release)
    return reread(game)


def to_move(game: Game) -> User:
    user = Turn.objects.select_related("user").get(game=game).user
    assert user is not None
    return user


def other(game: Game, *people: User) -> User:
    return next(user for user in people if user != to_move(game))


def turn_of(game: Game, user: User) -> Turn | None:
    return Turn.objects.filter(game=game, user=user).first()


def planned_moves(game: Game) -> list[Event]:
    return list(game.events.filter(by=Event.By.PLAN).order_by("seq"))


def notifications(user: User) -> int:
    return Notification.objects.filter(user=user, kind="plan_dropped").count()


def pass_with(game: Game, user: User) -> None:
    services.act(slug=game.slug, user_id=user.pk, payload={"type": "pass", "deal": 1}, seen=None, key=None)


# --- At once ---


def test_a_plan_is_carried_out_as_soon_as_the_turn_comes(ai: User, bo: User) -> None:
    game = match(ai, bo, release="at_once", bots="recruit", players=2)
    mover, waiting = to_move(game), other(game, ai, bo)
    planning.add_plan(slug=game.slug, user=waiting, deal=1, plan=PassPlan())
    pass_with(game, mover)
    (passed,) = planned_moves(game)
    assert passed.type == "pass"
    assert passed.payload["seat"] == game.seats.get(user=waiting).number


def test_forced_cards_are_played_at_once_for_who_wishes_it(ai: User) -> None:
    game = match(ai, preset="gurunapo", players=5, deals=1)
    planning.set_play_forced(slug=game.slug, user=ai, wished=True)
    while move(game, ai):
        pass
    # The last card of a hand, at least, leaves no choice.
    assert planned_moves(game)
    assert reread(game).status == Game.Status.FINISHED
    assert broken_links(reread(game)) == []


def test_what_is_decided_is_read_once_however_many_deals_are_open(ai: User) -> None:
    taken = []
    for at_once in (1, 5):
        game = match(ai, preset="gurunapo", players=5, deals=5, deals_at_once=at_once)
        planning.set_play_forced(slug=game.slug, user=ai, wished=True)
        assert len(state_of(reread(game)).match.open) == at_once
        with CaptureQueriesContext(connection) as queries:
            assert move(game, ai)
        taken.append(sum("games_automation" in query["sql"] for query in queries))
    assert taken == [1, 1]


# --- After a time that is drawn ---


def test_a_plan_waits_for_its_time(ai: User, bo: User, wall: Wall) -> None:
    game = match(ai, bo, players=2)
    mover, waiting = to_move(game), other(game, ai, bo)
    planning.add_plan(slug=game.slug, user=waiting, deal=1, plan=PassPlan())
    pass_with(game, mover)
    turn = turn_of(game, waiting)
    assert turn is not None
    assert turn.release_at is not None
    assert timedelta(minutes=1) <= turn.release_at - wall.now <= timedelta(minutes=10)
    wall.run(minutes=1)
    assert planned_moves(game) == []
    wall.run(minutes=10)
    assert [event.type for event in planned_moves(game)] == ["pass"]


def test_a_plan_made_when_the_turn_is_open_waits_as_well(ai: User, bo: User, wall: Wall) -> None:
    game = match(ai, bo, players=2)
    planning.add_plan(slug=game.slug, user=to_move(game), deal=1, plan=PassPlan())
    assert planned_moves(game) == []
    wall.go(minutes=11)
    assert planning.release(game_id=game.pk)
    assert len(planned_moves(game)) == 1


def test_who_plays_himself_is_not_overtaken(ai: User, bo: User, wall: Wall) -> None:
    game = match(ai, bo, players=2)
    mover = to_move(game)
    planning.add_plan(slug=game.slug, user=mover, deal=1, plan=PassPlan())
    move(game, mover, Random(3))
    assert planning.next_release() is None


def test_who_takes_their_seat_back_has_their_plans_back(ai: User, bo: User, wall: Wall) -> None:
    game = match(ai, bo, players=2, clock=ClockRules(move=HOUR, bank=NOTHING, quiet=False))
    for user in (ai, bo):
        away(game, user, wall)
    turn = game.turns.get()
    user = game.seats.get(number=turn.seat).user
    deal = turn.deal
    planning.set_play_forced(slug=game.slug, user=user, wished=True)
    planning.add_plan(slug=game.slug, user=user, deal=deal, plan=card_or_pass(game))
    assert game.turns.get().release_at is None
    time_outs.take_back(game_id=game.pk, user=user)
    release_at = game.turns.get().release_at
    assert release_at is not None
    assert timedelta(minutes=1) <= release_at - wall.now <= timedelta(minutes=10)
    wall.run(minutes=10)
    assert len(planned_moves(game)) == 1
    assert differences(reread(game)) == []


def card_or_pass(game: Game) -> Plan:
    """What whoever is to act in the only deal may certainly do."""
    return CardPlan(cards[0]) if (cards := playable(game)) else PassPlan()


def test_a_rebuilt_game_carries_plans_out_all_the_same(ai: User, bo: User, wall: Wall) -> None:
    game = match(ai, bo, players=2)
    planning.add_plan(slug=game.slug, user=to_move(game), deal=1, plan=PassPlan())
    rebuild(game.pk)
    assert differences(reread(game)) == []
    wall.go(minutes=11)
    assert planning.release(game_id=game.pk)


# --- What no longer fits ---


def test_a_plan_that_does_not_fit_is_dropped_with_a_word(ai: User, bo: User, wall: Wall) -> None:
    game = playing(ai, bo)
    mover = to_move(game)
    before = reread(game).seq
    planning.add_plan(slug=game.slug, user=mover, deal=deal_of(game), plan=unfit(game, mover))
    wall.go(minutes=11)
    assert not planning.release(game_id=game.pk)
    assert reread(game).seq == before
    assert notifications(mover) == 1
    assert not game.seats.get(user=mover).automates


def test_a_seat_whose_last_plan_is_dropped_at_once_has_none(ai: User, bo: User) -> None:
    game = playing(ai, bo)
    mover = to_move(game)
    planning.add_plan(slug=game.slug, user=mover, deal=deal_of(game), plan=unfit(game, mover))
    Game.objects.filter(pk=game.pk).update(release="at_once")
    planning.set_play_forced(slug=game.slug, user=mover, wished=False)
    assert Automation.objects.get().plans == []
    assert not game.seats.get(user=mover).automates


def test_a_card_that_was_played_by_hand_goes_without_a_word(ai: User, bo: User, wall: Wall) -> None:
    game = playing(ai, bo)
    mover = to_move(game)
    (card, *_) = legal(state_of(game).match, game.seats.get(user=mover).number)
    data = payload(card)
    planning.add_plan(
        slug=game.slug,
        user=mover,
        deal=deal_of(game),
        plan=CardPlan(card.card),  # type: ignore[union-attr]
    )
    services.act(slug=game.slug, user_id=mover.pk, payload=data, seen=seen(state_of(reread(game)), data), key=None)
    while (turn := turn_of(game, mover)) is None:
        move(game, to_move(game))
    assert turn.release_at is not None
    wall.go(minutes=11)
    planning.release(game_id=game.pk)
    assert notifications(mover) == 0


def playing(ai: User, bo: User) -> Game:
    """A deal of Nap of two people in which a card lies on the table."""
    game = match(ai, bo, players=2, deals=1)
    while True:
        if getattr(state_of(reread(game)).match.open[0], "trick", ()):
            return reread(game)
        move(game, to_move(game), Random(game.seq))
        game = reread(game)


def deal_of(game: Game) -> int:
    return state_of(game).match.open[0].number


def unfit(game: Game, user: User) -> CardPlan:
    """A card that they hold and may not play, or else one that is stopped by what lies there."""
    state = state_of(game).match.open[0]
    lying: Any = state.trick[0]  # type: ignore[union-attr]
    card = lying[1] if isinstance(lying, tuple) else lying
    return CardPlan("lowest", stop_card=card)


# --- Whose they are ---


def test_nobody_else_sees_a_plan(ai: User, bo: User) -> None:
    game = match(ai, bo, players=2)
    waiting, mover = other(game, ai, bo), to_move(game)
    pages = {reader: plain(get(reader, f"/t/{game.slug}/?side=plans")) for reader in (mover, None)}
    planning.add_plan(slug=game.slug, user=waiting, deal=1, plan=PassPlan(4))
    planning.set_play_forced(slug=game.slug, user=waiting, wished=True)
    for reader, before in pages.items():
        assert plain(get(reader, f"/t/{game.slug}/?side=plans")) == before
    assert "Forced cards are played for you." in text(get(waiting, f"/t/{game.slug}/?side=plans"))


def plain(response: Any) -> str:
    return re.sub(r'(csrfmiddlewaretoken|key)" value="[^"]+"', "", text(response))


def test_who_leaves_takes_their_plans_along(ai: User, bo: User) -> None:
    game = match(ai, bo, players=2)
    planning.set_play_forced(slug=game.slug, user=ai, wished=True)
    substitution.leave(game_id=game.pk, user=ai)
    assert not Automation.objects.exists()
    assert not game.seats.filter(automates=True).exists()


def test_a_stranger_plans_nothing(ai: User, bo: User, chie: User) -> None:
    game = match(ai, bo, players=2)
    assert post(chie, f"/t/{game.slug}/plan/", deal=1, do="pass").status_code == 404
    assert post(chie, f"/t/{game.slug}/play-forced/", wished="yes").status_code == 404
    with pytest.raises(Game.DoesNotExist):
        planning.add_plan(slug=game.slug, user=chie, deal=1, plan=PassPlan())


# --- The panel ---


def test_a_plan_is_made_and_taken_back_by_forms(ai: User, bo: User) -> None:
    game = match(ai, bo, players=5, preset="gurunapo", deals=2)
    path = f"/t/{game.slug}/"
    done = post(ai, f"{path}plan/", deal=1, do="pass", count=14, trump="H")
    assert (done.status_code, done["Location"]) == (303, f"{path}?deal=1&side=plans#side")
    assert "unless the best bid is below 14 hearts" in text(get(ai, f"{path}?deal=1&side=plans"))
    assert post(ai, f"{path}plan/drop/", deal=1, plan='{"do": "pass", "count": 14, "trump": "H"}').status_code == 303
    assert "14 hearts" not in text(get(ai, f"{path}?deal=1&side=plans"))


def test_a_plan_that_is_refused_leaves_its_form_as_it_was_filled_in(ai: User, bo: User) -> None:
    game = match(ai, bo, players=5, preset="gurunapo", deals=2)
    sent = {"deal": 1, "do": "pass", "trump": "H"}
    answer = client_of(ai).post(f"/t/{game.slug}/plan/", sent, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Retarget"]) == (422, "#plan-refused")
    assert answer.content.decode().startswith('<p class="note warn" role="alert">')
    panel = get(ai, f"/t/{game.slug}/?deal=1&side=plans").content.decode()
    assert 'id="plan-refused"' in panel


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"do": "pass", "count": 99}, "1 to 20 picture cards"),
        ({"do": "pass", "trump": "H"}, "number of picture cards"),
        ({"do": "play"}, "Choose what to play."),
        ({"do": "play", "play": "<b>"}, "Choose what to play."),
        ({"do": "play", "play": "lowest", "led": "X"}, "could not be read"),
        ({"do": "play", "play": "lowest", "stop_suit": "S"}, "Choose a suit and a rank."),
        ({"do": "resign"}, "not one of the available choices"),
        ({"do": "pass", "deal": 77}, "That deal is over."),
    ],
)
def test_what_is_no_plan_is_refused_in_words(ai: User, bo: User, sent: dict[str, Any], told: str) -> None:
    game = match(ai, bo, players=5, preset="gurunapo", deals=2)
    assertContains(post(ai, f"/t/{game.slug}/plan/", **{"deal": 1, **sent}), told, status_code=422)
    assert not Automation.objects.exists()


def test_there_is_an_end_to_plans(ai: User, bo: User) -> None:
    game = match(ai, bo, players=5, preset="gurunapo", deals=2)
    for _ in range(planning.MOST_PLANS):
        planning.add_plan(slug=game.slug, user=ai, deal=1, plan=CardPlan("lowest"))
    with pytest.raises(TableError, match="as many plans"):
        planning.add_plan(slug=game.slug, user=ai, deal=1, plan=CardPlan("lowest"))


def test_plans_for_a_deal_that_is_over_are_none(ai: User, bo: User) -> None:
    game = match(ai, bo, players=5, preset="gurunapo", deals=2)
    planning.add_plan(slug=game.slug, user=ai, deal=1, plan=CardPlan("lowest"))
    row = Automation.objects.get()
    row.plans = [{"deal": 0, "plan": plan_to_json(CardPlan("lowest"))}] * planning.MOST_PLANS
    row.save()
    planning.add_plan(slug=game.slug, user=ai, deal=1, plan=CardPlan("highest"))
    row.refresh_from_db()
    assert [entry["deal"] for entry in row.plans] == [1]


# --- The disguise ---


def test_forced_and_free_automatic_moves_come_after_the_same_times(
    ai: User, bo: User, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From what a table sees, the time from one event to the next, nobody can tell which moves were forced."""
    # The same cards and delays in every run: the limits below are met always or never.
    fix_secrets(monkeypatch, 1)
    delays: dict[bool, list[float]] = {True: [], False: []}
    game = match(ai, bo, players=2, deals=8)
    for user in (ai, bo):
        planning.set_play_forced(slug=game.slug, user=user, wished=True)
    while reread(game).status == Game.Status.RUNNING:
        mover, cards = to_move(game), playable(game)
        if not cards:
            move(game, mover, Random(reread(game).seq))
            continue
        if len(cards) > 1:
            planning.add_plan(slug=game.slug, user=mover, deal=deal_of(reread(game)), plan=CardPlan(cards[0]))
        begun = wall.now
        while not planning.release(game_id=game.pk):
            turn = planning.next_release()
            assert turn is not None
            assert turn.release_at is not None
            wall.now = max(wall.now, turn.release_at)
        delays[len(cards) == 1].append((wall.now - begun).total_seconds())
    assert min(map(len, delays.values())) >= 15
    drawn = [60 + 540 * at / 1000 for at in range(1001)]
    found = [*delays[True], *delays[False]]
    assert distance(found, drawn) < critical(len(found), len(drawn))
    assert distance(*delays.values()) < critical(*map(len, delays.values()))


NO_ALLOWANCE = ClockRules(move=NOTHING, bank=HOUR, quiet=False)


def test_who_plans_loses_no_bank_by_the_site_s_delay(ai: User, bo: User, wall: Wall) -> None:
    game = match(ai, bo, players=2, deals=1, release="hour", clock=NO_ALLOWANCE)
    for user in (ai, bo):
        planning.set_play_forced(slug=game.slug, user=user, wished=True)
    while reread(game).status == Game.Status.RUNNING:
        user, cards, deal = to_move(game), playable(game), deal_of(reread(game))
        if not cards:
            move(game, user, Random(reread(game).seq))
            continue
        planning.add_plan(slug=game.slug, user=user, deal=deal, plan=CardPlan(cards[0]))
        # As late as it may ever be.
        game.turns.update(release_at=wall.now + HOUR)
        wall.go(hours=1)
        timekeeper.step()
    assert len(planned_moves(game)) == game.events.filter(type="play").count() >= 6
    assert not game.events.filter(by=Event.By.TIMEOUT).exists()
    assert {seat.bank for seat in game.seats.all()} == {HOUR}


@pytest.mark.parametrize("release", ["at_once", "minutes", "hour"])
@pytest.mark.parametrize("minutes", [5, 45, 90])
def test_neither_deadlines_nor_banks_tell_what_was_planned(
    ai: User, bo: User, wall: Wall, release: str, minutes: int
) -> None:
    """A planned move costs what the same move costs at the same moment by hand; so does the turn after it."""
    seen = []
    for is_planned in (True, False):
        begun = wall.now
        game = match(ai, bo, players=2, clock=NO_ALLOWANCE)
        Game.objects.filter(pk=game.pk).update(release=release)
        mover = to_move(game)
        if is_planned and release != "at_once":
            planning.add_plan(slug=game.slug, user=mover, deal=1, plan=PassPlan())
            game.turns.update(release_at=begun + timedelta(minutes=minutes))
        before = game.turns.get()
        wall.go(minutes=minutes)
        if is_planned and release != "at_once":
            assert planning.release(game_id=game.pk)
        else:
            pass_with(game, mover)
        after, bank = game.turns.get(), game.seats.get(user=mover).bank
        public = (before.due, before.times_out_at, after.due, after.times_out_at)
        seen.append([bank, *(moment and moment - begun for moment in public)])
    assert seen[0] == seen[1]


def playable(game: Game) -> list[int]:
    """The cards of which the one who is to act may play any; none in the auction."""
    state = state_of(reread(game))
    (seat,) = state.match.open[0].to_act()
    return [action.card for action in legal(state.match, seat) if isinstance(action, Play)]


def test_a_plan_that_is_dropped_as_it_is_made_is_none_of_the_seat(ai: User, bo: User) -> None:
    game = playing(ai, bo)
    Game.objects.filter(pk=game.pk).update(release="at_once")
    mover = to_move(game)
    planning.add_plan(slug=game.slug, user=mover, deal=deal_of(game), plan=unfit(game, mover))
    assert Automation.objects.get().plans == []
    assert not game.seats.get(user=mover).automates


def test_a_plan_that_is_carried_out_as_it_is_made_is_none_of_the_seat(ai: User, bo: User) -> None:
    game = playing(ai, bo)
    Game.objects.filter(pk=game.pk).update(release="at_once")
    mover = to_move(game)
    planning.add_plan(slug=game.slug, user=mover, deal=deal_of(game), plan=CardPlan(playable(game)[0]))
    assert Automation.objects.get().plans == []
    assert not game.seats.get(user=mover).automates
