"""What people send to the site's games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.comments.models import LONGEST
from games.importing.names import readable
from games.log import Payload

# --- A move at the table ---


class MoveForm(forms.Form):
    """The fields that every move has; `payload` reads what belongs to its kind.

    Whether the move is legal the engine says. Here is only refused what is no move at all.
    """

    do = forms.ChoiceField(
        choices=[(kind, kind) for kind in ("bid", "pass", "call", "exchange", "play")]
    )
    deal = forms.IntegerField(min_value=1, max_value=100_000)
    seen = forms.IntegerField(min_value=1, required=False)
    key = forms.UUIDField(required=False)

    def payload(self) -> Payload:
        """The move as the record format writes it, less its seat."""
        data: Any = self.data
        kind = self.cleaned_data["do"]
        return {"type": kind, "deal": self.cleaned_data["deal"], **_READERS[kind](data)}


def _whole(text: str | None) -> int | None:
    return int(text) if text and len(text) < 4 and text.isdecimal() else None


def _bid(data: QueryDict) -> Payload:
    if "bid" in data:
        return {"bid": data["bid"]}
    return {"count": _whole(data.get("count")), "trump": data.get("trump")}


def _call(data: QueryDict) -> Payload:
    suit = data.get("suit", "")
    return {"card": data.get("call") or ("JK" if suit == "JK" else suit + data.get("rank", ""))}


def _exchange(data: QueryDict) -> Payload:
    laid = {"discard": data.getlist("discard")}
    return {**laid, "give_to": _whole(data.get("give_to"))} if "give_to" in data else laid


def _play(data: QueryDict) -> Payload:
    card = {"card": data.get("card", "")}
    return {**card, "suit": data["suit"]} if card["card"] == "JK" and "suit" in data else card


_READERS: Final[dict[str, Callable[[QueryDict], Payload]]] = {
    "pass": lambda data: {},
    "bid": _bid,
    "call": _call,
    "exchange": _exchange,
    "play": _play,
}


# --- Talk ---


class ChatForm(forms.Form):
    text = forms.CharField(label=_("To the table"), max_length=500)
    is_thought = forms.BooleanField(required=False)
    key = forms.UUIDField(required=False)


class TextField(forms.CharField):
    """Text of several lines; browsers send two characters for each end of a line, and count one.

    Where nothing can be seen there is none.
    """

    def to_python(self, value: str | None) -> str:
        text = str(super().to_python(value)).replace("\r\n", "\n")
        return text if readable(text) else ""


class NoteForm(forms.Form):
    """Something to remember, and in which deal it was noted."""

    text = TextField(label=_("Note for myself"), max_length=LONGEST)
    deal = forms.IntegerField(min_value=1, max_value=32_767, required=False)
    key = forms.UUIDField(required=False)


class CommentForm(forms.Form):
    """Something to say of a position; or, if ``is_private``, to remember of it."""

    text = TextField(label=_("Comment"), max_length=LONGEST)
    is_private = forms.BooleanField(required=False)
    key = forms.UUIDField(required=False)
