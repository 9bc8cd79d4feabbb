"""What players are notified of in their games: each kind is one class (`players/notifications/kinds.py`).

``notify`` is called inside the transaction that makes the notification true, and only writes rows. A message shows
played cards through the view of the reader's own seat, like every page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import cast
from unicodedata import normalize

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.access import may_look
from games.comments.models import PositionKey, comment_path
from games.comments.queries import scope_of
from games.engine import Deal, Match, is_over, view
from games.engine.deal import PassedOut
from games.kernel.events import (
    AutopilotSwitched,
    BotsPlayOut,
    LivePlayAgreed,
    MatchAbandoned,
    MatchAdjudicated,
    SubstituteSeated,
    TableEvent,
)
from games.kernel.followers import Change
from games.kernel.known_states import GameState
from games.kernel.log import states_of
from games.live import viewers
from games.models import ChatMessage, Comment, Event, Game, Seat, Turn
from games.presentation.points import signed
from games.presentation.reader_table import ReaderTable, reader_table_of
from games.presentation.results import deal_result, match_headline
from games.presentation.table_titles import rules_line
from games.presentation.table_titles import title as table_title
from games.seats.live_agreement import AGREED_FOR, who_agreed
from games.seats.table_messages import WORDS as SEAT_EVENTS
from games.seats.table_messages import is_given_back, offer_lines
from games.table.board import deal_board
from games.table.text_summary import result_lines, summary, task_word
from players.friends.queries import not_blocking
from players.models import Notification, User
from players.notifications.kinds import (
    Message,
    NotificationContext,
    NotificationKind,
    Row,
    write_all,
)
from players.notifications.routing import who_wants


class GameContext(NotificationContext):
    @property
    def games(self) -> dict[int, Game]:
        return GameNotification.game.among(self)

    @cached_property
    def viewed(self) -> set[tuple[int, str]]:
        """Who has which of these tables on the screen."""
        slugs = {game.slug for game in self.games.values()}
        return {
            (user_id, slug)
            for user_id in self.user_ids
            for slug in viewers.tables_viewed_by(user_id, slugs)
        }

    @cached_property
    def turns(self) -> dict[tuple[int, int, int], Turn]:
        """The open turns of these people in these games, by person, game and deal."""
        turns = Turn.objects.filter(user__in=self.user_ids, game__in=self.games)
        return {(cast("int", turn.user_id), turn.game_id, turn.deal): turn for turn in turns}

    @cached_property
    def states(self) -> dict[int, GameState]:
        return states_of(game for game in self.games.values() if game.started_at)

    @cached_property
    def unfinished(self) -> dict[int, GameState]:
        """The states of the matches with comments that were not played to their end."""
        commented = {n.data["game"] for n in self.notifications if "comment" in n.data}
        games = (game for key, game in self.games.items() if key in commented)
        return states_of(game for game in games if game.status != Game.Status.FINISHED)

    @cached_property
    def messages(self) -> dict[int, ChatMessage]:
        return ChatMessage.objects.select_related("user").in_bulk(self.ids("message"))

    @cached_property
    def comments(self) -> dict[int, Comment]:
        return Comment.objects.select_related("user").in_bulk(self.ids("comment"))


class GameNotification(NotificationKind):
    context_class = GameContext
    context: GameContext
    game = Row(Game.objects.with_seats())
    action = pgettext_lazy("a link", "To the table")

    @classmethod
    def write_of(
        cls, game: Game, user_ids: Iterable[int | None], /, *key: object, **data: object
    ) -> None:
        text = ":".join(str(part) for part in (cls.name, game.pk, *key))
        cls.write(user_ids, text, game=game.pk, **data)

    @property
    def deal(self) -> int:
        """The deal that it is about; 0 for the whole match."""
        return int(self.data.get("deal", 0))

    @property
    def seat(self) -> Seat | None:
        """Where the person sits now."""
        seats = self.game.seats.all()
        return next((seat for seat in seats if seat.user_id == self.user_id), None)

    @property
    def turn(self) -> Turn | None:
        """The open turn of the person in the deal."""
        return self.context.turns.get((self.user_id, self.game.pk, self.deal))

    @property
    def path(self) -> str:
        path = self.game.get_absolute_url()
        return f"{path}?deal={self.deal}" if self.deal else path

    def words(self) -> dict[str, object]:
        return {"table": self.table}

    @property
    def table(self) -> str:
        """The name of the table, with the deal if there are several."""
        name = table_title(self.game)
        if not self.deal or self.game.rules_json.get("deals") == 1:
            return name
        return _("%(table)s, deal %(deal)s") % {"table": name, "deal": self.deal}

    @property
    def is_current(self) -> bool:
        return self.seat is not None

    @property
    def is_seen(self) -> bool:
        return (self.user_id, self.game.slug) in self.context.viewed

    def reader_table(self, seat: Seat) -> ReaderTable:
        match = self.context.states[self.game.pk].match
        return reader_table_of(view(match, seat.number), self.game.seats.all(), is_addressed=True)


# --- The person's turn ---


class TurnNotification(GameNotification):
    """About an open turn: its message says what is asked, until when, and what has happened."""

    waits_while_seen = True

    @property
    def is_current(self) -> bool:
        return self.turn is not None

    def lines(self) -> list[str]:
        turn, seat = self.turn, self.seat
        if not self.context.full or turn is None or seat is None:
            return []
        table = self.reader_table(seat)
        deal = next((deal for deal in table.view.deals if deal.number == turn.deal), None)
        if deal is None:
            return []
        task = _("%(task)s.") % {"task": task_word(deal)}
        return [task, *_deadline(turn), *summary(deal_board(table, deal.number))]


class OpenTurnNotification(TurnNotification):
    """About one turn: a later turn in the same deal makes it outdated."""

    site = None

    @classmethod
    def notify(cls, turns: Iterable[Turn], now: datetime) -> None:
        write_all(cls._row(turn, now) for turn in turns if turn.user_id is not None)

    @classmethod
    def _row(cls, turn: Turn, now: datetime) -> Notification:
        # By what the log says of the turn: its row may be replaced.
        opened = int(turn.opened_at.timestamp() * 1e6)
        return Notification(
            user_id=cast("int", turn.user_id),
            kind=cls.name,
            key=f"turn:{turn.game_id}:{turn.deal}:{turn.seat}:{opened}{cls.key_suffix(turn)}",
            data={
                "game": turn.game_id,
                "deal": turn.deal,
                "seat": turn.seat,
                "opened": turn.opened_at.isoformat(),
            },
            at=now,
        )

    @classmethod
    def key_suffix(cls, turn: Turn) -> str:
        return ""

    @property
    def is_current(self) -> bool:
        return self.turn is not None and self.turn.opened_at.isoformat() == self.data["opened"]

    @property
    def topic(self) -> object:
        return "turn", self.game.pk, self.deal


class YourTurn(OpenTurnNotification):
    name = "turn"
    label = gettext_lazy("Your turn")
    title = gettext_lazy("Your turn: %(table)s")


class TurnReminder(OpenTurnNotification):
    """Goes out when `Turn.remind_at` has come; a deadline that moves is a reason for new reminders."""

    name = "reminder"
    label = gettext_lazy("Reminders")
    is_urgent = True
    title = gettext_lazy("Still your turn: %(table)s")

    @classmethod
    def key_suffix(cls, turn: Turn) -> str:
        return f":{turn.remind_at:%Y%m%dT%H%M%S}:{turn.times_out_at:%Y%m%dT%H%M%S}"


def _deadline(turn: Turn) -> Iterator[str]:
    """Until when the person can move, as a full date: nobody knows when a mail is read."""
    if turn.due is None or turn.times_out_at is None:
        return
    words = {"due": _moment(turn.due), "end": _moment(turn.times_out_at)}
    if turn.due < turn.times_out_at:
        yield _("Time for this move: until %(due)s; with your bank until %(end)s.") % words
    else:
        yield _("Time for this move: until %(end)s.") % words


def _moment(moment: datetime) -> str:
    local = timezone.localtime(moment)
    return _("%(weekday)s, %(day)s, %(time)s") % {
        "weekday": date_format(local, "l"),
        "day": date_format(local, "MONTH_DAY_FORMAT"),
        "time": f"{local:%H:%M}",
    }


# --- The person's seat ---


class PlayedByTimeOut(GameNotification):
    name = "timed_out"
    label = gettext_lazy("A bot has played for me")
    title = gettext_lazy("You ran out of time, so a bot has played: %(table)s")

    @classmethod
    def notify(cls, game: Game, seat: Seat, deal: int) -> None:
        cls.write_of(game, [seat.user_id], game.seq, deal=deal)


class SeatNotification(GameNotification):
    @classmethod
    def notify(cls, game: Game, seat: Seat) -> None:
        cls.write_of(game, [seat.user_id], game.seq, seat=seat.number)


class PutOnAutopilot(SeatNotification):
    name = "autopilot"
    label = gettext_lazy("A bot has taken over my seat")
    title = gettext_lazy("A bot is playing for you: %(table)s")

    @property
    def is_current(self) -> bool:
        return self.seat is not None and self.seat.autopilot

    def lines(self) -> list[str]:
        return [_("You can take your seat back at any time.")]


class BecameSubstitute(SeatNotification):
    name = "substitute"
    label = gettext_lazy("I become a substitute")
    title = gettext_lazy("You are the substitute now: %(table)s")

    def lines(self) -> list[str]:
        return [rules_line(self.game.rules)]


class SeatGivenBack(SeatNotification):
    """Staff have given the seat back, as after an outage that nobody had noticed."""

    name = "given_back"
    label = gettext_lazy("I have my seat back")
    title = gettext_lazy("Your seat is yours again: %(table)s")

    def lines(self) -> list[str]:
        text = _("The people who run the site have given it back to you, with all of your time.")
        return [text, rules_line(self.game.rules)]


class PlanDropped(TurnNotification):
    name = "plan_dropped"
    label = gettext_lazy("A plan no longer fits")
    title = gettext_lazy("Your plan no longer fits: %(table)s")

    @classmethod
    def notify(cls, game: Game, seat: Seat, deal: int) -> None:
        cls.write_of(game, [seat.user_id], game.seq, deal, seat.number, deal=deal)


class InvitedToTable(GameNotification):
    """A seat is reserved for the person, in a new table or as a substitute in a running match."""

    name = "invited"
    label = gettext_lazy("Invitations")

    @classmethod
    def notify(cls, game: Game, user: User) -> None:
        """Once for each table, however often the host changes their mind."""
        cls.write_of(game, not_blocking([user.pk], game.host_id))

    @classmethod
    def notify_substitute(cls, game: Game, user: User) -> None:
        """Once between two moves."""
        cls.write_of(game, not_blocking([user.pk], game.host_id), game.seq, plays_on=True)

    @property
    def is_substitution(self) -> bool:
        return "plays_on" in self.data

    @property
    def is_current(self) -> bool:
        status = self.game.status
        seats = [seat for seat in self.game.seats.all() if seat.invited_id == self.user_id]
        if self.is_from_blocked(self.game.host_id):
            return False
        if self.is_substitution:
            return status == Game.Status.RUNNING and any(seat.played_by for seat in seats)
        return status == Game.Status.LOBBY and any(seat.is_open for seat in seats)

    @property
    def topic(self) -> object:
        return self.name, self.game.pk

    def message(self) -> Message:
        name, rules = self.game.host or _("Somebody"), rules_line(self.game.rules)
        if self.game.rematch_of_id and not self.is_substitution:
            return self.compose(_("%(name)s asks you for a rematch"), [rules], name=name)
        if not self.is_substitution:
            return self.compose(_("%(name)s invites you to a table"), [rules], name=name)
        text = _("%(name)s asks you to substitute: %(table)s")
        return self.compose(text, [*self._offer(), rules], name=name)

    def _offer(self) -> list[str]:
        match = self.context.states[self.game.pk].match
        seats = self.game.seats.all()
        return [
            line
            for seat in seats
            if seat.invited_id == self.user_id
            for line in offer_lines(match, seat)
        ]


# --- The course of the match ---


class MatchBegan(GameNotification):
    name = "started"
    label = gettext_lazy("A match begins")
    title = gettext_lazy("The match has begun: %(table)s")

    @classmethod
    def notify(cls, game: Game, seats: Iterable[Seat]) -> None:
        cls.write_of(game, [seat.user_id for seat in seats])

    @property
    def is_current(self) -> bool:
        return self.seat is not None and self.game.status == Game.Status.RUNNING

    def lines(self) -> list[str]:
        names = _(", ").join(seat.name for seat in self.game.seats.all())
        return [names, rules_line(self.game.rules)]


class MeetingNotification(GameNotification):
    """About the hour that the table has fixed to play together; another hour makes it outdated."""

    @property
    def is_current(self) -> bool:
        is_running = self.game.status == Game.Status.RUNNING
        return self.is_still_so and is_running and self.seat is not None

    @property
    def is_still_so(self) -> bool:
        at = self.game.meets_at
        return at is not None and at.isoformat() == self.data["meets_at"]

    @property
    def topic(self) -> object:
        return "meeting", self.game.pk

    def lines(self) -> list[str]:
        return [_moment(datetime.fromisoformat(self.data["meets_at"]))]

    @classmethod
    def write_of_hour(
        cls, game: Game, user_ids: Iterable[int | None], at: datetime, *key: object
    ) -> None:
        cls.write_of(game, user_ids, int(at.timestamp()), *key, meets_at=at.isoformat())


class MeetingChanged(MeetingNotification):
    """Somebody at the table has fixed an hour, or cancelled it."""

    @classmethod
    def notify(cls, game: Game, seats: Iterable[Seat], by: User, at: datetime) -> None:
        """Also of an hour that the table comes back to: another one, or none, was the last that they heard of."""
        told = not_blocking({seat.user_id for seat in seats} - {by.pk}, by.pk)
        cls.write_of_hour(game, told, at, game.seq)


class MeetingWasFixed(MeetingChanged):
    name = "meeting_fixed"
    label = gettext_lazy("An hour is fixed to play together")
    title = gettext_lazy("An hour to play together: %(table)s")


class MeetingWasCancelled(MeetingChanged):
    name = "meeting_cancelled"
    label = gettext_lazy("An hour to play together is cancelled")
    title = gettext_lazy("Cancelled, the hour to play together: %(table)s")

    @property
    def is_still_so(self) -> bool:
        return self.game.meets_at is None


class MeetingSoon(MeetingNotification):
    name = "meeting_soon"
    label = gettext_lazy("A table plays together in an hour")
    title = gettext_lazy("In an hour: %(table)s plays together")
    is_urgent = True

    @classmethod
    def notify(cls, game: Game, seats: Iterable[Seat], at: datetime) -> None:
        cls.write_of_hour(game, [seat.user_id for seat in seats], at)

    @property
    def is_current(self) -> bool:
        is_ahead = datetime.fromisoformat(self.data["meets_at"]) > timezone.now()
        return is_ahead and super().is_current


class LivePlayOffered(GameNotification):
    """Somebody at the table wants to play live, now: true until all have agreed, and for ten minutes at most."""

    name = "live_offered"
    label = gettext_lazy("Somebody at my table wants to play live, now")
    title = gettext_lazy("%(name)s wants to play live now: %(table)s")
    mail = False
    # In a mail of the next day it would no longer be true.
    is_urgent = True

    @classmethod
    def notify(cls, game: Game, seats: Iterable[Seat], number: int, seq: int) -> None:
        """``number`` is the seat of the first who has agreed, ``seq`` the event that says so."""
        seats = [seat for seat in seats if seat.is_present]
        by = next(seat.user_id for seat in seats if seat.number == number)
        told = not_blocking({seat.user_id for seat in seats if seat.user_id != by}, by)
        cls.write_of(game, told, seq, seat=number, burst=f"live:{game.pk}:{by}")

    @property
    def agreed(self) -> set[int]:
        """The seats whose players wait for the others."""
        game, now = self.game, timezone.now()
        is_paused = game.paused_until is not None and game.paused_until > now
        if game.status != Game.Status.RUNNING or game.live_since or is_paused:
            return set()
        return who_agreed(self.context.states[game.pk].happened, now)

    @property
    def is_current(self) -> bool:
        seat, agreed = self.seat, self.agreed
        if seat is None or self.is_from_blocked(self.caller.user_id):
            return False
        return bool(agreed) and seat.number not in agreed

    @property
    def caller(self) -> Seat:
        return next(seat for seat in self.game.seats.all() if seat.number == self.data["seat"])

    @property
    def topic(self) -> object:
        return self.name, self.game.pk

    def words(self) -> dict[str, object]:
        return {**super().words(), "name": self.caller.name}

    def lines(self) -> list[str]:
        until = timezone.localtime(self.notification.at + AGREED_FOR)
        return [
            _("Once all have agreed, every move has two minutes. The offer stands until %(time)s.")
            % {"time": f"{until:%H:%M}"}
        ]


class DealOver(GameNotification):
    name = "deal_ended"
    label = gettext_lazy("A deal has ended")
    mail = push = False
    title = gettext_lazy("Deal %(deal)s has ended: %(table)s")

    @classmethod
    def notify(cls, game: Game, seats: Iterable[Seat], deal: int) -> None:
        cls.write_of(game, [seat.user_id for seat in seats], deal, deal=deal)

    @property
    def is_current(self) -> bool:
        return self.seat is not None and self.game.status == Game.Status.RUNNING

    def words(self) -> dict[str, object]:
        return {"deal": self.deal, "table": table_title(self.game)}

    def lines(self) -> list[str]:
        if not self.context.full or self.seat is None:
            return []
        table = self.reader_table(self.seat)
        ended = {deal.number: deal for deal in table.view.ended}
        if self.deal not in ended:
            return []
        first = self.deal
        while first - 1 in ended and ended[first - 1].passed_out:
            first -= 1
        passed = _(", ").join(str(number) for number in range(first, self.deal))
        told = [_("Passed out before: deal %(deals)s.") % {"deals": passed}] if passed else []
        return [*told, *result_lines(deal_result(table, ended[self.deal]))]


class MatchOver(GameNotification):
    name = "match_ended"
    label = gettext_lazy("A match is over")
    push = False
    title = gettext_lazy("The match is over: %(table)s")

    @classmethod
    def notify(cls, game: Game, seats: Iterable[Seat], event: str = "") -> None:
        """``event`` is the type of the event that ended the match early."""
        data = {"event": event} if event else {}
        cls.write_of(game, [seat.user_id for seat in seats], **data)

    def lines(self) -> list[str]:
        if self.context.full and self.seat and self.game.status == Game.Status.FINISHED:
            table = self.reader_table(self.seat)
            scores = zip(table.names, table.view.scores, strict=True)
            result = _("; ").join(f"{name} {signed(score)}" for name, score in scores)
            last = [deal_result(table, deal) for deal in table.view.ended[-1:]]
            told = [line for deal in last for line in result_lines(deal)]
            return [match_headline(table), result, *told]
        reason = SEAT_EVENTS.get(self.data.get("event", ""))
        return [str(reason)] if reason else []


def notify_of_ends(game: Game, seats: Sequence[Seat], before: Match, after: Match) -> None:
    """Notify of the deals that have ended between two states, or of the match if it has."""
    known = {end.number for end in before.ended}
    ended = [end for end in after.ended if end.number not in known]
    # Of deals that were passed out the next one tells: three in a row are no three pieces of news.
    played = [end.number for end in ended if not isinstance(end, PassedOut)]
    if ended and is_over(after):
        MatchOver.notify(game, seats)
    elif played:
        DealOver.notify(game, seats, max(played))


# --- Words to the person ---


class Mentioned(GameNotification):
    """Somebody has written @ and the person's name, in the chat or in a comment."""

    name = "mentioned"
    label = gettext_lazy("Somebody mentions me in the chat or in a comment")

    @classmethod
    def notify_in_chat(cls, message: ChatMessage, seats: Iterable[Seat]) -> list[int]:
        """Notify the named people at the table; who they are."""
        named = _named(message.text, (seat.user for seat in seats if seat.user), message.user_id)
        if named and not message.is_thought:
            data = {"game": message.game_id, "message": message.pk, "burst": _speaker(message)}
            cls.write(
                not_blocking(named, message.user_id),
                f"mentioned:{message.pk}",
                message.at,
                **data,
            )
        return named

    @classmethod
    def notify_in_comment(cls, comment: Comment, people: Iterable[User]) -> None:
        """Notify the named among the people; each once, however often the comment is edited."""
        if named := _named(comment.text, people, comment.user_id):
            place = comment.place._asdict() if comment.place else {}
            data = {"game": comment.game_id, **place, "comment": comment.pk}
            told = not_blocking(named, comment.user_id)
            cls.write(told, f"mentioned:comment:{comment.pk}", burst=_speaker(comment), **data)

    @property
    def is_in_comment(self) -> bool:
        return "comment" in self.data

    @property
    def comment(self) -> Comment | None:
        """The comment, if it still stands and the person may look back on its deal."""
        found, game = self.context.comments.get(self.data["comment"]), self.game
        if found is None or found.is_hidden or not may_look(self.user_id, game):
            return None
        if self.is_from_blocked(found.user_id):
            return None
        if game.pk not in self.context.unfinished:
            return found  # nothing of the match is secret any more
        seat = self.seat.number if self.seat else None
        match = self.context.unfinished[game.pk].match
        scope = scope_of(match, seat, closed=game.is_imported)
        return found if scope.includes(found.place) else None

    @property
    def path(self) -> str:
        if not self.is_in_comment:
            return super().path
        step = self.data.get("step")
        place = PositionKey(self.deal, step) if step is not None else None
        return comment_path(self.game.slug, place, self.data["comment"])

    @property
    def is_current(self) -> bool:
        if self.is_in_comment:
            return self.comment is not None
        said = self.context.messages.get(self.data["message"])
        return super().is_current and not self.is_from_blocked(said.user_id if said else None)

    @property
    def is_seen(self) -> bool:
        # The page of the table shows no comments.
        return not self.is_in_comment and super().is_seen

    def message(self) -> Message | None:
        text = _("%(name)s mentioned you: %(table)s")
        if not self.is_in_comment:
            said = self.context.messages.get(self.data["message"])
            name = said.user if said and said.user else _("Somebody")
            return self.compose(text, _words(said), name=name)
        if (comment := self.comment) is None:
            return None
        lines = [comment.text] if self.context.full else []
        action, name = pgettext("a link", "To the comment"), comment.user or _("Somebody")
        return self.compose(text, lines, action=action, name=name)


class ChatWritten(GameNotification):
    """A line in the chat, for those who want to hear of every one: unless they choose so, none is even written."""

    name = "chat"
    label = gettext_lazy("Somebody writes in the chat of my table")
    title = gettext_lazy("%(name)s wrote in the chat: %(table)s")
    mail = push = site = False

    @classmethod
    def notify(
        cls, message: ChatMessage, line: int, seats: Iterable[Seat], mentioned: Collection[int]
    ) -> None:
        """Notify the others at the table; those whom the line mentions, only where no mention reaches them."""
        others = {seat.user_id for seat in seats if seat.user_id} - {message.user_id}
        told = set(not_blocking(who_wants(cls, others), message.user_id))
        data = {
            "game": message.game_id,
            "message": message.pk,
            "line": line,
            "burst": _speaker(message),
        }
        key = f"chat:{message.pk}"
        cls.write(told.difference(mentioned), key, message.at, **data)
        cls.write(told.intersection(mentioned), key, message.at, **data, unless=Mentioned.name)

    @property
    def is_current(self) -> bool:
        """Whether the person has not read the line yet."""
        said = self.context.messages.get(self.data["message"])
        if self.seat is None or self.is_from_blocked(said.user_id if said else None):
            return False
        return bool(self.seat.chat_seen < self.data["line"])

    @property
    def topic(self) -> object:
        return self.name, self.game.pk

    @property
    def path(self) -> str:
        return f"{self.game.get_absolute_url()}?side=chat#side"

    def message(self) -> Message:
        said = self.context.messages.get(self.data["message"])
        name = said.user if said and said.user else _("Somebody")
        return self.compose(self.title, _words(said), name=name)


def _words(said: ChatMessage | None) -> list[str]:
    """What was said, unless it is gone or staff have hidden it."""
    return [said.text] if said and said.hidden_at is None else []


def _speaker(said: ChatMessage | Comment) -> str:
    """The burst of what this person says in this game."""
    return f"{said.game_id}:{said.user_id}"


def _named(text: str, people: Iterable[User], speaker: int | None) -> list[int]:
    """The people whose names stand in the text after an @, without the speaker.

    Longer names come first: @Bobby does not speak to Bob. Japanese keyboards write a wide ＠.
    """
    names = {user.pk: user.name.casefold() for user in people}
    named, text = [], normalize("NFKC", text).casefold()
    for user_id, name in sorted(names.items(), key=lambda person: -len(person[1])):
        if name and f"@{name}" in text:
            named.append(user_id)
            text = text.replace(f"@{name}", "")
    return [user_id for user_id in named if user_id != speaker]


# --- What follows from the log ---


def follow(change: Change) -> None:
    """A follower: tell those concerned of what has happened at the table."""
    game, seats = change.game, change.seats
    notify_of_ends(game, seats, change.before.match, change.after.match)
    late = {
        one.event.seat: one.event.deal
        for one in change.events
        if one.by == Event.By.TIMEOUT and not isinstance(one.event, TableEvent | Deal)
    }
    for number, deal in late.items():
        PlayedByTimeOut.notify(game, seats[number], deal)
    bots_play_out = any(isinstance(one.event, BotsPlayOut) for one in change.after.happened)
    for one in change.events:
        event = one.event
        if isinstance(event, AutopilotSwitched) and event.on and not bots_play_out:
            PutOnAutopilot.notify(game, seats[event.seat])
        elif isinstance(event, AutopilotSwitched | SubstituteSeated) and is_given_back(one):
            SeatGivenBack.notify(game, seats[event.seat])
        elif isinstance(event, SubstituteSeated):
            BecameSubstitute.notify(game, seats[event.seat])
        elif isinstance(event, LivePlayAgreed):
            others = who_agreed(change.before.happened, one.at)
            if not others and game.live_since is None:
                LivePlayOffered.notify(game, seats, event.seat, one.seq)
        elif isinstance(event, MatchAbandoned | MatchAdjudicated):
            MatchOver.notify(game, seats, event.type)
