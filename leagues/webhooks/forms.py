"""What organisers send about the club's webhook."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.models import Webhook
from leagues.webhooks.http_post import BadAddress, check


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=gettext_lazy("Address that the posts go to"),
        help_text=gettext_lazy(
            "Your chat service provides it, often as an “incoming webhook”. Anyone who knows it "
            "can post there, so only organisers can see it."
        ),
        max_length=500,
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
    )
    form = forms.ChoiceField(
        label=pgettext_lazy("of a webhook", "Format"), choices=Webhook.Form.choices
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language of the posts"), choices=settings.LANGUAGES
    )

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"]
        try:
            check(url)
        except BadAddress as error:
            raise forms.ValidationError(
                _("This must be a public address that begins with https://.")
            ) from error
        return url
