"""Forms of entries."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms import confirmation
from players.models import User
from players.profiles.find_people import find_people


class WithdrawForm(forms.Form):
    sure = confirmation(
        gettext_lazy("I want to withdraw from the season"),
        gettext_lazy("In your running games of the season, a bot plays until a substitute takes over."),
        gettext_lazy("Tick this if you really want to withdraw."),
    )


class AddForm(forms.Form):
    """Enters members of the club, by names or numbers, or all who are left."""

    everybody = forms.BooleanField(required=False)
    who = forms.Field(widget=forms.CheckboxSelectMultiple, required=False)

    def clean_who(self) -> list[User]:
        if self.cleaned_data["everybody"]:
            return []
        if not self.cleaned_data["who"]:
            raise forms.ValidationError(_("Choose at least one member."))
        name = forms.CharField(max_length=60)
        return find_people([name.clean(one) for one in self.cleaned_data["who"]])
