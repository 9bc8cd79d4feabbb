"""The contexts of the pages of ladders."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access import Visitor
from games.presentation.table_titles import rules_line
from games.presentation.times import clock_lines
from leagues.access import ClubAccess, LadderAccess
from leagues.ladder.places import rungs_of
from leagues.ladder.services import away_now, history_of, why_full, why_no_more, why_not
from leagues.models import Challenge, Ladder, LadderEvent, Rung
from leagues.pages import ClubFormPage, ClubPage

CHANGES_SHOWN = 5
HISTORY_SHOWN = 300


@dataclass(frozen=True, kw_only=True)
class LaddersPage(ClubPage):
    ladders: list[Ladder]
    """Each with `people`, the number of its members."""

    @property
    def full(self) -> str:
        """Why no more can be founded."""
        return why_no_more(self.ladders)


@dataclass(frozen=True, slots=True)
class RungLine:
    """A member, and whether the reader can challenge them."""

    rung: Rung
    is_me: bool
    can_challenge: bool
    why_not: str
    """Why a member within reach cannot be challenged now."""
    is_away: bool


@dataclass(frozen=True, slots=True)
class EventLine:
    """Something that changed places, in words."""

    event: LadderEvent
    title: str
    changes: str
    """`Ai 3 → 1`, for everybody whose place changed."""
    path: str
    """The address of the match."""


@dataclass(frozen=True, kw_only=True)
class LadderPage(ClubPage):
    access: LadderAccess
    lines: list[RungLine]
    mine: Rung | None
    to_answer: list[Challenge]
    """Challenges to the reader."""
    open_challenges: list[Challenge]
    """All others that wait for an answer or are at play."""
    events: list[EventLine]

    @property
    def ladder(self) -> Ladder:
        return self.access.ladder

    @property
    def rules_line(self) -> str:
        return rules_line(self.ladder.rules)

    @property
    def full(self) -> str:
        """Why nobody can join."""
        return why_full([line.rung for line in self.lines])

    @property
    def clock(self) -> str:
        return clock_lines(self.ladder.clock)[0]

    @property
    def answer_time(self) -> str:
        return _days(self.ladder.answer_days)

    @property
    def play_time(self) -> str:
        return _days(self.ladder.play_days)

    @property
    def repeat_time(self) -> str:
        return _days(self.ladder.repeat_days)

    @property
    def idle_time(self) -> str:
        return _days(self.ladder.idle_days or 0)


@dataclass(frozen=True, kw_only=True)
class LadderHistoryPage(ClubPage):
    access: LadderAccess
    events: list[EventLine]

    @property
    def ladder(self) -> Ladder:
        return self.access.ladder


@dataclass(frozen=True, kw_only=True)
class LadderSettingsPage(ClubFormPage):
    access: LadderAccess
    rungs: list[Rung]

    @property
    def ladder(self) -> Ladder:
        return self.access.ladder


def _days(number: int) -> str:
    return ngettext("%(n)s day", "%(n)s days", number) % {"n": number}


def ladders_page(access: ClubAccess) -> LaddersPage:
    people = Count("rungs", filter=Q(rungs__left_at=None))
    ladders = access.club.ladders.annotate(people=people).order_by("-pk")
    return LaddersPage(access=access, ladders=sorted(ladders, key=lambda one: one.ended_at is not None))


def ladder_page(access: LadderAccess, user: Visitor) -> LadderPage:
    ladder, now = access.ladder, timezone.now()
    rungs = rungs_of(ladder)
    mine = next((rung for rung in rungs if user.pk and rung.user_id == user.pk), None)
    related = ladder.challenges.filter(state__in=Challenge.UNSETTLED).order_by("pk")
    unsettled = list(related.select_related("challenger__user", "challenged__user", "game"))
    to_answer = [
        each for each in unsettled if mine and each.challenged_id == mine.pk and each.state == Challenge.State.OPEN
    ]
    return LadderPage(
        access=access,
        lines=_lines(ladder, rungs, mine, now),
        mine=mine,
        to_answer=to_answer,
        open_challenges=[each for each in unsettled if each not in to_answer],
        events=event_lines(ladder, CHANGES_SHOWN),
    )


def _lines(ladder: Ladder, rungs: Sequence[Rung], mine: Rung | None, now: datetime) -> list[RungLine]:
    away = away_now(rungs, now)
    is_open = mine is not None and ladder.ended_at is None
    history = history_of(ladder, mine, now) if mine is not None and is_open else []
    lines = []
    for rung in rungs:
        is_near = mine is not None and is_open and 0 < mine.place - rung.place <= ladder.reach
        reason = why_not(ladder, mine, rung, history, away) if mine is not None and is_near else ""
        is_me = mine is not None and rung.pk == mine.pk
        lines.append(RungLine(rung, is_me, is_near and not reason, reason, rung.user_id in away))
    return lines


def event_lines(ladder: Ladder, most: int) -> list[EventLine]:
    """The latest changes of places, in two queries."""
    related = ladder.events.select_related("by", "challenge__game").order_by("-pk")[:most]
    names = {rung.pk: rung.name for rung in ladder.rungs.select_related("user")}
    return [_event_line(event, names) for event in related]


def _event_line(event: LadderEvent, names: dict[int, str]) -> EventLine:
    first, *others = [names.get(key, _("former player")) for key in event.rungs_json] or [""]
    words = {"name": first, "other": others[0] if others else "", "names": _(", ").join([first, *others])}
    titles = {
        LadderEvent.Kind.JOINED: _("%(name)s joins"),
        LadderEvent.Kind.LEFT: _("%(name)s leaves"),
        LadderEvent.Kind.PLAYED: _("A match: %(names)s"),
        LadderEvent.Kind.REFUSED: _("%(other)s declines the challenge of %(name)s"),
        LadderEvent.Kind.EXPIRED: _("%(other)s does not answer the challenge of %(name)s"),
        LadderEvent.Kind.IDLE: _("%(name)s has not played for a long time"),
        LadderEvent.Kind.MOVED: _("An organiser moves %(name)s"),
    }
    changes = [_change(names.get(key, ""), old, new) for key, old, new in event.changes_json]
    game = event.challenge.game if event.challenge else None
    path = game.get_absolute_url() if game is not None else ""
    return EventLine(event, titles[LadderEvent.Kind(event.kind)] % words, " · ".join(changes), path)


def _change(name: str, old: int | None, new: int | None) -> str:
    """`Ai 3 → 1`; who joins or leaves has one place only."""
    if old and new:
        return _("%(name)s %(old)s → %(new)s") % {"name": name, "old": old, "new": new}
    return _("%(name)s: place %(place)s") % {"name": name, "place": old or new}
