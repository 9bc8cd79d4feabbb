"""An account becomes a bot by its owner's word, for good."""

from typing import Any, Final, Literal

from allauth.idp.oidc.models import Token
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Field, Schema

from games.api.router import router
from games.lobby.bot_list import LONGEST_OFFER, BotRecord, bots, offer, record_of
from games.models import FormerSeat, Seat
from infrastructure.api.bodies import Body
from infrastructure.api.lists import Cursor, ItemList, Limit, page_of, parse_key
from infrastructure.api.operations import operation
from infrastructure.api.problems import Problem
from players.api.account import EXAMPLE, Account, account_json
from players.api.door import AnyApiRequest, ApiRequest, Needs
from players.api.models import ApiToken, Scope
from players.models import User
from players.names import tidy
from players.writing import SharedTextField


class Offer(Body):
    minutes: int = Field(60, ge=0, le=int(LONGEST_OFFER.total_seconds() // 60), description="0: it waits no longer.")


class BotItem(Schema):
    id: int
    name: str
    author: str
    matches: int = Field(description="Finished ones at listed tables.")
    points: int
    waiting: bool


BOT_EXAMPLE: Final = {"id": 7, "name": "Botto", "author": "Ai", "matches": 12, "points": 30, "waiting": True}


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
    if not isinstance(request.token, ApiToken):
        # Who lets an app see their account has not agreed to that.
        raise Problem(403, detail=_("Only a token that you made yourself can do that."))
    author = tidy(wish.author)
    try:
        SharedTextField(max_length=80).clean(author)
    except ValidationError as error:
        raise Problem(422, detail=f"author: {error.messages[0]}") from error
    make_bot(request.user, author)
    return account_json(request.user, [])


@operation(
    router,
    "GET",
    "/bots",
    "The bots of people, with their record",
    answer=ItemList[BotItem],
    example={"items": [BOT_EXAMPLE], "next": None},
)
def list_bots(request: AnyApiRequest, limit: Limit, cursor: Cursor) -> dict[str, Any]:
    found = bots().order_by("-pk")
    if (key := parse_key(cursor)) is not None:
        found = found.filter(pk__lt=key)
    shown, after = page_of(request, found[: limit + 1], limit, lambda bot: bot.pk)
    return {"items": [_item(record_of(bot, timezone.now())) for bot in shown], "next": after}


@operation(
    router,
    "POST",
    "/account/bot/offer",
    "Seats this bot: the page of bots says for some time that it waits for tables",
    scopes=(Scope.GAMES_CREATE,),
    guard=Needs(Scope.GAMES_CREATE),
    answer=BotItem,
    example=BOT_EXAMPLE,
    body={"minutes": 60},
)
def offer_bot(request: ApiRequest, wish: Offer) -> dict[str, Any]:
    if not request.user.is_bot:
        raise Problem(403, detail=_("Only bots wait for tables."))
    offer(request.user, timezone.now(), wish.minutes)
    return _item(record_of(bots().get(pk=request.user.pk), timezone.now()))


def _item(bot: BotRecord) -> dict[str, Any]:
    return {
        "id": bot.user.pk,
        "name": str(bot.user),
        "author": bot.user.bot_author,
        "matches": bot.matches,
        "points": bot.points,
        "waiting": bot.is_waiting,
    }


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
    Token.objects.filter(user=user).delete()


def has_played(user: User) -> bool:
    seated = Seat.objects.filter(user=user).exists()
    return seated or FormerSeat.objects.filter(user=user).exists()
