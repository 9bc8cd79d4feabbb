"""What is said of positions, ready for the templates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, NamedTuple

from django.forms import Form
from django.utils.translation import gettext as _

from games.access import Visitor
from games.comments.models import Comment, Note
from games.reviewing import Position

from .review import Review
from .review_links import Address, place_of
from .review_log import LogTrick, Told

HIDE: Final = "games.hide_comment"


class Refused(NamedTuple):
    """What somebody sent and was refused, to be shown with its errors."""

    form: Form
    of: int | None = None
    """The comment or the note that was to be changed, by its key; None for a new one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where a comment or a note belongs."""

    deal: int | None
    step: int | None
    place: str = ""
    """Where in the deal, in a word or two; empty until the reader may look back on it."""
    url: str = ""
    """Of the position; empty until then as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentShown:
    """A comment as its reader sees it."""

    pk: int
    author: str
    at: datetime
    text: str
    """Empty if it is hidden from the reader."""
    is_edited: bool
    is_hidden: bool
    is_note: bool
    is_mine: bool
    note: int | None
    """The note that it was, by its key, if it is the reader's to take back."""
    may_hide: bool
    spot: Spot
    refused: Form | None
    """The change that its author sent and that could not be made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteShown:
    """A note of the reader's own."""

    pk: int
    at: datetime | None
    text: str
    spot: Spot
    may_share: bool
    shared_as: str
    """Where it stands among the comments; empty while nobody else sees it."""
    refused: Form | None


@dataclass(frozen=True, slots=True)
class Mark:
    """A position of which something is said."""

    step: int
    is_own: bool
    """By nothing but notes of the reader's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """All that stands beside one position."""

    comments: list[CommentShown]
    left_out: int
    """How many earlier ones stand in the list of all alone."""
    notes: list[NoteShown]
    """The reader's, unless they are among the comments."""
    counts: Mapping[int, int]
    """How many comments each position of the deal has."""
    marks: list[Mark]
    total: int
    """In the whole match."""
    back: str
    on: str
    """Where something is said before this position, and after it; empty where nothing is."""
    form: Form | None
    """For the reader who may write."""
    query: str
    """What the addresses of forms end with, so that one looks on in the same way."""


def may_comment(user: Visitor) -> bool:
    """Guests read, and keep notes for themselves; who speaks to others has an account."""
    return user.is_authenticated and not user.is_guest


def moderates(user: Visitor) -> bool:
    """Whether the person may put comments out of sight: staff may, as with the chat."""
    return bool(user.is_staff and user.has_perm(HIDE))


def comments_shown(
    comments: Iterable[Comment],
    user: Visitor,
    spots: Mapping[int, Spot],
    refused: Refused | None = None,
) -> list[CommentShown]:
    """The comments as this reader sees them; ``spots`` are by their keys."""
    may_hide = moderates(user)
    return [_comment(one, user, may_hide, spots[one.pk], refused) for one in comments]


def _comment(
    comment: Comment, user: Visitor, may_hide: bool, spot: Spot, refused: Refused | None
) -> CommentShown:
    is_mine = comment.user_id is not None and comment.user_id == user.pk
    may_read = not comment.is_hidden or is_mine or may_hide
    return CommentShown(
        pk=comment.pk,
        author=str(comment.user or _("former player")),
        at=comment.at,
        text=comment.text if may_read else "",
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
    note: Note, spot: Spot, *, may_share: bool, shared_as: str = "", refused: Refused | None = None
) -> NoteShown:
    return NoteShown(
        pk=note.pk,
        at=note.at,
        text=note.text,
        spot=spot,
        may_share=may_share,
        shared_as=shared_as,
        refused=refused.form if refused and refused.of == note.pk else None,
    )


def spot_of(slug: str, at: Position | None, deal: int | None, step: int | None) -> Spot:
    """The position in words and with its address, if the reader may look back on it."""
    if at is None:
        return Spot(deal=deal, step=step)
    return Spot(deal=deal, step=step, place=place_of(at), url=Address(slug, at.number).to(at.step))


# --- Marks on what was done ---


def with_marks(page: Review, talk: Talk) -> Review:
    """The page with the number of comments at each of its moves."""
    if not talk.counts:
        return page
    return replace(
        page,
        tricks=[_trick(trick, talk.counts) for trick in page.tricks],
        calls=_marked(page.calls, talk.counts),
        moves=_marked(page.moves, talk.counts),
    )


def _trick(trick: LogTrick, counts: Mapping[int, int]) -> LogTrick:
    return replace(trick, plays=_marked(trick.plays, counts))


def _marked(moves: Iterable[Told], counts: Mapping[int, int]) -> list[Told]:
    return [replace(move, comments=counts.get(move.step, 0)) for move in moves]
