"""Clubs as they are stored. A membership that ends stays, so that the past can be told."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LONGEST_ADDRESS: Final = 30


def new_token() -> str:
    """Whoever knows it may join. All of digits and letters up to f: the logs leave such words out."""
    return secrets.token_hex(16)


class ClubQuerySet(models.QuerySet["Club"]):
    def open(self) -> ClubQuerySet:
        return self.filter(closed_at=None)

    def with_sizes(self) -> ClubQuerySet:
        """With ``members``: how many there are now."""
        here = models.Q(memberships__ended_at=None)
        return self.annotate(members=models.Count("memberships", filter=here))


class Club(models.Model):
    """People who play together."""

    slug = models.CharField(max_length=LONGEST_ADDRESS, unique=True)
    name = models.CharField(_("name"), max_length=60)
    about = models.TextField(_("about the club"), max_length=2000, blank=True)
    is_public = models.BooleanField(_("anyone may see the club"), default=True)
    takes_requests = models.BooleanField(_("anyone may ask to join"), default=True)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    """From then on nothing changes in it any more."""

    objects = ClubQuerySet.as_manager()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        indexes = [
            models.Index(
                fields=["-id"],
                condition=models.Q(is_public=True, closed_at__isnull=True),
                name="leagues_club_public",
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:club", args=[self.slug])


class Role(models.TextChoices):
    """What a member may do, the most first."""

    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    MEMBER = "member", _("member")


class Membership(models.Model):
    """A time for which somebody belongs to a club."""

    class Ended(models.TextChoices):
        LEFT = "left", pgettext_lazy("end of a membership", "left")
        REMOVED = "removed", pgettext_lazy("end of a membership", "removed")
        GONE = "gone", pgettext_lazy("end of a membership", "account deleted")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="memberships"
    )
    role = models.CharField(max_length=9, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    ended = models.CharField(max_length=7, blank=True, default="", choices=Ended.choices)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=models.Q(ended_at__isnull=True),
                name="leagues_membership_one_at_a_time",
            )
        ]
        indexes = [
            models.Index(
                fields=["club", "id"],
                condition=models.Q(ended_at__isnull=True),
                name="leagues_membership_now",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.user_id}"

    @property
    def name(self) -> str:
        """Who it is, or was, for all to read."""
        return str(self.user or _("former player"))

    @property
    def organises(self) -> bool:
        return self.role != Role.MEMBER

    @property
    def owns(self) -> bool:
        return self.role == Role.OWNER


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def standing(self, now: datetime) -> InvitationQuerySet:
        """Those by which somebody may still join."""
        return self.filter(revoked_at=None, uses__lt=models.F("most_uses"), expires_at__gt=now)

    def over_since(self, moment: datetime) -> InvitationQuerySet:
        """Those that ran out or were revoked before then."""
        return self.filter(models.Q(expires_at__lt=moment) | models.Q(revoked_at__lt=moment))


class Invitation(models.Model):
    """A link by which people join: for whoever has it, or mailed or shown to one person."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    email = models.EmailField(blank=True)
    """Whom it was mailed to, if it was."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.CASCADE,
        related_name="club_invitations",
    )
    """Whom it is for, if that is somebody of this site."""
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    most_uses = models.PositiveSmallIntegerField(default=1)
    uses = models.PositiveSmallIntegerField(default=0)
    revoked_at = models.DateTimeField(null=True)
    mail_due = models.DateTimeField(null=True)
    """When to mail it, for the first time or again; None where nothing is to be mailed any more."""
    mail_tries = models.PositiveSmallIntegerField(default=0)
    mailed_at = models.DateTimeField(null=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(uses__lte=models.F("most_uses")),
                name="leagues_invitation_uses",
            )
        ]
        indexes = [
            models.Index(fields=["club", "-id"], name="leagues_invitation_of_club"),
            models.Index(fields=["email", "made_at"], name="leagues_invitation_address"),
            models.Index(fields=["expires_at"], name="leagues_invitation_expiry"),
            models.Index(
                fields=["mail_due"],
                condition=models.Q(mail_due__isnull=False),
                name="leagues_invitation_to_mail",
            ),
        ]

    def __str__(self) -> str:
        # Never the token, which lets anybody in.
        return f"{self.club_id}: {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("leagues:join", args=[self.token])

    def is_open(self, now: datetime | None = None) -> bool:
        """Whether somebody may still join by it."""
        now = now or timezone.now()
        return self.revoked_at is None and self.uses < self.most_uses and now < self.expires_at


class JoinRequest(models.Model):
    """Somebody asks to become a member."""

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("a request", "open")
        APPROVED = "approved", pgettext_lazy("a request", "approved")
        REFUSED = "refused", pgettext_lazy("a request", "refused")
        WITHDRAWN = "withdrawn", pgettext_lazy("a request", "withdrawn")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="requests")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_requests"
    )
    text = models.CharField(max_length=300, blank=True)
    made_at = models.DateTimeField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("request to join")
        verbose_name_plural = _("requests to join")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=models.Q(state="open"),
                name="leagues_joinrequest_one_open",
            )
        ]
        indexes = [models.Index(fields=["club", "state", "id"], name="leagues_request_of_club")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.user_id}"


class AuditEntry(models.Model):
    """Something that was done in a club, for all its members to read. Rows are only ever added.

    Names are looked up when it is read: whoever has deleted his account has none.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="audit")
    at = models.DateTimeField()
    action = models.CharField(max_length=20)
    """Which; `leagues.wording.ACTIONS` has the words."""
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    is_by_site = models.BooleanField(default=False)
    """Nobody did it: it followed from the rules of the site."""
    subject = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    """Whom it was done to, if anybody."""
    data = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("entry of a club’s log")
        verbose_name_plural = _("entries of clubs’ logs")
        indexes = [models.Index(fields=["club", "-id"], name="leagues_audit_of_club")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.action} {self.at:%F %T}"


# Django looks for models here; those of seasons are in a package of their own.
from leagues.ratings.models import Rating, RatingChange  # noqa: E402
from leagues.seasons.models import (  # noqa: E402
    Adjustment,
    Apart,
    Bye,
    Division,
    Draw,
    Entry,
    Offer,
    RecordedMatch,
    Round,
    Season,
    Substitute,
    Table,
    TableSeat,
)
from leagues.statistics.models import SeasonTally  # noqa: E402
from leagues.tally.models import Standing, Tally  # noqa: E402
from leagues.webhooks.models import Post, Webhook  # noqa: E402

__all__ = [
    "LONGEST_ADDRESS",
    "Adjustment",
    "Apart",
    "AuditEntry",
    "Bye",
    "Club",
    "ClubQuerySet",
    "Division",
    "Draw",
    "Entry",
    "Invitation",
    "InvitationQuerySet",
    "JoinRequest",
    "Membership",
    "Offer",
    "Post",
    "Rating",
    "RatingChange",
    "RecordedMatch",
    "Role",
    "Round",
    "Season",
    "SeasonTally",
    "Standing",
    "Substitute",
    "Table",
    "TableSeat",
    "Tally",
    "Webhook",
    "new_token",
]
