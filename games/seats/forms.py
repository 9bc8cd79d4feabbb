"""The forms of players who leave a running match, pause it, or look for a substitute."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.seats.pauses import LONGEST_PAUSE
from infrastructure.moment_field import MomentField
from players.models import User
from players.profiles.find_people import find_people
from players.writing import InvitationField, SharedTextField

MOST_DAYS: Final = LONGEST_PAUSE.days


class LeaveTableForm(forms.Form):
    """Asks for a confirmation, because leaving cannot be undone."""

    sure = forms.BooleanField(
        label=_("I want to leave for good"),
        help_text=_("A bot plays on in my seat, or a substitute whom the host invites."),
        error_messages={"required": _("Tick this if you really want to leave.")},
    )


class PauseForm(forms.Form):
    days = forms.IntegerField(
        label=_("For how many days"),
        min_value=1,
        max_value=MOST_DAYS,
        initial=3,
        widget=forms.NumberInput(attrs={"class": "short"}),
    )
    reason = SharedTextField(label=_("Why"), help_text=_("Everyone at the table can read it."), max_length=200)


class MeetingForm(forms.Form):
    """The hour at which a table plays together, by the reader's own clock."""

    at = MomentField(label=_("Date and time"), help_text=_("In your own time zone. The others see it in theirs."))


class SubstituteForm(forms.Form):
    """Offer a seat to a substitute; without a name, withdraw the offer."""

    number = forms.IntegerField()
    name = InvitationField(label=_("Name"), max_length=60, required=False)

    def __init__(self, *args: Any, host: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.host = host

    def clean_name(self) -> User | None:
        if not self.cleaned_data["name"]:
            return None
        [person] = find_people([self.cleaned_data["name"]], self.host)
        return person
