"""Fields and forms that several rooms of the leagues share."""

from fractions import Fraction
from typing import Any, ClassVar, Final

from django import forms
from django.core.validators import RegexValidator
from django.db.models import QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.models import LONGEST_ADDRESS
from leagues.seasons.scheme_json import FRACTION, LARGEST
from players.writing import SharedTextField

SHORT: Final = {"class": "short"}
SHORTEST_ADDRESS: Final = 3
FINEST: Final = 1000
"""The largest denominator of points that somebody enters."""
READ_BY_MEMBERS: Final = gettext_lazy("All members can read it.")

# --- Fields ---


class PointsField(forms.CharField):
    """A number of points, exact: 3, 1.5 or 1/3."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={**SHORT, "inputmode": "decimal", "size": 6})
        super().__init__(max_length=12, widget=widget, **kwargs)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if text and not FRACTION.fullmatch(text):
            raise forms.ValidationError(_("A number, such as 3, 1.5 or 1/3."))
        points = Fraction(text) if text else None
        if points is not None and abs(points) > LARGEST:
            text = _("Between −%(most)s and %(most)s points.")
            raise forms.ValidationError(text % {"most": f"{LARGEST:,}"})
        if points is not None and points.denominator > FINEST:
            # Exact sums of finer ones grow beyond every column.
            text = _("At most three decimals, or a fraction with a denominator of at most %(most)s.")
            raise forms.ValidationError(text % {"most": f"{FINEST:,}"})
        return points


def number_field(label: Any, least: int, most: int, **kwargs: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs=SHORT)
    return forms.IntegerField(label=label, min_value=least, max_value=most, widget=widget, **kwargs)


def choice_field(label: Any, choices: Any, **kwargs: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect, **kwargs)


def reason_field(readers: Any = READ_BY_MEMBERS, **kwargs: Any) -> SharedTextField:
    """An organiser's reason; ``readers`` says who can read it."""
    return SharedTextField(label=gettext_lazy("Reason"), help_text=readers, max_length=200, **kwargs)


def answer_field() -> forms.TypedChoiceField:
    """The two buttons of an answer, yes and no."""
    return forms.TypedChoiceField(choices=[("yes", ""), ("no", "")], coerce=lambda value: value == "yes")


def confirmation(label: Any, help_text: Any, error: Any) -> forms.BooleanField:
    """A box to tick before something that is hard to undo."""
    return forms.BooleanField(label=label, help_text=help_text, error_messages={"required": error})


# --- Forms ---


class ReasonForm(forms.Form):
    """The reason for an organiser's decision."""

    reason = reason_field(required=False)


class GivenReasonForm(forms.Form):
    """A reason that organisers have to give once they are asked whether they are sure."""

    reason = reason_field(required=False)

    def clean_reason(self) -> str:
        reason: str = self.cleaned_data["reason"]
        if "sure" in self.data and not reason.strip():
            raise forms.ValidationError(_("Give a reason, please."))
        return reason


class ApprovalForm(ReasonForm):
    """An organiser approves or refuses."""

    approve = answer_field()


class AddressForm(forms.Form):
    """The permanent address of a club or a season; an empty one is made from the name."""

    slug = SharedTextField(
        label=gettext_lazy("Address"),
        help_text=gettext_lazy(
            "The last part of the page’s address, which is permanent: lower-case letters, digits and hyphens. If "
            "empty, it is made from the Latin letters and digits of the name, or if there are none, becomes "
            "something like club-2 or season-2."
        ),
        required=False,
        min_length=SHORTEST_ADDRESS,
        max_length=LONGEST_ADDRESS,
        validators=[
            RegexValidator(
                r"\A[a-z0-9]+(-[a-z0-9]+)*\Z",
                gettext_lazy("Lower-case letters and digits, with hyphens between them, such as tuesday-club."),
            )
        ],
        widget=forms.TextInput(attrs={"autocapitalize": "off", "autocomplete": "off"}),
    )
    reserved: ClassVar[tuple[str, ...]]
    """Addresses that the site uses itself."""
    fallback: ClassVar[str]
    """The address made from a name without Latin letters."""

    def others(self) -> QuerySet[Any]:
        """The rows whose addresses are taken."""
        raise NotImplementedError

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        if slug in self.reserved or self.others().filter(slug=slug).exists():
            raise forms.ValidationError(_("This address is taken."))
        return slug

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not cleaned.get("slug") and "slug" not in self.errors:
            start = address_from(cleaned.get("name", ""))
            is_usable = len(start) >= SHORTEST_ADDRESS and start not in self.reserved
            cleaned["slug"] = free_address(start if is_usable else self.fallback, self.others())
        return cleaned


def address_from(name: str) -> str:
    return slugify(name)[: LONGEST_ADDRESS - 4].strip("-_").replace("_", "-")


def free_address(start: str, others: QuerySet[Any]) -> str:
    """An address that no other has; only the first of its name gets no number."""
    taken = set(others.filter(slug__startswith=start).values_list("slug", flat=True))
    tries = [start, *(f"{start}-{number}" for number in range(2, len(taken) + 3))]
    return next(slug for slug in tries if slug not in taken)
