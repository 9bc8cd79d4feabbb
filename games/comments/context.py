"""Comments and notes for the templates: beside a position, in the list of a match, on the page of own notes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, NamedTuple
from uuid import uuid4

from django.core.paginator import Page, Paginator
from django.db.models import F, QuerySet
from django.forms import Form
from django.utils.translation import gettext as _

from games.access import Scope, Visitor
from games.comments.forms import CommentForm, NoteForm
from games.comments.models import Comment, Note, comment_path
from games.comments.queries import comments_in, counts_in, notes_of
from games.models import Game
from games.review.context import Review
from games.review.game_replay import Replay
from games.review.links import Address, place_of
from games.review.move_log import MoveShown
from games.review.position import Position, positions

MODERATE: Final = "staff.moderate"
BESIDE: Final = 100
"""How many comments a position's page shows; the list of the match has the earlier ones."""
BESIDE_A_BOARD: Final = 20
ON_A_PAGE: Final = 50
IN_ORDER: Final = (F("deal").asc(nulls_first=True), F("step").asc(nulls_first=True))
"""The order of the match, after the comments on the match as a whole."""


class RefusedForm(NamedTuple):
    """A form that was refused, shown again with its errors."""

    form: Form
    of: int | None = None
    """The key of the comment or note to change; None for a new one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """The position of a comment or note."""

    deal: int | None
    step: int | None
    place: str = ""
    """The part of the deal in words; empty until the reader may review it."""
    url: str = ""
    """The address of the position; empty until then too."""


@dataclass(frozen=True, slots=True)
class CommentMark:
    """A position with comments or notes."""

    step: int
    is_own: bool
    """It has only notes of the reader."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentShown:
    """A comment as the reader may see it; ``text`` is empty if it is hidden from them."""

    pk: int
    author: str
    at: datetime
    text: str
    version: str
    is_edited: bool
    is_hidden: bool
    is_note: bool
    is_mine: bool
    note: int | None
    """The key of the reader's own note that they shared as this comment."""
    may_hide: bool
    spot: Spot
    refused: Form | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteShown:
    pk: int
    at: datetime | None
    text: str
    version: str
    spot: Spot
    may_share: bool
    shared_as: str
    """The address of the comment shared from it."""
    refused: Form | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """The comments and notes beside a position."""

    comments: list[CommentShown]
    left_out: int
    """Earlier comments, which only the full list shows."""
    notes: list[NoteShown]
    counts: Mapping[int, int]
    """The number of comments on each position of the deal."""
    marks: list[CommentMark]
    total: int
    back: str
    on: str
    form: CommentForm | None
    query: str
    """The query string of the forms' addresses; it keeps the reader's way of viewing."""


@dataclass(frozen=True, slots=True)
class CommentList:
    """A page of the comments on a match."""

    comments: list[CommentShown]
    page: Page[Comment]
    deals: list[int]
    deal: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesPanel:
    """The notes beside the board."""

    notes: list[Note]
    has_more_notes: bool
    form: Form


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnNotes:
    notes: list[NoteShown]
    to_share: int
    shared: int


def may_comment(user: Visitor) -> bool:
    """Guests may read and keep private notes; only players with an account may comment, unless staff muted them."""
    return user.is_authenticated and not user.is_guest and not user.is_muted


def moderates(user: Visitor) -> bool:
    """Whether the person may hide comments: staff with the permission, as in the chat."""
    return bool(user.is_staff and user.has_perm(MODERATE))


def comments_shown(
    comments: Iterable[Comment], user: Visitor, spots: Mapping[int, Spot], refused: RefusedForm | None
) -> list[CommentShown]:
    """The comments as this reader sees them; ``spots`` is keyed by comment."""
    may_hide = moderates(user)
    return [_comment(comment, user, may_hide, spots[comment.pk], refused) for comment in comments]


def _comment(comment: Comment, user: Visitor, may_hide: bool, spot: Spot, refused: RefusedForm | None) -> CommentShown:
    is_mine = comment.user_id is not None and comment.user_id == user.pk
    may_read = not comment.is_hidden or is_mine or may_hide
    return CommentShown(
        pk=comment.pk,
        author=str(comment.user or _("former player")),
        at=comment.at,
        text=comment.text if may_read else "",
        version=comment.version,
        is_edited=comment.edited_at is not None,
        is_hidden=comment.is_hidden,
        is_note=comment.is_note,
        is_mine=is_mine,
        note=comment.note_id if is_mine else None,
        may_hide=may_hide,
        spot=spot,
        refused=refused.form if refused and refused.of == comment.pk else None,
    )


def note_shown(
    note: Note, spot: Spot, *, may_share: bool, shared_as: str = "", refused: RefusedForm | None = None
) -> NoteShown:
    return NoteShown(
        pk=note.pk,
        at=note.at,
        text=note.text,
        version=note.version,
        spot=spot,
        may_share=may_share,
        shared_as=shared_as,
        refused=refused.form if refused and refused.of == note.pk else None,
    )


def spot_of(slug: str, at: Position | None, deal: int | None, step: int | None) -> Spot:
    """The position with words and address if the reader may review it."""
    if at is None:
        return Spot(deal=deal, step=step)
    return Spot(deal=deal, step=step, place=place_of(at), url=Address(slug, at.number).to(at.step))


def with_comment_counts(page: Review, talk: Talk) -> Review:
    """The page with the number of comments at each of its moves."""
    if not talk.counts:
        return page
    return replace(
        page,
        tricks=[replace(trick, plays=_with_counts(trick.plays, talk.counts)) for trick in page.tricks],
        calls=_with_counts(page.calls, talk.counts),
        moves=_with_counts(page.moves, talk.counts),
    )


def _with_counts(moves: Iterable[MoveShown], counts: Mapping[int, int]) -> list[MoveShown]:
    return [replace(move, comments=counts.get(move.step, 0)) for move in moves]


# --- Beside a position ---


def talk_of(
    game: Game, at: Position, user: Visitor, scope: Scope, address: Address, refused: RefusedForm | None
) -> Talk:
    """What the reader sees beside the position, with the form if they may comment."""
    counts = counts_in(game, scope)
    here = {place.step: n for place, n in counts.items() if place and place.deal == at.number}
    notes = [note for note in notes_of(game, user) if note.deal == at.number and not is_shared(note)]
    noted = {note.step for note in notes if note.step is not None}
    steps = sorted({*here, *noted})
    spot = Spot(deal=at.number, step=at.step)
    comments = _latest(comments_in(game, scope), spot) if at.step in here else []
    query = address.to(at.step).partition("?")[2]
    return Talk(
        comments=comments_shown(comments, user, {comment.pk: spot for comment in comments}, refused),
        left_out=max(0, here.get(at.step, 0) - BESIDE),
        notes=[note_shown(note, spot, may_share=may_comment(user)) for note in notes if note.step == at.step],
        counts=here,
        marks=[CommentMark(step, step not in here) for step in steps],
        total=sum(counts.values()),
        back=next((address.to(step) for step in reversed(steps) if step < at.step), ""),
        on=next((address.to(step) for step in steps if step > at.step), ""),
        form=_form(user, refused),
        query=f"?{query}" if query else "",
    )


def _latest(comments: QuerySet[Comment], spot: Spot) -> list[Comment]:
    """The latest comments on the position, newest last."""
    here = comments.filter(deal=spot.deal, step=spot.step).select_related("user")
    return list(here.order_by("-at", "-pk")[:BESIDE])[::-1]


def _form(user: Visitor, refused: RefusedForm | None) -> CommentForm | None:
    if not may_comment(user):
        return None
    if refused and isinstance(refused.form, CommentForm) and refused.of is None:
        return refused.form
    return CommentForm(initial={"key": uuid4()})


def is_shared(note: Note) -> bool:
    return hasattr(note, "comment")


# --- All of a match ---


def listed(
    game: Game,
    replay: Replay,
    seat: int | None,
    user: Visitor,
    scope: Scope,
    *,
    deal: int | None,
    number: str,
    refused: RefusedForm | None = None,
) -> CommentList:
    """One page of the comments that the reader may see, in the order of the match."""
    visible = comments_in(game, scope).select_related("user").order_by(*IN_ORDER, "at", "pk")
    deals = sorted({place.deal for place in counts_in(game, scope) if place})
    page = Paginator(visible.filter(deal=deal) if deal else visible, ON_A_PAGE).get_page(number)
    comments = list(page)
    spots = spots_of(game, replay, seat, comments)
    return CommentList(comments_shown(comments, user, spots, refused), page, deals, deal)


def spots_of(game: Game, replay: Replay, seat: int | None, texts: Iterable[Comment | Note]) -> dict[int, Spot]:
    """The position of each text, by its key; with an address where the reader may review it."""
    texts = list(texts)
    at = positions(replay, seat, {text.place for text in texts if text.place})
    return {
        text.pk: spot_of(game.slug, at.get(text.place) if text.place else None, text.deal, text.step) for text in texts
    }


# --- The reader's own notes ---


def notes_beside(game: Game, user: Visitor, deal: int | None, form: Form | None) -> NotesPanel:
    """The notes beside the board: the reader's latest ones, newest first, and a form for another."""
    notes = list(notes_of(game, user).order_by("-pk")[: BESIDE_A_BOARD + 1])
    return NotesPanel(
        notes=notes[:BESIDE_A_BOARD],
        has_more_notes=len(notes) > BESIDE_A_BOARD,
        form=form or NoteForm(initial={"key": uuid4(), "deal": deal}),
    )


def own_notes(
    game: Game, replay: Replay | None, seat: int | None, user: Visitor, scope: Scope, refused: RefusedForm | None
) -> OwnNotes:
    """The reader's notes in the order of the match."""
    notes = list(notes_of(game, user).order_by(*IN_ORDER, "pk"))
    spots = spots_of(game, replay, seat, notes) if replay else {}
    shown = [
        note_shown(
            note,
            spots.get(note.pk, Spot(deal=note.deal, step=note.step)),
            may_share=may_comment(user) and scope.includes(note.place),
            shared_as=comment_path(game.slug, note.place, note.comment.pk) if is_shared(note) else "",
            refused=refused,
        )
        for note in notes
    ]
    to_share = sum(note.may_share and not note.shared_as for note in shown)
    return OwnNotes(notes=shown, to_share=to_share, shared=sum(bool(note.shared_as) for note in shown))
