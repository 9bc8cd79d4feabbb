"""Forms for the table, and for the seats to give back."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game
from staff.give_back.services import Loss


class TableLookupForm(forms.Form):
    table = forms.CharField(
        label=gettext_lazy("The table"),
        help_text=gettext_lazy("Its address, or the part after /t/."),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def clean_table(self) -> Game:
        """The table, by its slug or by any address of it."""
        text: str = self.cleaned_data["table"].strip()
        slug = text.partition("/t/")[2].partition("/")[0] if "/t/" in text else text
        game = Game.objects.filter(slug=slug).first()
        if game is None:
            raise forms.ValidationError(_("There is no such table."))
        return game


class GiveBackForm(forms.Form):
    seats = forms.TypedMultipleChoiceField(label=gettext_lazy("Seats"), coerce=int, widget=forms.CheckboxSelectMultiple)
    reason = forms.CharField(label=gettext_lazy("Reason, for the log"), max_length=300)

    def __init__(self, *args: Any, losses: Sequence[Loss], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seats"].choices = [(loss.number, _in_words(loss)) for loss in losses]  # type: ignore[attr-defined]
        self.fields["seats"].initial = [loss.number for loss in losses if not loss.is_own_wish]


def _in_words(loss: Loss) -> str:
    words = {"place": loss.place, "name": loss.person}
    if loss.is_own_wish:
        return _("Seat %(place)s: %(name)s, who left by choice") % words
    if loss.is_left:
        return _("Seat %(place)s: %(name)s, who was replaced") % words
    return _("Seat %(place)s: %(name)s, with a bot playing") % words
