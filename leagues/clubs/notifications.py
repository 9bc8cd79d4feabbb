"""What people are notified of in clubs: each kind is one class (`players/notifications/kinds.py`).

``notify`` is called inside the transaction that makes the notification true, and only writes rows.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from leagues.clubs.audit_log import Audited
from leagues.models import Club, Invitation, JoinRequest, Membership, Role
from leagues.webhooks.webhook_post import WebhookPost
from players.friends.queries import not_blocking
from players.models import User
from players.notifications.kinds import Message, NotificationContext, NotificationKind, SubjectRow
from players.notifications.models import Group


class ClubContext(NotificationContext):
    @property
    def club_ids(self) -> set[int]:
        return self.ids("club")

    @cached_property
    def memberships(self) -> dict[tuple[int | None, int], Membership]:
        found = Membership.objects.filter(user__in=self.user_ids, club__in=self.club_ids, ended_at=None)
        return {(one.user_id, one.club_id): one for one in found}


class ClubNotification(NotificationKind, Audited):
    """Its link leads to the club, or to the list of clubs if the person may not see this one."""

    group = Group.CLUBS
    context_class: ClassVar[type[ClubContext]] = ClubContext
    context: ClubContext
    club = SubjectRow(Club.objects.all())

    @property
    def membership(self) -> Membership | None:
        """What the person is in the club now."""
        return self.context.memberships.get((self.user_id, self.club.pk))

    @property
    def organises(self) -> bool:
        return self.membership is not None and self.membership.organises

    @property
    def sees_club(self) -> bool:
        return self.club.is_public or self.membership is not None

    @property
    def path(self) -> str:
        return self.club.get_absolute_url() if self.sees_club else reverse("leagues:clubs")

    @property
    def action(self) -> Promise | str:
        here, all_clubs = pgettext("a link", "Go to the club"), pgettext("a link", "Go to clubs")
        return here if self.sees_club else all_clubs

    def words(self) -> dict[str, object]:
        return {"club": self.club}


class InvitedToClub(ClubNotification):
    name = "club_invited"
    label = gettext_lazy("Invitations to clubs")
    title = gettext_lazy("%(name)s invites you to the club %(club)s")
    action = pgettext_lazy("a link", "See the invitation")
    invitation = SubjectRow(Invitation.objects.select_related("made_by"))
    audit = {
        "invited": gettext_lazy("%(actor)s invited %(subject)s."),
        "mailed": gettext_lazy("%(actor)s invited somebody by email."),
    }

    @classmethod
    def notify(cls, invitation: Invitation) -> None:
        data = {"club": invitation.club_id, "invitation": invitation.pk}
        key = f"club_invited:{invitation.pk}"
        told = not_blocking([invitation.user_id], invitation.made_by_id)
        cls.write(told, key, burst=invitation.club_id, **data)

    @property
    def is_current(self) -> bool:
        if self.is_from_blocked(self.invitation.made_by_id):
            return False
        return self.invitation.is_open(timezone.now()) and self.membership is None

    @property
    def path(self) -> str:
        return self.invitation.get_absolute_url()

    def words(self) -> dict[str, object]:
        return {**super().words(), "name": self.invitation.made_by or _("Somebody")}


class AskedToJoin(ClubNotification):
    """Goes to the organisers, who answer the request."""

    name = "club_asked"
    label = gettext_lazy("Somebody asks to join a club that I organise")
    push = False
    title = gettext_lazy("%(name)s asks to join %(club)s")
    action = pgettext_lazy("a link", "See the requests")
    request = SubjectRow(JoinRequest.objects.select_related("user"))

    @classmethod
    def notify(cls, request: JoinRequest, organisers: Iterable[int | None]) -> None:
        data = {"club": request.club_id, "request": request.pk}
        cls.write(organisers, f"club_asked:{request.pk}", **data)

    @property
    def is_current(self) -> bool:
        return self.request.state == JoinRequest.State.OPEN and self.organises

    @property
    def path(self) -> str:
        return reverse("leagues:join_requests", args=[self.club.slug])

    def words(self) -> dict[str, object]:
        return {**super().words(), "name": self.request.user}

    def lines(self) -> list[str]:
        return [self.request.text] if self.request.text else []


class RequestApproved(ClubNotification):
    name = "club_approved"
    label = gettext_lazy("A club approves my request to join")
    title = gettext_lazy("You are now a member of %(club)s")
    audit = {"approved": gettext_lazy("%(actor)s approved the request of %(subject)s.")}

    @classmethod
    def notify(cls, request: JoinRequest, reason: str = "") -> None:
        key = f"{cls.name}:{request.pk}"
        cls.write([request.user_id], key, club=request.club_id, reason=reason)

    @property
    def is_current(self) -> bool:
        return self.membership is not None

    def lines(self) -> list[str]:
        return reason_lines(self.data)


class RequestRefused(RequestApproved):
    name = "club_refused"
    label = gettext_lazy("A club declines my request to join")
    push = False
    title = gettext_lazy("%(club)s has declined your request to join")
    audit = {"refused": gettext_lazy("%(actor)s refused the request of %(subject)s.")}

    @property
    def is_current(self) -> bool:
        return self.membership is None


class RemovedFromClub(ClubNotification):
    name = "club_removed"
    label = gettext_lazy("A club removes me")
    push = False
    title = gettext_lazy("You are no longer a member of %(club)s")
    audit = {"removed": gettext_lazy("%(actor)s removed %(subject)s from the club.")}

    @classmethod
    def notify(cls, membership: Membership, reason: str) -> None:
        key = f"club_removed:{membership.pk}"
        cls.write([membership.user_id], key, club=membership.club_id, reason=reason)

    @property
    def is_current(self) -> bool:
        return self.membership is None

    def lines(self) -> list[str]:
        return reason_lines(self.data)


class RoleChanged(ClubNotification):
    name = "club_role"
    label = gettext_lazy("My role in a club changes")
    push = False
    title = gettext_lazy("Your role in %(club)s is now: %(role)s")
    audit = {"role": gettext_lazy("%(actor)s changed the role of %(subject)s: now %(role)s.")}
    audit_by_site = {"inherited": gettext_lazy("The last owner left, so %(subject)s is now the owner.")}

    @classmethod
    def notify(cls, membership: Membership) -> None:
        key = f"club_role:{membership.pk}:{timezone.now():%Y%m%dT%H%M%S%f}"
        data = {"club": membership.club_id, "role": membership.role}
        cls.write([membership.user_id], key, burst=membership.club_id, **data)

    @property
    def is_current(self) -> bool:
        return self.membership is not None and self.membership.role == self.data["role"]

    def words(self) -> dict[str, object]:
        return {**super().words(), "role": Role(self.data["role"]).label}


def reason_lines(data: dict[str, Any]) -> list[str]:
    reason = data.get("reason")
    return [_("The reason given: %(reason)s") % {"reason": reason}] if reason else []


class MemberJoined(WebhookPost, Audited):
    """For webhooks alone."""

    name = "joined"
    webhook_label = gettext_lazy("New members")
    audit = {"joined": gettext_lazy("%(actor)s joined, invited by %(subject)s.")}

    @classmethod
    def notify(cls, membership: Membership) -> None:
        cls.enqueue(membership.club, f"joined:{membership.pk}", user=membership.user_id)

    @classmethod
    def webhook_message(cls, club: Club, data: dict[str, Any]) -> Message:
        user = User.objects.filter(pk=data["user"], is_active=True).first()
        words = {"name": user or _("Somebody"), "club": club}
        path = reverse("leagues:members", args=[club.slug])
        return Message(title=_("%(name)s is now a member of %(club)s.") % words, path=path)
