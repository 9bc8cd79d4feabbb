"""Notices and their delivery, as they are stored."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Channel(models.TextChoices):
    """A way to reach someone beside the site's own pages."""

    MAIL = "mail", _("E-mail")
    PUSH = "push", pgettext_lazy("a way to be told", "Push")


class Notice(models.Model):
    """Something that a person is to be told."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=120)
    """What it tells of, once for each person: writing it again does nothing."""
    data = models.JSONField(default=dict)
    """What its kind needs to check and to word it; never a card."""
    at = models.DateTimeField()
    routed_at = models.DateTimeField(null=True)
    """When it was decided by which channels it goes."""
    in_site = models.BooleanField(default=False)
    read_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="players_notice_once"),
        ]
        indexes = [
            models.Index(
                fields=["id"],
                condition=models.Q(routed_at=None),
                name="players_notice_unrouted",
            ),
            models.Index(
                fields=["user", "-at"],
                condition=models.Q(in_site=True),
                name="players_notice_in_site",
            ),
            models.Index(
                fields=["user"],
                condition=models.Q(in_site=True, read_at=None),
                name="players_notice_unread",
            ),
            models.Index(fields=["at"], name="players_notice_at"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} for {self.user_id}"


class Delivery(models.Model):
    """A notice on its way by one channel."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer true")
        FAILED = "failed", _("failed")

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="deliveries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    """Whose notice it is, to gather what goes to one person."""
    channel = models.CharField(max_length=4, choices=Channel.choices)
    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    not_before = models.DateTimeField()
    """When to send it, or to try again. A sender that claims it pushes this on, so that no other sends it."""
    claim = models.UUIDField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=200, blank=True, default="")
    settled_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        constraints = [
            models.UniqueConstraint(fields=["notice", "channel"], name="players_delivery_once"),
        ]
        indexes = [
            models.Index(
                fields=["not_before"],
                condition=models.Q(state="waiting"),
                name="players_delivery_due",
            ),
            models.Index(
                fields=["user", "channel", "not_before"],
                condition=models.Q(state="waiting"),
                name="players_delivery_of_user",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.notice_id} by {self.channel}: {self.state}"


class NoticeSettings(models.Model):
    """What a person has chosen otherwise than the kinds' defaults, and how his channels do."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="notice_settings",
    )
    choices = models.JSONField(default=dict)
    """For each kind the channels that were switched: ``{"turn": {"mail": false}}``."""
    mail_is_off = models.BooleanField(default=False)
    """Unsubscribed from all mails; the choices stay as they are."""
    digest_hour = models.PositiveSmallIntegerField(null=True)
    """The hour of the person's day at which mails go out together; None is: as things happen."""
    mail_fails_since = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("notice settings")
        verbose_name_plural = _("notice settings")

    def __str__(self) -> str:
        return f"notice settings of {self.user_id}"


class PushSubscription(models.Model):
    """A browser that shows the person's notices."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.URLField(max_length=600, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")

    def __str__(self) -> str:
        # Never the endpoint: who has it may send to it.
        return f"push subscription of {self.user_id}"


class CalendarFeed(models.Model):
    """The secret address at which a person's calendar reads his deadlines; deleting it revokes the address."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="calendar_feed",
    )
    token = models.CharField(max_length=48, unique=True)

    class Meta:
        verbose_name = _("calendar feed")
        verbose_name_plural = _("calendar feeds")

    def __str__(self) -> str:
        return f"calendar feed of {self.user_id}"
