"""Forms of clubs: their page, joining, inviting, roles, leaving and closing."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.validators import RegexValidator, validate_email
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.models import LONGEST_ADDRESS, Club, Role
from players.models import User, validate_title
from players.profiles.find_people import find_people

# Addresses under /clubs/ that the site uses itself.
RESERVED: Final = ("join", "mine", "new")
SHORTEST_ADDRESS: Final = 3
is_address = RegexValidator(
    r"\A[a-z0-9]+(-[a-z0-9]+)*\Z",
    gettext_lazy("Lower-case letters and digits, with hyphens between them, such as tuesday-club."),
)


class ClubForm(forms.ModelForm[Club]):
    """The club's page, and who may see it."""

    name = forms.CharField(
        label=pgettext_lazy("of a club", "Name"), max_length=60, validators=[validate_title]
    )

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


class NewClubForm(ClubForm):
    slug = forms.CharField(
        label=gettext_lazy("Address"),
        help_text=gettext_lazy(
            "The last part of the page’s address, which cannot be changed later: lower-case "
            "letters, digits and hyphens. If empty, it is made from the name."
        ),
        required=False,
        min_length=SHORTEST_ADDRESS,
        max_length=LONGEST_ADDRESS,
        validators=[is_address],
        widget=forms.TextInput(attrs={"autocapitalize": "off", "autocomplete": "off"}),
    )
    field_order = ["name", "slug", "about", "is_public", "takes_requests"]

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        if slug in RESERVED or Club.objects.filter(slug=slug).exists():
            raise forms.ValidationError(_("This address is taken."))
        return slug

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("slug") and "slug" not in self.errors:
            cleaned["slug"] = free_address(cleaned.get("name", ""))
        return cleaned


def free_address(name: str) -> str:
    """A free address made from the name, or from `club` if the name has no Latin letters."""
    start = slugify(name)[: LONGEST_ADDRESS - 4].strip("-_").replace("_", "-")
    start = start if len(start) >= SHORTEST_ADDRESS and start not in RESERVED else "club"
    taken = set(Club.objects.filter(slug__startswith=start).values_list("slug", flat=True))
    # The first club of the name gets no number.
    tries = [start, *(f"{start}-{number}" for number in range(2, len(taken) + 3))]
    return next(slug for slug in tries if slug not in taken)


class RequestToJoinForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Message to the club"), max_length=300, required=False
    )


class AnswerRequestForm(forms.Form):
    approve = forms.TypedChoiceField(
        choices=[("yes", ""), ("no", "")], coerce=lambda value: value == "yes"
    )


class LinkForm(forms.Form):
    """An invitation link for many people."""

    days = forms.IntegerField(
        label=gettext_lazy("Days until it expires"),
        min_value=1,
        max_value=90,
        initial=14,
        widget=forms.NumberInput(attrs={"class": "short"}),
    )
    uses = forms.IntegerField(
        label=gettext_lazy("Number of people"),
        min_value=1,
        max_value=200,
        initial=20,
        widget=forms.NumberInput(attrs={"class": "short"}),
    )


class ClubInvitationForm(forms.Form):
    """An invitation of one person, by address or by name."""

    who = forms.CharField(
        label=gettext_lazy("Email address, or name on this site"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person: User | None = None

    def clean_who(self) -> str:
        who: str = self.cleaned_data["who"]
        if "@" in who:
            validate_email(who)
        else:
            [self.person] = find_people([who])
        return who


class RoleForm(forms.Form):
    role = forms.TypedChoiceField(choices=Role.choices, coerce=Role)


class RemoveMemberForm(forms.Form):
    reason = forms.CharField(max_length=200, required=False)


class LeaveClubForm(forms.Form):
    """Confirms leaving the club."""

    sure = forms.BooleanField(
        label=gettext_lazy("I want to leave the club"),
        help_text=gettext_lazy("Your matches stay. You can ask to join again."),
        error_messages={"required": gettext_lazy("Tick this if you really want to leave.")},
    )


class CloseClubForm(forms.Form):
    """Confirms closing the club, which cannot be undone."""

    sure = forms.BooleanField(
        label=gettext_lazy("I want to close the club for good"),
        help_text=gettext_lazy("Nothing in it can change after that. Members can still read it."),
        error_messages={"required": gettext_lazy("Tick this if you really want to close it.")},
    )
