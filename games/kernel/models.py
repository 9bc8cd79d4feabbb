"""Games as they are stored: the append-only log, and the read models derived from it.

Only `Event` rows say what has happened in a game. `Turn`, `Seat.score` and the status of a `Game` are read models:
`manage.py rebuild` rebuilds them from the log.
"""

from __future__ import annotations

import secrets
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Value
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.bot_names import Bot, bot_face, bot_name
from games.kernel.stored_rules import StoredRules
from infrastructure.speed.prepared_queries import Parameter
from napoleon.bots import LEVELS, THINKERS
from napoleon.player_names import readable
from napoleon.time_bank import ClockRules, clock_from_json
from players.faces import PersonFace

# The bot level that plays for someone who is away or has left.
SUBSTITUTE: Final = "captain"


def new_slug() -> str:
    """Return an address that nobody can guess, and that no command mistakes for an option."""
    while (slug := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return slug


def new_invitation() -> str:
    return secrets.token_urlsafe(16)


def seats_in_order() -> models.Prefetch[str]:
    """The seats of games, with their people."""
    return models.Prefetch("seats", Seat.objects.select_related("user").order_by("number"))


class GameQuerySet(models.QuerySet["Game"]):
    def with_seats(self) -> GameQuerySet:
        """Load the host, and the seats in order with their people, in two queries."""
        return self.select_related("host").prefetch_related(seats_in_order())

    def of_person(self, user_id: int | Parameter, *, former: bool = False) -> GameQuerySet:
        """The games in which the person sits, is invited or is the host; with ``former``, those as well that they left.

        Each part of the union is found by an index: a condition with OR across tables would read all games.
        """
        sits = models.Q(user=user_id) | models.Q(invited=user_id)
        hosted = Game.objects.filter(host=user_id).order_by().values("pk")
        keys = Seat.objects.filter(sits).order_by().values("game").union(hosted)
        if former:
            keys = keys.union(Game.objects.filter(former_seats__user=user_id).order_by().values("pk"))
        return self.filter(pk__in=keys)


class Game(StoredRules):
    """A match at one table."""

    class Status(models.TextChoices):
        LOBBY = "lobby", _("waiting for players")
        RUNNING = "running", _("running")
        ON_HOLD = "on_hold", _("on hold")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")
        ABANDONED = "abandoned", _("abandoned")
        SEALED = "sealed", _("over, and sealed")
        """The match is over, but others still play the same deals: its cards stay hidden until their set closes."""

    class Release(models.TextChoices):
        """When plans are carried out, counted from the start of the turn."""

        AT_ONCE = "at_once", _("at once")
        MINUTES = "minutes", _("within ten minutes")
        HOUR = "hour", _("within an hour")

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    name = models.CharField(_("name of the table"), max_length=60, blank=True)
    fixture_json = models.JSONField(null=True)
    """Which table of a season it is, for its title in every language (`games.presentation.table_titles.Fixture`)."""
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="hosted_games"
    )
    clock_json = models.JSONField(default=dict)
    release = models.CharField(max_length=8, choices=Release.choices, default=Release.MINUTES)
    takes_back = models.BooleanField(_("a move can be taken back for some seconds"), default=False, db_default=False)
    allows_claims = models.BooleanField(_("players may claim the rest or give up"), default=True, db_default=True)
    plays_forced = models.BooleanField(_("the site plays forced cards"), default=False, db_default=False)
    """With what each seat begins; its player may decide otherwise (`Automation.plays_forced`)."""
    is_coached = models.BooleanField(default=False, db_default=False)
    """A first hand: its one person has good cards, and a suggestion at each decision (`games.coach`)."""
    shows_seen_cards = models.BooleanField(_("players may look up seen cards"), default=True, db_default=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.LOBBY)
    is_listed = models.BooleanField(_("anyone may watch"), default=True)
    invitation = models.CharField(max_length=32, unique=True, default=new_invitation)
    commitment = models.CharField(max_length=64)
    board_set = models.ForeignKey("games.BoardSet", null=True, on_delete=models.PROTECT, related_name="games")
    """The set from which the match takes its deals (`games.boards`); without one, it has a shuffle of its own."""
    is_imported = models.BooleanField(default=False)
    """Played elsewhere and imported as a record."""
    content = models.CharField(max_length=64, blank=True, default="", db_index=True)
    """The fingerprint of a match that is over (`games.records.fingerprint.content_of`)."""
    seq = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True, default="")
    result_seq = models.PositiveIntegerField(default=0)
    """The last event that ended a deal or the match; what counts results is behind if it has seen less (`Progress`)."""
    chat_lines = models.PositiveIntegerField(default=0, db_default=0)
    """How many lines the chat has had, thoughts left out; what each seat has not read follows from it."""
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    paused_until = models.DateTimeField(null=True)
    """When the latest pause of the table ends or ended."""
    meets_at = models.DateTimeField(null=True)
    """The hour that the players have fixed to play together (`games.seats.meetings`)."""
    meeting_remind_at = models.DateTimeField(null=True)
    """When to remind of that hour; None once that is done."""
    live_since = models.DateTimeField(null=True)
    """Since when the table has played live (`games.seats.live_play`); None while the slow clock runs."""
    closes_at = models.DateTimeField(null=True)
    """When the running match is abandoned unless somebody returns; None while people play."""
    key = models.UUIDField(null=True)
    """The idempotency key of the form that opened the table: a repeated form leads to this table."""
    rematch_of = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="rematches")
    """The match of which this is the rematch."""
    has_rematch = models.BooleanField(default=False, db_default=False)
    """Whether a rematch of this match is open, running or over; so pages need no query for it."""

    objects = GameQuerySet.as_manager()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes = [
            models.Index(fields=["status", "is_listed", "-created_at"], name="games_game_lobby"),
            models.Index(fields=["-ended_at"], name="games_game_ended"),
            models.Index(fields=["closes_at"], condition=models.Q(closes_at__isnull=False), name="games_game_closing"),
            models.Index(
                fields=["meeting_remind_at"],
                condition=models.Q(meeting_remind_at__isnull=False),
                name="games_game_meeting",
            ),
            models.Index(fields=["live_since"], condition=models.Q(live_since__isnull=False), name="games_game_live"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["key"], condition=models.Q(key__isnull=False), name="games_game_key")
        ]

    def __str__(self) -> str:
        return self.name or self.slug

    def get_absolute_url(self) -> str:
        return reverse("games:table", args=[self.slug])

    @property
    def bots_key(self) -> int:
        """What the names and faces of its bots follow from: they are the same wherever the same deals are played."""
        return self.board_set_id or self.pk

    @property
    def clock(self) -> ClockRules:
        return clock_from_json(self.clock_json)

    @property
    def is_of_season(self) -> bool:
        """Whether it counts in a season: a rematch keeps the name of such a table, and counts nowhere."""
        return bool(self.fixture_json) and self.rematch_of_id is None

    @property
    def is_over(self) -> bool:
        return self.status not in (self.Status.LOBBY, *UNDER_WAY)

    @property
    def is_public(self) -> bool:
        """Whether nothing of the match is secret any more."""
        # While a set closes, matches that nobody finished have ended, and others may still be played.
        has_closed = self.board_set is None or self.board_set.closed_at is not None
        return self.is_over and self.status != self.Status.SEALED and has_closed

    @property
    def opens_deals(self) -> bool | None:
        """Whether the cards of its ended deals are shown, as for `napoleon.engine.view`."""
        if self.board_set_id is not None:
            return self.is_public
        return True if self.is_imported else None

    @property
    def is_archived(self) -> bool:
        """Whether the archive has it: all matches that are over, but those of one person whose deals hundreds play."""
        is_of_people = self.board_set is None or self.board_set.is_duplicate
        return self.is_imported or (self.status == self.Status.FINISHED and is_of_people)

    @property
    def is_of_closed_set(self) -> bool:
        """Whether it was played for a set that has closed."""
        return self.board_set_id is not None and self.is_public

    @property
    def is_open_to_all(self) -> bool:
        """Whether everybody may look back on it as on a match of a set that has closed.

        Duplicate tables are listed then, or stay with those who played there.
        """
        return self.board_set is not None and not self.board_set.is_duplicate and self.is_public

    @property
    def is_sealed(self) -> bool:
        """Whether others still play the same deals, so that nothing of the match may leave its table."""
        return self.board_set is not None and self.board_set.closed_at is None

    @property
    def may_have_rematch(self) -> bool:
        """Whether this is a match of the site that is over, and had a shuffle of its own."""
        return self.is_over and self.started_at is not None and not self.is_imported and self.board_set_id is None

    @property
    def rematch_key(self) -> str:
        """What pages with an offer of a rematch compare: whether somebody has opened it."""
        return "open" if self.has_rematch else ""


UNDER_WAY: Final = (Game.Status.RUNNING, Game.Status.ON_HOLD)
"""A match on hold is not over, though nobody plays there (`games.kernel.on_hold`)."""


class GameSecret(models.Model):
    """The secret of a game's shuffle, in its own table so that no query of games returns it."""

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE, related_name="secret_row")
    secret = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("secret of a game")
        verbose_name_plural = _("secrets of games")

    def __str__(self) -> str:
        return f"secret of {self.game_id}"


class Seat(models.Model):
    """A place at a table: open, kept for someone invited, taken by a person, or played by a bot."""

    BOT_LEVELS = [(level, level) for level in LEVELS]

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats")
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="invitations"
    )
    bot = models.CharField(max_length=12, blank=True, default="", choices=BOT_LEVELS)
    seed = models.CharField(max_length=64, blank=True, default="")
    seed_is_chosen = models.BooleanField(default=False)
    given_name = models.CharField(max_length=80, blank=True, default="")
    """The player's name in the record of an imported match."""
    score = models.IntegerField(null=True)
    chat_seen = models.PositiveIntegerField(default=0, db_default=0)
    """The last line of the chat that the player has had on the screen, by its number (`Game.chat_lines`)."""
    moves_seen = models.JSONField(default=dict, db_default=Value({}, models.JSONField()))
    """By deal, how many calls and cards the player has had on the screen (`games.turns.moves_seen`)."""
    automates = models.BooleanField(default=False)
    """Whether the player has plans (`Automation`); the plans themselves are read only where they are needed."""
    autopilot = models.BooleanField(default=False)
    """Whether a bot plays for the player, who may return at any time."""
    missed = models.PositiveSmallIntegerField(default=0)
    """Time-outs in a row."""
    bank = models.DurationField(null=True)
    """The time left beyond the allowances of single moves (`napoleon.time_bank.Bank`)."""
    bank_charged_until = models.DateTimeField(null=True)
    hours_json = models.JSONField(default=dict)
    """The player's time zone and quiet hours when the current turn of the seat opened."""

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="games_seat_number"),
            models.UniqueConstraint(
                fields=["game", "user"], condition=models.Q(user__isnull=False), name="games_seat_one_per_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"

    @property
    def is_open(self) -> bool:
        return self.user_id is None and not self.bot

    @property
    def is_present(self) -> bool:
        """Whether a person plays here, not a bot in their place."""
        return self.user_id is not None and not self.autopilot

    @property
    def played_by(self) -> str:
        """The level of the bot that plays here now; empty if a person does."""
        return SUBSTITUTE if self.autopilot else self.bot

    @property
    def unread_chat(self) -> int:
        """How many lines of the chat the player has not seen."""
        return max(0, self.game.chat_lines - self.chat_seen)

    @property
    def as_bot(self) -> Bot | None:
        """The bot that has the seat; None if it is a person's, even while a bot plays there."""
        return Bot(self.bot, bot_face(self.game.bots_key, self.number)) if self.bot else None

    @property
    def thinks_long(self) -> bool:
        """Whether a bot plays here that takes its time. Where others play the same deals, bots answer at once."""
        return self.played_by in THINKERS and self.game.board_set_id is None

    @property
    def face(self) -> PersonFace | None:
        """The face of the person who has the seat."""
        return self.user.face if self.user is not None else None

    @property
    def name(self) -> str:
        """The name of the player, for all to read."""
        if self.user is not None:
            return str(self.user)
        if self.given_name:
            return readable(self.given_name) or _("Player %(number)s") % {"number": self.number + 1}
        if self.bot:
            return bot_name(self.bot, self.game.bots_key, self.number)
        return str(_("former player")) if self.seed else ""


class Event(models.Model):
    """One thing that has happened in a game. Rows are only ever added."""

    class By(models.TextChoices):
        PLAYER = "player", _("player")
        PLAN = "plan", _("player, by a plan")
        BOT = "bot", _("bot")
        TIMEOUT = "timeout", _("bot, as the time was up")
        SITE = "site", _("site")

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    type = models.CharField(max_length=20)
    version = models.PositiveSmallIntegerField(default=1)
    payload = models.JSONField()
    by = models.CharField(max_length=8, choices=By.choices)
    at = models.DateTimeField()
    key = models.UUIDField(null=True)
    """The idempotency key of the request that made it: a repeated request finds its event."""
    digest = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="games_event_seq"),
            models.UniqueConstraint(
                fields=["game", "key"], condition=models.Q(key__isnull=False), name="games_event_key"
            ),
        ]

    def __str__(self) -> str:
        # Never the payload: a row may stand in a log line or an error page.
        return f"{self.game_id}#{self.seq}"


class Progress(models.Model):
    """How far a consumer of results has read a game's log (`games.kernel.followers`)."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="progress")
    consumer = models.CharField(max_length=20)
    seq = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("progress of a consumer")
        verbose_name_plural = _("progress of consumers")
        constraints = [models.UniqueConstraint(fields=["game", "consumer"], name="games_progress_once")]
        indexes = [models.Index(fields=["game"], condition=models.Q(seq=0), name="games_progress_begun")]

    def __str__(self) -> str:
        return f"{self.consumer}: {self.game_id}#{self.seq}"
