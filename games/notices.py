"""What players are told of their games.

The functions here are called by what makes them true, inside its transaction, and only write rows: one query each, or
none. Everything outward follows from the rows (`players/notices`), so that nothing is lost with a process. Turns cost
a move nothing at all: `Turn.tell_at` says when to tell of them, and most are played before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.engine import Match, is_over
from games.models import ChatMessage, Comment, Game, Seat, Turn
from players.models import Notice, User
from players.notices.kinds import write, write_all

# Who plays within this time needs no telling.
PATIENCE: Final = timedelta(minutes=2)
AT_ONCE: Final = 500


def tell_at(user_id: int | None, opened_at: datetime) -> datetime | None:
    """When to tell a person of a turn that opens now: the value of `Turn.tell_at`."""
    return opened_at + PATIENCE if user_id else None


def reminders_due(turns: Sequence[Turn], now: datetime) -> None:
    """Remind of these turns, whose `remind_at` has come; a deadline that moves arms its reminders anew.

    When they fall due is `players.notices.schedule.reminder_times`'s to say, by the person's choice.
    """
    write_all(
        Notice(
            user_id=turn.user_id,
            kind="reminder",
            key=f"{_turn_key(turn)}:{turn.remind_at:%Y%m%dT%H%M%S}:{turn.flag:%Y%m%dT%H%M%S}",
            data=_facts(turn),
            at=now,
        )
        for turn in turns
        if turn.user_id is not None
    )


def timed_out(game: Game, seat: Seat, deal: int) -> None:
    """A bot has played for the person of the seat, because the time was up; called after the event is logged."""
    key = f"timed_out:{game.pk}:{game.seq}"
    write("timed_out", [seat.user_id], key, timezone.now(), game=game.pk, deal=deal)


def put_on_autopilot(game: Game, seat: Seat) -> None:
    """From now on a bot plays the person's seat, until he takes it back; called after the event is logged."""
    key = f"autopilot:{game.pk}:{game.seq}"
    write("autopilot", [seat.user_id], key, timezone.now(), game=game.pk, seat=seat.number)


def substitute_named(game: Game, seat: Seat) -> None:
    """The seat is now the person's who sits in it, for another's; called after the event is logged."""
    key = f"substitute:{game.pk}:{game.seq}"
    write("substitute", [seat.user_id], key, timezone.now(), game=game.pk, seat=seat.number)


def plan_dropped(game: Game, seat: Seat, deal: int) -> None:
    """What the person had planned no longer fits, so it is his to decide."""
    key = f"plan_dropped:{game.pk}:{game.seq}:{deal}:{seat.number}"
    write("plan_dropped", [seat.user_id], key, timezone.now(), game=game.pk, deal=deal)


def invited(game: Game, user: User) -> None:
    """A seat is kept for the person; once for each table, however often the host thinks better of it."""
    write("invited", [user.pk], f"invited:{game.pk}", timezone.now(), game=game.pk)


def asked_to_play_on(game: Game, user: User) -> None:
    """A seat of the running match is offered to the person; once between two moves, whatever the host does."""
    key = f"invited:{game.pk}:{game.seq}"
    write("invited", [user.pk], key, timezone.now(), game=game.pk, plays_on=True)


def match_started(game: Game, seats: Sequence[Seat]) -> None:
    """The last seat was taken."""
    people = [seat.user_id for seat in seats]
    write("started", people, f"started:{game.pk}", timezone.now(), game=game.pk)


def progressed(game: Game, seats: Sequence[Seat], before: Match, after: Match) -> None:
    """Tell of the deals that have ended between two states, or of the match if that has."""
    ended = {end.deal.number for end in after.ended} - {end.deal.number for end in before.ended}
    if not ended:
        return
    people = [seat.user_id for seat in seats]
    if is_over(after):
        write("match_ended", people, f"match_ended:{game.pk}", timezone.now(), game=game.pk)
        return
    deal = max(ended)
    key = f"deal_ended:{game.pk}:{deal}"
    write("deal_ended", people, key, timezone.now(), game=game.pk, deal=deal)


def match_ended_early(game: Game, seats: Sequence[Seat], event: str) -> None:
    """The match was ended where it stood, by an event of that type."""
    people = [seat.user_id for seat in seats]
    key, now = f"match_ended:{game.pk}", timezone.now()
    write("match_ended", people, key, now, game=game.pk, event=event)


def mentioned(message: ChatMessage, seats: Iterable[Seat]) -> None:
    """Tell those at the table whose names stand in a line of the chat after an @."""
    named = _named(message.text, (seat.user for seat in seats if seat.user))
    named = [user_id for user_id in named if user_id != message.user_id]
    if named and not message.is_thought:
        key, facts = f"mentioned:{message.pk}", {"game": message.game_id, "message": message.pk}
        write("mentioned", named, key, message.at, burst=_speaker(message), **facts)


def mentioned_in_comment(comment: Comment, people: Iterable[User]) -> None:
    """Tell those of the people whose names stand in a comment after an @; each once, however often it is edited."""
    named = _named(comment.text, people)
    named = [user_id for user_id in named if user_id != comment.user_id]
    if named:
        key, facts = f"mentioned:comment:{comment.pk}", {"game": comment.game_id}
        facts |= comment.place._asdict() if comment.place else {}
        facts |= {"comment": comment.pk}
        write("mentioned", named, key, timezone.now(), burst=_speaker(comment), **facts)


def _speaker(said: ChatMessage | Comment) -> str:
    """Who speaks, and of which game: nobody can call others all the time, but they hear from each of them."""
    return f"{said.game_id}:{said.user_id}"


def _named(text: str, people: Iterable[User]) -> list[int]:
    """Who is spoken to. The longest names first: @Bobby does not speak to Bob."""
    names = {user.pk: user.name.casefold() for user in people}
    named, text = [], text.casefold()
    for user_id, name in sorted(names.items(), key=lambda person: -len(person[1])):
        if name and f"@{name}" in text:
            named.append(user_id)
            text = text.replace(f"@{name}", "")
    return named


# --- Turns that nobody has taken up yet ---


def tell_turns(now: datetime) -> int:
    """Write notices of the open turns whose time has come; how many. Any number of workers may do it at once."""
    told = 0
    while found := _tell_some(now):
        told += found
    return told


@transaction.atomic
def _tell_some(now: datetime) -> int:
    from games.planning.services import seen_to  # which needs this module

    due = Turn.objects.filter(tell_at__lte=now).order_by("tell_at")
    turns = list(due.claimed()[:AT_ONCE])
    planned = seen_to(turns, now)
    write_all(
        Notice(user_id=turn.user_id, kind="turn", key=_turn_key(turn), data=_facts(turn), at=now)
        for turn in turns
        if turn.user_id is not None and turn.pk not in planned
    )
    told = [turn.pk for turn in turns if turn.pk not in planned]
    Turn.objects.filter(pk__in=told).update(tell_at=None)
    for key, release_at in planned.items():
        # What was planned may be taken back as yet.
        Turn.objects.filter(pk=key).update(tell_at=release_at + PATIENCE)
    return len(turns)


def _turn_key(turn: Turn) -> str:
    """A turn as the log tells of it: its row may be made anew."""
    opened = int(turn.opened_at.timestamp() * 1e6)
    return f"turn:{turn.game_id}:{turn.deal}:{turn.seat}:{opened}"


def _facts(turn: Turn) -> dict[str, object]:
    return {
        "game": turn.game_id,
        "deal": turn.deal,
        "seat": turn.seat,
        "opened": turn.opened_at.isoformat(),
    }
