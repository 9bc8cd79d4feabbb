"""A game as JSON, as its reader may see it."""

import json
from typing import Any, Final

from django.http import HttpResponse
from ninja import Field, Schema

from games.access import Visitor, seat_of
from games.kernel.log import state_of
from games.models import Game, Seat
from games.records import known_record
from games.turns.held_moves import held_move
from napoleon.engine import DealView, Match, view
from napoleon.engine.events import Claim, LegalCommand, LegalExchanges
from napoleon.engine.record import header
from napoleon.engine.wire import event_to_json

Json = dict[str, Any]
JSON_TYPE: Final = "application/json; charset=utf-8"

STATUS = {Game.Status.LOBBY: "lobby", Game.Status.RUNNING: "running", Game.Status.ON_HOLD: "running"}
"""All other states are over."""


class Player(Schema):
    seat: int
    id: int | None = Field(description="The number of the account; null for the site's bots and open seats.")
    name: str | None = Field(description="null while the seat is open.")
    bot: bool


class GameLine(Schema):
    """A game in a list."""

    id: str
    status: str = Field(description="lobby, running or finished")
    seq: int
    seat: int | None = Field(description="The seat of the token's person.")
    players: list[Player]
    name: str
    listed: bool


class ToAct(Schema):
    deal: int
    seat: int
    legal: list[Json] | None = Field(None, description="In the own entries only: the commands, without `deal`.")
    may_claim: bool | None = None
    held: Json | None = Field(None, description="The own move that can still be taken back.")


class GameView(GameLine):
    record: list[Json] = Field(description="The lines of the record that the seat knows, the header first.")
    to_act: list[ToAct]
    scores: list[int]


PLAYERS_EXAMPLE = [
    {"seat": 0, "id": 7, "name": "Ai", "bot": False},
    {"seat": 1, "id": None, "name": "Hal", "bot": True},
]
LINE_EXAMPLE = {
    "id": "Zk3f9Qx81mB7",
    "status": "running",
    "seq": 12,
    "seat": 0,
    "players": PLAYERS_EXAMPLE,
    "name": "",
    "listed": True,
}
VIEW_EXAMPLE = {
    **LINE_EXAMPLE,
    "record": [{"format": "napoleon-record", "version": 1, "rules": {"preset": "nap"}, "players": ["Ai", "Hal"]}],
    "to_act": [
        {"deal": 1, "seat": 0, "legal": [{"type": "pass"}, {"type": "bid", "bid": "three"}], "may_claim": False}
    ],
    "scores": [0, 0],
}


def game_line(game: Game, reader: Visitor) -> Json:
    own = seat_of(reader, game)
    return {
        "id": game.slug,
        "status": STATUS.get(Game.Status(game.status), "finished"),
        "seq": game.seq,
        "seat": own.number if own else None,
        "players": [player_json(seat) for seat in game.seats.all()],
        "name": game.name,
        "listed": game.is_listed,
    }


def player_json(seat: Seat) -> Json:
    is_bot = bool(seat.bot) or (seat.user is not None and seat.user.is_bot)
    return {"seat": seat.number, "id": seat.user_id, "name": seat.name or None, "bot": is_bot}


def game_view(game: Game, reader: Visitor) -> Json:
    line = game_line(game, reader)
    if game.started_at is None or game.status == Game.Status.ON_HOLD:
        names = [player["name"] or "" for player in line["players"]]
        return {**line, "record": [header(game.rules, names)], "to_act": [], "scores": [0] * game.rules.players}
    state, seat = state_of(game), line["seat"]
    known = view(state.match, seat, opens=game.opens_deals)
    to_act = [] if game.is_over else _to_act(game, known.deals, seat)
    return {**line, "record": record_lines(game, state.match, seat), "to_act": to_act, "scores": list(known.scores)}


def game_answer(game: Game, reader: Visitor) -> HttpResponse:
    """The view as a response. Only tests check it against `GameView`: that takes a tenth of a command's time."""
    return HttpResponse(json.dumps(game_view(game, reader)), content_type=JSON_TYPE)


def record_lines(game: Game, match: Match, seat: int | None) -> list[Json]:
    """What the seat knows. Where others still play the same deals, those that have ended stay out of it."""
    lines = known_record(game, seat)
    if game.opens_deals is not False:
        return lines
    still = {state.number for state in match.open}
    return [line for line in lines if "deal" not in line or line["deal"] in still]


def _to_act(game: Game, deals: tuple[DealView, ...], seat: int | None) -> list[Json]:
    held = _held(game, seat)
    return [
        {"deal": deal.number, "seat": number} | (_own(game, deal, held) if number == seat else {})
        for deal in deals
        for number in deal.to_act
    ]


def _own(game: Game, deal: DealView, held: dict[int, Json]) -> Json:
    claims = game.allows_claims and any(isinstance(one, Claim) for one in deal.proposals)
    own: Json = {"legal": [command_json(command) for command in deal.legal], "may_claim": claims}
    return own | ({"held": held[deal.number]} if deal.number in held else {})


def _held(game: Game, seat: int | None) -> dict[int, Json]:
    if not game.takes_back or seat is None:
        return {}
    rows = game.turns.filter(seat=seat, held__isnull=False).values_list("deal", "held")
    return {deal: move for deal, held in rows if (move := held_move(held))}


def command_json(command: LegalCommand) -> Json:
    """A legal command as a view lists it: without its deal and its seat."""
    data = {key: value for key, value in event_to_json(command).items() if key not in ("deal", "seat")}
    if isinstance(command, LegalExchanges) and command.recipients:
        data["give_to"] = list(command.recipients)
    return data
