"""What people and webhooks are notified of about rounds and their tables (`players/notifications/kinds.py`)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Max
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.models import Seat
from games.presentation.points import signed
from games.presentation.table_titles import fixture_title
from leagues.clubs.audit_log import Audited
from leagues.models import Bye, Club, Entry, Round, Standing, Table, TableSeat
from leagues.rounds.deal_players import players_of_round
from leagues.rounds.score_sheets import score_sheet
from leagues.rounds.titles import fixture_of
from leagues.seasons.notifications import SeasonContext, SeasonNotification, SeasonPost, dated, organisers_of
from leagues.standings.fates import step_in_words
from leagues.standings.round_summary import leaders_in_lines, lines_about, summaries_of
from leagues.teams.table import leading_teams
from players.models import User
from players.notifications.kinds import Message

MOST_TABLES_POSTED: Final = 12


class RoundContext(SeasonContext):
    @cached_property
    def latest(self) -> dict[int, int]:
        """The number of the last finished round, by season."""
        over = Round.objects.filter(season__in=self.seasons, state=Round.State.FINISHED)
        return dict(over.values_list("season").annotate(last=Max("number")))

    @cached_property
    def rounds_after(self) -> dict[int, Round]:
        """The next planned round, by season."""
        planned = Round.objects.filter(season__in=self.seasons, state=Round.State.PLANNED).order_by("-number")
        return {round_.season_id: round_ for round_ in planned}

    @cached_property
    def seated(self) -> set[tuple[int | None, int]]:
        """Who sits at which of these tables, by person and game."""
        games = [table.game_id for table in RoundNotification.table.among(self).values()]
        found = Seat.objects.filter(user__in=self.user_ids, game__in=games)
        return set(found.values_list("user", "game"))

    @cached_property
    def names_at(self) -> dict[int, list[str]]:
        """The members at these tables who have not withdrawn, in the order of their seats."""
        tables = RoundNotification.table.among(self)
        seats = TableSeat.objects.filter(table__in=tables, entry__state=Entry.State.ENTERED)
        found: dict[int, list[str]] = {table: [] for table in tables}
        for seat in seats.select_related("entry__user").order_by("number"):
            if seat.entry is not None:
                found[seat.table_id].append(seat.entry.name)
        return found

    @cached_property
    def steps(self) -> dict[tuple[int | None, int, int], dict[str, Any]]:
        """In knock-outs what came of each round, by person, season and number."""
        found = Standing.objects.filter(entry__user__in=self.user_ids, entry__season__in=self.seasons)
        rows = found.values_list("entry__user", "entry__season", "results_json")
        return {
            (user, season, result["round"]): result
            for user, season, results in rows
            for result in results
            if "on" in result
        }

    @cached_property
    def rounds(self) -> dict[tuple[int, int], Round]:
        found = Round.objects.filter(season__in=self.seasons, number__in=self.ids("round"))
        return {(round_.season_id, round_.number): round_ for round_ in found}


class RoundNotification(SeasonNotification):
    context_class = RoundContext
    context: RoundContext
    page, link = "round", pgettext_lazy("a link", "Go to the round")

    @property
    def round(self) -> Round | None:
        return self.context.rounds.get((self.season.pk, self.data.get("round", 0)))


class RoundBegan(RoundNotification):
    """The person's table of a round has begun, or they have a bye."""

    name = "season_round"
    label = gettext_lazy("My table of a round begins, or I have a bye")
    is_urgent = True

    @classmethod
    def notify(cls, table: Table, people: Sequence[User | None]) -> None:
        users = [user.pk for user in people if user is not None]
        # With the game, since a table restarts when its external match is taken back.
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
        return not self.is_bye and self.table.is_at_real_table

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
        return self.compose(text, lines, action=pgettext("a link", "Go to the table"))

    def _message_of_real_table(self) -> Message:
        names = self.context.names_at[self.table.pk]
        lines = [
            _("At your table: %(names)s.") % {"names": _(", ").join(names)},
            *dated(_("The round closes on %(date)s."), self.table.round.closes_at),
            _("When you have played, enter the results on the page of the round."),
        ]
        return self.compose(_("%(season)s, round %(round)s: meet at a real table"), lines)


class DatesChanged(RoundNotification):
    """Goes to everybody who plays in the round, but not to the organiser who has changed its dates.

    After an outage nobody has: `ClosingPutOff` asks the organisers.
    """

    name = "season_dates"
    label = gettext_lazy("The dates of a round of mine change")
    title = gettext_lazy("%(season)s, round %(round)s: its dates have changed")
    audit = {"dates_set": gettext_lazy("%(actor)s moved the dates of round %(round)s of %(season)s.")}
    audit_by_site = {"dates_moved": gettext_lazy("The site was down, so the dates of %(season)s moved.")}

    @classmethod
    def notify(cls, round_: Round, by: User | None) -> None:
        tables = round_.tables.filter(state=Table.State.RUNNING)
        playing = Seat.objects.filter(game__league_table__in=tables).values_list("user", flat=True)
        drawn = TableSeat.objects.filter(
            table__round=round_, table__state=Table.State.DRAWN, entry__state=Entry.State.ENTERED
        )
        users = {*playing, *drawn.values_list("entry__user", flat=True)} - {by.pk if by else None}
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


class ClosingPutOff(RoundNotification):
    """The site was down when the round was to close: asks the organisers whether the later date suits."""

    name = "season_put_off"
    label = gettext_lazy("A round I organise was to close while the site was down")
    title = gettext_lazy("%(season)s, round %(round)s: when is it to close?")

    @classmethod
    def notify(cls, round_: Round) -> None:
        closes = round_.closes_at and round_.closes_at.isoformat()
        organisers = organisers_of(round_.season)
        cls.write_of(round_.season, organisers, f"{round_.pk}:{closes}", round=round_.number, closes=closes)

    @property
    def is_current(self) -> bool:
        """Until they set another date, or close it."""
        round_ = self.round
        if round_ is None or round_.state != Round.State.RUNNING:
            return False
        return self.organises and self.closes == round_.closes_at

    @property
    def closes(self) -> datetime:
        return datetime.fromisoformat(self.data["closes"])

    def lines(self) -> list[str]:
        return [
            _("The site was down at its closing date, so it was not closed."),
            *dated(
                _("It now closes on %(date)s. If that does not suit you, set another date, or close it."), self.closes
            ),
        ]


class RoundOver(RoundNotification, SeasonPost):
    """Goes to the members of the season, unless it is a knock-out, or over with this round."""

    name = "season_standings"
    label = gettext_lazy("A round of my season is over")
    webhook_label = gettext_lazy("The standings after a round")
    push = False
    title = gettext_lazy("%(season)s: round %(round)s is over")
    page, link = "season", pgettext_lazy("a link", "Go to the season")

    @classmethod
    def notify(cls, round_: Round) -> None:
        """Once the standings have the results of the round."""
        members = round_.season.entries.filter(state=Entry.State.ENTERED).values_list("user", flat=True)
        cls.write_of(round_.season, list(members), f"{round_.pk}", round=round_.number)
        cls.enqueue_of(round_.season, f"{round_.number}", round=round_.pk)

    @property
    def is_current(self) -> bool:
        """Until the next round is over."""
        return self.is_in and not self.season.is_over and self.data["round"] == self.context.latest.get(self.season.pk)

    def lines(self) -> list[str]:
        lines = lines_about(self.user_id, self.context.summaries[self.season.pk])
        if next_round := self.context.rounds_after.get(self.season.pk):
            lines += dated(_("The next round opens on %(date)s (%(zone)s)."), next_round.opens_at)
        return lines

    @classmethod
    def webhook_message(cls, club: Club, data: dict[str, Any]) -> Message | None:
        round_ = Round.objects.filter(pk=data["round"]).select_related("season__club").first()
        if round_ is None:
            return None
        season = round_.season
        summaries = summaries_of([season.pk])[season.pk]
        risers = [summary.riser for summary in summaries if summary.riser]
        lines = [*leaders_in_lines(summaries), *leading_teams(season), *risers, *_next_tables(round_)]
        return cls.of_season(season, _("%(season)s: the standings after round %(n)s"), lines, n=round_.number)


def _next_tables(round_: Round) -> list[str]:
    """The tables of the next round, if they are drawn and a chat can hold them."""
    tables = Table.objects.filter(round__season=round_.season_id, round__number=round_.number + 1)
    drawn = list(tables.with_seats().select_related("division").order_by("division__number", "number"))
    if not drawn or len(drawn) > MOST_TABLES_POSTED:
        return []
    several = len({table.division_id for table in drawn}) > 1
    lines = []
    for table in drawn:
        names = _(", ").join(seat.entry.name for seat in table.seats.all() if seat.entry)
        words = {"division": table.division, "table": table.number, "names": names}
        text = _("%(division)s, table %(table)s: %(names)s") if several else _("Table %(table)s: %(names)s")
        lines.append(text % words)
    return [_("Round %(n)s:") % {"n": round_.number + 1}, *lines]


class KnockOutRoundOver(RoundNotification, SeasonPost):
    """Goes to everybody who was in the round, but not after a final: then the season is over."""

    name = "season_fate"
    label = gettext_lazy("I go on in a knock-out, or am out")
    webhook_label = gettext_lazy("Who goes on in a knock-out")
    push = False

    @classmethod
    def notify(cls, round_: Round) -> None:
        """Once the standings have the results of the round."""
        rows = Standing.objects.filter(division__season=round_.season_id).select_related("entry")
        for is_on in (True, False):
            users = [row.entry.user_id for row in rows if _went_on(row, round_.number) is is_on]
            cls.write_of(round_.season, users, f"{round_.pk}:{is_on}", round=round_.number, on=is_on)
        cls.enqueue_of(round_.season, f"{round_.number}", round=round_.pk)

    @property
    def is_current(self) -> bool:
        """A correction may have changed it since."""
        step = self.context.steps.get((self.user_id, self.season.pk, self.data["round"]))
        return step is not None and step["on"] is self.data["on"] and self.is_in and not self.season.is_over

    def message(self) -> Message | None:
        step = self.context.steps.get((self.user_id, self.season.pk, self.data["round"]))
        text = _("%(season)s: you are out in round %(round)s")
        if self.data["on"]:
            text = _("%(season)s: you go on after round %(round)s")
        return self.compose(text, [capfirst(step_in_words(step))] if step else [])

    @classmethod
    def webhook_message(cls, club: Club, data: dict[str, Any]) -> Message | None:
        round_ = Round.objects.filter(pk=data["round"]).select_related("season__club").first()
        if round_ is None:
            return None
        rows = Standing.objects.filter(division__season=round_.season_id).select_related("entry__user", "division")
        ordered = rows.order_by("division__number", "position")
        on = [(row.division, row.entry.name) for row in ordered if _went_on(row, round_.number)]
        divisions = list(dict.fromkeys(division for division, _name in on))
        lines = []
        for division in divisions:
            names = _(", ").join(name for of, name in on if of == division)
            lines.append(names if len(divisions) == 1 else f"{division}{_(': ')}{names}")
        return cls.of_season(round_.season, _("%(season)s: round %(n)s is over. These go on:"), lines, n=round_.number)


def _went_on(row: Standing, number: int) -> bool | None:
    """Whether the member went on from that round of a knock-out; None: they were not in it, or it is a final."""
    return next((result.get("on") for result in row.results_json if result["round"] == number), None)


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
        lines = dated(_("To be played by %(date)s (%(zone)s)."), round_.closes_at)
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
    def notify_of_correction(cls, table: Table, at: datetime) -> None:
        """Post corrected results, since readers of the channel have seen the wrong ones."""
        key = f"{table.pk}:corrected:{at.timestamp()}"
        cls.enqueue_of(table.round.season, key, table=table.pk, is_corrected=True)

    @classmethod
    def webhook_message(cls, club: Club, data: dict[str, Any]) -> Message | None:
        found = Table.objects.filter(pk=data["table"]).select_related("round__season__club", "division")
        table = found.prefetch_related("seats__entry__user").first()
        if table is None:
            return None
        season, where = table.round.season, fixture_title(fixture_of(table))
        if data.get("is_corrected") and table.state != Table.State.FINISHED:
            return cls.of_season(season, _("%(table)s: its match no longer counts."), table=where)
        if table.state != Table.State.FINISHED:
            return None
        sheet = score_sheet(table, season.rules.deals, players_of_round(table.round))
        ranked = sorted(zip(sheet.totals, sheet.names, strict=True), key=lambda pair: -pair[0])
        result = _(", ").join(f"{name} {signed(total)}" for total, name in ranked)
        played_for = _("%(name)s played for %(owner)s.")
        substitutes = [played_for % each._asdict() for each in sheet.substitutions()]
        text = _("%(table)s is over.")
        if data.get("is_corrected"):
            text = _("%(table)s: its results were corrected.")
        elif table.is_external:
            text = _("%(table)s was an external match.")
        return cls.of_season(season, text, [result, *substitutes], table=where)
