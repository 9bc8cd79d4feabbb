"""The notices of clubs in words, and whether they hold still (`players/notices/kinds.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from leagues.models import Club, Invitation, JoinRequest, Membership
from leagues.wording import role_name
from players.models import Notice
from players.notices.kinds import Kind, Told, Truth, register


class Matter(NamedTuple):
    """A notice and the club that it tells of."""

    notice: Notice
    club: Club


@dataclass
class Facts:
    """What is to be known for some notices, each thing read once and only if needed."""

    matters: Sequence[Matter]

    def _keys(self, name: str) -> set[int]:
        return {matter.notice.data[name] for matter in self.matters if name in matter.notice.data}

    @cached_property
    def memberships(self) -> dict[tuple[int | None, int], Membership]:
        """What the readers are in these clubs now."""
        users = {matter.notice.user_id for matter in self.matters}
        clubs = {matter.club.pk for matter in self.matters}
        found = Membership.objects.filter(user__in=users, club__in=clubs, ended_at=None)
        return {(one.user_id, one.club_id): one for one in found}

    @cached_property
    def invitations(self) -> dict[int, Invitation]:
        found = Invitation.objects.filter(pk__in=self._keys("invitation"))
        return {one.pk: one for one in found.select_related("made_by")}

    @cached_property
    def requests(self) -> dict[int, JoinRequest]:
        found = JoinRequest.objects.filter(pk__in=self._keys("request"))
        return {one.pk: one for one in found.select_related("user")}

    def membership(self, matter: Matter) -> Membership | None:
        return self.memberships.get((matter.notice.user_id, matter.club.pk))

    def invitation(self, matter: Matter) -> Invitation | None:
        return self.invitations.get(matter.notice.data["invitation"])

    def request(self, matter: Matter) -> JoinRequest | None:
        return self.requests.get(matter.notice.data["request"])


class Teller:
    """Tells of clubs."""

    def check(self, notices: Sequence[Notice]) -> Mapping[int, Truth]:
        facts = Facts(_matters(notices))
        return {
            matter.notice.pk: Truth.HOLDS if _holds(matter, facts) else Truth.OVER
            for matter in facts.matters
        }

    def say(self, notices: Sequence[Notice], *, full: bool = False) -> Mapping[int, Told]:
        facts = Facts(_matters(notices))
        told = {
            matter.notice.pk: WORDS[matter.notice.kind](matter, facts) for matter in facts.matters
        }
        return {key: words for key, words in told.items() if words is not None}


def _matters(notices: Iterable[Notice]) -> list[Matter]:
    notices = list(notices)
    clubs = Club.objects.in_bulk({notice.data["club"] for notice in notices})
    return [
        Matter(notice, clubs[notice.data["club"]])
        for notice in notices
        if notice.data["club"] in clubs
    ]


# --- Whether it holds still ---


def _holds(matter: Matter, facts: Facts) -> bool:
    kind, me = matter.notice.kind, facts.membership(matter)
    if kind == "club_invited":
        invitation = facts.invitation(matter)
        return me is None and invitation is not None and invitation.is_open(timezone.now())
    if kind == "club_asked":
        request = facts.request(matter)
        is_open = request is not None and request.state == JoinRequest.State.OPEN
        return is_open and me is not None and me.organises
    if kind == "club_role":
        return me is not None and me.role == matter.notice.data["role"]
    if kind == "club_approved":
        return me is not None
    # The others say that the reader does not belong to it.
    return me is None


# --- In words ---


def _invited(matter: Matter, facts: Facts) -> Told | None:
    invitation = facts.invitation(matter)
    if invitation is None:
        return None
    words = {"name": invitation.made_by or _("Somebody"), "club": matter.club}
    return Told(
        title=_("%(name)s invites you to the club %(club)s") % words,
        path=invitation.get_absolute_url(),
        action=pgettext("a link", "To the invitation"),
    )


def _asked(matter: Matter, facts: Facts) -> Told | None:
    request = facts.request(matter)
    if request is None:
        return None
    words = {"name": request.user, "club": matter.club}
    return Told(
        title=_("%(name)s asks to join %(club)s") % words,
        path=reverse("leagues:requests", args=[matter.club.slug]),
        action=pgettext("a link", "To the requests"),
        lines=[request.text] if request.text else [],
    )


def _approved(matter: Matter, facts: Facts) -> Told:
    title = _("You are a member of %(club)s now") % {"club": matter.club}
    return _told(matter, facts, title)


def _refused(matter: Matter, facts: Facts) -> Told:
    title = _("%(club)s has refused your request to join") % {"club": matter.club}
    return _told(matter, facts, title)


def _removed(matter: Matter, facts: Facts) -> Told:
    title = _("You are no longer a member of %(club)s") % {"club": matter.club}
    reason = matter.notice.data.get("reason")
    lines = [_("The reason given: %(reason)s") % {"reason": reason}] if reason else []
    return _told(matter, facts, title, lines)


def _role(matter: Matter, facts: Facts) -> Told:
    words = {"club": matter.club, "role": role_name(matter.notice.data["role"])}
    return _told(matter, facts, _("Your role in %(club)s is now: %(role)s") % words)


def _told(matter: Matter, facts: Facts, title: str, lines: Sequence[str] = ()) -> Told:
    """Leads to the club, or to the others where it is closed to the reader."""
    if matter.club.is_public or facts.membership(matter):
        path, action = matter.club.get_absolute_url(), pgettext("a link", "To the club")
    else:
        path, action = reverse("leagues:clubs"), pgettext("a link", "To the clubs")
    return Told(title=title, path=path, action=action, lines=lines)


WORDS: Final[dict[str, Callable[[Matter, Facts], Told | None]]] = {
    "club_invited": _invited,
    "club_asked": _asked,
    "club_approved": _approved,
    "club_refused": _refused,
    "club_removed": _removed,
    "club_role": _role,
}

_teller = Teller()
_KINDS = (
    Kind(name="club_invited", label=gettext_lazy("Invitations to clubs"), teller=_teller),
    Kind(
        name="club_asked",
        label=gettext_lazy("Somebody asks to join a club that I organise"),
        teller=_teller,
        push=False,
    ),
    Kind(name="club_approved", label=gettext_lazy("A club takes me in"), teller=_teller),
    Kind(
        name="club_refused",
        label=gettext_lazy("A club refuses my request"),
        teller=_teller,
        push=False,
    ),
    Kind(
        name="club_removed",
        label=gettext_lazy("A club removes me"),
        teller=_teller,
        push=False,
    ),
    Kind(
        name="club_role",
        label=gettext_lazy("My role in a club changes"),
        teller=_teller,
        push=False,
    ),
)


def connect() -> None:
    """Let people be told of clubs."""
    for kind in _KINDS:
        register(kind)
