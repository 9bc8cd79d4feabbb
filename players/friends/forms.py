"""The form that asks somebody by name."""

from django import forms
from django.utils.translation import gettext_lazy as _

from players.models import User
from players.profiles.find_people import find_people
from players.writing import InvitationField


class AskFriendForm(forms.Form):
    name = InvitationField(
        label=_("Name"),
        help_text=_("The name, or the number of the profile, such as #12."),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_name(self) -> User:
        [person] = find_people([self.cleaned_data["name"]])
        return person
