"""Tables before their match: opening one, sitting down, inviting, leaving."""

from typing import Any

from django.forms import BooleanField
from django.http import HttpResponse
from django.utils.translation import gettext as _
from ninja import Field, Schema, Status

from games.access import get_game_or_404, get_hosted_game, get_own_game_or_404, offered_seat, seat_of
from games.api.router import router
from games.api.view import VIEW_EXAMPLE, GameView, game_view
from games.kernel.game_queries import game_with_seats
from games.kernel.transaction import TableError
from games.lobby import services
from games.lobby.forms import NewTableForm, SeatInviteForm
from games.lobby.views import INVITED
from games.models import Game
from games.presentation.error_messages import refusal
from games.presentation.option_texts import PRESETS
from games.seats import substitution
from infrastructure.api.bodies import Body
from infrastructure.api.operations import operation
from infrastructure.api.problems import PREFIX, Problem, invalid_form
from infrastructure.rate_limits import limit
from napoleon.engine import RulesError, rules_from_json, rules_to_json
from napoleon.engine.rules import options_of
from players.api.door import ApiRequest, Needs
from players.api.models import Scope

Json = dict[str, Any]
CREATE = (Scope.GAMES_CREATE,)
LARGEST_SEAT = 7


class Clock(Body):
    move: int | None = Field(None, description="Seconds for each move; 0 for none.")
    bank: int | None = Field(None, description="Seconds for the whole match.")
    increment: int | None = None
    quiet: bool | None = None
    weekend: bool | None = None
    autopilot: bool | None = None


class NewTable(Body):
    rules: Json = Field(description="`preset`, and the options that differ from it.")
    bots: int = Field(0, ge=0, le=LARGEST_SEAT)
    bot_level: str = "captain"
    listed: bool = True
    name: str = Field("", max_length=60)
    invite: list[str] = Field([], max_length=LARGEST_SEAT)
    clock: Clock | None = None
    takes_back: bool = False
    allows_claims: bool = True


class ChosenSeat(Body):
    seat: int | None = Field(None, ge=0, le=LARGEST_SEAT)


class SeatInvitation(Body):
    seat: int = Field(ge=0, le=LARGEST_SEAT)
    player: str | int = Field(description="A name, or the number of an account.")


class Left(Schema):
    left: bool


@operation(
    router,
    "POST",
    "/games",
    "Open a table",
    scopes=CREATE,
    guard=Needs(*CREATE),
    answer=GameView,
    status=201,
    example=VIEW_EXAMPLE,
    body={"rules": {"preset": "gurunapo", "deals": 4}, "bots": 2, "bot_level": "captain", "invite": ["Bo"]},
)
def create_game(request: ApiRequest, response: HttpResponse, new: NewTable) -> Status[Json]:
    form = _form(request, new)
    if not form.is_valid():
        raise invalid_form(form)
    limit(request, "new_table", "30/h")
    for _person in form.invited:
        limit(request, "invite", INVITED)
    try:
        game = form.save()
    except TableError as error:
        raise Problem(409, "refused", str(error)) from error
    response["Location"] = f"{PREFIX}games/{game.slug}"
    return Status(201, game_view(game_with_seats(game.slug), request.user))


def _form(request: ApiRequest, new: NewTable) -> NewTableForm:
    """The form of the page for a new table, filled in."""
    preset = new.rules.get("preset")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise Problem(422, "bad_rules", _("There are no rules of this name."))
    empty = NewTableForm(preset=preset, host=request.user)
    values = {name: field.initial for name, field in empty.fields.items()}
    chosen = new.clock.model_dump() if new.clock else {}
    clock = {f"clock_{name}": value for name, value in chosen.items() if value is not None}
    values |= _options(preset, new.rules) | clock
    values |= {
        "bots": new.bots,
        "bot_level": new.bot_level,
        "is_listed": "yes" if new.listed else "no",
        "name": new.name,
        "friends": ", ".join(new.invite),
        "takes_back": new.takes_back,
        "allows_claims": new.allows_claims,
    }
    flags = {name for name, field in empty.fields.items() if isinstance(field, BooleanField)}
    data = {name: value for name, value in values.items() if value is not None and (value or name not in flags)}
    return NewTableForm(data, preset=preset, host=request.user)


def _options(preset: str, rules: Json) -> Json:
    """All options of the table, judged by the engine."""
    if unknown := rules.keys() - {"preset", *options_of(preset)}:
        raise Problem(
            422, "bad_rules", _("There is no such option: %(names)s.") % {"names": ", ".join(sorted(unknown))}
        )
    try:
        return {key: value for key, value in rules_to_json(rules_from_json(rules)).items() if key in options_of(preset)}
    except RulesError as error:
        raise Problem(422, "bad_rules", refusal(error.reason, error.details)) from error


@operation(
    router,
    "POST",
    "/games/{id}/join",
    "Sit down at a listed table, or in the seat that is kept for me",
    scopes=CREATE,
    guard=Needs(*CREATE),
    answer=GameView,
    example=VIEW_EXAMPLE,
    body={"seat": 1},
)
def join_game(request: ApiRequest, id: str, chosen: ChosenSeat) -> Json:
    game, user = get_game_or_404(request.user, id), request.user
    try:
        if offered_seat(user, game.seats.all()):
            substitution.sit_in(game_id=game.pk, user=user)
        elif not seat_of(user, game):  # a program may hear of its invitation after it has sat down
            refuse_other_seat(game, request, chosen.seat)
            services.take_seat(game_id=game.pk, user=user, number=chosen.seat)
    except TableError as error:
        raise Problem(409, "refused", str(error)) from error
    return game_view(game_with_seats(id), user)


def refuse_other_seat(game: Game, request: ApiRequest, number: int | None) -> None:
    """The page would give another seat where the chosen one is taken; a program would not notice."""
    if number is None or seat_of(request.user, game):
        return
    seats = list(game.seats.all())
    free = number < len(seats) and seats[number].is_open and seats[number].invited_id in (None, request.user.pk)
    if not free:
        raise TableError(_("That seat is taken."))


@operation(
    router,
    "POST",
    "/games/{id}/leave",
    "Leave my seat; a running match for good",
    scopes=CREATE,
    guard=Needs(*CREATE),
    answer=Left,
    example={"left": True},
)
def leave_game(request: ApiRequest, id: str) -> Json:
    game = get_own_game_or_404(request.user, id)
    leave = services.leave_seat if game.status == Game.Status.LOBBY else substitution.leave
    try:
        leave(game_id=game.pk, user=request.user)
    except TableError as error:
        raise Problem(409, "refused", str(error)) from error
    return {"left": True}


@operation(
    router,
    "POST",
    "/games/{id}/invite",
    "Keep a seat for somebody; in a running match, one that a bot plays",
    scopes=CREATE,
    guard=Needs(*CREATE),
    answer=GameView,
    example=VIEW_EXAMPLE,
    body={"seat": 2, "player": "Bo"},
)
def invite_player(request: ApiRequest, id: str, sent: SeatInvitation) -> Json:
    game = get_hosted_game(request.user, id)
    limit(request, "invite", INVITED)
    name = f"#{sent.player}" if isinstance(sent.player, int) else sent.player
    form = SeatInviteForm({"number": sent.seat, "name": name}, host=request.user)
    if not form.is_valid():
        raise invalid_form(form)
    invite = services.invite if game.status == Game.Status.LOBBY else substitution.offer
    try:
        invite(game_id=game.pk, number=sent.seat, user=form.cleaned_data["name"])
    except TableError as error:
        raise Problem(409, "refused", str(error)) from error
    return game_view(game_with_seats(id), request.user)
