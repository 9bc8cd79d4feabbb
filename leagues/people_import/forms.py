"""The forms that take a list, as a file or as text: of people, or of their divisions and seeds."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from infrastructure.text_files import ENCODINGS, NoText, decode, read_again
from infrastructure.workbooks import BEGINNING, CONTENT_TYPE, NoWorkbook, text_of
from leagues.people_import.division_lines import DivisionLine, parse_division_lines
from leagues.people_import.parse import MOST_BYTES, PersonLine, mend_lines, parse_lines, read_list
from leagues.people_import.rows import ImportRefused
from players.writing import NO_INVITING, refuse_muted

MENDED: Final = "line-"


class ListForm(forms.Form):
    """Takes a list, as a file or as text."""

    file = forms.FileField(
        label=gettext_lazy("File (Excel or CSV)"),
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": f".csv,.txt,.xlsx,text/csv,text/plain,{CONTENT_TYPE}"}),
    )
    encoding = forms.ChoiceField(
        label=gettext_lazy("Encoding of the file"),
        choices=[("", gettext_lazy("Recognise it")), *ENCODINGS.items()],
        required=False,
    )
    text = forms.CharField(
        label=gettext_lazy("Or the list itself"),
        required=False,
        max_length=MOST_BYTES,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "autocapitalize": "off", "spellcheck": "false"}),
    )
    read_as = forms.ChoiceField(choices=[("", ""), *ENCODINGS.items()], required=False)
    """The encoding in which the text was read from its file."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_mended = False
        """Whether the list is another one than its text was, so that it is shown again before anything is done."""
        self.was_read_as = ""

    @property
    def encodings(self) -> list[tuple[str, str]]:
        return list(ENCODINGS.items())

    @property
    def encoding_name(self) -> str:
        return ENCODINGS.get(self.was_read_as, "")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        try:
            cleaned["text"] = self.read_lines(self._read(cleaned))
        except ImportRefused as error:
            raise forms.ValidationError(str(error)) from error
        return cleaned

    def read_lines(self, text: str) -> str:
        """Read the lines of the text; returns the text that they are kept in."""
        raise NotImplementedError

    def _read(self, cleaned: dict[str, Any]) -> str:
        """The text, from the file or in the encoding that was chosen afterwards."""
        file, encoding = cleaned["file"], cleaned["encoding"]
        text: str = cleaned["text"]
        self.was_read_as = cleaned["read_as"]
        if file is not None and text.strip():
            raise ImportRefused(_("Choose a file or paste text, not both."))
        try:
            if file is not None:
                if file.size > MOST_BYTES:
                    raise ImportRefused(_("The file is too large."))
                text, self.was_read_as = _text_of(file.read(), encoding)
            elif self.was_read_as and encoding not in ("", self.was_read_as):
                text = read_again(text, self.was_read_as, encoding)
                self.was_read_as, self.is_mended = encoding, True
        except NoWorkbook:
            raise ImportRefused(_("This Excel workbook can’t be read, or it is too large.")) from None
        except NoText:
            if not encoding:
                raise ImportRefused(_("This is not a text file.")) from None
            words = {"encoding": ENCODINGS[encoding]}
            raise ImportRefused(_("The file is no text in %(encoding)s.") % words) from None
        return text


class ImportForm(ListForm):
    """A list of people."""

    def __init__(self, *args: Any, prefer_mail: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.prefer_mail = prefer_mail
        self.lines: list[PersonLine] = []
        self.column = ""

    def clean(self) -> dict[str, Any]:
        if self.prefer_mail:
            refuse_muted(NO_INVITING)
        return super().clean()

    def read_lines(self, text: str) -> str:
        self.lines = parse_lines(text, prefer_mail=self.prefer_mail)
        if not self.is_mended and (mended := self._mended()):
            self.is_mended = True
            text = mend_lines(text, mended, prefer_mail=self.prefer_mail)
            self.lines = parse_lines(text, prefer_mail=self.prefer_mail)
        self.column = read_list(text, prefer_mail=self.prefer_mail).column
        return text

    def _mended(self) -> dict[str, str]:
        """Who was entered instead of the people of some places (``line-3``)."""
        entered = {
            line.place: (line.who, str(self.data[name]).strip())
            for line in self.lines
            if (name := f"{MENDED}{line.place}") in self.data
        }
        return {place: who for place, (before, who) in entered.items() if who.casefold() != before.casefold()}


class DivisionListForm(ListForm):
    """A list of members with their divisions and seeds."""

    is_last_table = forms.BooleanField(
        label=gettext_lazy("It is the table of the last season: promotion and relegation apply"),
        help_text=gettext_lazy(
            "Division and place are then those of the last season. Each division promotes and relegates as many as "
            "this season’s divisions say, and the places become seeds. Who does not play this season is left out."
        ),
        required=False,
    )
    seen = forms.CharField(required=False)
    """The digest of the preview that is confirmed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines: list[DivisionLine] = []

    def read_lines(self, text: str) -> str:
        self.lines = parse_division_lines(text)
        return text


def _text_of(data: bytes, encoding: str) -> tuple[str, str]:
    """The text of a file and its encoding, which is empty for a workbook."""
    return (text_of(data), "") if data.startswith(BEGINNING) else decode(data, encoding)
