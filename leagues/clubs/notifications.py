"""What people are notified of in clubs: each kind is one class (`players/notifications/kinds.py`).

``notify`` is called inside the transaction that makes the notification true, and only writes rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from leagues.clubs.audit_log import Audited
from leagues.models import Club, Invitation, JoinRequest, Membership, Role
from leagues.webhooks.outbox import WebhookPost
from players.models import Notification, User
from players.notifications.kinds import Message, NotificationContext, NotificationKind


class ClubContext(NotificationContext):
    @cached_property
    def clubs(self) -> dict[int, Club]:
        return Club.objects.in_bulk(self.ids("club"))

    @cached_property
    def memberships(self) -> dict[tuple[int | None, int], Membership]:
        found = Membership.objects.filter(
            user__in=self.user_ids, club__in=self.clubs, ended_at=None
        )
        return {(one.user_id, one.club_id): one for one in found}

    @cached_property
    def invitations(self) -> dict[int, Invitation]:
        return Invitation.objects.select_related("made_by").in_bulk(self.ids("invitation"))

    @cached_property
    def requests(self) -> dict[int, JoinRequest]:
        return JoinRequest.objects.select_related("user").in_bulk(self.ids("request"))

    def has_subject(self, notification: Notification) -> bool:
        return notification.data["club"] in self.clubs


class ClubNotification(NotificationKind, Audited):
    context_class = ClubContext
    context: ClubContext

    @property
    def club(self) -> Club:
        return self.context.clubs[self.notification.data["club"]]

    @property
    def membership(self) -> Membership | None:
        """What the person is in the club now."""
        return self.context.memberships.get((self.notification.user_id, self.club.pk))

    def to_club(self, text: str, lines: Sequence[str] = (), /, **words: object) -> Message:
        """Leads to the club, or to the list of clubs if the person may not see this one."""
        if self.club.is_public or self.membership:
            path, action = self.club.get_absolute_url(), pgettext("a link", "To the club")
        else:
            path, action = reverse("leagues:clubs"), pgettext("a link", "To the clubs")
        return Message(
            title=text % {"club": self.club, **words}, path=path, action=action, lines=lines
        )


class InvitedToClub(ClubNotification):
    name = "club_invited"
    label = gettext_lazy("Invitations to clubs")
    audit = {
        "invited": gettext_lazy("%(actor)s invited %(subject)s."),
        "mailed": gettext_lazy("%(actor)s invited somebody by email."),
    }

    @classmethod
    def notify(cls, invitation: Invitation) -> None:
        data = {"club": invitation.club_id, "invitation": invitation.pk}
        key = f"club_invited:{invitation.pk}"
        cls.write([invitation.user_id], key, burst=invitation.club_id, **data)

    @property
    def invitation(self) -> Invitation | None:
        return self.context.invitations.get(self.notification.data["invitation"])

    @property
    def is_current(self) -> bool:
        is_open = self.invitation is not None and self.invitation.is_open(timezone.now())
        return is_open and self.membership is None

    def message(self) -> Message | None:
        if self.invitation is None:
            return None
        words = {"name": self.invitation.made_by or _("Somebody"), "club": self.club}
        return Message(
            title=_("%(name)s invites you to the club %(club)s") % words,
            path=self.invitation.get_absolute_url(),
            action=pgettext("a link", "To the invitation"),
        )


class AskedToJoin(ClubNotification):
    """Goes to the organisers, who answer the request."""

    name = "club_asked"
    label = gettext_lazy("Somebody asks to join a club that I organise")
    push = False

    @classmethod
    def notify(cls, request: JoinRequest, organisers: Iterable[int | None]) -> None:
        data = {"club": request.club_id, "request": request.pk}
        cls.write(organisers, f"club_asked:{request.pk}", **data)

    @property
    def request(self) -> JoinRequest | None:
        return self.context.requests.get(self.notification.data["request"])

    @property
    def is_current(self) -> bool:
        is_open = self.request is not None and self.request.state == JoinRequest.State.OPEN
        return is_open and self.membership is not None and self.membership.organises

    def message(self) -> Message | None:
        if self.request is None:
            return None
        return Message(
            title=_("%(name)s asks to join %(club)s")
            % {"name": self.request.user, "club": self.club},
            path=reverse("leagues:join_requests", args=[self.club.slug]),
            action=pgettext("a link", "To the requests"),
            lines=[self.request.text] if self.request.text else [],
        )


class RequestApproved(ClubNotification):
    name = "club_approved"
    label = gettext_lazy("A club approves my request to join")
    audit = {"approved": gettext_lazy("%(actor)s approved the request of %(subject)s.")}

    @classmethod
    def notify(cls, request: JoinRequest) -> None:
        cls.write([request.user_id], f"{cls.name}:{request.pk}", club=request.club_id)

    @property
    def is_current(self) -> bool:
        return self.membership is not None

    def message(self) -> Message:
        return self.to_club(_("You are now a member of %(club)s"))


class RequestRefused(RequestApproved):
    name = "club_refused"
    label = gettext_lazy("A club refuses my request to join")
    push = False
    audit = {"refused": gettext_lazy("%(actor)s refused the request of %(subject)s.")}

    @property
    def is_current(self) -> bool:
        return self.membership is None

    def message(self) -> Message:
        return self.to_club(_("%(club)s has refused your request to join"))


class RemovedFromClub(ClubNotification):
    name = "club_removed"
    label = gettext_lazy("A club removes me")
    push = False
    audit = {"removed": gettext_lazy("%(actor)s removed %(subject)s from the club.")}

    @classmethod
    def notify(cls, membership: Membership, reason: str) -> None:
        key = f"club_removed:{membership.pk}"
        cls.write([membership.user_id], key, club=membership.club_id, reason=reason)

    @property
    def is_current(self) -> bool:
        return self.membership is None

    def message(self) -> Message:
        text = _("You are no longer a member of %(club)s")
        return self.to_club(text, reason_lines(self.notification))


class RoleChanged(ClubNotification):
    name = "club_role"
    label = gettext_lazy("My role in a club changes")
    push = False
    audit = {"role": gettext_lazy("%(actor)s changed the role of %(subject)s: now %(role)s.")}
    audit_by_site = {
        "inherited": gettext_lazy("The last owner left, so %(subject)s is now the owner.")
    }

    @classmethod
    def notify(cls, membership: Membership) -> None:
        key = f"club_role:{membership.pk}:{timezone.now():%Y%m%dT%H%M%S%f}"
        data = {"club": membership.club_id, "role": membership.role}
        cls.write([membership.user_id], key, burst=membership.club_id, **data)

    @property
    def is_current(self) -> bool:
        role = self.notification.data["role"]
        return self.membership is not None and self.membership.role == role

    def message(self) -> Message:
        role = Role(self.notification.data["role"]).label
        return self.to_club(_("Your role in %(club)s is now: %(role)s"), role=role)


def reason_lines(notification: Notification) -> list[str]:
    reason = notification.data.get("reason")
    return [_("The reason given: %(reason)s") % {"reason": reason}] if reason else []


class MemberJoined(WebhookPost, Audited):
    """For webhooks alone."""

    name = "joined"
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
