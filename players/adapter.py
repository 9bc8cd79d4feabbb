from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from .models import User
from .services import new_person


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def get_user_search_fields(self) -> list[str]:
        return ["name", "email"]

    def new_user(self, request: HttpRequest) -> User:
        """Whose row signing up fills: a guest keeps his own, and with it his games."""
        user = request.user
        return user if user.is_authenticated and user.is_guest else new_person(request)
