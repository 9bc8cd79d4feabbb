"""Authentication backends: signing in, and finding the person of a session."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth import backends

from players.accounts import email_addresses
from players.accounts.sessions import take_owner
from players.models import User


class PreparedPerson:
    """Finds the person of a session as Django does, but mostly together with the session."""

    user_can_authenticate: Any

    def get_user(self, user_id: int) -> User | None:
        person: User | None = take_owner(user_id) or User.objects.filter(pk=user_id).first()
        return person if person and self.user_can_authenticate(person) else None


class ModelBackend(PreparedPerson, backends.ModelBackend):
    """Signs in staff, and people who need no password."""


class AddressBackend(PreparedPerson, AuthenticationBackend):
    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        people = email_addresses.password_holders(email)
        return next((person for person in people if self._check_password(person, password)), None)
