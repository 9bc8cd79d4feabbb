"""The forms for notes and comments."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.comments import services
from games.comments.models import LONGEST, Comment, Note, PositionKey
from games.models import Game
from napoleon.player_names import readable
from players.models import User
from players.writing import SharedTextField

T = TypeVar("T", Note, Comment)


class MultilineField(forms.CharField):
    """Text of several lines. Browsers send two characters for each line end but count one.

    Text without any visible character counts as empty.
    """

    def to_python(self, value: str | None) -> str:
        text = str(super().to_python(value)).replace("\r\n", "\n")
        return text if readable(text) else ""


class CommentField(SharedTextField, MultilineField):
    pass


class NoteForm(forms.Form):
    """A private note, and the deal in which the player wrote it."""

    text = MultilineField(label=gettext_lazy("Note for myself"), max_length=LONGEST)
    deal = forms.IntegerField(min_value=1, max_value=32_767, required=False)
    key = forms.UUIDField(required=False)
    seen = forms.CharField(required=False)


class CommentForm(forms.Form):
    """A comment on a position; if ``is_private``, a note about it."""

    text = CommentField(label=gettext_lazy("Comment"), max_length=LONGEST)
    is_private = forms.BooleanField(required=False)
    key = forms.UUIDField(required=False)
    seen = forms.CharField(required=False)


def may_replace(form: NoteForm | CommentForm, text: Note | Comment) -> bool:
    """Whether a form is valid and was filled from this text as it is now; otherwise it gets an error."""
    if form.is_valid() and form.cleaned_data["seen"] not in ("", text.version):
        form.add_error("text", _("You have since changed this text elsewhere. Compare the two, then save again."))
    return form.is_valid()


def save_note(form: NoteForm | CommentForm, *, game: Game, user: User, place: PositionKey | None) -> Note | None:
    """Save a valid form as a note. Beyond the limit, return None and add an error to the form."""
    create = partial(services.create_note, game=game, user=user, place=place)
    too_many = _("You have %(n)s notes about this match. Delete some first.")
    return _save(form, create, too_many)


def save_comment(form: CommentForm, *, game: Game, user: User, place: PositionKey) -> Comment | None:
    """Save a valid form as a comment. Beyond the limit, return None and add an error to the form."""
    create = partial(services.create_comment, game=game, user=user, place=place)
    too_many = _("You have written %(n)s comments on this match. Delete some first.")
    return _save(form, create, too_many)


def _save(form: NoteForm | CommentForm, create: Callable[..., T], too_many: str) -> T | None:
    data = form.cleaned_data
    try:
        return create(text=data["text"], key=data["key"] or uuid4())
    except services.TooMany:
        form.add_error("text", too_many % {"n": services.MOST})
        return None
