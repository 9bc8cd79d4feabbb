"""The notices of games in words, and whether they hold still (`players/notices/kinds.py`).

What has been played reaches a mail through the view of the reader's own seat, like everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple, cast

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.access import may_look
from games.comments.models import Place
from games.comments.paths import path_of
from games.comments.reading import scope_of
from games.engine import view
from games.home import task_word
from games.live import looking
from games.log import GameState, states_of
from games.models import ChatMessage, Comment, Game, Seat, Turn
from games.notices import tell_turns
from games.presenting import board, table_of
from games.presenting.people import Table
from games.presenting.results import final_headline, result
from games.presenting.summary import result_line, summary
from games.presenting.tables import rules_line, title
from games.seats.happenings import WORDS as HAPPENINGS
from players.models import Notice
from players.notices.kinds import SOURCES, Kind, Told, Truth, register

OF_TURNS: Final = ("turn", "reminder", "plan_dropped")


class Matter(NamedTuple):
    """A notice and the game that it tells of."""

    notice: Notice
    game: Game

    @property
    def deal(self) -> int:
        return int(self.notice.data.get("deal", 0))

    @property
    def place(self) -> tuple[int, int]:
        return self.game.pk, self.deal

    @property
    def seat(self) -> Seat | None:
        """Where the reader sits now."""
        seats = self.game.seats.all()
        return next((seat for seat in seats if seat.user_id == self.notice.user_id), None)

    @property
    def is_offer(self) -> bool:
        """Whether the seat to which it invites is one of a running match, to play on in."""
        return "plays_on" in self.notice.data

    @property
    def comment(self) -> int | None:
        """The comment that it tells of, by its key."""
        return cast("int | None", self.notice.data.get("comment"))

    @property
    def path(self) -> str:
        if self.comment is not None:
            step = self.notice.data.get("step")
            place = Place(self.deal, step) if step is not None else None
            return path_of(self.game.slug, place, self.comment)
        path = self.game.get_absolute_url()
        return f"{path}?deal={self.deal}" if self.deal else path

    @property
    def table(self) -> str:
        """What the table is called, with the deal where there are several."""
        name = title(self.game)
        if not self.deal or self.game.rules_json.get("deals") == 1:
            return name
        return _("%(table)s, deal %(deal)s") % {"table": name, "deal": self.deal}


@dataclass
class Facts:
    """What is to be known for some notices of one person, each thing read once and only if needed."""

    matters: Sequence[Matter]
    full: bool = False

    @cached_property
    def turns(self) -> dict[tuple[int, int], Turn]:
        """The person's open turns in these games, by game and deal."""
        user_ids = {matter.notice.user_id for matter in self.matters}
        games = {matter.game.pk for matter in self.matters}
        turns = Turn.objects.filter(user__in=user_ids, game__in=games)
        return {(turn.game_id, turn.deal): turn for turn in turns}

    @cached_property
    def states(self) -> dict[int, GameState]:
        return states_of(matter.game for matter in self.matters if matter.game.started_at)

    @cached_property
    def unfinished(self) -> dict[int, GameState]:
        """The states of the matches that are commented on and not played to their end."""
        talked_of = {matter.game for matter in self.matters if matter.comment is not None}
        return states_of(game for game in talked_of if game.status != Game.Status.FINISHED)

    @cached_property
    def messages(self) -> dict[int, ChatMessage]:
        keys = [matter.notice.data.get("message") for matter in self.matters]
        found = ChatMessage.objects.filter(pk__in=[key for key in keys if key])
        return {message.pk: message for message in found.select_related("user")}

    @cached_property
    def comments(self) -> dict[int, Comment]:
        keys = [matter.notice.data.get("comment") for matter in self.matters]
        found = Comment.objects.filter(pk__in=[key for key in keys if key])
        return {comment.pk: comment for comment in found.select_related("user")}


class Teller:
    """Tells of games."""

    def check(self, notices: Sequence[Notice]) -> Mapping[int, Truth]:
        facts = Facts(_matters(notices))
        user_ids = {matter.notice.user_id for matter in facts.matters}
        slugs = {matter.game.slug for matter in facts.matters}
        seen = {slug for user_id in user_ids for slug in looking.at(user_id, slugs)}
        return {
            matter.notice.pk: _truth(matter, facts, matter.game.slug in seen)
            for matter in _latest(facts.matters)
        }

    def say(self, notices: Sequence[Notice], *, full: bool = False) -> Mapping[int, Told]:
        facts = Facts(_matters(notices), full)
        return {
            matter.notice.pk: WORDS[matter.notice.kind](matter, facts)
            for matter in facts.matters
            if matter.comment is None or _comment_to_read(matter, facts)
        }


def _matters(notices: Iterable[Notice]) -> list[Matter]:
    notices = list(notices)
    keys = {notice.data["game"] for notice in notices}
    games = {game.pk: game for game in Game.objects.with_seats().filter(pk__in=keys)}
    return [
        Matter(notice, games[notice.data["game"]])
        for notice in notices
        if notice.data["game"] in games
    ]


# --- Whether it holds still ---


def _latest(matters: Iterable[Matter]) -> list[Matter]:
    """Without what another says as well.

    Of a turn and its reminders that go out together the last is enough, and so it is of a table's invitations.
    """
    found: dict[object, Matter] = {}
    for matter in sorted(matters, key=lambda matter: (matter.notice.at, matter.notice.pk)):
        found[_said_once(matter)] = matter
    return list(found.values())


def _said_once(matter: Matter) -> object:
    """What no two notices of a mail tell."""
    kind = matter.notice.kind
    if kind in ("turn", "reminder"):
        return matter.place
    return (kind, matter.game.pk) if kind == "invited" else matter.notice.pk


def _truth(matter: Matter, facts: Facts, is_seen: bool) -> Truth:
    if not _holds(matter, facts):
        return Truth.OVER
    # Comments do not stand on the page of the table.
    if not is_seen or matter.comment is not None:
        return Truth.HOLDS
    # A turn that is looked at may be left again; news that is looked at is known.
    return Truth.NOT_NOW if matter.notice.kind in OF_TURNS else Truth.OVER


def _holds(matter: Matter, facts: Facts) -> bool:
    kind, game, user_id = matter.notice.kind, matter.game, matter.notice.user_id
    if kind in ("turn", "reminder"):
        turn = facts.turns.get(matter.place)
        return turn is not None and turn.opened_at.isoformat() == matter.notice.data["opened"]
    if kind == "plan_dropped":
        return matter.place in facts.turns
    if kind == "invited":
        kept = [seat for seat in game.seats.all() if seat.invited_id == user_id]
        if matter.is_offer:
            return game.status == Game.Status.RUNNING and any(seat.played_by for seat in kept)
        return game.status == Game.Status.LOBBY and any(seat.is_open for seat in kept)
    if kind == "autopilot":
        return matter.seat is not None and matter.seat.autopilot
    if kind in ("started", "deal_ended"):
        return matter.seat is not None and game.status == Game.Status.RUNNING
    if matter.comment is not None:
        return _comment_to_read(matter, facts) is not None
    return matter.seat is not None


def _comment_to_read(matter: Matter, facts: Facts) -> Comment | None:
    """The comment, if it stands still and the person may look back on its deal."""
    comment, game = facts.comments.get(matter.comment or 0), matter.game
    if comment is None or comment.is_hidden or not may_look(matter.notice.user_id, game):
        return None
    if game.pk not in facts.unfinished:
        return comment  # nothing of the match is secret any more
    seat = matter.seat.number if matter.seat else None
    scope = scope_of(facts.unfinished[game.pk].match, seat, closed=game.is_imported)
    return comment if scope.includes(comment.place) else None


# --- In words ---


def _turn(matter: Matter, facts: Facts) -> Told:
    words = {"table": matter.table}
    return _told(matter, _("Your turn: %(table)s") % words, _position(matter, facts))


def _reminder(matter: Matter, facts: Facts) -> Told:
    words = {"table": matter.table}
    return _told(matter, _("Still your turn: %(table)s") % words, _position(matter, facts))


def _position(matter: Matter, facts: Facts) -> list[str]:
    """What is asked, until when, and what has happened: all from the view of the reader's seat."""
    turn, seat = facts.turns.get(matter.place), matter.seat
    if not facts.full or turn is None or seat is None:
        return []
    table = _table(matter, facts, seat)
    deal = next((deal for deal in table.view.deals if deal.number == turn.deal), None)
    if deal is None:
        return []
    asked = _("%(task)s.") % {"task": task_word(deal)}
    return [asked, *_deadline(turn), *summary(board(table, deal.number))]


def _deadline(turn: Turn) -> Iterator[str]:
    """Until when, in full: nobody knows when a mail is read."""
    if turn.due is None or turn.flag is None:
        return
    words = {"due": _moment(turn.due), "flag": _moment(turn.flag)}
    if turn.due < turn.flag:
        yield _("Time for this move: until %(due)s; with your bank until %(flag)s.") % words
    else:
        yield _("Time for this move: until %(flag)s.") % words


def _moment(moment: datetime) -> str:
    local = timezone.localtime(moment)
    return _("%(weekday)s, %(day)s, %(time)s") % {
        "weekday": date_format(local, "l"),
        "day": date_format(local, "MONTH_DAY_FORMAT"),
        "time": f"{local:%H:%M}",
    }


def _timed_out(matter: Matter, facts: Facts) -> Told:
    words = {"table": matter.table}
    return _told(matter, _("The time was up, a bot has played for you: %(table)s") % words)


def _autopilot(matter: Matter, facts: Facts) -> Told:
    title = _("A bot plays on for you: %(table)s") % {"table": matter.table}
    return _told(matter, title, [_("You may take your seat back whenever you like.")])


def _substitute(matter: Matter, facts: Facts) -> Told:
    title = _("You play on in somebody’s place: %(table)s") % {"table": matter.table}
    return _told(matter, title, [rules_line(matter.game.rules)])


def _plan_dropped(matter: Matter, facts: Facts) -> Told:
    words = {"table": matter.table}
    return _told(matter, _("Your plan no longer fits: %(table)s") % words, _position(matter, facts))


def _invited(matter: Matter, facts: Facts) -> Told:
    words = {"name": matter.game.host or _("Somebody"), "table": matter.table}
    rules = rules_line(matter.game.rules)
    if not matter.is_offer:
        return _told(matter, _("%(name)s invites you to a table") % words, [rules])
    asked = _(
        "You are asked to play on in a seat of this table. You will see its cards, and all that it has "
        "seen so far."
    )
    return _told(matter, _("%(name)s asks you to play on: %(table)s") % words, [asked, rules])


def _started(matter: Matter, facts: Facts) -> Told:
    title = _("The match has begun: %(table)s") % {"table": matter.table}
    names = _(", ").join(seat.name for seat in matter.game.seats.all())
    return _told(matter, title, [names, rules_line(matter.game.rules)])


def _deal_ended(matter: Matter, facts: Facts) -> Told:
    words = {"table": title(matter.game), "deal": matter.deal}
    lines: list[str] = []
    if facts.full and matter.seat is not None:
        table = _table(matter, facts, matter.seat)
        ended = [deal for deal in table.view.ended if deal.number == matter.deal]
        lines = [result_line(result(table, deal)) for deal in ended]
    return _told(matter, _("Deal %(deal)s has ended: %(table)s") % words, lines)


def _match_ended(matter: Matter, facts: Facts) -> Told:
    lines: list[str] = []
    if facts.full and matter.seat is not None and matter.game.status == Game.Status.FINISHED:
        table = _table(matter, facts, matter.seat)
        scores = zip(table.names, table.view.scores, strict=True)
        lines = [
            f"{final_headline(table)}.",
            _("; ").join(f"{name} {score:+d}" for name, score in scores),
        ]
    elif why := HAPPENINGS.get(matter.notice.data.get("event", "")):
        lines = [str(why)]
    return _told(matter, _("The match is over: %(table)s") % {"table": matter.table}, lines)


def _mentioned(matter: Matter, facts: Facts) -> Told:
    if matter.comment is not None:
        return _mentioned_in_comment(matter, facts)
    message = facts.messages.get(matter.notice.data["message"])
    name = message.user if message and message.user else _("Somebody")
    words = {"name": name, "table": matter.table}
    lines = [message.text] if message else []
    return _told(matter, _("%(name)s speaks to you: %(table)s") % words, lines)


def _mentioned_in_comment(matter: Matter, facts: Facts) -> Told:
    comment = facts.comments[matter.comment or 0]
    name = comment.user or _("Somebody")
    title = _("%(name)s speaks to you: %(table)s") % {"name": name, "table": matter.table}
    lines = [comment.text] if facts.full else []
    return Told(
        title=title, path=matter.path, action=pgettext("a link", "To the comment"), lines=lines
    )


def _table(matter: Matter, facts: Facts, seat: Seat) -> Table:
    match = facts.states[matter.game.pk].match
    return table_of(view(match, seat.number), matter.game.seats.all())


def _told(matter: Matter, title: str, lines: Sequence[str] = ()) -> Told:
    return Told(
        title=title, path=matter.path, action=pgettext("a link", "To the table"), lines=lines
    )


WORDS: Final[dict[str, Callable[[Matter, Facts], Told]]] = {
    "turn": _turn,
    "reminder": _reminder,
    "timed_out": _timed_out,
    "autopilot": _autopilot,
    "substitute": _substitute,
    "plan_dropped": _plan_dropped,
    "invited": _invited,
    "started": _started,
    "deal_ended": _deal_ended,
    "match_ended": _match_ended,
    "mentioned": _mentioned,
}

_teller = Teller()
_KINDS = (
    Kind(name="turn", label=gettext_lazy("Your turn"), teller=_teller, site=None),
    Kind(
        name="reminder",
        label=gettext_lazy("Reminders"),
        teller=_teller,
        site=None,
        is_urgent=True,
    ),
    Kind(name="timed_out", label=gettext_lazy("A bot has played for me"), teller=_teller),
    Kind(name="autopilot", label=gettext_lazy("A bot plays on for me"), teller=_teller),
    Kind(name="substitute", label=gettext_lazy("I take somebody’s place"), teller=_teller),
    Kind(name="plan_dropped", label=gettext_lazy("A plan no longer fits"), teller=_teller),
    Kind(name="invited", label=gettext_lazy("Invitations"), teller=_teller),
    Kind(name="started", label=gettext_lazy("A match begins"), teller=_teller),
    Kind(
        name="deal_ended",
        label=gettext_lazy("A deal has ended"),
        teller=_teller,
        mail=False,
        push=False,
    ),
    Kind(name="match_ended", label=gettext_lazy("A match is over"), teller=_teller, push=False),
    Kind(
        name="mentioned",
        label=gettext_lazy("Somebody speaks to me in the chat or in a comment"),
        teller=_teller,
    ),
)


def connect() -> None:
    """Let people be told of games."""
    for kind in _KINDS:
        register(kind)
    SOURCES.append(tell_turns)
