"""What organisers and members fill in to write."""

import uuid
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from django import forms
from django.conf import settings
from django.forms import BoundField
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from leagues.announcements.audiences import Audience, find_audience, season_audiences
from leagues.announcements.models import LONGEST_SUBJECT, LONGEST_TEXT
from leagues.announcements.wording import Texts, unknown_words
from leagues.models import Announcement, Club
from players.writing import SharedTextField


def subject_field(**kwargs: Any) -> SharedTextField:
    return SharedTextField(label=gettext_lazy("Subject"), max_length=LONGEST_SUBJECT, **kwargs)


def text_field(language: str = "", **kwargs: Any) -> SharedTextField:
    attributes = {"rows": 7, **({"lang": language} if language else {})}
    widget = forms.Textarea(attrs=attributes)
    return SharedTextField(label=gettext_lazy("Text"), max_length=LONGEST_TEXT, widget=widget, **kwargs)


class KeyedForm(forms.Form):
    """A form that is carried out once, however often it is sent."""

    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {"key": uuid.uuid4(), **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)


class LetterForm(KeyedForm):
    """A member writes to the organisers, in one language."""

    subject = subject_field()
    text = text_field()

    def texts(self) -> Texts:
        data = self.cleaned_data
        return {get_language() or settings.LANGUAGE_CODE: {"subject": data["subject"], "text": _lines(data["text"])}}


class AnnouncementForm(KeyedForm):
    """Who gets it, and what it says in each language; one language is enough."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    """The digest of what the organiser has read in the preview."""

    def __init__(self, *args: Any, club: Club, to: Audience | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.audience: Audience | None = to
        self.languages = sorted(dict(settings.LANGUAGES), key=lambda language: language != get_language())
        self.fields["to"] = forms.ChoiceField(
            label=gettext_lazy("To"), choices=self._audiences(), initial=to.key if to else "club"
        )
        for language in self.languages:
            self.fields[f"subject_{language}"] = subject_field(required=False)
            self.fields[f"text_{language}"] = text_field(language, required=False)
        if club.reply_to:
            self.fields["takes_replies"] = forms.BooleanField(
                label=_("Answers go to %(address)s") % {"address": club.reply_to}, required=False, initial=True
            )
        self.order_fields(["to"])

    def _audiences(self) -> list[tuple[str, Any]]:
        """The whole club, the seasons with their parts, and the audience that the page was opened for."""
        audiences = {"club": Audience(club=self.club, scope=Announcement.Scope.CLUB)}
        audiences |= {audience.key: audience for audience in season_audiences(self.club)}
        for key in (self.data.get("to", ""), self.audience.key if self.audience else ""):
            if key not in audiences and (audience := find_audience(self.club, key)):
                audiences[key] = audience
        return [(key, audience.name) for key, audience in audiences.items()]

    def groups(self) -> Iterator[tuple[str, list[BoundField]]]:
        """The fields of each language, the reader's own first."""
        names = dict(settings.LANGUAGES)
        for language in self.languages:
            yield str(names[language]), [self[f"subject_{language}"], self[f"text_{language}"]]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and not self.texts():
            self.add_error(f"subject_{self.languages[0]}", _("Write it in one language at least."))
        if "to" in cleaned:
            self.audience = find_audience(self.club, cleaned["to"])
        for language in self.languages:
            self._refuse_half(language)
            if self.audience:
                self._refuse_unknown(language, self.audience.scope)
        return cleaned

    def _refuse_half(self, language: str) -> None:
        """Without its subject, or its text, an announcement is not written in a language."""
        names = (f"subject_{language}", f"text_{language}")
        missing = [name for name in names if name in self.cleaned_data and not self.cleaned_data[name].strip()]
        if len(missing) == 1:
            self.add_error(missing[0], _("Fill in both the subject and the text, or neither."))

    def _refuse_unknown(self, language: str, scope: str) -> None:
        for name in (f"subject_{language}", f"text_{language}"):
            if unknown := unknown_words(self.cleaned_data.get(name, ""), scope):
                text = _("This can’t be filled in for these readers: %(words)s")
                self.add_error(name, text % {"words": _(", ").join(f"{{{word}}}" for word in unknown)})

    def texts(self) -> Texts:
        data = self.cleaned_data
        found = {}
        for language in self.languages:
            subject, text = (data.get(f"{name}_{language}", "").strip() for name in ("subject", "text"))
            if subject or text:
                found[language] = {"subject": subject, "text": _lines(text)}
        return found

    @property
    def takes_replies(self) -> bool:
        return bool(self.cleaned_data.get("takes_replies"))

    def digest(self) -> str:
        """Tells whether what is sent is what was previewed."""
        content = repr((self.cleaned_data["to"], sorted(self.texts().items()), self.takes_replies))
        return blake2b(content.encode(), digest_size=8).hexdigest()


def _lines(text: str) -> str:
    """The text, with the line ends that the site uses."""
    return "\n".join(text.splitlines())
