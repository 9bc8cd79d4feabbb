"""Lock accounts, so that what their limits count cannot grow in two windows at once."""

from __future__ import annotations

from players.models import User


def lock_account(user: User) -> None:
    """Lock the account until the transaction ends; other rows may still refer to it."""
    list(User.objects.select_for_update(no_key=True).filter(pk=user.pk).values_list("pk"))
