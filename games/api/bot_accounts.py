"""An account becomes a bot by its owner's word, for good."""

from typing import Any, Literal

from django.db import transaction
from django.utils.translation import gettext as _
from ninja import Field

from games.api.router import router
from games.models import FormerSeat, Seat
from infrastructure.api.bodies import Body
from infrastructure.api.operations import operation
from infrastructure.api.problems import Problem
from players.api.account import EXAMPLE, Account, account_json
from players.api.door import ApiRequest, Needs
from players.api.models import Scope
from players.models import User
from players.names import tidy
from players.writing import SharedTextField


class BecomeBot(Body):
    confirm: Literal[True]
    author: str = Field(min_length=1, max_length=80)


@operation(
    router,
    "POST",
    "/account/bot",
    "Make this account a bot, for good",
    scopes=(Scope.PROFILE_READ,),
    guard=Needs(Scope.PROFILE_READ),
    answer=Account,
    example={**EXAMPLE, "bot": True, "author": "Ai"},
    body={"confirm": True, "author": "Ai"},
)
def become_bot(request: ApiRequest, wish: BecomeBot) -> dict[str, Any]:
    author = tidy(wish.author)
    SharedTextField(max_length=80).clean(author)
    make_bot(request.user, author)
    return account_json(request.user, [])


@transaction.atomic
def make_bot(user: User, author: str) -> None:
    """Make the account a bot and end its tokens: those of a bot are made afterwards."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if user.is_guest:
        raise Problem(409, "refused", _("A guest cannot become a bot. Give the account an address first."))
    if has_played(user):
        raise Problem(409, "has_played", _("An account that has sat at a table cannot become a bot."))
    user.is_bot, user.bot_author = True, author
    user.save(update_fields=["is_bot", "bot_author"])
    user.api_tokens.all().delete()


def has_played(user: User) -> bool:
    seated = Seat.objects.filter(user=user).exists()
    return seated or FormerSeat.objects.filter(user=user).exists()
