"""To whom an email address belongs: to who has confirmed it, inside a session of the account that asked.

Anybody can type any address, so an unconfirmed one proves nothing. Several accounts may have it until one of them
confirms it; then it is removed from the others, who keep their account, password and sessions.
"""

from __future__ import annotations

from typing import Any, Final

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import transaction
from django.db.models.functions import Coalesce

from players.models import User

# Each costs a hash of the password that somebody types, and anybody can sign up with anybody's address.
MOST_TRIED: Final = 5


def owners(email: str) -> list[User]:
    """The account that a mail to the address may open; none unless the address has been confirmed there.

    An account made by staff, which nobody has ever entered, has no other owner than its address's.
    """
    if confirmed := _confirmed(email):
        return [confirmed.user] if confirmed.user.is_active else []
    return _unentered(email)


def _confirmed(email: str) -> EmailAddress | None:
    addresses = EmailAddress.objects.filter(email=email.lower(), verified=True)
    return addresses.select_related("user").first()


def _unentered(email: str) -> list[User]:
    people = User.objects.filter(
        email=email.lower(),
        is_active=True,
        is_guest=False,
        last_login=None,
        password__startswith=UNUSABLE_PASSWORD_PREFIX,
    )
    owners = list(people[:1])
    for person in owners:
        # Signing in by a mailed code then confirms it.
        EmailAddress.objects.get_or_create(
            user=person, email=person.email, defaults={"primary": True}
        )
    return owners


def password_holders(email: str) -> list[User]:
    """Whose passwords are tried with the address: its owner's, or while it has none, those of who signed up with it.

    Of many, those who were here last: accounts that somebody has made in advance with the address, and left, keep no
    one out.
    """
    if confirmed := _confirmed(email):
        return [confirmed.user]
    here_last = Coalesce("seen_at", "last_login", "date_joined").desc()
    return list(User.objects.filter(email=email.lower()).order_by(here_last, "pk")[:MOST_TRIED])


def has(person: User, email: str) -> bool:
    """Whether the address is one of the person's, confirmed or not."""
    mine = EmailAddress.objects.filter(user=person, email=email.lower())
    return person.email == email.lower() or mine.exists()


def take_when_confirmed(email_address: EmailAddress, **kwargs: Any) -> None:
    """However it was confirmed: entering by a mailed code does so as well."""
    with transaction.atomic():
        take(email_address)


def take(address: EmailAddress) -> bool:
    """Lock the address in all accounts and remove it from the others; False if one of them has confirmed it first.

    Call it in the transaction that confirms the address.
    """
    # Always in the same order, so that two accounts that confirm at once do not wait for each other.
    rows = EmailAddress.objects.select_for_update().filter(email=address.email).order_by("pk")
    held = list(rows)
    if address not in held or any(row.verified for row in held if row != address):
        return False
    EmailAddress.objects.filter(email=address.email).exclude(pk=address.pk).delete()
    for person in User.objects.filter(email=address.email).exclude(pk=address.user_id):
        _choose_another(person)
    return True


def _choose_another(person: User) -> None:
    """Make another of the person's addresses primary, rather a confirmed one; without one they have none."""
    if other := EmailAddress.objects.filter(user=person).order_by("-verified", "pk").first():
        other.set_as_primary()
    else:
        person.email = ""
        person.save(update_fields=["email"])
