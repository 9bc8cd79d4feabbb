"""Comments for all reviewers and notes for their author alone. The two never share a table."""

from typing import Final, NamedTuple

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

LONGEST: Final = 5000


class PositionKey(NamedTuple):
    """A position of a match: a deal after that many of its moves (see `games.review.position`)."""

    deal: int
    step: int


class Placed(models.Model):
    """A text about a position, or about the match as a whole."""

    deal = models.PositiveSmallIntegerField(null=True)
    step = models.PositiveSmallIntegerField(null=True)
    key = models.UUIDField(null=True)
    """The idempotency key of the form: sending the same form again adds nothing."""

    class Meta:
        abstract = True

    @property
    def place(self) -> PositionKey | None:
        return None if self.deal is None or self.step is None else PositionKey(self.deal, self.step)


class Note(Placed):
    """A private note on a game. Only its author reads it."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(max_length=LONGEST, blank=True)
    at = models.DateTimeField(null=True)
    """When the text last changed."""

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        ordering = ["pk"]
        indexes = [models.Index(fields=["game", "user"], name="games_note_of_reader")]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "key"], condition=models.Q(key__isnull=False), name="games_note_key"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.user_id}"

    @property
    def version(self) -> str:
        """Changes with the text; a form sends it back."""
        return self.at.isoformat() if self.at else ""


class Comment(Placed):
    """A comment on a position, for everybody who may review its deal."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="comments")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    text = models.TextField(max_length=LONGEST)
    at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True)
    hidden_at = models.DateTimeField(null=True)
    """When a moderator hid it; None while it is visible."""
    hidden_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    is_note = models.BooleanField(default=False)
    """The author wrote it as a note and shared it later."""
    note = models.OneToOneField(Note, null=True, on_delete=models.SET_NULL, related_name="comment")

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        ordering = ["at", "pk"]
        indexes = [models.Index(fields=["game", "deal", "step"], name="games_comment_of_position")]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "key"], condition=models.Q(key__isnull=False), name="games_comment_key"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.at:%F %T}"

    @property
    def is_hidden(self) -> bool:
        return self.hidden_at is not None

    @property
    def version(self) -> str:
        """As for a note."""
        return (self.edited_at or self.at).isoformat()


def comment_path(slug: str, place: PositionKey | None, comment: int) -> str:
    """The address of the comment at its position; a comment on the whole match is in the list."""
    if place is None:
        return f"{reverse('games:comments', args=[slug])}#comment-{comment}"
    return f"{reverse('games:review_step', args=[slug, *place])}#comment-{comment}"
