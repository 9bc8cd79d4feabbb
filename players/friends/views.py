"""The page of friends, and its buttons."""

from collections.abc import Callable
from typing import Final

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from infrastructure.pages import render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post
from players.access import get_person_or_404
from players.friends import services
from players.friends.forms import AskFriendForm
from players.friends.friends_page import friends_page
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
    return _change(request, services.ask_friend, asker=request.user, asked=form.cleaned_data["name"])


@require_POST
def ask_friend(request: PersonRequest, pk: int) -> HttpResponse:
    limit(request, "ask_friend", ASKED)
    return _change(request, services.ask_friend, asker=request.user, asked=get_person_or_404(pk))


def _button(change: Callable[..., None], other: str = "other") -> Callable[..., HttpResponse]:
    """A view that makes the change between its user and the person of its address."""

    @require_POST
    def view(request: PersonRequest, pk: int) -> HttpResponse:
        limit(request, "friends", CHANGED)
        return _change(request, change, user=request.user, **{other: get_person_or_404(pk)})

    return view


accept_friend = _button(services.accept_friend, "asker")
end_friendship = _button(services.end_friendship)
block = _button(services.block)
unblock = _button(services.unblock)


def _change(request: PersonRequest, change: Callable[..., None], **people: User) -> HttpResponse:
    """Make the change and show the page of friends, or the reason why it was refused."""
    try:
        change(**people)
    except FriendError as error:
        return _page(request, AskFriendForm(), str(error), status=409)
    return redirect("players:friends")


def _page(request: PersonRequest, form: AskFriendForm, error: str = "", status: int = 200) -> HttpResponse:
    page = friends_page(request.user, form, error)
    return render_page(request, "players/friends/friends.html", page, status=status)
