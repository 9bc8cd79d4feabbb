"""Lock accounts, so that two windows cannot change the same data at once."""

from datetime import timedelta
from typing import Final

from players.models import User

TWICE: Final = timedelta(minutes=1)
"""An identical request within this time is a double click."""


def lock_accounts(*people: User) -> None:
    """Lock the accounts until the transaction ends, in a fixed order; other rows may still refer to them."""
    keys = [user.pk for user in people]
    locked = User.objects.select_for_update(no_key=True).filter(pk__in=keys)
    list(locked.order_by("pk").values_list("pk"))
