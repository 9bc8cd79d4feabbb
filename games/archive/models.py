"""The read models of the archive. A row repeats every searched and sorted column, so that one index serves a search."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

LISTED = models.Q(is_listed=True)


class ArchivedDeal(models.Model):
    """A finished deal of a finished match."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="archived_deals")
    number = models.PositiveIntegerField()
    ended_at = models.DateTimeField()
    """The end of the match."""
    is_listed = models.BooleanField()
    is_imported = models.BooleanField()
    preset = models.CharField(max_length=12)
    bid = models.CharField(max_length=10)
    """The number of pictures (Napoleon) or the name of the bid (Nap)."""
    trump = models.CharField(max_length=1, blank=True)
    """The letter of the trump suit in the bid; empty at Nap."""
    called = models.CharField(max_length=2, blank=True)
    """The card that was called."""
    called_who = models.CharField(max_length=11, blank=True, default="", db_default="")
    """Whom Napoleon called in place of a card (`CallWho`)."""
    made = models.BooleanField()
    is_alone = models.BooleanField()
    """Whether the declarer had no adjutant; always true at Nap."""
    took = models.PositiveSmallIntegerField()
    """The pictures of Napoleon's side, or the tricks of Nap's declarer."""

    class Meta:
        verbose_name = _("deal in the archive")
        verbose_name_plural = _("deals in the archive")
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="games_archived_deal")]
        indexes = [
            models.Index(fields=["ended_at", "id"], condition=LISTED, name="games_arch_ended"),
            models.Index(fields=["preset", "ended_at", "id"], condition=LISTED, name="games_arch_preset"),
            models.Index(fields=["bid", "trump", "ended_at", "id"], condition=LISTED, name="games_arch_bid"),
            models.Index(fields=["trump", "ended_at", "id"], condition=LISTED, name="games_arch_trump"),
            models.Index(fields=["called", "ended_at", "id"], condition=LISTED, name="games_arch_called"),
            models.Index(
                fields=["called_who", "ended_at", "id"],
                condition=LISTED & ~models.Q(called_who=""),
                name="games_arch_called_who",
            ),
            models.Index(fields=["took", "ended_at", "id"], condition=LISTED, name="games_arch_took"),
            models.Index(
                fields=["ended_at", "id"], condition=LISTED & models.Q(is_imported=True), name="games_arch_imported"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"


class ArchivedPlayer(models.Model):
    class Role(models.TextChoices):
        NAPOLEON = "napoleon", _("Napoleon or declarer")
        ADJUTANT = "adjutant", _("adjutant")
        ALLY = "ally", _("ally or opponent")

    deal = models.ForeignKey(ArchivedDeal, on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    name = models.CharField(max_length=80, blank=True)
    """The name in the record, for a player without an account."""
    is_bot = models.BooleanField(null=True)
    """None in old rows, which did not distinguish bots from deleted accounts; `manage.py rebuild` fills it in."""
    role = models.CharField(max_length=8, choices=Role.choices)
    points = models.IntegerField()
    ended_at = models.DateTimeField()

    class Meta:
        verbose_name = _("player in the archive")
        verbose_name_plural = _("players in the archive")
        constraints = [models.UniqueConstraint(fields=["deal", "seat"], name="games_archived_player")]
        indexes = [
            models.Index(
                fields=["user", "ended_at", "deal"], condition=models.Q(user__isnull=False), name="games_arch_user"
            ),
            models.Index(
                fields=["user", "role", "ended_at", "deal"],
                condition=models.Q(user__isnull=False),
                name="games_arch_user_role",
            ),
            models.Index(fields=["name", "ended_at", "deal"], condition=~models.Q(name=""), name="games_arch_name"),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}/{self.seat}"
