"""What a player does: commands, plans, and taking a move back. Each is carried out by the same service as on a page."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.http import HttpResponse
from django.utils.translation import gettext as _
from ninja import Field

from games.access import Visitor, get_game_or_404, get_own_game_or_404, seat_of
from games.api.router import router
from games.api.view import VIEW_EXAMPLE, GameView, game_answer
from games.kernel.transaction import NotSeated, Stale, TableError
from games.models import Game
from games.plans.forms import wrong_plan
from games.plans.plan import PlanError, plan_from_json, plan_to_json
from games.plans.services import add_plan, automation_of, drop_plan, text_of
from games.presentation.error_messages import refusal
from games.turns import held_moves, services
from infrastructure.api.bodies import Body
from infrastructure.api.lists import ItemList
from infrastructure.api.operations import operation
from infrastructure.api.problems import Problem
from napoleon.engine import IllegalCommand
from players.api.door import ApiRequest, Needs
from players.api.models import Scope

Json = dict[str, Any]
Changed = TypeVar("Changed")
READ = (Scope.GAMES_READ,)
PLAY = (Scope.GAMES_PLAY, Scope.BOT_PLAY)
LARGEST: Final = 2**31 - 1
PLAN_EXAMPLE: Final[Json] = {"deal": 1, "plan": {"do": "play", "play": "lowest", "led": "H"}}


class SentCommand(Body):
    seen: int = Field(ge=0, le=LARGEST, description="The `seq` of the view that the command was chosen for.")
    command: Json = Field(description="An entry of `legal`, with its `deal`.")


class OfDeal(Body):
    deal: int = Field(ge=1, le=LARGEST)


class DealPlan(OfDeal):
    plan: Json


def in_own_game(reader: Visitor, slug: str, change: Callable[[], Changed]) -> Changed:
    """Let a player change something; a refusal becomes a problem."""
    try:
        return change()
    except (Game.DoesNotExist, NotSeated) as error:
        # Whether there is such a game is no secret to those who may look on.
        get_game_or_404(reader, slug)
        raise Problem(403, "not_seated", _("You are not at this table.")) from error
    except Stale as error:
        raise Problem(409, "stale", _("The table has moved on. This is the current position.")) from error
    except IllegalCommand as error:
        raise Problem(422, error.code, refusal(error.reason, error.details)) from error
    except TableError as error:
        raise Problem(409, "refused", str(error)) from error


@operation(
    router,
    "POST",
    "/games/{id}/commands",
    "Bid, pass, call, exchange, play, claim, concede, or answer a claim",
    scopes=PLAY,
    guard=Needs(*PLAY),
    answer=GameView,
    example=VIEW_EXAMPLE,
    body={"seen": 12, "command": {"type": "play", "deal": 1, "card": "SA"}},
)
def send_command(request: ApiRequest, id: str, sent: SentCommand) -> HttpResponse:
    command, user = sent.command, request.user
    if type(command.get("deal")) is not int or "seat" in command:
        raise Problem(422, "bad_command", _("A command names its deal, and no seat."))

    def act() -> Game:
        return services.act(slug=id, user_id=user.pk, payload=command, seen=None, key=None, seq=sent.seen).game

    return game_answer(in_own_game(user, id, act), user)


@operation(
    router,
    "POST",
    "/games/{id}/take-back",
    "Take back the move that is not made yet",
    scopes=PLAY,
    guard=Needs(*PLAY),
    answer=GameView,
    example=VIEW_EXAMPLE,
    body={"deal": 1},
)
def take_back_move(request: ApiRequest, id: str, of: OfDeal) -> HttpResponse:
    def take_back() -> Game:
        return held_moves.take_move_back(slug=id, user=request.user, deal=of.deal)

    return game_answer(in_own_game(request.user, id, take_back), request.user)


# --- Plans ---


@operation(
    router,
    "GET",
    "/games/{id}/plans",
    "My plans",
    scopes=READ,
    guard=Needs(*READ),
    answer=ItemList[DealPlan],
    example={"items": [PLAN_EXAMPLE], "next": None},
)
def list_plans(request: ApiRequest, id: str) -> Json:
    return _plans(request.user, id)


@operation(
    router,
    "POST",
    "/games/{id}/plans",
    "Plan what to do when my turn comes",
    scopes=PLAY,
    guard=Needs(*PLAY),
    answer=ItemList[DealPlan],
    example={"items": [PLAN_EXAMPLE], "next": None},
    body=PLAN_EXAMPLE,
)
def create_plan(request: ApiRequest, id: str, sent: DealPlan) -> Json:
    user = request.user
    in_own_game(user, id, lambda: add_plan(slug=id, user=user, deal=sent.deal, plan=_plan(sent.plan)))
    return _plans(user, id)


@operation(
    router,
    "POST",
    "/games/{id}/plans/drop",
    "Drop a plan",
    scopes=PLAY,
    guard=Needs(*PLAY),
    answer=ItemList[DealPlan],
    example={"items": [], "next": None},
    body=PLAN_EXAMPLE,
)
def remove_plan(request: ApiRequest, id: str, sent: DealPlan) -> Json:
    user, text = request.user, text_of(_plan(sent.plan))
    in_own_game(user, id, lambda: drop_plan(slug=id, user=user, deal=sent.deal, text=text))
    return _plans(user, id)


def _plan(data: Json) -> Any:
    try:
        return plan_from_json(data)
    except PlanError as error:
        raise Problem(422, "bad_plan", wrong_plan(error)) from error


def _plans(reader: Visitor, slug: str) -> Json:
    seat = seat_of(reader, get_own_game_or_404(reader, slug))
    rows = automation_of(seat).plans if seat else []
    items = [{"deal": row["deal"], "plan": plan_to_json(plan_from_json(row["plan"]))} for row in rows]
    return {"items": items, "next": None}
