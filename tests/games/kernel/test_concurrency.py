"""Several people at once, as threads with connections of their own: nothing is lost, doubled or out of the rules."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from random import Random
from uuid import uuid4

import pytest
from django.db import connection, transaction

from games.integrity.audit import audit
from games.kernel.game_queries import locked
from games.kernel.log import state_of
from games.kernel.transaction import Stale
from games.lobby import services as lobby_services
from games.lobby.forms import NewTableForm
from games.lobby.rematch import join_rematch
from games.models import ChatMessage, Event, Game, Turn
from games.table import chat
from games.turns import services
from napoleon.engine import IllegalCommand
from players.models import Notification, User
from tests.support.concurrency import at_once as run_at_once
from tests.support.play import Json, choices, in_play, lobby, payload, play_out, reread, running, seen
from tests.support.table_form import filled_in

pytestmark = pytest.mark.django_db(transaction=True)
SHARES_ROWS = connection.features.has_select_for_update
"""SQLite has one writer at a time."""

at_once = partial(run_at_once, refusals=(Stale, IllegalCommand))


def in_order(game: Game) -> bool:
    return all(check.holds for check in audit(reread(game)))


class Form:
    """What a page sends that was made a moment ago."""

    def __init__(self, game: Game, user: User, data: Json, expected: int) -> None:
        self.game, self.user, self.data, self.seen = game, user, data, expected
        self.key = uuid4()

    def send(self) -> services.Played:
        return services.act(slug=self.game.slug, user_id=self.user.pk, payload=self.data, seen=self.seen, key=self.key)


def form(game: Game, user: User, deal: int, rng: Random | None = None) -> Form:
    """A form for something that the person may do in the deal."""
    options = [choice for choice in choices(game, user) if choice.deal == deal]
    data = payload((rng or Random(0)).choice(options))
    return Form(game, user, data, seen(state_of(game), data))


def forms(game: Game) -> list[Form]:
    """One for each open turn."""
    return [form(game, turn.user, turn.deal) for turn in game.turns.select_related("user").order_by("deal", "seat")]


def test_the_same_form_from_two_threads_acts_once(cast: list[User]) -> None:
    game = running(*cast)
    for _ in range(10):
        [one] = forms(reread(game))
        assert sorted(answer.repeated for answer in at_once(one.send, one.send)) == [False, True]
        assert game.events.filter(key=one.key).count() == 1
    assert in_order(game)


@pytest.mark.parametrize("refuses", [False, True])
def test_all_answer_a_concession_at_once(cast: list[User], refuses: bool) -> None:
    """Nobody's agreement makes another one stale; after a refusal the answers that come too late are refused."""
    game = in_play(*cast)
    [turn] = game.turns.select_related("user")
    proposal = {"type": "concede", "deal": turn.deal}
    Form(game, turn.user, proposal, state_of(game).seen[turn.deal]).send()
    expected = state_of(reread(game)).seen[turn.deal]
    asked = list(reread(game).turns.select_related("user"))
    answers = [
        Form(game, one.user, {**proposal, "type": kind}, expected)
        for one, kind in zip(asked, ["refuse" if refuses else "agree", *["agree"] * 3], strict=True)
    ]
    at_once(*(answer.send for answer in answers))
    kinds = Counter(game.events.values_list("type", flat=True))
    assert (kinds["refuse"], kinds["agree"] < 4 if refuses else kinds["agree"]) == ((1, True) if refuses else (0, 4))
    assert reread(game).is_over is not refuses
    assert in_order(game)


def test_what_only_names_a_game_waits_for_nobody_who_writes_to_it(cast: list[User]) -> None:
    game = running(*cast)

    def think() -> None:
        try:
            chat.post_message(game=game, user=cast[0], text="Hm.", is_thought=True)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        locked(key=game.pk)
        thought = pool.submit(think)
        done, _waiting = wait([thought], timeout=5 if SHARES_ROWS else 0.1)
        assert bool(done) == SHARES_ROWS
    thought.result()
    assert ChatMessage.objects.get().text == "Hm."


def test_of_two_pages_of_one_person_the_second_is_stale(cast: list[User]) -> None:
    game = running(*cast)
    for _ in range(10):
        game = reread(game)
        [one], [other] = forms(game), forms(game)
        assert [type(answer) for answer in at_once(one.send, other.send)].count(Stale) == 1
        assert reread(game).seq == game.seq + 1
    assert in_order(game)


def test_two_deals_at_once_do_not_disturb_each_other(cast: list[User]) -> None:
    game = running(*cast, deals_at_once=2)
    for _ in range(15):
        game = reread(game)
        both = forms(game)
        assert [one.data["deal"] for one in both] == [1, 2]
        assert all(isinstance(answer, services.Played) for answer in at_once(*(one.send for one in both)))
        assert reread(game).seq == game.seq + 2
    assert in_order(game)


def test_five_sealed_declarations_at_once_all_count(cast: list[User]) -> None:
    game = running(*cast, auction="sealed")
    everyone = forms(game)
    assert len(everyone) == len(cast)
    assert all(isinstance(answer, services.Played) for answer in at_once(*(one.send for one in everyone)))
    assert game.events.filter(type__in=["bid", "pass"]).count() == len(cast)
    assert in_order(game)


def test_the_last_seat_is_taken_once(cast: list[User]) -> None:
    game = lobby(cast[0], preset="nap", players=2)

    def sit(user: User) -> Callable[[], object]:
        def take() -> object:
            try:
                return lobby_services.take_seat(game_id=game.pk, user=user)
            except lobby_services.TableError as full:
                return full

        return take

    assert sum(isinstance(answer, Game) for answer in at_once(*(sit(user) for user in cast[1:]))) == 1
    assert game.events.filter(type="start").count() == 1
    assert in_order(game)


def test_many_workers_let_a_game_go_on_once(ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(services, "MOST_BOT_MOVES", 0)
        patch.setattr(services, "enqueue_on_commit", lambda task, game_id: None)
        game = running(ai, preset="nap", players=3, deals=1)
        while not services.games_awaiting_bots() and not reread(game).is_over:
            [one] = forms(reread(game))
            one.send()
    assert sum(answer is True for answer in at_once(*[lambda: services.go_on(game_id=game.pk)] * 5)) == 1
    assert in_order(game)


class Hasty:
    """Someone who plays at once wherever it is their turn: now and then twice, late, or when it is not."""

    def __init__(self, user: User, games: Sequence[Game], seed: int) -> None:
        self.user, self.games, self.rng = user, games, Random(seed)
        self.results: Counter[str] = Counter()

    def play(self) -> None:
        while Game.objects.filter(status=Game.Status.RUNNING).exists():
            turns = list(Turn.objects.filter(user=self.user).select_related("game"))
            if turns:
                self.move(self.rng.choice(turns))
            elif self.rng.random() < 0.1:
                self.intrude(reread(self.rng.choice(self.games)))
            else:
                time.sleep(0.02)

    def move(self, turn: Turn) -> None:
        one = form(turn.game, self.user, turn.deal, self.rng)
        if self.rng.random() < 0.1:
            one.seen -= 1
        for _ in range(self.rng.choice([1, 1, 1, 2])):
            self.send(one)

    def intrude(self, game: Game) -> None:
        deal = self.rng.randrange(1, 4)
        self.send(Form(game, self.user, {"type": "pass", "deal": deal}, game.seq))

    def send(self, one: Form) -> None:
        try:
            self.results["repeated" if one.send().repeated else "played"] += 1
        except (Stale, IllegalCommand) as refused:
            self.results[type(refused).__name__] += 1


@pytest.mark.slow
def test_five_people_play_two_hundred_moves_each(cast: list[User]) -> None:
    games = [running(*cast, deals=11, deals_at_once=at_a_time) for at_a_time in (1, 2)]
    people = [Hasty(user, games, seed) for seed, user in enumerate(cast)]
    assert not any(at_once(*(one.play for one in people)))
    done = sum((one.results for one in people), Counter())
    by_people = Event.objects.filter(by=Event.By.PLAYER)
    assert done["played"] == by_people.count() == by_people.values("game", "key").distinct().count()
    assert all(one.results["played"] >= 200 for one in people)
    assert min(done["repeated"], done["Stale"], done["IllegalCommand"]) > 0
    for game in games:
        assert reread(game).status == Game.Status.FINISHED
        assert in_order(game)


# --- Forms that are sent twice ---


def test_a_form_for_a_table_sent_several_times_at_once_opens_one(ai: User, bo: User) -> None:
    data = filled_in(key=uuid4(), friends="Bo")

    def send() -> Game:
        form = NewTableForm(data, preset="gurunapo", host=ai)
        assert form.is_valid()
        return form.save()

    assert set(at_once(*[send] * 4)) == {Game.objects.get()}
    assert Notification.objects.filter(user=bo).count() == 1


def test_a_form_of_the_chat_sent_several_times_at_once_says_it_once(ai: User, bo: User) -> None:
    game, key = running(ai, bo, preset="nap", players=2), uuid4()
    Notification.objects.all().delete()
    said = at_once(*[lambda: chat.post_message(game=game, user=ai, text="@Bo: hello", key=key)] * 4)
    assert said == [ChatMessage.objects.get()] * 4
    assert list(Notification.objects.values_list("user", "kind")) == [(bo.pk, "mentioned")]


def test_two_who_ask_for_a_rematch_at_once_meet_at_one_table(ai: User, bo: User) -> None:
    game = play_out(running(ai, bo, deals=1), ai, bo)
    asked = [partial(join_rematch, game_id=game.pk, user=user) for user in (ai, bo)]
    assert len({table.pk for table in at_once(*asked) if isinstance(table, Game)}) == 1
    rematch = game.rematches.get()
    assert rematch.status == Game.Status.RUNNING
    assert set(rematch.seats.values_list("user", flat=True)) >= {ai.pk, bo.pk}
