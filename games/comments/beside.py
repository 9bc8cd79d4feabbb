"""What is said and noted, gathered for a page: beside a position, in the list of a match, in somebody's own notes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

from django.core.paginator import Page, Paginator
from django.db.models import F, QuerySet
from django.forms import Form

from games.access import Visitor
from games.forms import CommentForm, NoteForm
from games.models import Game
from games.presenting.comments import (
    CommentShown,
    Mark,
    NoteShown,
    Refused,
    Spot,
    Talk,
    comments_shown,
    may_comment,
    note_shown,
    spot_of,
)
from games.presenting.review_links import Address
from games.reviewing import Position, Replay
from games.reviewing.position import positions

from .models import Comment, Note
from .paths import path_of
from .reading import Scope, comments_in, counts_in, notes_of

BESIDE: Final = 100
"""How many comments stand beside a position; the list of all has the earlier ones."""
BESIDE_A_BOARD: Final = 20
ON_A_PAGE: Final = 50
IN_ORDER: Final = (F("deal").asc(nulls_first=True), F("step").asc(nulls_first=True))
"""That of the match; what is said of it as a whole first."""


# --- Beside a position ---


def talk_of(
    game: Game, at: Position, user: Visitor, scope: Scope, address: Address, refused: Refused | None
) -> Talk:
    """What the reader sees beside the position, and what he may write there."""
    counts = counts_in(game, scope)
    here = {place.step: n for place, n in counts.items() if place and place.deal == at.number}
    notes = [note for note in _private(notes_of(game, user)) if note.deal == at.number]
    noted = {note.step for note in notes if note.step is not None}
    steps = sorted({*here, *noted})
    spot = Spot(deal=at.number, step=at.step)
    comments = _latest(comments_in(game, scope), spot) if at.step in here else []
    query = address.to(at.step).partition("?")[2]
    return Talk(
        comments=comments_shown(comments, user, {one.pk: spot for one in comments}, refused),
        left_out=max(0, here.get(at.step, 0) - BESIDE),
        notes=[
            note_shown(note, spot, may_share=may_comment(user))
            for note in notes
            if note.step == at.step
        ],
        counts=here,
        marks=[Mark(step, step not in here) for step in steps],
        total=sum(counts.values()),
        back=next((address.to(step) for step in reversed(steps) if step < at.step), ""),
        on=next((address.to(step) for step in steps if step > at.step), ""),
        form=_form(user, refused),
        query=f"?{query}" if query else "",
    )


def _private(notes: Iterable[Note]) -> list[Note]:
    return [note for note in notes if not is_shared(note)]


def _latest(comments: QuerySet[Comment], spot: Spot) -> list[Comment]:
    """The latest on the position, the newest last."""
    found = comments.filter(deal=spot.deal, step=spot.step).select_related("user")
    return list(found.order_by("-at", "-pk")[:BESIDE])[::-1]


def _form(user: Visitor, refused: Refused | None) -> CommentForm | None:
    if not may_comment(user):
        return None
    if refused and isinstance(refused.form, CommentForm) and refused.of is None:
        return refused.form
    return CommentForm(initial={"key": uuid4()})


def is_shared(note: Note) -> bool:
    return hasattr(note, "comment")


# --- All of a match ---


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of the list."""

    comments: list[CommentShown]
    page: Page[Comment]
    deals: list[int]
    """Those of which something is said."""
    deal: int | None
    """The one that the reader has chosen; None for all."""


def listed(
    game: Game,
    replay: Replay,
    seat: int | None,
    user: Visitor,
    scope: Scope,
    *,
    deal: int | None,
    number: str,
    refused: Refused | None = None,
) -> Listed:
    """The comments that the reader may see, in the order of the match, some at a time."""
    found = comments_in(game, scope).select_related("user").order_by(*IN_ORDER, "at", "pk")
    deals = sorted({place.deal for place in counts_in(game, scope) if place})
    page = Paginator(found.filter(deal=deal) if deal else found, ON_A_PAGE).get_page(number)
    comments = list(page)
    spots = spots_of(game, replay, seat, comments)
    return Listed(comments_shown(comments, user, spots, refused), page, deals, deal)


def spots_of(
    game: Game, replay: Replay, seat: int | None, texts: Iterable[Comment | Note]
) -> dict[int, Spot]:
    """Where each belongs, by its key; with an address where the reader may look back."""
    texts = list(texts)
    at = positions(replay, seat, {text.place for text in texts if text.place})
    return {
        text.pk: spot_of(
            game.slug, at.get(text.place) if text.place else None, text.deal, text.step
        )
        for text in texts
    }


# --- Somebody's own notes ---


def notes_beside(game: Game, user: Visitor, deal: int | None, form: Form | None) -> dict[str, Any]:
    """What stands beside the board: the reader's latest notes, the newest first, and a form for one more."""
    notes = list(notes_of(game, user).order_by("-pk")[: BESIDE_A_BOARD + 1])
    return {
        "notes": notes[:BESIDE_A_BOARD],
        "has_more_notes": len(notes) > BESIDE_A_BOARD,
        "form": form or NoteForm(initial={"key": uuid4(), "deal": deal}),
    }


@dataclass(frozen=True, slots=True)
class OwnNotes:
    """All that the reader has noted about a match."""

    notes: list[NoteShown]
    to_share: int
    """How many could join the comments now."""
    shared: int


def own_notes(
    game: Game,
    replay: Replay | None,
    seat: int | None,
    user: Visitor,
    scope: Scope,
    refused: Refused | None = None,
) -> OwnNotes:
    """The notes in the order of the match."""
    notes = list(notes_of(game, user).order_by(*IN_ORDER, "pk"))
    spots = spots_of(game, replay, seat, notes) if replay else {}
    shown = [
        note_shown(
            note,
            spots.get(note.pk, Spot(deal=note.deal, step=note.step)),
            may_share=may_comment(user) and scope.includes(note.place),
            shared_as=path_of(game.slug, note.place, note.comment.pk) if is_shared(note) else "",
            refused=refused,
        )
        for note in notes
    ]
    to_share = sum(note.may_share and not note.shared_as for note in shown)
    return OwnNotes(shown, to_share, sum(bool(note.shared_as) for note in shown))
