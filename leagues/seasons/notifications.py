"""What people and webhooks are notified of in a season as a whole, and what all notifications of seasons share.

``notify`` is called inside the transaction that makes the notification true, and only writes rows.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, ClassVar

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.clubs.notifications import ClubContext, ClubNotification, reason_lines
from leagues.models import Club, Entry, Membership, Role, Season, Table
from leagues.seasons.readiness import not_ready
from leagues.standings.round_summary import DivisionSummary, leaders_in_lines, lines_about, summaries_of
from leagues.teams.table import leading_teams
from leagues.webhooks.webhook_post import WebhookPost
from players.notifications.kinds import Message, SubjectRow
from players.notifications.models import Group


class SeasonContext(ClubContext):
    @property
    def seasons(self) -> dict[int, Season]:
        return SeasonNotification.season.among(self)

    @property
    def club_ids(self) -> set[int]:
        return {season.club_id for season in self.seasons.values()}

    @cached_property
    def summaries(self) -> dict[int, list[DivisionSummary]]:
        """The standings, by season."""
        return summaries_of(self.seasons)

    @cached_property
    def entered(self) -> set[tuple[int | None, int]]:
        """Who is in which season, or wants to be."""
        found = Entry.objects.filter(user__in=self.user_ids, season__in=self.seasons, state__in=Entry.ACTIVE)
        return set(found.values_list("user", "season"))


class SeasonNotification(ClubNotification):
    group = Group.SEASONS
    context_class = SeasonContext
    context: SeasonContext
    page: ClassVar[str] = "season"
    """The name of the page that it leads to."""
    link: ClassVar[Promise | str] = pgettext_lazy("a link", "Go to the season")
    """The text of the link to that page."""
    season = SubjectRow(Season.objects.select_related("club"))
    table = SubjectRow(Table.objects.select_related("round__season", "game"))

    @classmethod
    def write_of(cls, season: Season, user_ids: Iterable[int | None], key: str = "", /, **data: object) -> None:
        """Nothing while only organisers know of the season: others could not open what it leads to."""
        if season.announced_at is None:
            return
        cls.write(user_ids, _key(cls.name, season, key), season=season.pk, **data)

    @property
    def club(self) -> Club:  # type: ignore[override]
        return self.season.club

    @property
    def is_in(self) -> bool:
        return (self.user_id, self.season.pk) in self.context.entered

    @property
    def round_number(self) -> int | None:
        """The number of the round that it is about, if it is about one."""
        return self.table.round.number if "table" in self.data else self.data.get("round")

    @property
    def path(self) -> str:
        if not self.sees_club:
            return super().path
        of_round = [self.round_number] if self.page == "round" else []
        return reverse(f"leagues:{self.page}", args=[self.club.slug, self.season.slug, *of_round])

    @property
    def action(self) -> Promise | str:
        return self.link if self.sees_club else super().action

    def words(self) -> dict[str, object]:
        return {"season": self.season, "round": self.round_number}


class SeasonPost(WebhookPost):
    webhook_title: Any

    @classmethod
    def enqueue_of(cls, season: Season, key: str = "", /, **data: object) -> None:
        cls.enqueue(season.club, _key(cls.name, season, key), season=season.pk, **data)

    @classmethod
    def webhook_message(cls, club: Club, data: dict[str, Any]) -> Message | None:
        season = Season.objects.filter(pk=data["season"]).select_related("club").first()
        return cls.of_season(season, str(cls.webhook_title)) if season else None

    @staticmethod
    def of_season(season: Season, text: str, lines: Sequence[str] = (), /, **words: object) -> Message:
        title = text % {"season": season, **words}
        return Message(title=title, path=season.get_absolute_url(), lines=lines)


def _key(name: str, season: Season, key: str) -> str:
    return f"{name}:{season.pk}:{key}" if key else f"{name}:{season.pk}"


def organisers_of(season: Season) -> list[int | None]:
    members = Membership.objects.filter(club=season.club_id, ended_at=None)
    return list(members.exclude(role=Role.MEMBER).values_list("user", flat=True))


def _members(season: Season) -> list[int | None]:
    entries = season.entries.filter(state=Entry.State.ENTERED)
    return list(entries.values_list("user", flat=True))


def dated(text: str, moment: datetime | None) -> list[str]:
    """The line with the date in the zone of the reader, or of the club that posts it; none without a date."""
    if moment is None:
        return []
    here = timezone.localtime(moment)
    return [text % {"date": date_format(here, "DATETIME_FORMAT"), "zone": here.tzname()}]


# --- Registration ---


class RegistrationOpened(SeasonNotification, SeasonPost):
    """Goes to all members of the club."""

    name = "season_opened"
    label = gettext_lazy("Registration for a season opens")
    push = False
    title = gettext_lazy("%(season)s: registration is open")
    webhook_title = gettext_lazy("%(season)s: entries are open.")
    webhook_label = gettext_lazy("Registration opens")
    audit = {"season_opened": gettext_lazy("%(actor)s opened the registration for %(season)s.")}
    audit_by_site = {"season_opened": gettext_lazy("The registration for %(season)s opened on schedule.")}

    @classmethod
    def notify(cls, season: Season) -> None:
        members = Membership.objects.filter(club=season.club_id, ended_at=None)
        cls.write_of(season, members.values_list("user", flat=True))
        cls.enqueue_of(season)

    @property
    def is_current(self) -> bool:
        is_open = self.season.state == Season.State.REGISTRATION
        is_open = is_open and not self.season.is_registration_over
        return is_open and self.membership is not None and not self.is_in

    def lines(self) -> list[str]:
        return dated(_("It closes on %(date)s."), self.season.registration_closes_at)


class StartHeldUp(SeasonNotification):
    """The season cannot start at its date: goes to the organisers, once for each date."""

    name = "season_held_up"
    label = gettext_lazy("A season I organise cannot start on time")
    title = gettext_lazy("%(season)s cannot start yet")

    @classmethod
    def notify(cls, season: Season) -> None:
        if start := season.starts_at:
            key, organisers = f"{start.timestamp()}", organisers_of(season)
            cls.write_of(season, organisers, key, start=start.isoformat())

    @property
    def is_current(self) -> bool:
        start = self.season.starts_at and self.season.starts_at.isoformat()
        waits = self.season.state == Season.State.REGISTRATION and start == self.data["start"]
        return waits and self.organises

    def lines(self) -> list[str]:
        is_waiting = self.season.state == Season.State.REGISTRATION
        reason = not_ready(self.season) if is_waiting else ""
        return [reason] if reason else []


# --- The course of the season ---


class SeasonStarted(SeasonNotification, SeasonPost):
    name = "season_started"
    label = gettext_lazy("A season of mine starts")
    push = False
    title = gettext_lazy("%(season)s has started")
    webhook_title = gettext_lazy("%(season)s has begun.")
    webhook_label = gettext_lazy("A season starts")
    audit = {"season_started": gettext_lazy("%(actor)s started the season %(season)s.")}
    audit_by_site = {"season_started": gettext_lazy("The season %(season)s started on schedule.")}

    @classmethod
    def notify(cls, season: Season) -> None:
        cls.write_of(season, _members(season))
        cls.enqueue_of(season)

    @property
    def is_current(self) -> bool:
        return self.season.state == Season.State.RUNNING and self.is_in


class SeasonOver(SeasonNotification, SeasonPost):
    """The season is finished, or was cancelled."""

    name = "season_over"
    label = gettext_lazy("A season of mine ends")
    webhook_label = gettext_lazy("A season ends")
    push = False
    audit = {
        "season_cancelled": gettext_lazy("%(actor)s cancelled the season %(season)s."),
        "season_ended": gettext_lazy("The season %(season)s was cancelled with the club."),
    }

    @classmethod
    def notify(cls, season: Season) -> None:
        cls.write_of(season, _members(season))
        cls.enqueue_of(season)

    @classmethod
    def notify_cancelled(cls, season: Season, reason: str, *, with_club: bool = False, is_posted: bool = True) -> None:
        """Goes to people who hoped to be in it as well; a season that nobody has seen yet is not posted."""
        entries = season.entries.filter(state__in=Entry.ACTIVE)
        users = list(entries.values_list("user", flat=True))
        cls.write_of(season, users, reason=reason, with_club=with_club)
        if is_posted:
            cls.enqueue_of(season)

    @property
    def is_current(self) -> bool:
        return self.season.is_over and self.membership is not None

    def message(self) -> Message:
        text = _("%(season)s is over")
        if self.season.state == Season.State.CANCELLED:
            text = _("%(season)s was cancelled")
        lines = reason_lines(self.data)
        if self.data.get("with_club"):
            lines.append(_("Its club, %(club)s, was closed.") % {"club": self.club})
        if self.season.state == Season.State.FINISHED:
            lines += lines_about(self.user_id, self.context.summaries[self.season.pk])
        return self.compose(text, lines)

    @classmethod
    def webhook_message(cls, club: Club, data: dict[str, Any]) -> Message | None:
        season = Season.objects.filter(pk=data["season"]).select_related("club").first()
        if season is None:
            return None
        is_cancelled = season.state == Season.State.CANCELLED
        text = _("%(season)s was cancelled.") if is_cancelled else _("%(season)s is over.")
        if is_cancelled:
            return cls.of_season(season, text)
        podium = [*leaders_in_lines(summaries_of([season.pk])[season.pk]), *leading_teams(season)]
        return cls.of_season(season, text, podium)
