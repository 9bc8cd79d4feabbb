"""Text that others see. Staff may mute a person, who then writes none (`staff/moderation`)."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.models import User

NO_WRITING: Final = _("The people who run the site have decided that you cannot write for now.")
NO_INVITING: Final = _("The people who run the site have decided that you cannot invite anybody for now.")

_is_muted: Final[ContextVar[bool]] = ContextVar("is_muted", default=False)


@contextmanager
def written_by(user: User | AnonymousUser) -> Iterator[None]:
    """Who writes the texts of the forms that are read in here."""
    token = _is_muted.set(user.is_authenticated and user.is_muted)
    try:
        yield
    finally:
        _is_muted.reset(token)


def refuse_muted(text: str | Promise = NO_WRITING) -> None:
    if _is_muted.get():
        raise ValidationError(str(text))


class SharedTextField(forms.CharField):
    """Text that others see. A muted person writes none, but what they have written before may stay."""

    refusal: Promise = NO_WRITING
    kept = ""
    """The text that is there already (`keep_texts`)."""

    def is_kept(self, text: str) -> bool:
        # Browsers end lines with two characters.
        return text.splitlines() == self.kept.splitlines()

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not self.is_kept(text):
            refuse_muted(self.refusal)
        return text


def keep_texts(form: forms.BaseForm, stored: Mapping[str, Any]) -> None:
    """Let the stored texts, by the names of their fields, stay as they are."""
    for name, field in form.fields.items():
        if isinstance(field, SharedTextField):
            field.kept = str(stored.get(name) or "")


class InvitationField(SharedTextField):
    """Whom to invite or to ask, by name or address: they are told, so it reaches others as a text does."""

    refusal = NO_INVITING
