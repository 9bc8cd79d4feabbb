"""The forms of a table: a player's action, and a line of the chat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.kernel.events import Payload
from games.requests import parse_number

# --- An action ---

BARE: Final = ("claim", "concede", "agree", "refuse")
"""Actions that are nothing but their kind."""


class ActionForm(forms.Form):
    """An action of a player: the fields that all kinds share; `payload` reads those of its kind.

    The form refuses only what is no action at all. The engine decides whether an action is legal.
    """

    do = forms.ChoiceField(
        choices=[(kind, kind) for kind in ("bid", "pass", "call", "exchange", "play", *BARE)]
    )
    deal = forms.IntegerField(min_value=1, max_value=100_000)
    seen = forms.IntegerField(min_value=1, required=False)
    key = forms.UUIDField(required=False)

    def payload(self) -> Payload:
        """Return the action as the record format writes it, without its seat."""
        data: Any = self.data
        kind = self.cleaned_data["do"]
        return {"type": kind, "deal": self.cleaned_data["deal"], **_READERS[kind](data)}


def _bid(data: QueryDict) -> Payload:
    if "bid" in data:
        return {"bid": data["bid"]}
    return {"count": parse_number(data.get("count"), 3), "trump": data.get("trump")}


def _call(data: QueryDict) -> Payload:
    suit = data.get("suit", "")
    return {"card": data.get("call") or ("JK" if suit == "JK" else suit + data.get("rank", ""))}


def _exchange(data: QueryDict) -> Payload:
    discards = {"discard": data.getlist("discard")}
    return (
        {**discards, "give_to": parse_number(data.get("give_to"), 3)}
        if "give_to" in data
        else discards
    )


def _play(data: QueryDict) -> Payload:
    card = {"card": data.get("card", "")}
    return {**card, "suit": data["suit"]} if card["card"] == "JK" and "suit" in data else card


_READERS: Final[dict[str, Callable[[QueryDict], Payload]]] = {
    **dict.fromkeys(("pass", *BARE), lambda data: {}),
    "bid": _bid,
    "call": _call,
    "exchange": _exchange,
    "play": _play,
}


# --- The chat ---


class ChatForm(forms.Form):
    text = forms.CharField(label=_("To the table"), max_length=500)
    is_thought = forms.BooleanField(required=False)
    key = forms.UUIDField(required=False)
