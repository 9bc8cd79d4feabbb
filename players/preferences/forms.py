"""A person's settings."""

from datetime import timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.forms.boundfield import BoundWidget
from django.utils.translation import get_language_info, pgettext
from django.utils.translation import gettext_lazy as _

from napoleon import quiet_hours
from players.faces import Emblem, PersonFace, person_face
from players.models import OpenData, User
from players.name_field import NameField, why_to_rename
from players.preferences import time_zones
from players.writing import keep_texts


def languages() -> list[tuple[str, object]]:
    """The languages by their own names, so that their readers find them."""
    return [("", _("automatic"))] + [
        (code, get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES
    ]


class SettingsForm(forms.ModelForm[User]):
    class Meta:
        model = User
        fields = (
            "name",
            "emblem",
            "language",
            "time_zone",
            "keeps_quiet",
            "quiet_from",
            "quiet_until",
            "theme",
            "card_style",
            "alternates_colours",
            "trumps_first",
            "large_cards",
            "one_tap",
            "plays_sounds",
            "statistics_for",
            "shows_boards",
            "shows_presence",
            "open_data",
        )
        field_classes = {"name": NameField}
        widgets = {
            "name": forms.TextInput(attrs={"autocomplete": "nickname"}),
            "emblem": forms.RadioSelect,
            "theme": forms.RadioSelect,
            "card_style": forms.RadioSelect,
            "statistics_for": forms.RadioSelect,
            "open_data": forms.RadioSelect,
            "quiet_from": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "quiet_until": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        }
        labels = {"keeps_quiet": _("Keep my quiet hours")}
        help_texts = {
            "name": _("The name that others at the table see."),
            "emblem": _("Others see it beside your name."),
            "large_cards": _("Used at the table, which may then be taller than the screen."),
            "one_tap": _("Without selecting the card first."),
            "plays_sounds": _("A few notes when the adjutant’s card falls, at yoromeki and the like."),
            "statistics_for": _(
                "Your roles, bids, results, pace and ratings. Members of your clubs see your ratings there."
            ),
            "shows_boards": _("Your points above the field, for those who see your statistics."),
            "open_data": _(
                "For research, the site may publish finished matches of listed tables once a month under CC0, if "
                "everybody at the table agrees. Without your name you have a pseudonym that stays the same; those who "
                "know the match can still find it in the archive. If you change your mind, your matches are missing "
                "from the next edition; copies of earlier ones stay where they are."
            ),
            "shows_presence": _(
                "Nobody else sees this setting, but players at your table may notice which moves you had planned."
            ),
            "keeps_quiet": _(
                "You get no email, and at tables that keep quiet hours your clock stops. Open turns "
                "keep the hours they began with."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        keep_texts(self, self.initial)
        self.fields["name"].required = True
        self.fields["name"].person = self.instance  # type: ignore[attr-defined]
        for name in ("quiet_from", "quiet_until", "statistics_for"):
            self.fields[name].required = False
        self.fields["open_data"].choices = OpenData.choices  # type: ignore[attr-defined]
        self.initial["open_data"] = self.initial.get("open_data") or OpenData.NO
        self.fields["emblem"].choices = [("", pgettext("a face", "my pattern")), *Emblem.choices]  # type: ignore[attr-defined]
        self.fields["language"] = forms.ChoiceField(
            label=_("Language"), required=False, widget=forms.RadioSelect, choices=languages()
        )
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"),
            help_text=_("Deadlines and quiet hours use this time zone."),
            choices=time_zones.choices(self.instance.time_zone),
        )

    def faces(self) -> list[tuple[BoundWidget, PersonFace]]:
        """The choices of a face, each with its drawing."""
        field = self["emblem"]
        return [(option, person_face(self.instance.pk, option.data["value"])) for option in field]

    def why_to_rename(self) -> str:
        return why_to_rename(self.instance)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        for name in ("quiet_from", "quiet_until", "statistics_for", "open_data"):
            data[name] = data.get(name) or getattr(self.instance, name)
        start, end = data["quiet_from"], data["quiet_until"]
        if data.get("keeps_quiet") and not quiet_hours.can_be(start, end):
            hours = quiet_hours.LONGEST_QUIET // timedelta(hours=1)
            text = _("Quiet hours last up to %(hours)s hours.") % {"hours": hours}
            self.add_error("quiet_until", text)
        return data

    def save(self, commit: bool = True) -> User:
        """Save only this form's fields: others, such as the last visit, may have changed."""
        user: User = super().save(commit=False)
        if commit:
            user.asked_to_rename = bool(why_to_rename(user))
            user.save(update_fields=(*self.Meta.fields, "asked_to_rename"))
        return user
