"""The form that takes a list of people, as a file or as text."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.people_import.parse import MOST_BYTES, ImportRefused, PersonLine, decode_file, mend_lines, parse_lines

MENDED: Final = "line-"


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
        self.is_mended = False

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
            if mended := self._mended():
                self.is_mended = True
                text = mend_lines(text, mended, prefer_mail=self.prefer_mail)
                self.lines = parse_lines(text, prefer_mail=self.prefer_mail)
        except ImportRefused as error:
            raise forms.ValidationError(str(error)) from error
        cleaned["text"] = text
        return cleaned

    def _mended(self) -> dict[int, str]:
        """Who was entered in lines instead of those who stand there, by the number of the line (``line-3``)."""
        entered = {
            line.number: (line.who, str(self.data[name]).strip())
            for line in self.lines
            if (name := f"{MENDED}{line.number}") in self.data
        }
        return {number: who for number, (before, who) in entered.items() if who.casefold() != before.casefold()}
