"""The forms to upload records and to confirm their import."""

from typing import Any, Final

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.imports.services import members_named, names_of
from games.models import Upload
from napoleon.player_names import readable
from players.models import User
from players.writing import refuse_muted

# Beyond this number names are stored as text.
MOST_NAMES: Final = 40


class UploadForm(forms.Form):
    """A file or a text, not both."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("One record or many: up to 15 MB and 5,000 records."),
        required=False,
        allow_empty_file=True,
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste it here"),
        help_text=gettext_lazy("Up to 500 KB. For more, use a file."),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
        required=False,
        strip=False,
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        # Names in records are read by others.
        refuse_muted()
        if bool(data.get("file")) == bool((data.get("text") or "").strip()):
            raise forms.ValidationError(_("Choose a file or paste text, not both."))
        return data

    def sent(self) -> bytes:
        file: UploadedFile[Any] | None = self.cleaned_data["file"]
        if file:
            content: bytes = file.read()
            return content
        text: str = self.cleaned_data["text"]
        return text.encode(errors="surrogateescape")


class NamesForm(forms.Form):
    """Which members the names stand for."""

    def __init__(self, *args: Any, names: list[str], user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = names[:MOST_NAMES]
        self.more = len(names) - len(self.names)
        for number, (name, members) in enumerate(members_named(self.names, user).items()):
            self.fields[f"name-{number}"] = _name_field(name, members, user)

    def members(self) -> dict[str, int]:
        chosen = {name: self.cleaned_data[f"name-{number}"] for number, name in enumerate(self.names)}
        return {name: int(key) for name, key in chosen.items() if key}


class StoreForm(NamesForm):
    """Which members the names in the records stand for, and who may see the matches."""

    def __init__(self, *args: Any, upload: Upload, user: User, **kwargs: Any) -> None:
        super().__init__(*args, names=names_of(upload), user=user, **kwargs)
        self.fields["is_listed"] = forms.BooleanField(
            label=_("Anyone may see these matches"),
            help_text=_("Otherwise only you and the members who played in them can."),
            required=False,
            initial=True,
        )


def _name_field(name: str, members: list[User], user: User) -> forms.ChoiceField:
    """The choices for a name: nobody, a member of that name, or the uploader."""
    same = [member for member in members if member.name == name]
    return forms.ChoiceField(
        label=readable(name) or _("(a name that cannot be shown)"),
        choices=[("", _("keep the name"))]
        + [(str(member.pk), _member_word(member, user, len(same))) for member in members],
        initial=str(same[0].pk) if len(same) == 1 else "",
        required=False,
    )


def _member_word(member: User, user: User, same: int) -> str:
    if member.pk == user.pk:
        return _("me (%(name)s)") % {"name": member}
    return f"{member} (#{member.pk})" if same > 1 else str(member)
