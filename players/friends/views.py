"""The page of friends, and its buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post
from players.friends import services
from players.friends.context import friends_context
from players.friends.forms import AskFriendForm
from players.friends.services import FriendError
from players.models import User
from players.requests import PersonRequest

ASKED: Final = "30/h"
CHANGED: Final = "120/h"


@get_or_post
def friends(request: PersonRequest) -> HttpResponse:
    """The person's friends and requests; a POST asks somebody by name."""
    form = AskFriendForm(request.POST or None)
    if request.method != "POST":
        return _page(request, form)
    limit(request, "ask_friend", ASKED)
    if not form.is_valid():
        return _page(request, form, status=422)
    return _change(
        request, services.ask_friend, asker=request.user, asked=form.cleaned_data["name"]
    )


@require_POST
def ask_friend(request: PersonRequest, pk: int) -> HttpResponse:
    limit(request, "ask_friend", ASKED)
    return _change(request, services.ask_friend, asker=request.user, asked=_person(pk))


@require_POST
def accept_friend(request: PersonRequest, pk: int) -> HttpResponse:
    limit(request, "friends", CHANGED)
    return _change(request, services.accept_friend, user=request.user, asker=_person(pk))


@require_POST
def end_friendship(request: PersonRequest, pk: int) -> HttpResponse:
    """Remove a friend, decline a request or take one back."""
    limit(request, "friends", CHANGED)
    return _change(request, services.end_friendship, user=request.user, other=_person(pk))


@require_POST
def block(request: PersonRequest, pk: int) -> HttpResponse:
    limit(request, "friends", CHANGED)
    return _change(request, services.block, user=request.user, other=_person(pk))


@require_POST
def unblock(request: PersonRequest, pk: int) -> HttpResponse:
    limit(request, "friends", CHANGED)
    return _change(request, services.unblock, user=request.user, other=_person(pk))


def _person(pk: int) -> User:
    return get_object_or_404(User, pk=pk, is_active=True)


def _change(request: PersonRequest, change: Callable[..., None], **people: User) -> HttpResponse:
    """Make the change and show the page of friends, or say why it was refused."""
    try:
        change(**people)
    except FriendError as error:
        return _page(request, AskFriendForm(), str(error), status=409)
    return redirect("players:friends")


def _page(
    request: PersonRequest, form: AskFriendForm, error: str = "", status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {**friends_context(request.user), "form": form, "error": error}
    return render(request, "players/friends/friends.html", context, status=status)
