"""Forms for notification settings and for push subscriptions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import NotificationSettings, User
from players.notifications import push
from players.notifications.kinds import KINDS, SITE, NotificationKind
from players.notifications.models import Channel
from players.notifications.reminder_schedule import CHOICES
from players.notifications.routing import wants

COLUMNS: Final[dict[str, Promise | str]] = {
    SITE: pgettext_lazy("a way to be told", "On the site"),
    Channel.MAIL: Channel.MAIL.label,
    Channel.PUSH: Channel.PUSH.label,
}
REMINDERS: Final[dict[str, Promise]] = {
    "half": _("halfway through the time for the move"),
    "24h": _("24 hours before it ends"),
    "12h": _("12 hours before it ends"),
    "6h": _("6 hours before it ends"),
    "2h": _("2 hours before it ends"),
    "1h": _("1 hour before it ends"),
    "30m": _("30 minutes before it ends"),
}


@dataclass(frozen=True, slots=True)
class KindRow:
    """A kind with a checkbox for each channel; None where there is no choice."""

    kind: type[NotificationKind]
    boxes: list[BoundField | None]


class NotificationSettingsForm(forms.Form):
    mails = forms.BooleanField(label=_("Send me emails"), required=False)
    digest_hour = forms.TypedChoiceField(
        label=_("When to send emails"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_("Reminders always come when they are due, whatever you choose here."),
    )
    reminders = forms.MultipleChoiceField(
        label=_("Remind me of my turn"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[(name, REMINDERS[name]) for name in CHOICES],
    )

    def __init__(self, user: User, settings: NotificationSettings, data: Any = None) -> None:
        self.user, self.settings = user, settings
        initial: dict[str, Any] = {
            "mails": not settings.mail_is_off,
            "digest_hour": settings.digest_hour,
            "reminders": user.reminders.split(","),
        }
        super().__init__(data, initial=initial)
        hours = [(hour, _("once a day, at %(hour)s:00") % {"hour": hour}) for hour in range(24)]
        choices: Any = [("", _("as things happen")), *hours]
        self.fields["digest_hour"].choices = choices  # type: ignore[attr-defined]
        for kind, channel in self.boxes():
            label = f"{kind.label}: {COLUMNS[channel]}"
            self.fields[f"{kind.name}.{channel}"] = forms.BooleanField(
                label=label, required=False, initial=wants(settings, kind, channel)
            )

    @property
    def columns(self) -> dict[str, Promise | str]:
        """The channels that this site has."""
        none = set() if push.is_offered() else {Channel.PUSH}
        return {channel: label for channel, label in COLUMNS.items() if channel not in none}

    def rows(self) -> Iterator[KindRow]:
        for kind in KINDS.values():
            names = [f"{kind.name}.{channel}" for channel in self.columns]
            yield KindRow(kind, [self[name] if name in self.fields else None for name in names])

    def save(self) -> None:
        choices: dict[str, dict[str, bool]] = {}
        for kind, channel in self.boxes():
            chosen = self.cleaned_data[f"{kind.name}.{channel}"]
            # Choices equal to the default are not stored, so that they follow changes of the default.
            if chosen != kind.by_default(channel):
                choices.setdefault(kind.name, {})[channel] = chosen
        values = {
            "choices": choices,
            "mail_is_off": not self.cleaned_data["mails"],
            "digest_hour": self.cleaned_data["digest_hour"],
        }
        NotificationSettings.objects.update_or_create(user=self.user, defaults=values)
        self.user.reminders = ",".join(self.cleaned_data["reminders"])
        self.user.save(update_fields=["reminders"])

    def boxes(self) -> Iterator[tuple[type[NotificationKind], str]]:
        for kind in KINDS.values():
            for channel in self.columns:
                if channel != SITE or kind.site is not None:
                    yield kind, channel


class PushForm(forms.Form):
    """A browser's push subscription, sent by static/js/push.js."""

    endpoint = forms.URLField(max_length=600, assume_scheme="https")
    p256dh = forms.CharField(max_length=120)
    auth = forms.CharField(max_length=40)

    def clean_endpoint(self) -> str:
        endpoint: str = self.cleaned_data["endpoint"]
        if not push.is_service(endpoint):
            raise forms.ValidationError(_("This push service is not supported."))
        return endpoint

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not push.are_keys(cleaned.get("p256dh", ""), cleaned.get("auth", "")):
            raise forms.ValidationError(_("These are not a browser’s keys."))
        return cleaned
