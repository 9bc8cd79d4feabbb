"""Ownership of email addresses: an address belongs to the account in whose session it was confirmed.

Anyone can type any address, so an unconfirmed one proves nothing. Several accounts may have it until one of them
confirms it; then the others lose it, but keep their account, password and sessions.
"""

from typing import Any, Final

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import transaction
from django.db.models.functions import Coalesce

from players.models import User

# Each costs a password hash, and anyone can sign up with anyone's address.
MOST_TRIED: Final = 5


def owners(email: str) -> list[User]:
    """The account that a mail to the address may open: the one that has confirmed it, if any.

    An account made by staff that nobody has ever used belongs to its address's owner.
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
        # Signing in with a mailed code then confirms it.
        EmailAddress.objects.get_or_create(user=person, email=person.email, defaults={"primary": True})
    return owners


def password_holders(email: str) -> list[User]:
    """The accounts whose passwords are tried: the address's owner or, if unconfirmed, all who signed up with it.

    Only the most recently used ones count, so that nobody can lock others out by signing up many times with their
    address.
    """
    if confirmed := _confirmed(email):
        return [confirmed.user]
    here_last = Coalesce("seen_at", "last_login", "date_joined").desc()
    return list(User.objects.filter(email=email.lower()).order_by(here_last, "pk")[:MOST_TRIED])


def has(person: User, email: str) -> bool:
    """Whether the person has the address, confirmed or not."""
    mine = EmailAddress.objects.filter(user=person, email=email.lower())
    return person.email == email.lower() or mine.exists()


def take_when_confirmed(email_address: EmailAddress, **kwargs: Any) -> None:
    """Take the address however it was confirmed; signing in with a mailed code confirms it too."""
    with transaction.atomic():
        take(email_address)


def take(address: EmailAddress) -> bool:
    """Lock the address in all accounts and remove it from the others; False if another account confirmed it first.

    Call it in the transaction that confirms the address.
    """
    # In a fixed order, so that two accounts confirming at once do not deadlock.
    rows = EmailAddress.objects.select_for_update().filter(email=address.email).order_by("pk")
    held = list(rows)
    if address not in held or any(row.verified for row in held if row != address):
        return False
    EmailAddress.objects.filter(email=address.email).exclude(pk=address.pk).delete()
    for person in User.objects.filter(email=address.email).exclude(pk=address.user_id):
        _choose_another(person)
    return True


def _choose_another(person: User) -> None:
    """Make another of the person's addresses primary, preferably a confirmed one; otherwise they have none."""
    if other := EmailAddress.objects.filter(user=person).order_by("-verified", "pk").first():
        other.set_as_primary()
    else:
        person.email = ""
        person.save(update_fields=["email"])
