"""Playing live: all agree, a fast clock runs, and the slow one is back when somebody goes."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache

from games.integrity.audit import audit
from games.integrity.rebuild import differences, rebuild
from games.kernel.log import state_of
from games.kernel.transaction import TableError
from games.live.stream import _arrive
from games.models import Automation, Event, Game, Turn
from games.plans import services as planning
from games.seats import live_play, pauses, substitution
from games.seats.live_play import agree, end, end_if_over
from games.seats.table_messages import AGREED_FOR
from games.turns import sweep
from infrastructure import broadcast
from napoleon.time_bank import DAY, HOUR, ClockRules
from players.friends.presence import record_presence
from players.models import Block, Delivery, Notification, PushSubscription, User
from players.notifications.kinds import bind
from players.notifications.routing import route
from tests.support.play import play_out, reread, running
from tests.support.visits import asks_to_sign_in, get, post, queries, text
from tests.support.wall_clock import Wall, to_move

pytestmark = pytest.mark.django_db
CLOCK = ClockRules(move=DAY, bank=DAY)


@pytest.fixture
def game(wall: Wall, ai: User, bo: User, chie: User) -> Game:
    wall.go()
    return running(ai, bo, chie, preset="nap", players=3, clock=CLOCK)


@pytest.fixture
def people(ai: User, bo: User, chie: User) -> list[User]:
    return [ai, bo, chie]


def live(game: Game, people: list[User]) -> Game:
    """The same table, once all of them have agreed."""
    for user in people:
        agree(game_id=game.pk, user=user)
    return reread(game)


def stay(*people: User) -> None:
    """Let these people be seen now, and nobody else."""
    cache.clear()
    record_presence(user.pk for user in people)


def kinds(game: Game) -> list[str]:
    """The types of the events of live play, in their order."""
    events = Event.objects.filter(game=game, type__startswith="live_").order_by("seq")
    return list(events.values_list("type", flat=True))


def ended(game: Game) -> dict[str, object]:
    """What the log says of the end of live play."""
    return dict(Event.objects.filter(game=game).latest("seq").payload)


def allow(*people: User) -> None:
    """Let these people be shown as online."""
    User.objects.filter(pk__in=[user.pk for user in people]).update(shows_presence=True)


def in_people(game: Game, user: User) -> str:
    """The page of seats and time as that person sees it, without the space between its tags."""
    return re.sub(r">\s+<", "><", text(get(user, f"/t/{game.slug}/people/")))


# --- It begins when all agree ---


def test_it_begins_with_the_word_of_the_last(game: Game, people: list[User]) -> None:
    for user in people[:2]:
        agree(game_id=game.pk, user=user)
        assert reread(game).live_since is None
    agree(game_id=game.pk, user=people[2])
    game = reread(game)
    assert game.live_since == Event.objects.filter(game=game).latest("seq").at
    assert kinds(game) == ["live_agreed"] * 3 + ["live_began"]
    assert all(check.holds for check in audit(game))


def test_a_word_given_twice_counts_once(game: Game, ai: User, people: list[User]) -> None:
    for _time in range(2):
        agree(game_id=game.pk, user=ai)
    assert kinds(game) == ["live_agreed"]
    game = live(game, people)
    agree(game_id=game.pk, user=ai)
    assert reread(game).seq == game.seq


def test_a_word_holds_for_ten_minutes(game: Game, people: list[User], wall: Wall) -> None:
    agree(game_id=game.pk, user=people[0])
    wall.go(minutes=10)
    live(game, people[1:])
    assert reread(game).live_since is None
    agree(game_id=game.pk, user=people[0])
    assert reread(game).live_since == wall.now


def test_bots_and_those_for_whom_one_plays_need_not_agree(wall: Wall, ai: User, bo: User, chie: User) -> None:
    wall.go()
    game = running(ai, bo, chie, clock=CLOCK)
    game.seats.filter(user=chie).update(autopilot=True)
    assert live(game, [ai, bo]).live_since


def test_who_agrees_plays_again(game: Game, ai: User) -> None:
    game.seats.filter(user=ai).update(autopilot=True, missed=2)
    agree(game_id=game.pk, user=ai)
    seat = game.seats.get(user=ai)
    assert (seat.autopilot, seat.missed) == (False, 0)


def test_the_word_of_who_leaves_is_not_their_substitutes(game: Game, people: list[User], dai: User) -> None:
    ai, bo, chie = people
    number = game.seats.get(user=bo).number
    agree(game_id=game.pk, user=bo)
    substitution.leave(game_id=game.pk, user=bo)
    substitution.offer(game_id=game.pk, number=number, user=dai)
    substitution.sit_in(game_id=game.pk, user=dai)
    assert live(game, [ai, chie]).live_since is None
    assert live(game, [dai]).live_since


def test_not_alone_nor_in_a_pause_nor_after_the_end(wall: Wall, game: Game, ai: User, bo: User) -> None:
    with pytest.raises(TableError, match="bots alone"):
        agree(game_id=running(ai).pk, user=ai)
    pauses.pause(game_id=game.pk, user=ai, days=1, reason="")
    with pytest.raises(TableError, match="are stopped"):
        agree(game_id=game.pk, user=bo)
    over = play_out(running(ai, bo, deals=1), ai, bo)
    with pytest.raises(TableError, match="over"):
        agree(game_id=over.pk, user=ai)
    assert over.live_since is None


# --- Both clocks ---


def test_the_bank_stands_still_and_nobody_is_timed_out(wall: Wall, people: list[User]) -> None:
    """Not even at a table that has nothing but a bank, and that of who is to move is nearly used up."""
    wall.go()
    game = running(*people, preset="nap", players=3, clock=ClockRules(move=timedelta(0), bank=DAY))
    late = to_move(game)
    game.seats.filter(user=late).update(bank=timedelta(minutes=1))
    live(game, people)
    wall.go(minutes=1, seconds=59)
    stay(*people)
    sweep.sweep()
    assert kinds(game)[-1] == "live_began"
    assert not Event.objects.filter(game=game, by="timeout").exists()
    end(game_id=game.pk, user=late)
    assert game.seats.get(user=late).bank == timedelta(minutes=1)


def test_what_was_late_before_is_charged(game: Game, people: list[User], wall: Wall) -> None:
    late = to_move(game)
    game.seats.filter(user=late).update(hours_json={})
    sweep.refresh(game, list(game.seats.all()), wall.now)
    wall.go(hours=24 + 5)
    live(game, people)
    assert game.seats.get(user=late).bank == DAY - 5 * HOUR


def test_all_turns_begin_anew_when_the_slow_clock_is_back(game: Game, people: list[User], wall: Wall) -> None:
    wall.go(hours=7)
    live(game, people)
    assert Turn.objects.get(game=game).opened_at == wall.now
    wall.go(minutes=1)
    end(game_id=game.pk, user=people[0])
    game, turn = reread(game), Turn.objects.get(game=game)
    assert game.live_since is None
    assert turn.opened_at == wall.now
    assert turn.due is not None
    assert turn.due >= wall.now + DAY
    assert ended(game) == {"type": "live_ended", "why": "asked", "seat": 0}
    assert all(check.holds for check in audit(game))


def test_who_has_not_moved_is_told_of_their_turn_by_the_slow_clock(game: Game, people: list[User], wall: Wall) -> None:
    """What they were told before is about a turn that began earlier, and goes out no more."""
    mover = to_move(game)
    wall.go(minutes=3)
    sweep.notify_turns(wall.now)
    live(game, people)
    wall.go(minutes=1)
    end(game_id=game.pk, user=mover)
    wall.go(minutes=2)
    sweep.notify_turns(wall.now)
    told = Notification.objects.filter(user=mover, kind="turn").order_by("pk")
    assert [kind.is_current for kind in bind(told).values()] == [False, True]


def test_it_can_be_made_anew_from_the_log(game: Game, people: list[User], wall: Wall) -> None:
    game, since = live(game, people), wall.now
    assert differences(game) == []
    Game.objects.filter(pk=game.pk).update(live_since=None)
    wall.go(minutes=1)
    assert rebuild(game.pk) == [f"live_since is None instead of {since}"]
    assert reread(game).live_since == since


def test_plans_rest_meanwhile(game: Game, people: list[User], wall: Wall) -> None:
    mover = to_move(game)
    planning.set_play_forced(slug=game.slug, user=mover, wished=True)
    assert Turn.objects.get(game=game).release_at is not None
    live(game, people)
    assert Turn.objects.get(game=game).release_at is None
    Automation.objects.all().delete()
    game.seats.update(automates=False)
    planning.set_play_forced(slug=game.slug, user=mover, wished=True)
    assert Turn.objects.get(game=game).release_at is None
    end(game_id=game.pk, user=mover)
    release = Turn.objects.get(game=game).release_at
    assert release is not None
    assert release > wall.now


# --- What ends it ---


def test_a_turn_that_lasts_too_long(game: Game, people: list[User], wall: Wall) -> None:
    slow = game.seats.get(user=to_move(game)).number
    game = live(game, people)
    stay(*people)
    wall.go(minutes=1, seconds=59)
    sweep.sweep()
    assert reread(game).live_since
    wall.go(seconds=1)
    sweep.sweep()
    assert ended(game) == {"type": "live_ended", "why": "slow", "seat": slow}
    assert reread(game).live_since is None


def test_somebody_who_is_not_seen(game: Game, people: list[User]) -> None:
    game = live(game, people)
    stay(people[0], people[2])
    assert end_if_over(game_id=game.pk)
    assert ended(game) == {"type": "live_ended", "why": "away", "seat": 1}
    assert not end_if_over(game_id=game.pk)


def test_the_page_of_a_live_table_says_who_is_there(game: Game, people: list[User]) -> None:
    """Of them as well who let nobody see that they are online."""
    game = live(game, people)
    stay(people[0], people[2])
    get(people[1], f"/t/{game.slug}/")
    assert not end_if_over(game_id=game.pk)


def test_a_pause_and_being_left_alone(game: Game, people: list[User], wall: Wall) -> None:
    ai, bo, chie = people
    game = live(game, people)
    pauses.pause(game_id=game.pk, user=ai, days=1, reason="")
    assert end_if_over(game_id=game.pk)
    assert ended(game) == {"type": "live_ended", "why": "paused", "seat": None}
    pauses.resume(game_id=game.pk)
    wall.go(minutes=11)
    game = live(game, people)
    for user in (bo, chie):
        substitution.leave(game_id=game.pk, user=user)
    assert end_if_over(game_id=game.pk)
    assert ended(game)["why"] == "alone"


def test_the_end_of_the_match(wall: Wall, ai: User, bo: User) -> None:
    wall.go()
    game = play_out(live(running(ai, bo, deals=1, clock=CLOCK), [ai, bo]), ai, bo)
    assert game.live_since is None
    assert differences(game) == []
    assert live_play.live_games() == []


# --- On pages ---


def test_three_who_are_there_are_asked(game: Game, people: list[User]) -> None:
    path = f"/t/{game.slug}/"
    assert "here now" not in text(get(people[0], path))
    allow(*people)
    for user in people[1:]:
        get(user, path)
    page = text(get(people[0], path))
    assert "3 of 3 are here now" in page
    assert "Ai · Bo · Chie" in text(get(people[0], f"{path}people/"))
    assert f'action="/t/{game.slug}/live/"' in page


def test_who_lets_nobody_see_it_is_not_shown(game: Game, people: list[User]) -> None:
    allow(people[1])
    for user in people:
        get(user, f"/t/{game.slug}/")
    # Nobody but Bo lets it be seen; live play is offered to the others all the same.
    assert "2 of 3 are here now" in text(get(people[0], f"/t/{game.slug}/"))
    assert "2 of 3 are here now" in text(get(people[2], f"/t/{game.slug}/"))
    assert "here now" not in text(get(people[1], f"/t/{game.slug}/"))
    assert "<dd>Ai · Bo</dd><dt>Still missing</dt><dd>Chie</dd>" in in_people(game, people[0])
    agree(game_id=game.pk, user=people[2])
    assert "1 of 3 want to play live" in text(get(people[0], f"/t/{game.slug}/"))
    assert "<dd>Chie</dd><dt>Here now</dt><dd>Ai · Bo</dd>" in in_people(game, people[0])


def test_a_stranger_is_told_no_more_than_that_the_table_plays_live(game: Game, people: list[User], dai: User) -> None:
    allow(*people)
    for user in people:
        get(user, f"/t/{game.slug}/")
    assert "here now" not in text(get(dai, f"/t/{game.slug}/"))
    assert "Here now" not in text(get(dai, f"/t/{game.slug}/people/"))
    live(game, people)
    page = text(get(None, f"/t/{game.slug}/"))
    assert "Playing live" in page
    assert "Slow clock" not in page


def test_by_its_buttons(game: Game, people: list[User]) -> None:
    for user in people:
        assert post(user, f"/t/{game.slug}/live/")["Location"] == f"/t/{game.slug}/"
    page = text(get(people[0], f"/t/{game.slug}/"))
    assert "Playing live" in page
    assert "All agreed: the table plays live." in page
    assert 'class="clock"' not in page
    assert post(people[1], f"/t/{game.slug}/live/end/").status_code == 302
    page = text(get(people[0], f"/t/{game.slug}/people/"))
    assert "Bo switched back to the slow clock." in page
    assert f'action="/t/{game.slug}/live/"' in page


def test_only_those_at_the_table(game: Game, dai: User) -> None:
    for path in (f"/t/{game.slug}/live/", f"/t/{game.slug}/live/end/"):
        assert asks_to_sign_in(post(None, path))
        assert post(dai, path).status_code == 404
        assert get(dai, path).status_code == 405


def test_the_pages_take_no_query_more(game: Game, people: list[User]) -> None:
    allow(*people)
    path = f"/t/{game.slug}/"
    # The first visit stores what it has shown.
    get(people[0], path)
    before = queries(people[0], path)
    agree(game_id=game.pk, user=people[1])
    assert queries(people[0], path) == before
    live(game, people)
    assert queries(people[0], path) == before


def test_an_open_page_hears_of_who_comes(game: Game, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    ai, bo, chie = people
    allow(ai, bo)
    told: list[tuple[str, int]] = []
    monkeypatch.setattr(broadcast, "publish_change", lambda *change: told.append(change))
    for user in (bo, bo, chie):
        user.refresh_from_db()
        _arrive(user, reread(game), is_player=True)
    ai.refresh_from_db()
    _arrive(ai, reread(game), is_player=False)
    assert told == [(game.slug, broadcast.PLAYER_CAME)]


def test_a_board_that_is_up_to_date_says_who_has_come(game: Game, people: list[User]) -> None:
    allow(*people)
    path = f"/t/{game.slug}/board/?deal=1&seq={game.seq}&side=log&unread=0&live=0.0.1"
    assert get(people[0], path).status_code == 204
    get(people[1], f"/t/{game.slug}/")
    get(people[2], f"/t/{game.slug}/")
    answer = get(people[0], path)
    assert answer["HX-Reswap"] == "none"
    assert 'value="0.0.3"' in text(answer)


def test_what_has_happened_is_said_by_name(game: Game, people: list[User]) -> None:
    live(game, people)
    stay()
    end_if_over(game_id=game.pk)
    assert [one.event.type for one in state_of(reread(game)).happened][-1] == "live_ended"
    assert "Ai went away, so the slow clock is back." in text(get(people[0], f"/t/{game.slug}/people/"))


# --- Those who are not there are called ---


def offers(user: User) -> list[Notification]:
    """The notifications that call this person to play live and are still true."""
    found = Notification.objects.filter(kind="live_offered", user=user)
    kinds = bind(found, full=True)
    return [one for one in found if kinds[one.pk].is_current]


def test_the_first_word_calls_the_others_once(game: Game, people: list[User], wall: Wall) -> None:
    ai, bo, _chie = people
    agree(game_id=game.pk, user=ai)
    agree(game_id=game.pk, user=ai)
    assert [len(offers(user)) for user in people] == [0, 1, 1]
    message = bind(offers(bo), full=True)[offers(bo)[0].pk].message()
    assert message is not None
    assert message.title.startswith(f"{ai} wants to play live now: ")
    assert f"until {wall.now + AGREED_FOR:%H:%M}" in message.lines[0]
    agree(game_id=game.pk, user=bo)
    assert [len(offers(user)) for user in people] == [0, 0, 1]
    assert Notification.objects.filter(kind="live_offered").count() == 2


def test_the_call_is_true_for_ten_minutes(game: Game, ai: User, bo: User, wall: Wall) -> None:
    agree(game_id=game.pk, user=ai)
    wall.go(minutes=9)
    assert offers(bo)
    wall.go(minutes=1)
    assert not offers(bo)


def test_nobody_is_called_to_a_table_that_plays_live_or_rests(game: Game, people: list[User]) -> None:
    live(game, people)
    assert not any(map(offers, people))
    end(game_id=game.pk, user=people[0])
    agree(game_id=game.pk, user=people[1])
    assert offers(people[2])
    pauses.pause(game_id=game.pk, user=people[0], days=1, reason="")
    assert not offers(people[2])


def test_nobody_is_called_by_somebody_whom_they_block(game: Game, ai: User, bo: User) -> None:
    Block.objects.create(user=bo, blocked=ai, at=game.created_at)
    agree(game_id=game.pk, user=ai)
    assert not offers(bo)


def test_in_quiet_hours_nobody_is_called(game: Game, ai: User, bo: User, wall: Wall) -> None:
    """The push waits for their end; by then it is no longer true, and is dropped."""
    quiet = {"quiet_from": (wall.now - HOUR).time(), "quiet_until": (wall.now + HOUR).time()}
    User.objects.filter(pk=bo.pk).update(time_zone="UTC", **quiet)
    PushSubscription.objects.create(user=bo, endpoint="https://push.example/1")
    agree(game_id=game.pk, user=ai)
    route(wall.now)
    [delivery] = Delivery.objects.filter(user=bo, notification__kind="live_offered")
    assert delivery.not_before >= wall.now + HOUR
    wall.go(hours=1)
    assert not offers(bo)
