"""The form that takes the file of a season, and the names that stand behind its entries."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django import forms
from django.core import signing
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.models import Club, Membership
from leagues.season_files.node import FileRefused
from leagues.season_files.read import SeasonFile, parse, read
from players.models import User
from players.names import tidy
from players.profiles.find_people import called, several_text
from players.writing import refuse_muted

KEPT: Final = 24 * 60 * 60
"""Seconds in which a file that was checked can be confirmed."""
WHO: Final = "who-"


class SeasonFileForm(forms.Form):
    """Takes a file, or one that was checked already: signed, and without its records."""

    file = forms.FileField(
        label=gettext_lazy("File of a season"),
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )
    checked = forms.CharField(required=False, strip=False)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.salt = f"season file {club.pk}"
        self.season: SeasonFile | None = None
        self.signed = ""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        # Names of the file are read by others.
        refuse_muted()
        try:
            data = self._data(cleaned)
            self.season = read(data)
        except FileRefused as error:
            raise forms.ValidationError(str(error)) from error
        for round_ in data["rounds"]:
            for table in round_["tables"]:
                table.pop("record", None)
        self.signed = signing.dumps(data, salt=self.salt, compress=True)
        return cleaned

    def _data(self, cleaned: dict[str, Any]) -> Any:
        file = cleaned.get("file")
        if file is not None:
            return parse(file.read())
        if not cleaned.get("checked"):
            raise FileRefused(_("Choose a file."))
        try:
            return signing.loads(cleaned["checked"], salt=self.salt, max_age=KEPT)
        except signing.BadSignature:
            raise FileRefused(_("Choose the file once more.")) from None


class MatchedName(NamedTuple):
    """A name of the file, and the member of the club that stands behind it."""

    at: int
    name: str
    who: str
    """The member's name or number as it is entered; empty: nobody does."""
    member: User | None
    error: str = ""


def matched_names(club: Club, file: SeasonFile, posted: Mapping[str, str]) -> list[MatchedName]:
    """Every name that the file has, as the form says or, at first, with the member of that name."""
    memberships = Membership.objects.filter(club=club, ended_at=None, user__isnull=False).select_related("user")
    people = [one.user for one in memberships if one.user]
    taken, found = set[int](), []
    for at, entry in enumerate(file.entries):
        if not entry.name:
            continue
        one = _matched(at, entry.name, people, posted)
        if one.member is not None and one.member.pk in taken:
            one = one._replace(error=_("%(name)s stands behind two names.") % {"name": one.member})
        if one.member is not None:
            taken.add(one.member.pk)
        found.append(one)
    return found


def _matched(at: int, name: str, people: Sequence[User], posted: Mapping[str, str]) -> MatchedName:
    key = f"{WHO}{at}"
    if key not in posted:
        same = called(tidy(name), people)
        return MatchedName(at, name, same[0].name, same[0]) if len(same) == 1 else MatchedName(at, name, "", None)
    who = tidy(posted[key].replace("\0", ""))[:60]
    if not who:
        return MatchedName(at, name, "", None)
    same = called(who, people)
    if len(same) == 1:
        return MatchedName(at, name, who, same[0])
    error = several_text(who, same) if same else _("No member of the club is called “%(name)s”.") % {"name": who}
    return MatchedName(at, name, who, None, error)
