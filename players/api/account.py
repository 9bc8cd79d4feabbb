"""Whose token it is."""

from typing import Any

from ninja import Router, Schema

from infrastructure.api.operations import operation
from players.api.door import ApiRequest, Needs
from players.api.models import Scope
from players.models import User

router = Router(tags=["account"])


class Account(Schema):
    id: int
    name: str
    bot: bool
    author: str
    guest: bool
    scopes: list[str]


EXAMPLE = {"id": 7, "name": "Ai", "bot": False, "author": "", "guest": False, "scopes": ["profile:read"]}


def account_json(user: User, scopes: list[str]) -> dict[str, Any]:
    return {
        "id": user.pk,
        "name": str(user),
        "bot": user.is_bot,
        "author": user.bot_author,
        "guest": user.is_guest,
        "scopes": scopes,
    }


@operation(
    router,
    "GET",
    "/account",
    "The account of the token",
    scopes=(Scope.PROFILE_READ,),
    guard=Needs(Scope.PROFILE_READ),
    answer=Account,
    example=EXAMPLE,
)
def get_account(request: ApiRequest) -> dict[str, Any]:
    return account_json(request.user, request.token.scopes)
