"""The form of house rules: a name, and every option."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.lobby.rules_form import OptionFields
from games.models import HouseRules
from players.models import User
from players.name_field import TitleField

MOST_KEPT: Final = 30
"""As many sets as one person may keep."""


class NamedRulesForm(OptionFields):
    name = TitleField(
        label=gettext_lazy("Name of the rules"),
        help_text=gettext_lazy("Everybody with the link sees it."),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class HouseRulesForm(NamedRulesForm):
    """The form of a person's own."""

    def __init__(self, *args: Any, user: User, kept: HouseRules | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kept = kept or HouseRules(user=user)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if self.kept.pk is None and HouseRules.objects.filter(user=self.kept.user).count() >= MOST_KEPT:
            self.add_error(None, _("No more house rules can be kept here. Delete some first."))
        return data

    def save(self) -> HouseRules:
        self.kept.keep(self.cleaned_data["name"], self.rules)
        return self.kept
