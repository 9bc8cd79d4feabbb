"""Guests, signing up, and deleting accounts."""

import secrets
from datetime import datetime, timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from players.account_locks import lock_accounts
from players.accounts.devices import forget_name_in_log
from players.accounts.sign_up import NoGuests, may_be_guest
from players.models import User, key_of
from players.preferences import time_zones
from players.requests import PersonRequest
from players.signals import account_closing, account_locking, deletion_shown, guest_signed_up

BACKEND: Final = "players.accounts.backends.ModelBackend"
# Guests who do not return within this time are stale.
GUESTS_STAY: Final = timedelta(days=7)
BIRDS: Final = (
    pgettext_lazy("a guest's name", "Heron"),
    pgettext_lazy("a guest's name", "Crane"),
    pgettext_lazy("a guest's name", "Kite"),
    pgettext_lazy("a guest's name", "Lark"),
    pgettext_lazy("a guest's name", "Magpie"),
    pgettext_lazy("a guest's name", "Owl"),
    pgettext_lazy("a guest's name", "Plover"),
    pgettext_lazy("a guest's name", "Robin"),
    pgettext_lazy("a guest's name", "Sparrow"),
    pgettext_lazy("a guest's name", "Swallow"),
    pgettext_lazy("a guest's name", "Swan"),
    pgettext_lazy("a guest's name", "Wren"),
)


def new_person(request: HttpRequest) -> User:
    """An unsaved person in the browser's time zone."""
    return User(time_zone=time_zones.of_visitor(request))


def create_guest(request: HttpRequest) -> User:
    """Sign in a new guest, unless someone is signed in already. Raises `NoGuests` where accounts are needed."""
    if request.user.is_authenticated:
        return request.user
    if not may_be_guest(request):
        raise NoGuests
    guest = new_person(request)
    guest.is_guest, guest.name = True, guest_name()
    guest.set_unusable_password()
    guest.save()
    sign_guest_in(request, guest)
    return guest


def sign_guest_in(request: HttpRequest, guest: User) -> None:
    login(request, guest, BACKEND)


def guest_name() -> str:
    """A bird with a number, the first of several that nobody has."""
    drawn = [_bird(secrets.choice(BIRDS), 10**digits) for digits in (1, 1, 1, 3, 5)]
    keys = {key_of(name): name for name in drawn}
    taken = set(User.objects.filter(name_key__in=keys).values_list("name_key", flat=True))
    return next((name for key, name in keys.items() if key not in taken), drawn[-1])


def _bird(bird: object, least: int) -> str:
    return _("%(bird)s %(number)s") % {"bird": bird, "number": least + secrets.randbelow(9 * least)}


def introduce(user: User, name: str) -> None:
    """Finish signing up: set the name and end guest status."""
    was_guest = user.is_guest
    user.name, user.is_guest = name, False
    user.save(update_fields=["name", "is_guest"])
    if was_guest:
        guest_signed_up.send(User, user=user)


def keep_guest(request: PersonRequest, form: Any) -> User | None:
    """Turn the signed-in guest into a real account, given django-allauth's valid sign-up form.

    Returns None if they are no longer a guest.
    """
    with transaction.atomic():
        lock_accounts(request.user)
        if not User.objects.filter(pk=request.user.pk, is_guest=True).exists():
            return None
        user: User = form.save(request)
    # Otherwise the new password would end this session.
    update_session_auth_hash(request, user)
    EmailAddress.objects.get(user=user).send_confirmation(request, signup=True)
    return user


def consequences_of_deletion(user: User) -> list[str]:
    """What deleting the account would do in other apps, in sentences."""
    answers: Any = deletion_shown.send(User, user=user)
    return [sentence for _receiver, sentences in answers for sentence in sentences]


def delete_account(request: HttpRequest, user: User) -> None:
    """Delete the signed-in person."""
    erase(user)
    # Not by `logout`, whose signal would carry the deleted person.
    request.session.flush()
    request.user = AnonymousUser()


@transaction.atomic
def erase(user: User) -> None:
    """Delete an account; its seats and texts stay in the games, without a name.

    Addresses, keys, sessions and notes are deleted with it. Other apps release the person first.
    """
    account_locking.send(sender=User, users=[user])
    account_closing.send(sender=User, user=user)
    # Until here the person could get a seat or a role. New references wait from here on; a second pass removes them.
    list(User.objects.select_for_update().filter(pk=user.pk).values_list("pk"))
    account_closing.send(sender=User, user=user)
    forget_name_in_log(user)
    user.delete()


def stale_guests(since: datetime) -> QuerySet[User]:
    """Guests who have not returned since then; those who never sat down may be deleted."""
    # `User.last_visit` as a query; guests sign in only once.
    unseen = Q(seen_at=None) | Q(seen_at__lt=since)
    return User.objects.filter(unseen, is_guest=True, last_login__lt=since)
