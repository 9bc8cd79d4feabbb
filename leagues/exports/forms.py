"""The form that takes a list of people, as a file or as text."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.exports.people_import import (
    MOST_BYTES,
    ImportRefused,
    PersonLine,
    decode_file,
    parse_lines,
)


class ImportForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File (CSV)"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )
    text = forms.CharField(
        label=gettext_lazy("Or the list itself, one person per line"),
        required=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 6, "autocapitalize": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, prefer_mail: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.prefer_mail = prefer_mail
        self.lines: list[PersonLine] = []

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        try:
            text = cleaned["text"]
            if cleaned["file"]:
                if cleaned["file"].size > MOST_BYTES:
                    raise ImportRefused(_("The file is too large."))
                text = decode_file(cleaned["file"].read())
            self.lines = parse_lines(text, prefer_mail=self.prefer_mail)
        except ImportRefused as error:
            raise forms.ValidationError(str(error)) from error
        cleaned["text"] = text
        return cleaned
