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
from players.notifications.models import Channel, Group
from players.notifications.reminder_schedule import CHOICES
from players.notifications.routing import chose

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


@dataclass(frozen=True, slots=True)
class GroupSection:
    """A group with its switch, and the kinds behind it."""

    name: str
    label: str
    is_on: bool
    rows: list[KindRow]


class NotificationSettingsForm(forms.Form):
    groups = forms.MultipleChoiceField(label=_("What I am notified of"), required=False, choices=Group.choices)
    has_groups = forms.BooleanField(required=False, initial=True, widget=forms.HiddenInput)
    """Absent from pages that were opened before there were groups: these switch none off."""
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
    boards_hour = forms.TypedChoiceField(
        label=_("Remind me of the daily boards"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_("On days on which I have not played them."),
    )
    even_if_seen = forms.BooleanField(
        label=_("Notify me even while I am at the table"),
        required=False,
        help_text=_(
            "Otherwise what you can see anyway waits or is left out. Last reminders, and news that a bot has played "
            "for you, always come."
        ),
    )

    def __init__(self, user: User, settings: NotificationSettings, data: Any = None) -> None:
        self.user, self.settings = user, settings
        initial: dict[str, Any] = {
            "groups": [group.value for group in Group if group not in settings.groups_off],
            "mails": not settings.mail_is_off,
            "digest_hour": settings.digest_hour,
            "reminders": user.reminders.split(","),
            "boards_hour": settings.boards_hour,
            "even_if_seen": settings.even_if_seen,
        }
        super().__init__(data, initial=initial)
        hours = [(hour, _("once a day, at %(hour)s:00") % {"hour": hour}) for hour in range(24)]
        choices: Any = [("", _("as things happen")), *hours]
        self.fields["digest_hour"].choices = choices  # type: ignore[attr-defined]
        times = [(hour, _("at %(hour)s:00") % {"hour": hour}) for hour in range(24)]
        self.fields["boards_hour"].choices = [("", _("never")), *times]  # type: ignore[attr-defined]
        for kind, channel in self.boxes():
            label = f"{kind.label}: {COLUMNS[channel]}"
            self.fields[f"{kind.name}.{channel}"] = forms.BooleanField(
                label=label, required=False, initial=chose(settings, kind, channel)
            )

    @property
    def columns(self) -> dict[str, Promise | str]:
        """The channels that this site has."""
        none = set() if push.is_offered() else {Channel.PUSH}
        return {channel: label for channel, label in COLUMNS.items() if channel not in none}

    def sections(self) -> Iterator[GroupSection]:
        on = self["groups"].value()
        for group in Group:
            yield GroupSection(group.value, str(group.label), group.value in on, list(self._rows(group)))

    def _rows(self, group: Group) -> Iterator[KindRow]:
        for kind in (kind for kind in KINDS.values() if kind.group == group):
            names = [f"{kind.name}.{channel}" for channel in self.columns]
            yield KindRow(kind, [self[name] if name in self.fields else None for name in names])

    def save(self) -> None:
        # What is chosen for a channel that the site does not offer now is kept.
        choices: dict[str, dict[str, bool]] = {}
        for name, own in self.settings.choices.items():
            if kept := {channel: on for channel, on in own.items() if channel not in self.columns}:
                choices[name] = kept
        for kind, channel in self.boxes():
            chosen = self.cleaned_data[f"{kind.name}.{channel}"]
            # Choices equal to the default are not stored, so that they follow changes of the default.
            if chosen != kind.by_default(channel):
                choices.setdefault(kind.name, {})[channel] = chosen
        values = {
            "choices": choices,
            "groups_off": self._groups_off(),
            "mail_is_off": not self.cleaned_data["mails"],
            "digest_hour": self.cleaned_data["digest_hour"],
            "boards_hour": self.cleaned_data["boards_hour"],
            "even_if_seen": self.cleaned_data["even_if_seen"],
        }
        NotificationSettings.objects.update_or_create(user=self.user, defaults=values)
        self.user.reminders = ",".join(self.cleaned_data["reminders"])
        self.user.save(update_fields=["reminders"])

    def _groups_off(self) -> list[str]:
        if not self.cleaned_data["has_groups"]:
            return list(self.settings.groups_off)
        return [group.value for group in Group if group.value not in self.cleaned_data["groups"]]

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
    former = forms.CharField(max_length=600, required=False)

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
