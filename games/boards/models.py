"""Sets of boards, the plays of people, their results, and what is kept of all results together."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Value
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.kernel.models import Game, new_slug
from games.kernel.stored_rules import StoredRules
from napoleon.engine.shuffle import Seeds

PERSON: Final = 0
"""The seat of the person, unless the deals come from a match in which the host had another."""


class BoardSet(StoredRules):
    """Deals that many play, each at their own table. The board of a number is the deal of that number."""

    class Kind(models.TextChoices):
        DAILY = "daily", _("daily boards")
        CHALLENGE = "challenge", _("challenge")
        CLUB = "club", _("boards of a club")
        DUPLICATE = "duplicate", _("duplicate tables")
        """Tables of people that play the same deals, as in a round of a season."""

    class Order(models.TextChoices):
        """The figure that decides the ranking. The other one is shown beside it."""

        POINTS = "points", _("points above the field")
        PERCENT = "percent", _("percent")

    kind = models.CharField(max_length=10, choices=Kind.choices)
    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    """For daily boards the day."""
    name = models.CharField(max_length=80, blank=True, default="", db_default="")
    """What those who planned it call it; empty where the title follows from the kind."""
    day = models.DateField(null=True)
    pool_number = models.PositiveSmallIntegerField(default=1, db_default=1)
    """Which of the equal sets of the day it is (`games.boards.pool`)."""
    host = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="board_sets")
    bots_json = models.JSONField()
    """The levels of the bots in the other seats, in their order; none at duplicate tables."""
    person_seat = models.PositiveSmallIntegerField(default=PERSON, db_default=PERSON)
    source = models.ForeignKey(Game, null=True, on_delete=models.PROTECT, related_name="given_sets")
    """The match whose deals these are, if they were played before."""
    source_points_json = models.JSONField(default=list, db_default=Value([], models.JSONField()))
    """What these deals brought the host there; it is shown beside the results, and compared with nothing."""
    closes_after = models.PositiveSmallIntegerField(null=True)
    """A challenge closes when so many have played."""
    skips_auction = models.BooleanField(default=False)
    """Whether captains bid for everybody, and the person is Napoleon."""
    order = models.CharField(max_length=10, choices=Order.choices, default=Order.POINTS)
    commitment = models.CharField(max_length=64)
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField(null=True)
    """None: duplicate tables close when the last of them is over."""
    is_listed = models.BooleanField(default=True, db_default=True)
    """Whether everybody may look back on its duplicate tables, or only those who played there."""
    fixture_json = models.JSONField(null=True)
    """Which round of a season it is played in (`games.presentation.board_set_titles.RoundFixture`)."""
    closed_at = models.DateTimeField(null=True)
    """When everything about its boards became public."""

    class Meta:
        verbose_name = _("set of boards")
        verbose_name_plural = _("sets of boards")
        indexes = [
            models.Index(fields=["closes_at"], condition=models.Q(closed_at=None), name="games_boardset_closing"),
            models.Index(fields=["kind", "-opens_at"], name="games_boardset_latest"),
        ]
        constraints = [models.UniqueConstraint(fields=["day", "pool_number"], name="games_boardset_of_day")]

    def __str__(self) -> str:
        return f"{self.kind} {self.slug}"

    def get_absolute_url(self) -> str:
        return reverse("games:board_set", args=[self.slug])

    @property
    def seeds(self) -> Seeds:
        """All that the deals follow from. Nothing of it may leave the site before the set has closed."""
        if self.source is not None:
            seats = self.source.seats.order_by("number").values_list("seed", flat=True)
            return Seeds(bytes.fromhex(self.secret_row.secret), self.source.slug, tuple(seats))
        # Nobody contributes: a person who knew when the secret was drawn could not choose the cards of a single board.
        return Seeds(bytes.fromhex(self.secret_row.secret), self.slug, ("",) * self.rules.players)

    def is_challenge_of(self, user_id: int | None) -> bool:
        return self.kind == self.Kind.CHALLENGE and user_id is not None and self.host_id == user_id

    def takes_plays(self, now: datetime) -> bool:
        """Whether a play that begins now counts."""
        has_ended = self.closes_at is not None and self.closes_at <= now
        return not self.is_duplicate and self.closed_at is None and self.opens_at <= now and not has_ended

    @property
    def is_duplicate(self) -> bool:
        """Whether tables of people play it, so that every seat is compared."""
        return self.kind == self.Kind.DUPLICATE


class BoardSetSecret(models.Model):
    """The secret of a set's shuffle, in its own table so that no query of sets returns it."""

    board_set = models.OneToOneField(BoardSet, primary_key=True, on_delete=models.CASCADE, related_name="secret_row")
    secret = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("secret of a set of boards")
        verbose_name_plural = _("secrets of sets of boards")

    def __str__(self) -> str:
        return f"secret of {self.board_set_id}"


class BoardPlay(models.Model):
    """One match of the boards of a set, by a person or, for comparison, by a captain in the person's seat."""

    board_set = models.ForeignKey(BoardSet, on_delete=models.PROTECT, related_name="plays")
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="board_play")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="board_plays")
    by_captain = models.BooleanField(default=False)
    counts = models.BooleanField()
    """Whether its results belong to the field: those of members who play while the set is open."""
    begun_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    points = models.IntegerField(default=0)
    """The raw points of the boards that have ended."""
    above = models.FloatField(null=True)
    """Points above the field, and their standard error; known once the set has closed, as are percent and place."""
    above_error = models.FloatField(null=True)
    percent = models.FloatField(null=True)
    place = models.PositiveIntegerField(null=True)

    class Meta:
        verbose_name = _("play of a set of boards")
        verbose_name_plural = _("plays of sets of boards")
        constraints = [
            # One try an account; later plays are practice.
            models.UniqueConstraint(
                fields=["board_set", "user"],
                condition=models.Q(counts=True, user__isnull=False),
                name="games_boardplay_once",
            )
        ]
        indexes = [
            models.Index(fields=["board_set", "-points"], name="games_boardplay_points"),
            models.Index(fields=["board_set", "place"], name="games_boardplay_place"),
            models.Index(fields=["board_set"], condition=models.Q(by_captain=True), name="games_boardplay_captain"),
            models.Index(fields=["user", "-begun_at"], name="games_boardplay_own"),
        ]

    def __str__(self) -> str:
        return f"{self.board_set_id}/{self.game_id}"


class BoardResult(models.Model):
    """What one board brought a play."""

    play = models.ForeignKey(BoardPlay, on_delete=models.CASCADE, related_name="results")
    board = models.PositiveSmallIntegerField()
    points = models.IntegerField()
    contract = models.CharField(max_length=24)
    """Who declared what, and whether it was made, as `games.boards.contracts` writes it."""

    class Meta:
        verbose_name = _("result of a board")
        verbose_name_plural = _("results of boards")
        constraints = [models.UniqueConstraint(fields=["play", "board"], name="games_boardresult_once")]

    def __str__(self) -> str:
        return f"{self.play_id}/{self.board}"


class BoardField(models.Model):
    """The totals over all counted results of a board. Each result updates them, so that no page has to count."""

    board_set = models.ForeignKey(BoardSet, on_delete=models.CASCADE, related_name="fields")
    board = models.PositiveSmallIntegerField()
    field_json = models.JSONField()
    """How many results there are by points, as `games.boards.scoring.Field` is stored."""
    contracts_json = models.JSONField(default=dict)
    """How many results there are and the sum of their points, by contract."""
    par_json = models.JSONField(null=True)
    """By contract, what the solver finds with open cards (`games.boards.par`); None before it has looked."""

    class Meta:
        verbose_name = _("field of a board")
        verbose_name_plural = _("fields of boards")
        constraints = [models.UniqueConstraint(fields=["board_set", "board"], name="games_boardfield_once")]

    def __str__(self) -> str:
        return f"{self.board_set_id}/{self.board}"


class DuplicateSeat(models.Model):
    """A seat of a duplicate table, compared with the same seat at the others; written when the set closes."""

    board_set = models.ForeignKey(BoardSet, on_delete=models.CASCADE, related_name="duplicate_seats")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="duplicate_seats")
    number = models.PositiveSmallIntegerField()
    """The seat."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="duplicate_seats"
    )
    bot = models.CharField(max_length=12, blank=True, default="")
    """The level of the bot that has the seat."""
    boards_json = models.JSONField(default=list)
    """By board, the points, those above the field and the percent; null where the board was not played to its end."""
    points = models.IntegerField(default=0)
    above = models.FloatField(null=True)
    above_error = models.FloatField(null=True)
    percent = models.FloatField(null=True)
    place = models.PositiveIntegerField(null=True)
    """Of a person who has all boards."""

    class Meta:
        verbose_name = _("seat at a duplicate table")
        verbose_name_plural = _("seats at duplicate tables")
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="games_duplicateseat_once")]
        indexes = [models.Index(fields=["board_set", "place"], name="games_duplicateseat_place")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"
