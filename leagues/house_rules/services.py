"""Keep, change and delete house rules of a club. Tables and seasons have taken copies, which stay as they are."""

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.kernel.stored_rules import columns_of
from games.models import HouseRules
from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import ClubError, lock_club_as_organiser
from leagues.models import Club, ClubHouseRules
from napoleon.engine import Rules
from players.models import User

MOST_KEPT: Final = 30
"""As many sets as one club may keep."""


@transaction.atomic
def keep(*, club_id: int, user: User, name: str, rules: Rules) -> HouseRules:
    club = lock_club_as_organiser(club_id, user)
    if reason := why_no_more(club.house_rules.count()):
        raise ClubError(reason, "club_house_rules")
    kept = HouseRules.objects.create(user=None, name=name, **columns_of(rules))
    ClubHouseRules.objects.create(club=club, kept=kept)
    record_in_audit_log(club, "house_rules_kept", actor=user, rules=name)
    return kept


def why_no_more(kept: int) -> str:
    """Why a club with so many cannot keep more; empty if it can."""
    return _("No more house rules can be kept here. Delete some first.") if kept >= MOST_KEPT else ""


@transaction.atomic
def change(*, club_id: int, user: User, slug: str, name: str, rules: Rules) -> HouseRules:
    club = lock_club_as_organiser(club_id, user)
    kept = _kept(club, slug)
    if (kept.name, kept.rules) == (name, rules):
        return kept
    record_in_audit_log(club, "house_rules_changed", actor=user, rules=kept.name)
    kept.keep(name, rules)
    return kept


@transaction.atomic
def delete(*, club_id: int, user: User, slug: str) -> None:
    club = lock_club_as_organiser(club_id, user)
    kept = _kept(club, slug)
    record_in_audit_log(club, "house_rules_deleted", actor=user, rules=kept.name)
    kept.delete()


def _kept(club: Club, slug: str) -> HouseRules:
    kept = HouseRules.objects.filter(of_club__club=club, slug=slug).first()
    if kept is None:
        raise ClubError(_("The club no longer keeps these rules."))
    return kept
