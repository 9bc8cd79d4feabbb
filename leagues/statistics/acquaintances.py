"""Members of one club may see each other's statistics where these are for acquaintances."""

from leagues.models import Membership
from players.models import User


def share_a_club(reader: User, person: User) -> bool:
    """Whether both are members of a club now."""
    theirs = Membership.objects.filter(user=person, ended_at=None)
    both = theirs.filter(club__memberships__user=reader, club__memberships__ended_at=None)
    return both.exists()
