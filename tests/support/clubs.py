"""Clubs in one line, and readers of their pages."""

from typing import Any

import pytest

from games.models import HouseRules
from leagues.clubs import invitations, services
from leagues.clubs.audit_messages import sentence
from leagues.house_rules import services as house_rules
from leagues.models import AuditEntry, Club, Invitation, JoinRequest, Membership, Role
from napoleon.engine import rules_from_json
from players.models import Notification, User
from tests.support.cast import person


def club_of(owner: User, *members: User, slug: str = "tuesday", **values: Any) -> Club:
    """A club with its owner and, in this order, its members."""
    club = services.create(user=owner, slug=slug, name=slug.capitalize(), **values)
    for user in members:
        add(club, user)
    return club


def add(club: Club, user: User, role: Role = Role.MEMBER) -> Membership:
    """Make the person a member of the club."""
    Membership.objects.filter(pk=services.admit(club, user).pk).update(role=role)
    return membership(club, user)


def membership(club: Club, user: User) -> Membership:
    return Membership.objects.get(club=club, user=user, ended_at=None)


def role(club: Club, user: User) -> str:
    """The person's role in the club; empty if none."""
    found = Membership.objects.filter(club=club, user=user, ended_at=None).first()
    return found.role if found else ""


def link(club: Club, user: User, days: int = 14, uses: int = 20) -> Invitation:
    return invitations.make_link(club_id=club.pk, user=user, days=days, uses=uses)


def asked(club: Club, user: User, text: str = "") -> JoinRequest:
    services.request_to_join(club_id=club.pk, user=user, text=text)
    return JoinRequest.objects.get(club=club, user=user, state="open")


def kept_rules(club: Club, organiser: User, name: str = "Tuesdays", **changes: Any) -> HouseRules:
    """House rules of the club: Mighty from 14 on."""
    rules = rules_from_json({"preset": "mighty", "min_bid": 14, **changes})
    assert club.pk is not None
    return house_rules.keep(club_id=club.pk, user=organiser, name=name, rules=rules)


def log(club: Club) -> list[str]:
    """The club's log as its members read it, oldest first."""
    entries = AuditEntry.objects.filter(club=club).select_related("actor", "subject")
    return [sentence(entry) for entry in entries.order_by("pk")]


def told(user: User) -> list[str]:
    """The kinds of the person's notifications, oldest first."""
    return list(Notification.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


def tuesday() -> Club:
    """Ai owns it, Bo organises, Chie is a member."""
    ai, bo, chie = map(person, ("ai", "bo", "chie"))
    made = club_of(ai, bo, chie)
    Membership.objects.filter(user=bo).update(role=Role.ORGANISER)
    return made


@pytest.fixture
def club(ai: User, bo: User, chie: User) -> Club:
    """The Tuesday club, created if needed."""
    return Club.objects.filter(slug="tuesday").first() or tuesday()
