"""Forms of clubs: their page, joining, inviting, roles, leaving and closing."""

from typing import Any

from django import forms
from django.core.validators import validate_email
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from infrastructure.pasted_people import people_in
from leagues.forms import AddressForm, confirmation, number_field, reason_field
from leagues.models import Club, Role
from players.models import User, refuse_staff_names
from players.name_field import TitleField
from players.preferences import time_zones
from players.profiles.find_people import find_people
from players.writing import InvitationField, SharedTextField, keep_texts


class ClubNameField(TitleField):
    """A club's name, which may not pass for the people who run the site."""

    default_validators = [*TitleField.default_validators, refuse_staff_names]


class ClubForm(forms.ModelForm[Club]):
    """The club's page, and who may see it."""

    name = ClubNameField(label=pgettext_lazy("of a club", "Name"), max_length=60)

    class Meta:
        model = Club
        fields = ("name", "about", "is_public", "takes_requests", "time_zone", "reply_to")
        field_classes = {"about": SharedTextField, "reply_to": SharedTextField}
        labels = {"about": gettext_lazy("About the club"), "reply_to": gettext_lazy("Address for answers")}
        widgets = {"about": forms.Textarea(attrs={"rows": 5}), "reply_to": forms.EmailInput}
        help_texts = {
            "about": gettext_lazy(
                "When you play, by which rules, and whom you are looking for. You can use Markdown: **bold**, lists, "
                "links."
            ),
            "is_public": gettext_lazy("Otherwise only members and people with an invitation can."),
            "takes_requests": gettext_lazy("An organiser approves or refuses."),
            "reply_to": gettext_lazy(
                "Answers to your announcements can go to this email address. Members who get such a mail see it."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        keep_texts(self, self.initial)
        # A new club is in the zone of its founder, unless they choose another.
        self.zone = self.instance.time_zone if self.instance.pk else timezone.get_current_timezone_name()
        self.initial["time_zone"] = self.zone
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"),
            help_text=_("Times in the club’s posts and invitations are in this zone."),
            choices=time_zones.choices(self.zone),
            required=False,
        )

    def clean_reply_to(self) -> str:
        address: str = self.cleaned_data["reply_to"]
        if address:
            validate_email(address)
        return address

    def clean_time_zone(self) -> str:
        return self.cleaned_data["time_zone"] or self.zone


class NewClubForm(AddressForm, ClubForm):
    field_order = ["name", "slug", "about", "is_public", "takes_requests", "time_zone", "reply_to"]
    reserved = ("join", "mine", "new")
    fallback = "club"

    def others(self) -> QuerySet[Club]:
        return Club.objects.all()


class RequestToJoinForm(forms.Form):
    text = SharedTextField(label=gettext_lazy("Message to the club"), max_length=300, required=False)


class LinkForm(forms.Form):
    """An invitation link for many people."""

    days = number_field(gettext_lazy("Days until it expires"), 1, 90, initial=14)
    uses = number_field(gettext_lazy("Number of people"), 1, 200, initial=20)


class ClubInvitationForm(forms.Form):
    """An invitation of one person, by address or by name."""

    who = InvitationField(
        label=gettext_lazy("Email address, or name on this site"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
    )
    text = TitleField(label=gettext_lazy("A line to them"), max_length=200, required=False)

    def clean_who(self) -> str | User:
        who: str = self.cleaned_data["who"]
        first, *others = people_in(who)
        if others:
            raise forms.ValidationError(_("One person at a time. For more, there is a form that takes a list."))
        if first.address:
            validate_email(first.address)
            return first.address
        [person] = find_people([who])
        return person


class RoleForm(forms.Form):
    role = forms.TypedChoiceField(choices=Role.choices, coerce=Role)


class MemberNoteForm(forms.Form):
    note = SharedTextField(max_length=1000, required=False)


class LeaveClubForm(forms.Form):
    sure = confirmation(
        gettext_lazy("I want to leave the club"),
        gettext_lazy("Your matches stay. You can ask to join again."),
        gettext_lazy("Tick this if you really want to leave."),
    )


class CloseClubForm(forms.Form):
    reason = reason_field(required=False)
    sure = confirmation(
        gettext_lazy("I want to close the club for good"),
        gettext_lazy("Nothing in it can be changed after that, but members can still read it."),
        gettext_lazy("Tick this if you really want to close it."),
    )
