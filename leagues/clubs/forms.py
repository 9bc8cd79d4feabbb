"""Forms of clubs: their page, joining, inviting, roles, leaving and closing."""

from django import forms
from django.core.validators import validate_email
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.forms import AddressForm, confirmation, number_field, reason_field
from leagues.models import Club, Role
from players.models import User, validate_title
from players.name_field import TitleField
from players.profiles.find_people import find_people


class ClubForm(forms.ModelForm[Club]):
    """The club's page, and who may see it."""

    name = TitleField(label=pgettext_lazy("of a club", "Name"), max_length=60, validators=[validate_title])

    class Meta:
        model = Club
        fields = ("name", "about", "is_public", "takes_requests")
        labels = {"about": gettext_lazy("About the club")}
        widgets = {"about": forms.Textarea(attrs={"rows": 5})}
        help_texts = {
            "about": gettext_lazy("When you play, by which rules, and whom you are looking for."),
            "is_public": gettext_lazy("Otherwise only members and people with an invitation can."),
            "takes_requests": gettext_lazy("An organiser approves or refuses."),
        }


class NewClubForm(AddressForm, ClubForm):
    field_order = ["name", "slug", "about", "is_public", "takes_requests"]
    reserved = ("join", "mine", "new")
    fallback = "club"

    def others(self) -> QuerySet[Club]:
        return Club.objects.all()


class RequestToJoinForm(forms.Form):
    text = forms.CharField(label=gettext_lazy("Message to the club"), max_length=300, required=False)


class LinkForm(forms.Form):
    """An invitation link for many people."""

    days = number_field(gettext_lazy("Days until it expires"), 1, 90, initial=14)
    uses = number_field(gettext_lazy("Number of people"), 1, 200, initial=20)


class ClubInvitationForm(forms.Form):
    """An invitation of one person, by address or by name."""

    who = forms.CharField(
        label=gettext_lazy("Email address, or name on this site"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
    )

    def clean_who(self) -> str | User:
        who: str = self.cleaned_data["who"]
        if "@" in who:
            validate_email(who)
            return who
        [person] = find_people([who])
        return person


class RoleForm(forms.Form):
    role = forms.TypedChoiceField(choices=Role.choices, coerce=Role)


class MemberNoteForm(forms.Form):
    note = forms.CharField(max_length=1000, required=False)


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
