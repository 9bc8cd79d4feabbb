"""What organisers send to write to late players, and to word their texts."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.conf import settings
from django.core.validators import RegexValidator
from django.forms import BoundField
from django.utils.translation import gettext_lazy

from leagues.late_players.models import LONGEST_TEXT, ReminderText
from leagues.late_players.texts import Texts, site_texts
from players.writing import SharedTextField, keep_texts


class WriteForm(forms.Form):
    """Which text goes to whom (`LatePlayer.keys`)."""

    name = forms.ChoiceField(label=gettext_lazy("Text"), choices=ReminderText.Name.choices)
    to = forms.CharField(validators=[RegexValidator(r"\A(all|(season|round|table):\d{1,18}|one:\d{1,18}:\d{1,18})\Z")])


class TextsForm(forms.Form):
    """Every text in every language, as the club words it."""

    def __init__(self, *args: Any, own: Texts, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.texts = {**site_texts(), **own}
        for (name, language), text in self.texts.items():
            self.fields[f"{name}_{language}"] = SharedTextField(
                label=dict(settings.LANGUAGES)[language],
                required=False,
                max_length=LONGEST_TEXT,
                initial=text,
                widget=forms.Textarea(attrs={"rows": 3, "lang": language}),
            )
        keep_texts(self, {name: field.initial for name, field in self.fields.items()})

    def groups(self) -> Iterator[tuple[str, list[BoundField]]]:
        for name, label in ReminderText.Name.choices:
            yield (str(label), [self[f"{of}_{language}"] for of, language in self.texts if of == name])

    def values(self) -> Texts:
        """The wording, with the line ends that the site uses."""
        return {
            (name, language): "\n".join(self.cleaned_data[f"{name}_{language}"].splitlines())
            for name, language in self.texts
        }
