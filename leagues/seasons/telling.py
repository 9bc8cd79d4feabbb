"""The notices of seasons in words, and whether they hold still (`players/notices/kinds.py`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from leagues.models import Entry, Membership, Offer, Round, Season, Table
from leagues.seasons import rounds
from players.models import Notice
from players.notices.kinds import Kind, Told, Truth, register


class Matter(NamedTuple):
    """A notice and the season that it tells of."""

    notice: Notice
    season: Season


@dataclass
class Facts:
    """What is to be known for some notices, each thing read once and only if needed."""

    matters: Sequence[Matter]

    def _keys(self, name: str) -> set[int]:
        return {matter.notice.data[name] for matter in self.matters if name in matter.notice.data}

    @cached_property
    def memberships(self) -> dict[tuple[int | None, int], Membership]:
        """What the readers are in these clubs now."""
        users = {matter.notice.user_id for matter in self.matters}
        clubs = {matter.season.club_id for matter in self.matters}
        found = Membership.objects.filter(user__in=users, club__in=clubs, ended_at=None)
        return {(one.user_id, one.club_id): one for one in found}

    @cached_property
    def entered(self) -> set[tuple[int | None, int]]:
        """The readers who are in these seasons, or want to be."""
        users = {matter.notice.user_id for matter in self.matters}
        seasons = {matter.season.pk for matter in self.matters}
        states = (Entry.State.APPLIED, Entry.State.WAITING, Entry.State.ENTERED)
        found = Entry.objects.filter(user__in=users, season__in=seasons, state__in=states)
        return set(found.values_list("user", "season"))

    @cached_property
    def entries(self) -> dict[int, Entry]:
        found = Entry.objects.filter(pk__in=self._keys("entry"))
        return {one.pk: one for one in found.select_related("user")}

    @cached_property
    def tables(self) -> dict[int, Table]:
        found = Table.objects.filter(pk__in=self._keys("table"))
        return {one.pk: one for one in found.select_related("round", "game")}

    @cached_property
    def rounds(self) -> dict[tuple[int, int], Round]:
        seasons = {matter.season.pk for matter in self.matters}
        found = Round.objects.filter(season__in=seasons, number__in=self._keys("round"))
        return {(one.season_id, one.number): one for one in found}

    @cached_property
    def offers(self) -> dict[int, Offer]:
        found = Offer.objects.filter(pk__in=self._keys("offer"))
        found = found.select_related("seat__table__round", "seat__entry__user")
        return {one.pk: one for one in found}

    @cached_property
    def hindrances(self) -> dict[int, str]:
        """Why seasons that wait cannot start; once they have started, what held them up is over."""
        held_up = (one.season for one in self.matters if one.notice.kind == "season_held_up")
        waiting = {one.pk: one for one in held_up if one.state == Season.State.REGISTRATION}
        return {key: rounds.not_ready(season) for key, season in waiting.items()}

    def membership(self, matter: Matter) -> Membership | None:
        return self.memberships.get((matter.notice.user_id, matter.season.club_id))

    def is_in(self, matter: Matter) -> bool:
        return (matter.notice.user_id, matter.season.pk) in self.entered

    def entry(self, matter: Matter) -> Entry | None:
        return self.entries.get(matter.notice.data["entry"])

    def table(self, matter: Matter) -> Table | None:
        return self.tables.get(matter.notice.data.get("table", 0))

    def round(self, matter: Matter) -> Round | None:
        return self.rounds.get((matter.season.pk, matter.notice.data.get("round", 0)))

    def offer(self, matter: Matter) -> Offer | None:
        return self.offers.get(matter.notice.data["offer"])


class Teller:
    """Tells of seasons."""

    def check(self, notices: Sequence[Notice]) -> Mapping[int, Truth]:
        facts = Facts(_matters(notices))
        return {
            matter.notice.pk: Truth.HOLDS
            if HOLDS[matter.notice.kind](matter, facts)
            else Truth.OVER
            for matter in facts.matters
        }

    def say(self, notices: Sequence[Notice], *, full: bool = False) -> Mapping[int, Told]:
        facts = Facts(_matters(notices))
        told = {
            matter.notice.pk: WORDS[matter.notice.kind](matter, facts) for matter in facts.matters
        }
        return {key: words for key, words in told.items() if words is not None}


def _matters(notices: Sequence[Notice]) -> list[Matter]:
    keys = {notice.data["season"] for notice in notices}
    seasons = Season.objects.select_related("club").in_bulk(keys)
    return [
        Matter(notice, seasons[notice.data["season"]])
        for notice in notices
        if notice.data["season"] in seasons
    ]


# --- Whether it holds still ---


def _opened_holds(matter: Matter, facts: Facts) -> bool:
    closes = matter.season.registration_closes_at
    is_open = matter.season.state == Season.State.REGISTRATION
    is_open = is_open and (closes is None or closes > timezone.now())
    return is_open and facts.membership(matter) is not None and not facts.is_in(matter)


def _applied_holds(matter: Matter, facts: Facts) -> bool:
    entry, me = facts.entry(matter), facts.membership(matter)
    waits = entry is not None and entry.state == Entry.State.APPLIED
    waits = waits and not matter.season.is_over
    return waits and me is not None and me.organises


def _held_up_holds(matter: Matter, facts: Facts) -> bool:
    season, me = matter.season, facts.membership(matter)
    start = season.starts_at and season.starts_at.isoformat()
    waits = season.state == Season.State.REGISTRATION and start == matter.notice.data["start"]
    return waits and me is not None and me.organises


def _settled_holds(matter: Matter, facts: Facts) -> bool:
    entry = facts.entry(matter)
    return entry is not None and entry.state == matter.notice.data["state"]


def _out_holds(matter: Matter, facts: Facts) -> bool:
    if "entry" not in matter.notice.data:
        return True
    entry = facts.entry(matter)
    return entry is not None and entry.state == Entry.State.WITHDRAWN


def _started_holds(matter: Matter, facts: Facts) -> bool:
    return matter.season.state == Season.State.RUNNING and facts.is_in(matter)


def _round_holds(matter: Matter, facts: Facts) -> bool:
    if "table" in matter.notice.data:
        table = facts.table(matter)
        return table is not None and table.state == Table.State.RUNNING
    round_ = facts.round(matter)
    return round_ is not None and round_.state == Round.State.RUNNING


def _dates_hold(matter: Matter, facts: Facts) -> bool:
    round_ = facts.round(matter)
    if round_ is None or round_.state == Round.State.FINISHED or matter.season.is_over:
        return False
    # Whoever moves them again tells of that.
    return _moments(matter) == (round_.opens_at, round_.closes_at)


def _recorded_holds(matter: Matter, facts: Facts) -> bool:
    table = facts.table(matter)
    counts = table is not None and table.outcome == Table.Outcome.RECORDED
    return table is not None and counts == matter.notice.data["counts"]


def _asked_holds(matter: Matter, facts: Facts) -> bool:
    offer = facts.offer(matter)
    is_open = offer is not None and offer.state == Offer.State.OPEN
    return is_open and offer is not None and offer.answer_by > timezone.now()


def _over_holds(matter: Matter, facts: Facts) -> bool:
    return matter.season.is_over


HOLDS: Final[dict[str, Callable[[Matter, Facts], bool]]] = {
    "season_opened": _opened_holds,
    "season_applied": _applied_holds,
    "season_held_up": _held_up_holds,
    "season_settled": _settled_holds,
    "season_out": _out_holds,
    "season_started": _started_holds,
    "season_round": _round_holds,
    "season_dates": _dates_hold,
    "season_recorded": _recorded_holds,
    "season_asked": _asked_holds,
    "season_over": _over_holds,
}


# --- In words ---


def _opened(matter: Matter, facts: Facts) -> Told:
    title = _("%(season)s: registration is open") % {"season": matter.season}
    closes = matter.season.registration_closes_at
    return _told(
        matter, title, [_("It closes on %(date)s.") % {"date": _date(closes)}] if closes else []
    )


def _applied(matter: Matter, facts: Facts) -> Told | None:
    entry = facts.entry(matter)
    if entry is None:
        return None
    words = {"name": entry.name, "season": matter.season}
    return Told(
        title=_("%(name)s wants to play in %(season)s") % words,
        path=_path(matter, "entries"),
        action=pgettext("a link", "To the entries"),
    )


def _held_up(matter: Matter, facts: Facts) -> Told:
    reason = facts.hindrances.get(matter.season.pk)
    lines = [reason] if reason else []
    return _told(matter, _("%(season)s cannot start yet") % {"season": matter.season}, lines)


def _settled(matter: Matter, facts: Facts) -> Told | None:
    words = {"season": matter.season}
    titles = {
        Entry.State.ENTERED: _("You are in: %(season)s"),
        Entry.State.WAITING: _("You are on the waiting list: %(season)s"),
        Entry.State.REFUSED: _("The organisers have not let you in: %(season)s"),
        Entry.State.EXPIRED: _("Your entry was not answered in time: %(season)s"),
    }
    title = titles.get(matter.notice.data["state"])
    return _told(matter, title % words) if title else None


def _out(matter: Matter, facts: Facts) -> Told:
    words = {"season": matter.season, "round": matter.notice.data.get("round")}
    if "round" in matter.notice.data:
        title = _("%(season)s, round %(round)s: somebody else plays on in your seat") % words
    else:
        title = _("You are no longer in %(season)s") % words
    return _told(matter, title, _reason(matter))


def _started(matter: Matter, facts: Facts) -> Told:
    return _told(matter, _("%(season)s has started") % {"season": matter.season})


def _round(matter: Matter, facts: Facts) -> Told | None:
    table = facts.table(matter)
    if table is None:
        words = {"season": matter.season, "round": matter.notice.data.get("round")}
        return _told(matter, _("%(season)s, round %(round)s: you have a bye") % words)
    words = {"season": matter.season, "round": table.round.number}
    lines = []
    if table.opened_at:
        lines.append(_("It began on %(date)s.") % {"date": _date(table.opened_at)})
    if table.round.closes_at:
        closes = _date(table.round.closes_at)
        lines.append(_("The round closes on %(date)s.") % {"date": closes})
    return Told(
        title=_("%(season)s, round %(round)s: your table has begun") % words,
        path=table.game.get_absolute_url() if table.game else _path(matter, "season"),
        action=pgettext("a link", "To the table"),
        lines=lines,
    )


def _dates(matter: Matter, facts: Facts) -> Told | None:
    round_ = facts.round(matter)
    if round_ is None:
        return None
    opens, closes = _moments(matter)
    lines = []
    if opens and round_.state == Round.State.PLANNED:
        lines.append(_("It opens on %(date)s.") % {"date": _date(opens)})
    if closes:
        lines.append(_("It closes on %(date)s.") % {"date": _date(closes)})
    else:
        lines.append(_("It has no closing date."))
    words = {"season": matter.season, "round": round_.number}
    return Told(
        title=_("%(season)s, round %(round)s: its dates have changed") % words,
        path=_round_path(matter, round_),
        action=pgettext("a link", "To the round"),
        lines=lines,
    )


def _moments(matter: Matter) -> tuple[datetime | None, datetime | None]:
    """When the round opens and closes, as the notice tells it."""
    opens, closes = matter.notice.data["opens"], matter.notice.data["closes"]
    return opens and datetime.fromisoformat(opens), closes and datetime.fromisoformat(closes)


def _recorded(matter: Matter, facts: Facts) -> Told | None:
    table = facts.table(matter)
    if table is None:
        return None
    words = {"season": matter.season, "round": table.round.number}
    if matter.notice.data["counts"]:
        title = _("%(season)s, round %(round)s: a match played elsewhere counts for your table")
    else:
        title = _("%(season)s, round %(round)s: the match played elsewhere counts no more")
    path, action = _round_path(matter, table.round), pgettext("a link", "To the round")
    return Told(title=title % words, path=path, action=action)


def _asked(matter: Matter, facts: Facts) -> Told | None:
    offer = facts.offer(matter)
    if offer is None:
        return None
    words = {"season": matter.season, "round": offer.seat.table.round.number}
    return Told(
        title=_("%(season)s, round %(round)s: will you play on for somebody?") % words,
        path=_path(matter, "substitutes"),
        action=pgettext("a link", "Answer"),
        lines=[_("Please answer by %(date)s.") % {"date": _date(offer.answer_by)}],
    )


def _over(matter: Matter, facts: Facts) -> Told:
    if matter.season.state == Season.State.CANCELLED:
        title = _("%(season)s was cancelled") % {"season": matter.season}
    else:
        title = _("%(season)s is over") % {"season": matter.season}
    lines = _reason(matter)
    if matter.notice.data.get("with_club"):
        lines.append(_("Its club, %(club)s, was closed.") % {"club": matter.season.club})
    return _told(matter, title, lines)


def _told(matter: Matter, title: str, lines: Sequence[str] = ()) -> Told:
    path, action = matter.season.get_absolute_url(), pgettext("a link", "To the season")
    return Told(title=title, path=path, action=action, lines=list(lines))


def _reason(matter: Matter) -> list[str]:
    reason = matter.notice.data.get("reason")
    return [_("The reason given: %(reason)s") % {"reason": reason}] if reason else []


def _path(matter: Matter, name: str) -> str:
    return reverse(f"leagues:{name}", args=[matter.season.club.slug, matter.season.slug])


def _round_path(matter: Matter, round_: Round) -> str:
    args = [matter.season.club.slug, matter.season.slug, round_.number]
    return reverse("leagues:round", args=args)


def _date(moment: datetime) -> str:
    """In the zone of the reader."""
    return date_format(timezone.localtime(moment), "DATETIME_FORMAT")


WORDS: Final[dict[str, Callable[[Matter, Facts], Told | None]]] = {
    "season_opened": _opened,
    "season_applied": _applied,
    "season_held_up": _held_up,
    "season_settled": _settled,
    "season_out": _out,
    "season_started": _started,
    "season_round": _round,
    "season_dates": _dates,
    "season_recorded": _recorded,
    "season_asked": _asked,
    "season_over": _over,
}

_teller = Teller()
_KINDS = (
    Kind(
        name="season_opened",
        label=gettext_lazy("Registration for a season opens"),
        teller=_teller,
        push=False,
    ),
    Kind(
        name="season_applied",
        label=gettext_lazy("Somebody enters a season that I organise"),
        teller=_teller,
        push=False,
    ),
    Kind(
        name="season_held_up",
        label=gettext_lazy("A season that I organise cannot start at its date"),
        teller=_teller,
    ),
    Kind(name="season_settled", label=gettext_lazy("My entry is settled"), teller=_teller),
    Kind(
        name="season_out",
        label=gettext_lazy("I am taken out of a season, or replaced at a table"),
        teller=_teller,
    ),
    Kind(
        name="season_started",
        label=gettext_lazy("A season of mine starts"),
        teller=_teller,
        push=False,
    ),
    Kind(
        name="season_round",
        label=gettext_lazy("My table of a round begins, or I have a bye"),
        teller=_teller,
        is_urgent=True,
    ),
    Kind(
        name="season_dates",
        label=gettext_lazy("The dates of a round of mine change"),
        teller=_teller,
    ),
    Kind(
        name="season_recorded",
        label=gettext_lazy("A match played elsewhere counts for my table, or no more"),
        teller=_teller,
    ),
    Kind(
        name="season_asked",
        label=gettext_lazy("I am asked to play on for somebody"),
        teller=_teller,
        is_urgent=True,
    ),
    Kind(
        name="season_over",
        label=gettext_lazy("A season of mine ends"),
        teller=_teller,
        push=False,
    ),
)


def connect() -> None:
    """Let people be told of seasons."""
    for kind in _KINDS:
        register(kind)
