"""The sections of a person's data that belong to people: account, settings, vacations, notifications.

Nothing that opens anything is among them: no password, key, session or secret address.
"""

from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from players.accounts.devices import staff_actions
from players.accounts.sessions import BROWSER, SIGNED_IN_AT, USED_AT
from players.friends.queries import friendships_of
from players.models import CalendarFeed, Notification, User
from players.notifications.forms import NotificationSettingsForm
from players.notifications.routing import chose, settings_of
from players.own_data.sections import Section
from players.preferences.forms import SettingsForm

Json = dict[str, Any]


def account(user: User) -> Json:
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    keys = Authenticator.objects.filter(user=user).order_by("pk")
    signed_on = SocialAccount.objects.filter(user=user).order_by("pk")
    sessions = [one.get_decoded() for one in user.sessions.order_by("-expire_date")]
    return {
        "number": user.pk,
        "name": user.name,
        "is_guest": user.is_guest,
        "joined": user.date_joined,
        "last_visit": user.last_visit,
        "terms": {"version": user.terms_version, "agreed": user.terms_agreed_at},
        "addresses": list(addresses.values("email", "verified", "primary")),
        "has_password": user.has_usable_password(),
        "keys": [{"type": key.type, "name": key.data.get("name", ""), "made": key.created_at} for key in keys],
        "signs_in_with": list(signed_on.values("provider", number=F("uid"), since=F("date_joined"))),
        "devices": [
            {"browser": data.get(BROWSER), "signed_in": data.get(SIGNED_IN_AT), "used": data.get(USED_AT)}
            for data in sessions
        ],
        "staff_actions": [
            {"at": entry.action_time, "what": entry.get_change_message()} for entry in staff_actions(user)
        ],
    }


def settings(user: User) -> Json:
    chosen = settings_of([user.pk])[user.pk]
    channels: dict[str, Json] = {}
    for kind, channel in NotificationSettingsForm(user, chosen).boxes():
        channels.setdefault(kind.name, {})[channel] = chose(chosen, kind, channel)
    return {
        **{name: getattr(user, name) for name in SettingsForm.Meta.fields if name != "name"},
        "notifications": channels,
        "groups_off": chosen.groups_off,
        "mails": not chosen.mail_is_off,
        "digest_hour": chosen.digest_hour,
        "boards_hour": chosen.boards_hour,
        "reminders": user.reminders.split(","),
        "browsers_with_push": list(user.push_subscriptions.values_list("created_at", flat=True)),
        "has_calendar_feed": CalendarFeed.objects.filter(user=user).exists(),
    }


def friends(user: User) -> Json:
    blocks = user.blocks.order_by("at", "pk")
    return {
        "friends": [
            {
                "number": (person := row.asked if row.asker_id == user.pk else row.asker).pk,
                "name": person.name,
                "asked_by_me": row.asker_id == user.pk,
                "asked": row.asked_at,
                "accepted": row.accepted_at,
            }
            for row in friendships_of(user)
        ],
        "blocked": list(blocks.values("at", number=F("blocked"), name=F("blocked__name"))),
    }


def vacations(user: User) -> list[Any]:
    return list(user.vacations.values("start", "end"))


def notifications(user: User) -> list[Any]:
    listed = Notification.objects.filter(user=user, in_site=True).order_by("-at")
    return list(listed.values("kind", "at", "read_at"))


SECTIONS: Final = (
    Section(
        "account.json", _("Name, addresses, ways to sign in, devices, and what staff have done at the account"), account
    ),
    Section("settings.json", _("Settings and notification settings"), settings),
    Section("friends.json", _("Your friends, friend requests, and the people whom you have blocked"), friends),
    Section("vacations.json", _("Vacations"), vacations),
    Section("notifications.json", _("What the list of notifications shows: kinds and times"), notifications),
)
