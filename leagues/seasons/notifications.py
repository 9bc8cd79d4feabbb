"""What people and webhooks are notified of in seasons: each kind is one class (`players/notifications/kinds.py`).

``notify`` is called inside the transaction that makes the notification true, and only writes rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, ClassVar

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.models import Seat
from games.presentation.points import signed
from leagues.clubs.audit_log import Audited
from leagues.clubs.notifications import ClubContext, ClubNotification, reason_lines
from leagues.models import (
    Bye,
    Club,
    Entry,
    ExternalMatch,
    Membership,
    Offer,
    Role,
    Round,
    Season,
    Table,
    TableSeat,
)
from leagues.rounds.deal_players import players_of_round
from leagues.rounds.score_sheets import score_sheet
from leagues.seasons.readiness import not_ready
from leagues.webhooks.outbox import WebhookPost
from players.models import User
from players.notifications.kinds import Message, Row


class SeasonContext(ClubContext):
    @property
    def seasons(self) -> dict[int, Season]:
        return SeasonNotification.season.among(self)

    @property
    def club_ids(self) -> set[int]:
        return {season.club_id for season in self.seasons.values()}

    @cached_property
    def entered(self) -> set[tuple[int | None, int]]:
        """Who is in which season, or wants to be."""
        states = (Entry.State.APPLIED, Entry.State.WAITING, Entry.State.ENTERED)
        found = Entry.objects.filter(
            user__in=self.user_ids, season__in=self.seasons, state__in=states
        )
        return set(found.values_list("user", "season"))

    @cached_property
    def seated(self) -> set[tuple[int | None, int]]:
        """Who sits at which of these tables, by person and game."""
        games = [table.game_id for table in SeasonNotification.table.among(self).values()]
        found = Seat.objects.filter(user__in=self.user_ids, game__in=games)
        return set(found.values_list("user", "game"))

    @cached_property
    def names_at(self) -> dict[int, list[str]]:
        """The members at these tables who have not withdrawn, in the order of their seats."""
        tables = SeasonNotification.table.among(self)
        seats = TableSeat.objects.filter(table__in=tables, entry__state=Entry.State.ENTERED)
        found: dict[int, list[str]] = {table: [] for table in tables}
        for seat in seats.select_related("entry__user").order_by("number"):
            if seat.entry is not None:
                found[seat.table_id].append(seat.entry.name)
        return found

    @cached_property
    def rounds(self) -> dict[tuple[int, int], Round]:
        found = Round.objects.filter(season__in=self.seasons, number__in=self.ids("round"))
        return {(one.season_id, one.number): one for one in found}


class SeasonNotification(ClubNotification):
    context_class = SeasonContext
    context: SeasonContext
    page: ClassVar[str] = "season"
    """The name of the page that it leads to."""
    link: ClassVar[Promise | str] = pgettext_lazy("a link", "To the season")
    """The text of the link to that page."""
    season = Row(Season.objects.select_related("club"))
    entry = Row(Entry.objects.select_related("user"))
    table = Row(Table.objects.select_related("round", "game"))

    @classmethod
    def write_of(
        cls, season: Season, user_ids: Iterable[int | None], key: str = "", /, **data: object
    ) -> None:
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
    def round(self) -> Round | None:
        return self.context.rounds.get((self.season.pk, self.data.get("round", 0)))

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
    """A post about a season to its club's webhook."""

    webhook_title: Any

    @classmethod
    def enqueue_of(cls, season: Season, key: str = "", /, **data: object) -> None:
        cls.enqueue(season.club, _key(cls.name, season, key), season=season.pk, **data)

    @classmethod
    def webhook_message(cls, club: Club, data: dict[str, Any]) -> Message | None:
        season = Season.objects.filter(pk=data["season"]).select_related("club").first()
        return cls.of_season(season, str(cls.webhook_title)) if season else None

    @staticmethod
    def of_season(
        season: Season, text: str, lines: Sequence[str] = (), /, **words: object
    ) -> Message:
        title = text % {"season": season, **words}
        return Message(title=title, path=season.get_absolute_url(), lines=lines)


def _key(name: str, season: Season, key: str) -> str:
    return f"{name}:{season.pk}:{key}" if key else f"{name}:{season.pk}"


def _organisers(season: Season) -> list[int | None]:
    members = Membership.objects.filter(club=season.club_id, ended_at=None)
    return list(members.exclude(role=Role.MEMBER).values_list("user", flat=True))


def _members(season: Season) -> list[int | None]:
    entries = season.entries.filter(state=Entry.State.ENTERED)
    return list(entries.values_list("user", flat=True))


def dated(text: str, moment: datetime | None) -> list[str]:
    """The line with the date in the zone of the reader; none without a date."""
    if moment is None:
        return []
    return [text % {"date": date_format(timezone.localtime(moment), "DATETIME_FORMAT")}]


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
    audit_by_site = {
        "season_opened": gettext_lazy("The registration for %(season)s opened on schedule.")
    }

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


class EntryRequested(SeasonNotification):
    """Goes to the organisers, who answer it."""

    name = "season_applied"
    label = gettext_lazy("Somebody enters a season that I organise")
    push = False
    title = gettext_lazy("%(name)s wants to play in %(season)s")
    page, link = "entries", pgettext_lazy("a link", "To the entries")

    @classmethod
    def notify(cls, entry: Entry) -> None:
        key = f"{entry.pk}:{entry.order}"
        cls.write_of(entry.season, _organisers(entry.season), key, entry=entry.pk)

    @property
    def is_current(self) -> bool:
        waits = self.entry.state == Entry.State.APPLIED
        return waits and not self.season.is_over and self.organises

    def words(self) -> dict[str, object]:
        return {**super().words(), "name": self.entry.name}


class StartHeldUp(SeasonNotification):
    """The season cannot start at its date: goes to the organisers, once for each date."""

    name = "season_held_up"
    label = gettext_lazy("A season that I organise cannot start at its date")
    title = gettext_lazy("%(season)s cannot start yet")

    @classmethod
    def notify(cls, season: Season) -> None:
        if start := season.starts_at:
            key, organisers = f"{start.timestamp()}", _organisers(season)
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


class EntrySettled(SeasonNotification):
    """The entry was approved, put on the waiting list, refused, or not answered in time."""

    name = "season_settled"
    label = gettext_lazy("My entry is decided")
    audit = {
        "entry_added": gettext_lazy("%(actor)s entered %(subject)s for %(season)s."),
        "entry_approved": gettext_lazy(
            "%(actor)s approved the entry of %(subject)s for %(season)s."
        ),
        "entry_put_on_list": gettext_lazy(
            "%(actor)s put %(subject)s on the waiting list of %(season)s."
        ),
        "entry_refused": gettext_lazy("%(actor)s refused the entry of %(subject)s for %(season)s."),
    }
    audit_by_site = {
        "entry_expired": gettext_lazy(
            "The entry of %(subject)s for %(season)s was not answered in time."
        )
    }

    @classmethod
    def notify(cls, entry: Entry, reason: str = "") -> None:
        key = f"{entry.pk}:{entry.order}:{entry.state}"
        data = {"entry": entry.pk, "state": entry.state, "reason": reason}
        cls.write_of(entry.season, [entry.user_id], key, **data)

    @property
    def is_current(self) -> bool:
        return bool(self.entry.state == self.data["state"])

    def message(self) -> Message | None:
        texts = {
            Entry.State.ENTERED: _("You are in: %(season)s"),
            Entry.State.WAITING: _("You are on the waiting list: %(season)s"),
            Entry.State.REFUSED: _("The organisers have not approved your entry: %(season)s"),
            Entry.State.EXPIRED: _("Your entry was not answered in time: %(season)s"),
        }
        text = texts.get(self.data["state"])
        return self.compose(text, reason_lines(self.data)) if text else None


class TakenOut(SeasonNotification):
    """An organiser has ended the entry, or somebody else plays on in the person's seat."""

    name = "season_out"
    label = gettext_lazy("I am removed from a season, or replaced at a table")
    audit = {
        "entry_removed": gettext_lazy("%(actor)s removed %(subject)s from %(season)s."),
        "replaced": gettext_lazy("%(actor)s replaced %(subject)s at a table of %(season)s."),
    }

    @classmethod
    def notify(cls, entry: Entry, reason: str) -> None:
        key = f"{entry.pk}:{entry.order}"
        cls.write_of(entry.season, [entry.user_id], key, entry=entry.pk, reason=reason)

    @classmethod
    def notify_replaced(cls, seat: TableSeat, user: User, reason: str) -> None:
        # With the game: at a table that starts anew the person may be replaced once more.
        key, round_ = f"seat:{seat.pk}:{seat.table.game_id}", seat.table.round
        cls.write_of(round_.season, [user.pk], key, round=round_.number, reason=reason)

    @property
    def is_current(self) -> bool:
        return "entry" not in self.data or self.entry.state == Entry.State.WITHDRAWN

    def message(self) -> Message:
        text = _("You are no longer in %(season)s")
        if "round" in self.data:
            text = _(
                "%(season)s, round %(round)s: an organiser has given your seat to a substitute"
            )
        return self.compose(text, reason_lines(self.data))


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


class RoundBegan(SeasonNotification):
    """The person's table of a round has begun, or they have a bye."""

    name = "season_round"
    label = gettext_lazy("My table of a round begins, or I have a bye")
    is_urgent = True
    page, link = "round", pgettext_lazy("a link", "To the round")

    @classmethod
    def notify(cls, table: Table, people: Sequence[User | None]) -> None:
        users = [user.pk for user in people if user is not None]
        # With the game: a table starts anew when its external match is taken back.
        key = f"table:{table.pk}:{table.game_id}"
        cls.write_of(table.round.season, users, key, table=table.pk)

    @classmethod
    def notify_byes(cls, round_: Round) -> None:
        byes = Bye.objects.filter(round=round_, entry__state=Entry.State.ENTERED)
        users = list(byes.values_list("entry__user", flat=True))
        cls.write_of(round_.season, users, f"bye:{round_.pk}", round=round_.number)

    @property
    def is_current(self) -> bool:
        if self.is_bye:
            is_running = self.round is not None and self.round.state == Round.State.RUNNING
            return is_running and self.is_in
        if self.is_at_real_table:
            is_open = self.table.round.state == Round.State.RUNNING
            return is_open and self.table.state == Table.State.DRAWN and self.is_in
        is_seated = (self.user_id, self.table.game_id) in self.context.seated
        return is_seated and self.table.state == Table.State.RUNNING

    @property
    def is_bye(self) -> bool:
        return "table" not in self.data

    @property
    def is_at_real_table(self) -> bool:
        return self.season.is_at_real_tables and not self.is_bye

    @property
    def path(self) -> str:
        game = None if self.is_bye else self.table.game
        return game.get_absolute_url() if game else super().path

    def message(self) -> Message:
        if self.is_bye:
            return self.compose(_("%(season)s, round %(round)s: you have a bye"))
        if self.is_at_real_table:
            return self._message_of_real_table()
        lines = [
            *dated(_("It began on %(date)s."), self.table.opened_at),
            *dated(_("The round closes on %(date)s."), self.table.round.closes_at),
        ]
        text = _("%(season)s, round %(round)s: your table has begun")
        return self.compose(text, lines, action=pgettext("a link", "To the table"))

    def _message_of_real_table(self) -> Message:
        names = self.context.names_at[self.table.pk]
        lines = [
            _("At your table: %(names)s.") % {"names": _(", ").join(names)},
            *dated(_("The round closes on %(date)s."), self.table.round.closes_at),
            _("When you have played, enter the results on the page of the round."),
        ]
        text = _("%(season)s, round %(round)s: meet at a real table")
        return self.compose(text, lines)


class DatesChanged(SeasonNotification):
    """Goes to everybody who plays in the round, but not to the organiser who has changed its dates."""

    name = "season_dates"
    label = gettext_lazy("The dates of a round of mine change")
    title = gettext_lazy("%(season)s, round %(round)s: its dates have changed")
    page, link = "round", pgettext_lazy("a link", "To the round")
    audit = {
        "dates_set": gettext_lazy("%(actor)s moved the dates of round %(round)s of %(season)s.")
    }

    @classmethod
    def notify(cls, round_: Round, by: User) -> None:
        tables = round_.tables.filter(state=Table.State.RUNNING)
        playing = Seat.objects.filter(game__league_table__in=tables).values_list("user", flat=True)
        drawn = TableSeat.objects.filter(
            table__round=round_, table__state=Table.State.DRAWN, entry__state=Entry.State.ENTERED
        )
        users = {*playing, *drawn.values_list("entry__user", flat=True)} - {by.pk}
        dates = {"opens": round_.opens_at, "closes": round_.closes_at}
        data = {name: date and date.isoformat() for name, date in dates.items()}
        key = f"round:{round_.pk}:{timezone.now().timestamp()}"
        cls.write_of(round_.season, users, key, round=round_.number, **data)

    @property
    def dates(self) -> tuple[datetime | None, datetime | None]:
        """When the round opens and closes, as of this notification."""
        opens, closes = self.data["opens"], self.data["closes"]
        return opens and datetime.fromisoformat(opens), closes and datetime.fromisoformat(closes)

    @property
    def is_current(self) -> bool:
        round_ = self.round
        if round_ is None or round_.state == Round.State.FINISHED or self.season.is_over:
            return False
        # A later change has a notification of its own.
        are_these = self.dates == (round_.opens_at, round_.closes_at)
        return are_these and self.membership is not None

    def message(self) -> Message | None:
        if self.round is None:
            return None
        opens, closes = self.dates
        lines = [_("It has no closing date.")]
        if closes:
            lines = dated(_("It closes on %(date)s."), closes)
        if self.round.state == Round.State.PLANNED:
            lines = [*dated(_("It opens on %(date)s."), opens), *lines]
        return self.compose(self.title, lines)


class ExternalMatchCounts(SeasonNotification):
    """An external match counts for the person's table, or no longer does."""

    name = "season_recorded"
    label = gettext_lazy("A match played elsewhere counts for my table, or no longer")
    page, link = "round", pgettext_lazy("a link", "To the round")
    audit = {
        "match_counted": gettext_lazy(
            "%(actor)s accepted a match played elsewhere for the table %(table)s."
        ),
        "match_taken_back": gettext_lazy(
            "%(actor)s undid the match played elsewhere for the table %(table)s."
        ),
        "results_entered": gettext_lazy("%(actor)s entered the results of the table %(table)s."),
        "results_corrected": gettext_lazy(
            "%(actor)s corrected the results of the table %(table)s."
        ),
    }

    @classmethod
    def notify(cls, match: ExternalMatch, *, counts: bool) -> None:
        table, what = match.table, "counted" if counts else "taken_back"
        seats = table.seats.filter(entry__state=Entry.State.ENTERED)
        users = list(seats.values_list("entry__user", flat=True))
        key = f"table:{table.pk}:{what}:{match.accepted_at.timestamp()}"
        data = {"table": table.pk, "counts": counts, "entered": match.is_entered}
        cls.write_of(table.round.season, users, key, **data)

    @property
    def is_current(self) -> bool:
        counts = self.table.outcome == Table.Outcome.EXTERNAL
        return counts == self.data["counts"] and self.is_in

    def message(self) -> Message:
        return self.compose(self._text_of_results() if self.data.get("entered") else self._text())

    def _text(self) -> str:
        if self.data["counts"]:
            return _("%(season)s, round %(round)s: a match played elsewhere counts for your table")
        return _("%(season)s, round %(round)s: the match played elsewhere no longer counts")

    def _text_of_results(self) -> str:
        if self.data["counts"]:
            return _("%(season)s, round %(round)s: the results of your table have been entered")
        return _("%(season)s, round %(round)s: the results entered for your table no longer count")


class AskedToSubstitute(SeasonNotification):
    name = "season_asked"
    label = gettext_lazy("I am asked to be a substitute")
    is_urgent = True
    title = gettext_lazy("%(season)s, round %(round)s: will you be a substitute?")
    page, link = "substitutes", pgettext_lazy("a link", "Answer")
    offer = Row(Offer.objects.select_related("seat__table__round", "seat__entry__user"))

    @classmethod
    def notify(cls, offer: Offer, season: Season) -> None:
        cls.write_of(season, [offer.user_id], f"offer:{offer.pk}", offer=offer.pk)

    @property
    def is_current(self) -> bool:
        is_open = self.offer.state == Offer.State.OPEN
        return is_open and self.offer.answer_by > timezone.now()

    @property
    def round_number(self) -> int:
        return self.offer.seat.table.round.number

    def lines(self) -> list[str]:
        return dated(_("Please answer by %(date)s."), self.offer.answer_by)


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
    def notify_cancelled(
        cls, season: Season, reason: str, *, with_club: bool = False, is_posted: bool = True
    ) -> None:
        """Goes to people who hoped to be in it as well; a season that nobody has seen yet is not posted."""
        hoping = (Entry.State.APPLIED, Entry.State.WAITING)
        entries = season.entries.filter(state__in=(Entry.State.ENTERED, *hoping))
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
        return self.compose(text, lines)

    @classmethod
    def webhook_message(cls, club: Club, data: dict[str, Any]) -> Message | None:
        season = Season.objects.filter(pk=data["season"]).select_related("club").first()
        if season is None:
            return None
        is_cancelled = season.state == Season.State.CANCELLED
        text = _("%(season)s was cancelled.") if is_cancelled else _("%(season)s is over.")
        return cls.of_season(season, text)


# --- For webhooks alone ---


class RoundOpened(SeasonPost, Audited):
    """The members are notified of their own tables (`RoundBegan`)."""

    name = "round_opened"
    webhook_label = gettext_lazy("A round begins")
    audit = {"round_opened": gettext_lazy("%(actor)s opened round %(round)s of %(season)s.")}

    @classmethod
    def notify(cls, round_: Round) -> None:
        cls.enqueue_of(round_.season, f"{round_.number}", round=round_.pk)
        RoundBegan.notify_byes(round_)

    @classmethod
    def webhook_message(cls, club: Club, data: dict[str, Any]) -> Message | None:
        round_ = Round.objects.filter(pk=data["round"]).select_related("season__club").first()
        if round_ is None:
            return None
        lines = dated(_("To be played by %(date)s (UTC)."), round_.closes_at)
        text = _("%(season)s: round %(n)s has begun.")
        return cls.of_season(round_.season, text, lines, n=round_.number)


class TableOver(SeasonPost):
    """Its line lists the players with their points, the most first."""

    name = "table_over"
    webhook_label = gettext_lazy("The result of each table")

    @classmethod
    def notify(cls, table: Table) -> None:
        # Results that were entered have no game.
        result = table.game_id or (table.ended_at and table.ended_at.timestamp())
        cls.enqueue_of(table.round.season, f"{table.pk}:{result}", table=table.pk)

    @classmethod
    def webhook_message(cls, club: Club, data: dict[str, Any]) -> Message | None:
        found = Table.objects.filter(pk=data["table"]).select_related("round__season__club")
        table = found.prefetch_related("seats__entry__user").first()
        if table is None or table.state != Table.State.FINISHED:
            return None
        season = table.round.season
        sheet = score_sheet(table, season.rules.deals, players_of_round(table.round))
        ranked = sorted(zip(sheet.totals, sheet.names, strict=True), key=lambda one: -one[0])
        result = _(", ").join(f"{name} {signed(total)}" for total, name in ranked)
        played_for = _("%(name)s played for %(owner)s.")
        substitutes = [played_for % one._asdict() for one in sheet.substitutions()]
        text = _("%(season)s, round %(n)s: table %(table)s is over.")
        if table.outcome == Table.Outcome.EXTERNAL:
            text = _("%(season)s, round %(n)s: table %(table)s was played elsewhere.")
        return cls.of_season(
            season, text, [result, *substitutes], n=table.round.number, table=table.number
        )
