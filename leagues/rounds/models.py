"""Rounds of a season, their tables and seats, and byes."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from games.models import BoardSet, Game
from leagues.entries.models import Entry
from leagues.seasons.models import Division, Season
from napoleon.engine import Rules


class Round(models.Model):
    """A round of a season, in all its divisions."""

    class State(models.TextChoices):
        PLANNED = "planned", pgettext_lazy("a round", "planned")
        RUNNING = "running", pgettext_lazy("a round", "running")
        FINISHED = "finished", pgettext_lazy("a round", "finished")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    """From 1."""
    state = models.CharField(max_length=8, choices=State.choices, default=State.PLANNED)
    venue = models.CharField(max_length=4, choices=Season.Venue.choices, blank=True, default="", db_default="")
    """Where its tables are played; empty: where the season says."""
    opens_at = models.DateTimeField(null=True)
    """The planned date. None: the round opens when the one before is finished, or when an organiser opens it."""
    closes_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    """When its last table ended."""
    mailed_at = models.DateTimeField(null=True)
    """When an organiser last mailed its state to the members."""

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["season", "number"]
        constraints = [models.UniqueConstraint(fields=["season", "number"], name="leagues_round_number")]
        indexes = [
            models.Index(
                fields=["closes_at"],
                condition=models.Q(state="running", closes_at__isnull=False),
                name="leagues_round_closing",
            )
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.number}"

    @property
    def place(self) -> str:
        """Where its tables are played."""
        return self.venue or self.season.venue


class RoundBoards(models.Model):
    """The deals that all tables of one size play in a round (`Season.is_duplicate`)."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="boards")
    players = models.PositiveSmallIntegerField()
    """At each of these tables."""
    board_set = models.OneToOneField(BoardSet, on_delete=models.PROTECT, related_name="round_boards")
    captains_json = models.JSONField(default=list)
    """By board, the points of the seats at the table of captains that joins a small field; known after the close."""

    class Meta:
        verbose_name = _("boards of a round")
        verbose_name_plural = _("boards of rounds")
        constraints = [models.UniqueConstraint(fields=["round", "players"], name="leagues_roundboards_size")]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.players}"


class TableQuerySet(models.QuerySet["Table"]):
    def with_seats(self) -> TableQuerySet:
        """With the seats in their order, and the people whose seats they are."""
        seats = TableSeat.objects.select_related("entry__user").order_by("number")
        return self.prefetch_related(models.Prefetch("seats", seats))


class Table(models.Model):
    """A table of a round, with its seats and its game."""

    class State(models.TextChoices):
        DRAWN = "drawn", pgettext_lazy("a table of a season", "drawn")
        RUNNING = "running", pgettext_lazy("a table of a season", "running")
        FINISHED = "finished", pgettext_lazy("a table of a season", "finished")
        VOID = "void", pgettext_lazy("a table of a season", "void")

    class Outcome(models.TextChoices):
        PLAYED = "played", pgettext_lazy("a table of a season", "played to the end")
        BOTS = "bots", pgettext_lazy("a table of a season", "played to the end by bots")
        PRO_RATA = "pro_rata", pgettext_lazy("a table of a season", "closed: finished deals count")
        VOID = "void", pgettext_lazy("a table of a season", "closed: void")
        VOIDED = "voided", pgettext_lazy("a table of a season", "voided by organisers")
        EXTERNAL = "recorded", pgettext_lazy("a table of a season", "external match")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    """From 1, within the round of its division."""
    state = models.CharField(max_length=8, choices=State.choices, default=State.DRAWN)
    outcome = models.CharField(max_length=8, blank=True, default="", choices=Outcome.choices)
    game = models.OneToOneField(Game, null=True, on_delete=models.PROTECT, related_name="league_table")
    deals_json = models.JSONField(default=list)
    """The finished deals that count (`leagues.rounds.results`), updated when a deal ends."""
    deals_seq = models.PositiveIntegerField(default=0)
    """The number of the last event of the game's log that they include."""
    opened_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    venue = models.CharField(max_length=4, choices=Season.Venue.choices, blank=True, default="", db_default="")
    """Where it is played; empty: where its round is."""
    closes_at = models.DateTimeField(null=True)
    """Its own closing date, later than that of its round, where organisers gave it more time."""

    objects = TableQuerySet.as_manager()

    class Meta:
        verbose_name = _("table of a season")
        verbose_name_plural = _("tables of seasons")
        constraints = [models.UniqueConstraint(fields=["round", "division", "number"], name="leagues_table_number")]
        indexes = [
            models.Index(fields=["division", "round", "number"], name="leagues_table_of_division"),
            models.Index(
                fields=["state", "id"], condition=models.Q(state__in=["drawn", "running"]), name="leagues_table_open"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.division_id}/{self.number}"

    @property
    def is_external(self) -> bool:
        """Whether an external match counts for it."""
        return self.outcome == self.Outcome.EXTERNAL

    @property
    def ending(self) -> str:
        """How it ended, in words; empty before that."""
        if self.is_external and self.game_id is None:
            return pgettext("a table of a season", "played at a real table")
        return str(self.get_outcome_display())

    @property
    def is_at_real_table(self) -> bool:
        return (self.venue or self.round.place) == Season.Venue.REAL_TABLES

    @property
    def rules(self) -> Rules:
        return self.round.season.rules_for(len(self.seats.all()))


class TableSeat(models.Model):
    """A seat at a table of a season. It has the number of the game's seat, except in an external match."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    """From 0, in dealing order."""
    entry = models.ForeignKey(Entry, null=True, on_delete=models.CASCADE, related_name="seats")
    """The owner of the seat by the draw; None for a bot."""
    sought_at = models.DateTimeField(null=True)
    """Since when the seat seeks a substitute; None if it does not."""

    class Meta:
        verbose_name = _("seat at a table of a season")
        verbose_name_plural = _("seats at tables of seasons")
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="leagues_tableseat_number"),
            models.UniqueConstraint(
                fields=["table", "entry"], condition=models.Q(entry__isnull=False), name="leagues_tableseat_once"
            ),
        ]
        indexes = [
            models.Index(
                fields=["sought_at"], condition=models.Q(sought_at__isnull=False), name="leagues_tableseat_sought"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class Bye(models.Model):
    """A round in which the draw gives a member no table."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="byes")

    class Meta:
        verbose_name = _("bye")
        verbose_name_plural = _("byes")
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="leagues_bye_once")]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.entry_id}"
