"""What organisers send about a webhook of the club."""

import re
from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.models import Webhook
from leagues.webhooks.http_post import BadAddress, check
from leagues.webhooks.post_kinds import kinds_to_choose

TOKEN: Final = re.compile(r"[A-Za-z0-9:_+/=.-]+")
"""The tokens of Telegram and LINE: nothing that could lead to another address or header."""
SECRET: Final = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}


class WebhookForm(forms.Form):
    name = forms.CharField(
        label=pgettext_lazy("of a webhook", "Name"),
        help_text=gettext_lazy("Only organisers see it. It tells several webhooks apart, such as by their channels."),
        max_length=40,
        required=False,
    )
    form = forms.ChoiceField(label=pgettext_lazy("of a webhook", "Format"), choices=Webhook.Form.choices)
    url = forms.CharField(
        label=gettext_lazy("Address that the posts go to"),
        help_text=gettext_lazy(
            "Your chat service provides it, often as an “incoming webhook”. Anyone who knows it "
            "can post there, so only organisers can see it. Telegram and LINE have none."
        ),
        max_length=500,
        required=False,
        widget=forms.URLInput(attrs={**SECRET, "placeholder": "https://"}),
    )
    token = forms.CharField(
        label=gettext_lazy("Token (Telegram and LINE)"),
        help_text=gettext_lazy(
            "The token of a bot you made with Telegram’s BotFather and invited to your group, or the channel "
            "access token of a LINE official account."
        ),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs=SECRET),
    )
    recipient = forms.CharField(
        label=gettext_lazy("Recipient (Telegram and LINE)"),
        help_text=gettext_lazy("The number of the chat at Telegram, or the id of the group at LINE."),
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs=SECRET),
    )
    language = forms.ChoiceField(label=gettext_lazy("Language of the posts"), choices=settings.LANGUAGES)
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("What is posted"),
        choices=kinds_to_choose,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    places = forms.MultipleChoiceField(
        label=gettext_lazy("Only about these seasons and tables"),
        help_text=gettext_lazy(
            "If you choose none, all are posted about, including future ones. Choosing a season includes all its "
            "tables. A single table is posted about until it is over."
        ),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, places: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["places"].choices = places  # type: ignore[attr-defined]

    @property
    def before_places(self) -> list[forms.BoundField]:
        return [field for field in self if field.name != "places"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("form") in Webhook.OF_SERVICES:
            cleaned["url"] = ""
            self._check_token(cleaned)
        elif "url" in cleaned:
            cleaned |= {"token": "", "recipient": ""}
            self._check_url(cleaned["url"])
        return cleaned

    def _check_token(self, cleaned: dict[str, Any]) -> None:
        for name in ("token", "recipient"):
            if name in cleaned and not TOKEN.fullmatch(cleaned[name]):
                self.add_error(name, _("Enter it as the service shows it, without spaces."))

    def _check_url(self, url: str) -> None:
        try:
            check(url)
        except BadAddress:
            self.add_error("url", _("This must be a public address that begins with https://."))

    def values(self) -> dict[str, Any]:
        data = dict(self.cleaned_data)
        posted = data.pop("kinds")
        return {**data, "muted": [name for name, _label in kinds_to_choose() if name not in posted]}
