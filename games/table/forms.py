"""The forms of a table: a player's action, and a line of the chat."""

from collections.abc import Callable
from typing import Final, NamedTuple
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.kernel.events import Payload
from games.presentation.typed_cards import typed_card
from infrastructure.requests import parse_number
from players.writing import SharedTextField

BARE: Final = ("claim", "concede", "agree", "refuse")
"""Actions that are nothing but their kind."""
CALLED_WHO: Final = ("nobody", "first_trick")
"""What a button of the call says in place of a card."""


class Action(NamedTuple):
    """An action of a player, as the form on their page says it."""

    payload: Payload
    """As the record format writes it, without its seat."""
    seen: int | None
    """The number of the last event of the deal that their page showed."""
    key: UUID | None
    """The name of the request."""


def action_of(data: QueryDict) -> Action | None:
    """What a form says; None if that is no action at all. The engine decides whether an action is legal.

    Every move has one, and Django's forms copy their fields each time, which takes twenty times as long as this.
    """
    kind, deal, seen = (data.get("do"), parse_number(data.get("deal")), parse_number(data.get("seen"), 9))
    read = _READERS.get(kind or "")
    if read is None or not deal or (data.get("seen") and not seen):
        return None
    try:
        name = data.get("key")
        key = UUID(name) if name else None
    except ValueError:
        return None
    return Action({"type": kind, "deal": deal, **read(data)}, seen, key)


def _bid(data: QueryDict) -> Payload:
    if "bid" in data:
        return {"bid": data["bid"]}
    return {"count": parse_number(data.get("count"), 3), "trump": data.get("trump")}


def _call(data: QueryDict) -> Payload:
    """The card of a button; or of keys, some of which are a whole card, some suits, and some no card at all."""
    suit = data.get("suit", "")
    called = data.get("call") or (suit + data.get("rank", "") if len(suit) == 1 else suit)
    return {"who": called} if called in CALLED_WHO else {"card": typed_card(called)}


def _exchange(data: QueryDict) -> Payload:
    discards = {"discard": [typed_card(card) for card in data.getlist("discard")]}
    return {**discards, "give_to": parse_number(data.get("give_to"), 3)} if "give_to" in data else discards


def _raise(data: QueryDict) -> Payload:
    """A raise in one word, such as "17S"."""
    bid = data.get("raise", "")
    return {"count": parse_number(bid[:-1], 3), "trump": bid[-1:]}


def _play(data: QueryDict) -> Payload:
    """A card; with a suit if it is a joker, and with an answer if it is one of those that may call the joker."""
    card = typed_card(data.get("card", ""))
    payload: Payload = {"card": card}
    if card in ("JK", "JB") and "suit" in data:
        payload["suit"] = data["suit"]
    if card in data.get("callers", "").split() and "calls_joker" in data:
        answer = str(data["calls_joker"])
        payload["calls_joker"] = _ANSWERS.get(answer, answer)
    return payload


_ANSWERS: Final[dict[str, bool]] = {"yes": True, "no": False}


_READERS: Final[dict[str, Callable[[QueryDict], Payload]]] = {
    **dict.fromkeys(("pass", "redeal", *BARE), lambda data: {}),
    "bid": _bid,
    "raise": _raise,
    "call": _call,
    "exchange": _exchange,
    "play": _play,
}


class ChatForm(forms.Form):
    text = SharedTextField(label=_("To the table"), max_length=500)
    is_thought = forms.BooleanField(required=False)
    key = forms.UUIDField(required=False)
