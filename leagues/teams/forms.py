"""Forms of teams."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from leagues.models import MOST_ENTRIES, Membership
from leagues.teams.models import LONGEST_NAME
from players.models import User
from players.name_field import TitleField
from players.writing import NO_INVITING, refuse_muted


class TeamNameForm(forms.Form):
    name = TitleField(
        label=gettext_lazy("Name of the team"),
        help_text=gettext_lazy("If empty, the team is called by its members."),
        max_length=LONGEST_NAME,
        required=False,
    )


class TeamInvitationForm(forms.Form):
    """Asks one of these members of the club to join."""

    person = forms.ChoiceField(label=gettext_lazy("Member"))

    def __init__(self, *args: Any, people: Sequence[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = {str(member.user_id): member.user for member in people}
        choices = [(str(member.user_id), member.name) for member in people]
        self.fields["person"].choices = choices  # type: ignore[attr-defined]

    def clean_person(self) -> User | None:
        refuse_muted(NO_INVITING)
        return self.people[self.cleaned_data["person"]]


class PlaceForm(forms.Form):
    """The number of a team; 0 makes one, and nothing takes the member out of theirs."""

    team = forms.IntegerField(required=False, min_value=0, max_value=MOST_ENTRIES)


class OrderForm(forms.Form):
    order = forms.ChoiceField(choices=[("registration", ""), ("rating", "")])
