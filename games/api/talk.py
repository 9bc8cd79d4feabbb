"""The chat of a table."""

from typing import Any

from ninja import Field, Schema, Status

from games.access import get_game_or_404, get_own_game_or_404
from games.api.router import router
from games.models import ChatMessage
from games.table.chat import post_message, visible_lines
from games.table.forms import ChatForm
from infrastructure.api.bodies import Body
from infrastructure.api.lists import Cursor, ItemList, Limit, page_of, parse_key
from infrastructure.api.operations import operation
from infrastructure.api.problems import Problem
from infrastructure.api.times import moment
from infrastructure.rate_limits import limit as limit_rate
from players.api.door import ApiRequest, Needs
from players.api.models import Scope

READ = (Scope.GAMES_READ,)
WRITE = (Scope.CHAT_WRITE,)


class ChatLine(Schema):
    id: int
    at: str
    player: str
    player_id: int | None
    text: str
    thought: bool = Field(description="Others read it once the match is over.")


class NewLine(Body):
    text: str = Field(min_length=1, max_length=500)
    thought: bool = False


EXAMPLE = {"id": 4, "at": "2026-03-01T12:00:00Z", "player": "Ai", "player_id": 7, "text": "Hello", "thought": False}


def chat_line(line: ChatMessage) -> dict[str, Any]:
    return {
        "id": line.pk,
        "at": moment(line.at),
        "player": str(line.user) if line.user else "",
        "player_id": line.user_id,
        # What staff have hidden stays a line, without its words.
        "text": "" if line.hidden_at else line.text,
        "thought": line.is_thought,
    }


@operation(
    router,
    "GET",
    "/games/{id}/chat",
    "The chat of a table, latest lines first",
    scopes=READ,
    guard=Needs(*READ),
    answer=ItemList[ChatLine],
    example={"items": [EXAMPLE], "next": None},
)
def list_chat(request: ApiRequest, id: str, limit: Limit, cursor: Cursor) -> dict[str, Any]:
    lines = visible_lines(get_game_or_404(request.user, id), request.user)
    if (key := parse_key(cursor)) is not None:
        lines = lines.filter(pk__lt=key)
    shown, after = page_of(request, lines.order_by("-pk")[: limit + 1], limit, lambda line: line.pk)
    return {"items": [chat_line(line) for line in shown], "next": after}


@operation(
    router,
    "POST",
    "/games/{id}/chat",
    "Write to the table",
    scopes=WRITE,
    guard=Needs(*WRITE),
    answer=ChatLine,
    status=201,
    example=EXAMPLE,
    body={"text": "Hello"},
)
def write_chat(request: ApiRequest, id: str, new: NewLine) -> Status[dict[str, Any]]:
    game = get_own_game_or_404(request.user, id)
    form = ChatForm({"text": new.text, "is_thought": new.thought})
    if not form.is_valid():
        raise Problem(422, detail=str(next(iter(form.errors.values()))[0]))
    limit_rate(request, "chat", "20/m")
    line = post_message(game=game, user=request.user, text=form.cleaned_data["text"], is_thought=new.thought)
    return Status(201, chat_line(line))
