"""Clubs, memberships, invitations, requests to join, and the audit log. Memberships that end stay as history."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from infrastructure.speed.prepared_queries import Parameter
from players.models import LONGEST_SKELETON, key_of, skeleton_of, validate_time_zone
from players.notifications.outbox import OutboxItem
from players.preferences import time_zones

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from players.models import User

LONGEST_ADDRESS: Final = 30


def new_token() -> str:
    """Join token: hex, so that the log filter redacts it."""
    return secrets.token_hex(16)


class ClubQuerySet(models.QuerySet["Club"]):
    def open(self) -> ClubQuerySet:
        return self.filter(closed_at=None)

    def looking_like(self, name: str, user: User) -> ClubQuerySet:
        """Other people's open clubs that everybody may see, and whose name looks like this one.

        Private clubs are left out: a refusal would tell of them.
        """
        own = Membership.objects.filter(user=user, role=Role.OWNER, ended_at=None)
        looks = models.Q(name_key=key_of(name)) | models.Q(name_skeleton=skeleton_of(name))
        alike = self.open().filter(looks, is_public=True)
        return alike.exclude(pk__in=own.values("club"))

    def with_sizes(self) -> ClubQuerySet:
        """Annotated with `members`, the present number of members."""
        here = models.Q(memberships__ended_at=None)
        return self.annotate(members=models.Count("memberships", filter=here))


class Club(models.Model):
    """People who play together."""

    slug = models.CharField(max_length=LONGEST_ADDRESS, unique=True)
    name = models.CharField(_("name"), max_length=60)
    name_skeleton = models.CharField(max_length=LONGEST_SKELETON, blank=True, default="", editable=False, db_index=True)
    """How the name looks (`players.names.skeleton`), so that no other club passes for this one."""
    name_key = models.CharField(
        max_length=LONGEST_SKELETON, blank=True, default="", db_default="", editable=False, db_index=True
    )
    """The name without case, width and kana (`players.names.key`), for the same end."""
    about = models.TextField(_("about the club"), max_length=2000, blank=True)
    is_public = models.BooleanField(_("anyone may see the club"), default=True)
    takes_requests = models.BooleanField(_("anyone may ask to join"), default=True)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", db_default="UTC", validators=[validate_time_zone]
    )
    """Of the times in what the club posts and mails to people without an account."""
    reply_to = models.EmailField(_("address for answers"), blank=True, default="", db_default="")
    """Where answers to the organisers' announcements go; those who get one see it."""
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    """Nothing changes in a closed club."""

    objects = ClubQuerySet.as_manager()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        indexes = [
            models.Index(
                fields=["-id"], condition=models.Q(is_public=True, closed_at__isnull=True), name="leagues_club_public"
            )
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        self.name_skeleton, self.name_key = skeleton_of(self.name), key_of(self.name)
        if update_fields is not None and "name" in update_fields:
            update_fields = {*update_fields, "name_skeleton", "name_key"}
        super().save(update_fields=update_fields, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("leagues:club", args=[self.slug])

    @property
    def zone(self) -> ZoneInfo:
        return time_zones.zone(self.time_zone)

    def current_memberships(self) -> models.QuerySet[Membership]:
        return self.memberships.filter(ended_at=None)

    def membership_of(self, user: User | AnonymousUser) -> Membership | None:
        """The membership that somebody has now, if any."""
        if not user.pk:
            return None
        found = Membership.objects.filter(club=self, user=user, ended_at=None).first()
        if found is not None:
            found.club = self
        return found


class Role(models.TextChoices):
    """What a member may do, the most powerful role first."""

    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    MEMBER = "member", _("member")


class Membership(models.Model):
    """A period for which a person belongs to a club."""

    class Ended(models.TextChoices):
        LEFT = "left", pgettext_lazy("end of a membership", "left")
        REMOVED = "removed", pgettext_lazy("end of a membership", "removed")
        GONE = "gone", pgettext_lazy("end of a membership", "account deleted")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="memberships")
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
                fields=["club", "id"], condition=models.Q(ended_at__isnull=True), name="leagues_membership_now"
            )
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.user_id}"

    @property
    def name(self) -> str:
        """The member's name, also after their account is deleted."""
        return str(self.user or _("former player"))

    @property
    def organises(self) -> bool:
        return self.role != Role.MEMBER

    @property
    def owns(self) -> bool:
        return self.role == Role.OWNER


class MemberNote(models.Model):
    """What organisers note about a member, in its own table so that no query of memberships returns it.

    It ends with the membership. The member finds it in their own data.
    """

    membership = models.OneToOneField(Membership, primary_key=True, on_delete=models.CASCADE, related_name="note")
    text = models.TextField(max_length=1000)

    class Meta:
        verbose_name = _("note about a member")
        verbose_name_plural = _("notes about members")

    def __str__(self) -> str:
        # Never the text: it is for organisers alone.
        return f"note about {self.membership_id}"


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def standing(self, now: datetime | Parameter) -> InvitationQuerySet:
        """Invitations that can still be used."""
        return self.filter(revoked_at=None, uses__lt=models.F("most_uses"), expires_at__gt=now)

    def over(self, now: datetime) -> InvitationQuerySet:
        """Invitations that can't be used any more."""
        used_up = models.Q(uses__gte=models.F("most_uses"))
        return self.filter(models.Q(revoked_at__isnull=False) | used_up | models.Q(expires_at__lte=now))

    def over_since(self, moment: datetime) -> InvitationQuerySet:
        """Invitations that expired or were revoked before then."""
        return self.filter(models.Q(expires_at__lt=moment) | models.Q(revoked_at__lt=moment))


class Invitation(models.Model):
    """A link for joining: for everybody who has it, or for one person by mail or on this site."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    email = models.EmailField(blank=True)
    """The address that it was mailed to, if any."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="club_invitations"
    )
    """The person that it is for, if they have an account here."""
    text = models.CharField(max_length=200, blank=True, db_default="")
    """What the organiser writes to the person."""
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    most_uses = models.PositiveSmallIntegerField(default=1)
    uses = models.PositiveSmallIntegerField(default=0)
    revoked_at = models.DateTimeField(null=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.CheckConstraint(condition=models.Q(uses__lte=models.F("most_uses")), name="leagues_invitation_uses")
        ]
        indexes = [
            models.Index(fields=["club", "-id"], name="leagues_invitation_of_club"),
            models.Index(fields=["email", "made_at"], name="leagues_invitation_address"),
            models.Index(fields=["expires_at"], name="leagues_invitation_expiry"),
        ]

    def __str__(self) -> str:
        # Never the token: anybody who reads it could join.
        return f"{self.club_id}: {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("leagues:join", args=[self.token])

    @property
    def is_of_one_person(self) -> bool:
        """Whether it was sent to somebody, and is no link for many."""
        return bool(self.email or self.user_id)

    def is_open(self, now: datetime | None = None) -> bool:
        """Whether it can still be used."""
        now = now or timezone.now()
        return self.revoked_at is None and self.uses < self.most_uses and now < self.expires_at


class InvitationMail(OutboxItem):
    """An invitation on its way to an address that no account has confirmed."""

    invitation = models.OneToOneField(Invitation, on_delete=models.CASCADE, related_name="mail")

    class Meta:
        verbose_name = _("mailed invitation")
        verbose_name_plural = _("mailed invitations")
        indexes = [
            models.Index(fields=["not_before"], condition=models.Q(state="waiting"), name="leagues_invitationmail_due")
        ]

    def __str__(self) -> str:
        # Never the address.
        return f"{self.invitation_id}: {self.state}"

    @property
    def has_failed(self) -> bool:
        return self.state in (self.State.FAILED, self.State.DROPPED)


class JoinRequest(models.Model):
    """A person's request to become a member."""

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("a request", "open")
        APPROVED = "approved", pgettext_lazy("a request", "approved")
        REFUSED = "refused", pgettext_lazy("a request", "refused")
        WITHDRAWN = "withdrawn", pgettext_lazy("a request", "withdrawn")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_requests")
    text = models.CharField(max_length=300, blank=True)
    made_at = models.DateTimeField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("request to join")
        verbose_name_plural = _("requests to join")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"], condition=models.Q(state="open"), name="leagues_joinrequest_one_open"
            )
        ]
        indexes = [models.Index(fields=["club", "state", "id"], name="leagues_request_of_club")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.user_id}"


class AuditEntry(models.Model):
    """An entry of the club's audit log, which all members can read. Rows are only ever added.

    Names are looked up when the log is read, so that a deleted account leaves none.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="audit")
    season = models.ForeignKey("Season", null=True, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    """The season concerned, if any. Only organisers read of one that was never announced, also after it was deleted."""
    at = models.DateTimeField()
    action = models.CharField(max_length=20)
    """The kind of entry; `leagues.clubs.audit_messages.ACTIONS` has its sentence."""
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    is_by_site = models.BooleanField(default=False)
    """The site did it by its rules, and no person."""
    subject = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    """The person concerned, if any."""
    data = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("entry of a club’s log")
        verbose_name_plural = _("entries of clubs’ logs")
        indexes = [models.Index(fields=["club", "-id"], name="leagues_audit_of_club")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.action} {self.at:%F %T}"
