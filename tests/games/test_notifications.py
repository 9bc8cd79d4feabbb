"""Which notifications players get about their games, and when."""

from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import notifications
from games.imports.parse import records
from games.imports.store import store_record
from games.integrity import rebuild
from games.kernel import early_end
from games.live import viewers
from games.lobby import services
from games.lobby.rematch import join_rematch
from games.models import Game, Turn
from games.plans import services as planning
from games.plans.plan import PassPlan
from games.seats import substitution, time_outs
from games.seats.live_play import agree
from games.table import chat
from games.turns.services import act
from games.turns.sweep import notify_turns
from players.friends.services import block
from players.models import Delivery, Notification, NotificationSettings, PushSubscription, User
from players.notifications import dispatch, inbox, push
from players.notifications.kinds import bind
from players.notifications.routing import route
from tests.support.golden import lines_of
from tests.support.notifications import MINUTE, pass_time, reachable, subjects
from tests.support.play import lobby, move, play_first_deal, play_out, play_out_by_moves, reread, running
from tests.support.records import changed
from tests.support.visits import get, guest, text
from tests.support.wall_clock import Wall

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(cast: list[User]) -> list[User]:
    """All five can be reached at any hour."""
    reachable(*cast)
    User.objects.update(keeps_quiet=False)
    for user in cast:
        user.keeps_quiet = False
    return cast


@pytest.fixture
def started(cast: list[User]) -> Game:
    """A match that has just begun, whose first player has moved already as far as telling goes."""
    game = running(*cast, deals=2)
    game.turns.update(tell_at=None)
    return game


@pytest.fixture
def game(cast: list[User]) -> Game:
    """A match of which everybody knows."""
    game = running(*cast, deals=2)
    Notification.objects.all().delete()
    return game


def told(user: User, *kinds: str) -> list[str]:
    """The kinds of notifications that the person has been written, the oldest first."""
    rows = Notification.objects.filter(user=user).order_by("pk").values_list("kind", flat=True)
    return [kind for kind in rows if not kinds or kind in kinds]


def to_move(game: Game) -> User:
    turn = Turn.objects.select_related("user").get(game=game)
    assert turn.user is not None
    return turn.user


def later(minutes: float = 3) -> datetime:
    return timezone.now() + minutes * MINUTE


def test_who_plays_soon_is_not_told(game: Game) -> None:
    user = to_move(game)
    notify_turns(later(1))
    assert "turn" not in told(user)
    assert move(game, user)
    notify_turns(later(1.9))
    assert not Notification.objects.filter(kind="turn").exists()


def test_who_is_waited_for_is_told_once(game: Game, cast: list[User]) -> None:
    user = to_move(game)
    pass_time(later(), minutes=10)
    notify_turns(later(30))
    assert told(user, "turn") == ["turn"]
    [message] = mail.outbox
    assert (message.to, message.subject) == ([user.email], "Your turn: Ai’s table, deal 1")
    assert f"/t/{game.slug}/?deal=1" in message.body


def automatic(game: Game, minutes: float) -> Turn:
    """The open turn, in which the site will do what is planned in so many minutes."""
    turn = game.turns.get()
    assert turn.release_at is not None
    turn.release_at = later(minutes)
    turn.save(update_fields=["release_at"])
    return turn


def test_nobody_is_told_of_a_turn_that_their_plan_will_take(game: Game) -> None:
    user = to_move(game)
    planning.add_plan(slug=game.slug, user=user, deal=1, plan=PassPlan())
    turn = automatic(game, minutes=9)
    pass_time(later(2), minutes=6)
    assert (told(user, "turn"), subjects()) == ([], [])
    turn.refresh_from_db()
    assert turn.tell_at == turn.release_at + 2 * MINUTE


def test_a_turn_that_plans_leave_to_the_player_is_told_of_in_time(game: Game) -> None:
    user = to_move(game)
    planning.set_play_forced(slug=game.slug, user=user, wished=True)
    automatic(game, minutes=9)
    pass_time(later(2), minutes=0)
    assert told(user, "turn") == ["turn"]


def test_who_takes_their_plan_back_is_told_all_the_same(game: Game) -> None:
    user = to_move(game)
    planning.add_plan(slug=game.slug, user=user, deal=1, plan=PassPlan())
    automatic(game, minutes=5)
    notify_turns(later(3))
    planning.drop_plan(slug=game.slug, user=user, deal=1, text='{"do": "pass"}')
    notify_turns(later(8))
    assert told(user, "turn") == ["turn"]


def test_a_plan_that_should_have_been_carried_out_holds_nothing_back(game: Game) -> None:
    user = to_move(game)
    planning.add_plan(slug=game.slug, user=user, deal=1, plan=PassPlan())
    automatic(game, minutes=3)
    notify_turns(later(6))
    assert told(user, "turn") == ["turn"]


def test_turns_with_plans_are_looked_at_together(cast: list[User]) -> None:
    for games in (1, 3):
        for _ in range(games):
            game = running(*cast, deals=2)
            planning.set_play_forced(slug=game.slug, user=to_move(game), wished=True)
        with CaptureQueriesContext(connection) as queries:
            assert notify_turns(later()) == games
        assert len([query for query in queries if "games_automation" in query["sql"]]) == 1


def test_who_has_moved_meanwhile_gets_no_mail(game: Game) -> None:
    user = to_move(game)
    pass_time(later(), minutes=0)
    assert told(user) == ["turn"]
    assert move(game, user)
    pass_time(later(5), minutes=0)
    assert subjects() == []


def test_who_looks_at_the_table_is_told_once_they_have_left(game: Game) -> None:
    viewers.record_viewers([(to_move(game).pk, game.slug)])
    pass_time(later(), minutes=10)
    assert subjects() == []
    viewers.cache.clear()
    pass_time(later(20), minutes=0)
    assert subjects() == ["Your turn: Ai’s table, deal 1"]


def test_a_page_that_is_open_but_not_read_keeps_nothing_back(game: Game) -> None:
    viewers.record_open_pages([(to_move(game).pk, game.slug)])
    pass_time(later(), minutes=10)
    assert subjects() == ["Your turn: Ai’s table, deal 1"]


def test_who_wants_everything_gets_it_while_they_read_as_well(game: Game) -> None:
    user = to_move(game)
    NotificationSettings.objects.create(user=user, even_if_seen=True)
    viewers.record_viewers([(user.pk, game.slug)])
    pass_time(later(), minutes=10)
    assert subjects() == ["Your turn: Ai’s table, deal 1"]


def test_that_a_bot_has_played_is_told_to_who_reads_as_well(game: Game, cast: list[User]) -> None:
    Turn.objects.update(tell_at=None)
    seat = game.seats.get(user=cast[1])
    viewers.record_viewers([(cast[1].pk, game.slug)])
    game.seats.filter(pk=seat.pk).update(autopilot=True)
    notifications.PlayedByTimeOut.notify(game, seat, 1)
    notifications.PutOnAutopilot.notify(game, seat)
    pass_time(timezone.now(), minutes=3)
    [sent] = mail.outbox
    assert "You ran out of time, so a bot has played" in sent.body
    assert "A bot is playing for you" in sent.body


@pytest.mark.parametrize(("hours", "comes"), [(1, True), (2, True), (3, False)])
def test_a_reminder_close_to_the_end_comes_while_the_page_is_read(game: Game, hours: int, comes: bool) -> None:
    [turn] = game.turns.all()
    now = timezone.now()
    turn.tell_at = None
    turn.save(update_fields=["tell_at"])
    viewers.record_viewers([(to_move(game).pk, game.slug)])
    reminded(turn, now, now + timedelta(hours=hours))
    pass_time(now, minutes=1)
    assert bool(subjects()) == comes


def test_a_reminder_that_waits_while_the_page_is_read_comes_before_the_end(game: Game, wall: Wall) -> None:
    [turn] = game.turns.all()
    turn.tell_at = None
    turn.save(update_fields=["tell_at"])
    start = timezone.now()
    reminded(turn, start, start + timedelta(hours=3))
    for _ in range(14):
        viewers.record_viewers([(to_move(game).pk, game.slug)])
        pass_time(timezone.now(), minutes=0)
        assert subjects() == [] or timezone.now() - start >= timedelta(hours=1)
        wall.go(minutes=5)
    assert subjects() == ["Still your turn: Ai’s table, deal 1"]


def test_looking_at_another_table_is_no_matter(game: Game) -> None:
    viewers.record_viewers([(to_move(game).pk, "another")])
    pass_time(later(), minutes=10)
    assert subjects() == ["Your turn: Ai’s table, deal 1"]


def test_a_rebuilt_turn_is_not_told_of_again(game: Game) -> None:
    notify_turns(later())
    game.turns.all().delete()
    rebuild.rebuild(game.pk)
    assert notify_turns(later()) == 1
    assert Notification.objects.filter(kind="turn").count() == 1


def test_turns_of_bots_are_nobodys(ai: User) -> None:
    running(ai)
    notify_turns(later())
    assert set(Notification.objects.filter(kind="turn").values_list("user", flat=True)) <= {ai.pk}


def plan(sql: str) -> str:
    """How the database would find the rows in a table too large to be read whole."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("EXPLAIN " + sql)
            return " ".join(row[0] for row in cursor.fetchall())
        cursor.execute("EXPLAIN QUERY PLAN " + sql)
        return " ".join(row[3] for row in cursor.fetchall())


def test_the_sweep_looks_only_at_what_is_due(game: Game) -> None:
    pass_time(later(), minutes=6)
    with CaptureQueriesContext(connection) as queries:
        assert dispatch.due_now(later()) == []
    # Besides the heartbeat, outages and the day's boards, of which there are few.
    reads = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    few = ("games_heartbeat", "games_outage", "games_boardset")
    reads = [sql for sql in reads if not any(table in sql for table in few)]
    indexes = ("games_turn_to_tell", "players_notification_unrouted", "players_delivery_due")
    assert len(reads) == len(indexes)
    for sql, index in zip(reads, indexes, strict=True):
        assert index in plan(sql)


def test_an_invitation_is_told_while_it_stands(cast: list[User]) -> None:
    ai, bo, chie, *_ = cast
    game = lobby(ai)
    services.invite(game_id=game.pk, number=1, user=bo)
    services.invite(game_id=game.pk, number=2, user=chie)
    services.seat_bot(game_id=game.pk, number=2, level="recruit")
    pass_time(timezone.now())
    [message] = mail.outbox
    assert (message.to, message.subject) == (["bo@example.org"], "Ai invites you to a table")
    assert "5 players" in message.body
    services.invite(game_id=game.pk, number=1, user=bo)
    assert told(bo) == ["invited"]


def test_hosts_of_many_tables_fill_no_mailbox(cast: list[User]) -> None:
    ai, bo, chie, *_ = cast
    begin = timezone.now()
    for minute, host in enumerate([ai, ai, ai, chie]):
        services.invite(game_id=lobby(host, listed=False).pk, number=1, user=bo)
        pass_time(begin + minute * 4 * MINUTE, minutes=3)
    assert subjects() == ["Ai invites you to a table", "Chie invites you to a table"]
    assert len(inbox.lines(bo)) == 4


def test_guests_mail_nobody_whom_they_have_not_played_with(cast: list[User]) -> None:
    ai, bo, *_ = cast
    heron = guest()
    services.invite(game_id=lobby(heron, listed=False).pk, number=1, user=bo)
    assert told(bo) == []
    assert "Heron 12" in text(get(bo, "/"))
    join_rematch(game_id=play_out(running(heron, ai, preset="nap", players=2, deals=1), heron, ai).pk, user=heron)
    assert told(ai, "invited") == ["invited"]


def left_by_bo(cast: list[User]) -> Game:
    """A match of Ai's in which a bot plays for Bo, of which Chie knows nothing yet."""
    ai, bo, *_ = cast
    game = running(ai, bo, preset="nap", players=2)
    substitution.leave(game_id=game.pk, user=bo)
    Notification.objects.all().delete()
    Turn.objects.update(tell_at=None)
    return game


def test_who_is_asked_to_play_on_is_told_and_then_where_they_sit(cast: list[User]) -> None:
    _ai, _bo, chie, *_ = cast
    game = left_by_bo(cast)
    substitution.offer(game_id=game.pk, number=1, user=chie)
    pass_time(timezone.now())
    [message] = mail.outbox
    assert message.to == ["chie@example.org"]
    assert message.subject == "Ai asks you to substitute: Ai’s table"
    assert "You will see its cards" in message.body
    substitution.sit_in(game_id=game.pk, user=chie)
    Turn.objects.update(tell_at=None)
    pass_time(later())
    assert told(chie) == ["invited", "substitute"]
    assert subjects()[1:] == ["You are the substitute now: Ai’s table"]


def test_who_was_invited_before_the_match_is_asked_to_play_on_all_the_same(cast: list[User]) -> None:
    ai, bo, chie, *_ = cast
    game = lobby(ai, preset="nap", players=2)
    services.invite(game_id=game.pk, number=1, user=chie)
    services.invite(game_id=game.pk, number=1, user=bo)
    services.take_seat(game_id=game.pk, user=bo)
    substitution.leave(game_id=game.pk, user=bo)
    substitution.offer(game_id=game.pk, number=1, user=chie)
    Turn.objects.update(tell_at=None)
    pass_time(timezone.now())
    mine = [message.subject for message in mail.outbox if message.to == [chie.email]]
    assert mine == ["Ai asks you to substitute: Ai’s table"]


def test_an_offer_that_was_taken_back_is_not_told(cast: list[User]) -> None:
    _ai, _bo, chie, dai, _emi = cast
    game = left_by_bo(cast)
    substitution.offer(game_id=game.pk, number=1, user=chie)
    substitution.offer(game_id=game.pk, number=1, user=dai)
    pass_time(timezone.now())
    assert [message.to for message in mail.outbox] == [["dai@example.org"]]


def test_an_offer_is_told_once_while_it_stands(cast: list[User]) -> None:
    ai, _bo, chie, *_ = cast
    game = left_by_bo(cast)
    substitution.offer(game_id=game.pk, number=1, user=chie)
    assert move(game, ai)
    substitution.offer(game_id=game.pk, number=1, user=chie)
    assert told(chie) == ["invited"]


def test_a_table_stands_once_among_the_invitations_of_a_mail(cast: list[User]) -> None:
    ai, _bo, chie, *_ = cast
    game = left_by_bo(cast)
    substitution.offer(game_id=game.pk, number=1, user=chie)
    substitution.offer(game_id=game.pk, number=1, user=None)
    assert move(game, ai)
    substitution.offer(game_id=game.pk, number=1, user=chie)
    assert told(chie) == ["invited", "invited"]
    Turn.objects.update(tell_at=None)
    pass_time(timezone.now())
    assert subjects() == ["Ai asks you to substitute: Ai’s table"]


def test_the_start_of_a_match_is_told_to_all(started: Game, cast: list[User]) -> None:
    assert all(told(user) == ["started"] for user in cast)
    pass_time(timezone.now(), minutes=2)
    assert {message.to[0] for message in mail.outbox} == {user.email for user in cast}
    assert set(subjects()) == {"The match has begun: Ai’s table"}
    assert "Ai, Bo, Chie, Dai, Emi" in mail.outbox[0].body


def test_the_ends_of_deals_and_of_the_match(game: Game, cast: list[User]) -> None:
    play_out_by_moves(game, *cast)
    ends = ("deal_ended", "match_ended")
    assert all(told(user, *ends) == ["deal_ended", "match_ended"] for user in cast)
    pass_time(timezone.now(), minutes=3)
    mine = [message for message in mail.outbox if message.to == ["ai@example.org"]]
    assert [message.subject for message in mine] == ["The match is over: Ai’s table"]
    assert "won the match\n" in mine[0].body
    # In the site stands what is no mail's matter.
    assert [line.notification.kind for line in inbox.lines(cast[0])] == [*reversed(ends)]


def test_deals_that_were_passed_out_are_told_with_the_next_one(cast: list[User]) -> None:
    game = running(*cast, deals=2)
    for deal in (1, 2):
        for _ in cast:
            turn = game.turns.get()
            data = {"type": "pass", "deal": deal}
            act(slug=game.slug, user_id=turn.user_id, payload=data, seen=None, key=None)
    assert told(cast[0], "deal_ended") == []
    play_first_deal(game, *cast)
    [over] = Notification.objects.filter(user=cast[0], kind="deal_ended")
    assert over.data["deal"] == 3
    pass_time(timezone.now())
    assert next(line.message.title for line in inbox.lines(cast[0])) == "Deal 3 has ended: Ai’s table"
    [kind] = bind([over], full=True).values()
    assert kind.lines()[0] == "Passed out before: deal 1, 2."


def given_up(game: Game) -> None:
    game.seats.exclude(user=None).update(autopilot=True)
    Game.objects.filter(pk=game.pk).update(closes_at=timezone.now())
    assert time_outs.close_abandoned(game_id=game.pk)


def stopped(game: Game) -> None:
    assert early_end.stop(game_id=game.pk)


@pytest.mark.parametrize(
    ("end", "why"),
    [
        (given_up, "Nobody came back, so the match was abandoned."),
        (stopped, "The round was closed, so the match ended as it stood."),
    ],
)
def test_the_early_end_of_a_match_is_told_to_who_sits_there(
    game: Game, cast: list[User], end: Callable[[Game], None], why: str
) -> None:
    *stayed, left = cast
    substitution.leave(game_id=game.pk, user=left)
    Notification.objects.all().delete()
    end(game)
    pass_time(timezone.now(), minutes=3)
    assert {message.to[0] for message in mail.outbox} == {user.email for user in stayed}
    assert set(subjects()) == {"The match is over: Ai’s table"}
    assert all(why in message.body for message in mail.outbox)
    assert not any("won the match" in message.body for message in mail.outbox)


def test_a_move_costs_nothing_more(game: Game) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert move(game, to_move(game))
    assert not [query for query in queries if "players_notice" in query["sql"]]


def test_a_name_in_the_chat_is_told(game: Game, cast: list[User]) -> None:
    ai, bo, chie, *_ = cast
    chat.post_message(game=game, user=ai, text="@bo and @Ai: well played!")
    chat.post_message(game=game, user=ai, text="Thinking of @Chie", is_thought=True)
    assert told(bo, "mentioned") == ["mentioned"]
    assert told(ai, "mentioned") == told(chie, "mentioned") == []
    Turn.objects.update(tell_at=None)
    pass_time(timezone.now())
    assert subjects() == ["Ai mentioned you: Ai’s table"]
    assert "@bo and @Ai: well played!" in mail.outbox[0].body


def test_a_mention_is_heard_as_a_line_of_the_chat_where_no_mention_is_wanted(game: Game, cast: list[User]) -> None:
    ai, bo, *_ = cast
    PushSubscription.objects.create(user=bo, endpoint="https://push.example.org/bo")
    choices = {"mentioned": {"push": False}, "chat": {"push": True, "mail": True}}
    NotificationSettings.objects.create(user=bo, choices=choices)
    Turn.objects.update(tell_at=None)
    Notification.objects.all().delete()
    chat.post_message(game=game, user=ai, text="@Bo: your lead")
    route(timezone.now())
    deliveries = Delivery.objects.filter(user=bo).order_by("notification_id")
    assert list(deliveries.values_list("notification__kind", "channel")) == [("mentioned", "mail"), ("chat", "push")]
    assert [one.kind for one in Notification.objects.filter(user=bo, in_site=True)] == ["mentioned"]


@pytest.mark.slow
def test_nobody_is_called_by_mail_and_push_all_the_time(
    game: Game, cast: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    ai, bo, chie, *_ = cast
    Turn.objects.update(tell_at=None)
    PushSubscription.objects.create(user=bo, endpoint="https://push.example.org/bo")
    pushed: list[str] = []
    monkeypatch.setattr(push, "send_push", lambda notification, message: bool(pushed.append(message.title)) or True)
    begin = timezone.now()
    for minute in range(0, 30, 3):
        for _ in range(10):
            chat.post_message(game=game, user=ai, text=f"@Bo {minute}")
        pass_time(begin + minute * MINUTE, minutes=2)
    assert (len(subjects()), len(pushed)) == (1, 1)
    assert mail.outbox[0].body.count("@Bo 0") == 5
    # Others are heard all the same, and everything can be read in the site.
    chat.post_message(game=game, user=chie, text="@Bo do not mind")
    pass_time(begin + 30 * MINUTE, minutes=2)
    assert (subjects()[1:], pushed[1:]) == (["Chie mentioned you: Ai’s table"],) * 2
    assert len(inbox.lines(bo)) == inbox.SHOWN
    chat.post_message(game=game, user=ai, text="@Bo an hour later")
    pass_time(begin + 63 * MINUTE, minutes=2)
    assert (len(subjects()), len(pushed)) == (3, 3)
    assert "@Bo an hour later" in mail.outbox[2].body


def test_nobody_is_called_from_one_imported_match_to_the_next(cast: list[User]) -> None:
    ai, bo, *_ = cast
    begin = timezone.now()
    for minute, name in enumerate(("Fumi", "Gin")):
        players = ["Ai", "Bo", "Chie", "Dai", name]
        [found] = records(changed(lines_of("gurunapo"), players=players))
        game = store_record(found, host=ai, members={"Ai": ai.pk, "Bo": bo.pk}, is_listed=True, now=begin)
        chat.post_message(game=game, user=ai, text="@Bo look at this")
        pass_time(begin + minute * 5 * MINUTE, minutes=3)
    assert told(bo) == ["mentioned", "mentioned"]
    assert len(subjects()) == 1


def test_what_was_not_sent_keeps_nothing_back(game: Game, cast: list[User]) -> None:
    ai, bo, *_ = cast
    Turn.objects.update(tell_at=None)
    begin = timezone.now()
    viewers.record_viewers([(bo.pk, game.slug)])
    chat.post_message(game=game, user=ai, text="@Bo you can see this")
    pass_time(begin, minutes=3)
    viewers.cache.clear()
    chat.post_message(game=game, user=ai, text="@Bo and this you cannot")
    pass_time(begin + 10 * MINUTE, minutes=3)
    assert subjects() == ["Ai mentioned you: Ai’s table"]
    assert "@Bo and this you cannot" in mail.outbox[0].body


def test_who_is_spoken_to_by_a_longer_name(game: Game, cast: list[User]) -> None:
    ai, bo, chie, *_ = cast
    User.objects.filter(pk=chie.pk).update(name="Bobby")
    chat.post_message(game=game, user=ai, text="@Bobby: your lead")
    assert told(bo, "mentioned") == []
    assert told(chie, "mentioned") == ["mentioned"]
    chat.post_message(game=game, user=ai, text="@bobby, @boさん")
    assert told(bo, "mentioned") == ["mentioned"]


def test_who_is_blocked_meanwhile_is_not_heard_by_what_still_waits(game: Game, cast: list[User]) -> None:
    """As in the morning, by the daily mail."""
    ai, bo, *_ = cast
    NotificationSettings.objects.create(user=bo, choices={"chat": {"mail": True}})
    Notification.objects.all().delete()
    chat.post_message(game=game, user=ai, text="@Bo I shall find you")
    chat.post_message(game=game, user=ai, text="Do you hear?")
    agree(game_id=game.pk, user=ai)
    services.invite(game_id=lobby(ai).pk, number=1, user=bo)
    waiting = Notification.objects.filter(user=bo).order_by("pk")
    kinds = ["mentioned", "chat", "chat", "live_offered", "invited"]
    assert [one.kind for one in waiting] == kinds
    assert all(kind.is_current for kind in bind(waiting).values())
    block(user=bo, other=ai)
    assert not [kind for kind in bind(waiting).values() if kind.is_current]


def test_a_name_after_the_wide_sign_of_japanese_keyboards_is_told(game: Game, cast: list[User]) -> None:
    ai, bo, chie, *_ = cast
    User.objects.filter(pk=bo.pk).update(name="健太")
    chat.post_message(game=game, user=ai, text="＠健太さん、＠Ｃｈｉｅさんの番です")
    assert told(bo, "mentioned") == told(chie, "mentioned") == ["mentioned"]


def test_no_line_break_gets_into_a_mails_head(started: Game, cast: list[User]) -> None:
    Game.objects.update(name="A\nBcc: x@example.org")
    pass_time(timezone.now())
    assert set(subjects()) == {"The match has begun: A Bcc: x@example.org"}


Event = Callable[[Any, Any], None]


def by_turn(change: Callable[..., None]) -> Event:
    return lambda game, seat: change(game, seat, 1)


@pytest.mark.parametrize(
    ("kind", "happens", "title"),
    [
        ("timed_out", by_turn(notifications.PlayedByTimeOut.notify), "You ran out of time, so a bot has played"),
        ("autopilot", notifications.PutOnAutopilot.notify, "A bot is playing for you"),
        ("substitute", notifications.BecameSubstitute.notify, "You are the substitute now"),
        ("plan_dropped", by_turn(notifications.PlanDropped.notify), "Your plan no longer fits"),
    ],
)
def test_what_happens_to_a_seat_is_told(game: Game, kind: str, happens: Event, title: str) -> None:
    user = to_move(game)
    seat = game.seats.select_related("user").get(user=user)
    game.seats.filter(pk=seat.pk).update(autopilot=kind == "autopilot")
    happens(game, seat)
    happens(game, seat)
    assert told(user) == [kind]
    Turn.objects.update(tell_at=None)
    pass_time(timezone.now(), minutes=3)
    assert [subject.split(":")[0] for subject in subjects()] == [title]


def test_who_has_taken_their_seat_back_is_not_told_that_they_lost_it(game: Game) -> None:
    notifications.PutOnAutopilot.notify(game, game.seats.select_related("user").get(number=0))
    Turn.objects.update(tell_at=None)
    pass_time(timezone.now())
    assert subjects() == []


def reminded(turn: Turn, at: datetime, time_out: datetime) -> None:
    turn.remind_at, turn.times_out_at = at, time_out
    turn.save(update_fields=["remind_at", "times_out_at"])
    notifications.TurnReminder.notify([turn], at)


def test_a_reminder_comes_once_for_each_deadline(game: Game) -> None:
    [turn] = game.turns.all()
    now, day = timezone.now(), timedelta(days=1)
    turn.tell_at = None
    turn.save(update_fields=["tell_at"])
    reminded(turn, now, now + day)
    reminded(turn, now, now + day)
    pass_time(now, minutes=1)
    assert subjects() == ["Still your turn: Ai’s table, deal 1"]
    assert "Time for this move: until " in mail.outbox[0].body
    reminded(turn, now + 5 * MINUTE, now + 2 * day)
    pass_time(now + 5 * MINUTE, minutes=1)
    assert len(subjects()) == 2


def test_a_turn_and_its_reminder_together_are_said_once(game: Game) -> None:
    user, now = to_move(game), later(5)
    User.objects.update(keeps_quiet=True, quiet_from=time(0), quiet_until=time(23, 59))
    notify_turns(later())
    [turn] = game.turns.all()
    reminded(turn, now, now + timedelta(days=2))
    pass_time(now, minutes=0)
    User.objects.update(keeps_quiet=False)
    pass_time(now + timedelta(days=1), minutes=3)
    assert subjects() == ["Still your turn: Ai’s table, deal 1"]
    states = Delivery.objects.filter(user=user).order_by("notification__pk")
    assert list(states.values_list("state", flat=True)) == ["dropped", "sent"]


def test_the_list_shows_them_and_counts_them_once(started: Game, cast: list[User]) -> None:
    pass_time(timezone.now(), minutes=0)
    assert inbox.unread(cast[0]) == 1
    assert '<span class="count">1<span class="vh"> new</span></span>' in get(cast[0], "/").content.decode()
    page = get(cast[0], "/me/notifications/").content.decode()
    assert "The match has begun: Ai’s table" in page
    assert f'href="/t/{started.slug}/"' in page
    assert inbox.unread(cast[0]) == 0
    assert inbox.unread(cast[1]) == 1
    assert " new</span>" not in get(cast[0], "/").content.decode()


def test_the_list_takes_few_queries_however_long_it_is(cast: list[User]) -> None:
    for _ in range(3):
        play_out(running(*cast[:2], deals=1), *cast[:2])
    chat.post_message(game=reread(Game.objects.first()), user=cast[1], text="@Ai hello")  # type: ignore[arg-type]
    pass_time(timezone.now(), minutes=0)
    with CaptureQueriesContext(connection) as queries:
        assert len(inbox.lines(cast[0])) == 7
    assert len(queries) <= 5
