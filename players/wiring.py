"""Everything that this app connects when the site starts."""

from allauth.account.signals import email_confirmed, password_changed, password_reset, password_set
from django.contrib.auth.signals import user_logged_in
from django.core.signals import request_finished

from infrastructure.speed import stale_plans
from players.accounts.devices import end_others_with_the_password
from players.accounts.email_addresses import take_when_confirmed
from players.accounts.notifications import AccountsMerged
from players.accounts.sessions import describe_device, forget_owner
from players.friends.notifications import FriendAccepted, FriendAsked
from players.name_field import ask_at_sign_in
from players.notifications.kinds import register_kinds
from players.own_data import people
from players.own_data.sections import SECTIONS


def connect() -> None:
    stale_plans.install()
    register_kinds(AccountsMerged, FriendAsked, FriendAccepted)
    SECTIONS.extend(people.SECTIONS)
    request_finished.connect(forget_owner)
    user_logged_in.connect(describe_device)
    user_logged_in.connect(ask_at_sign_in)
    email_confirmed.connect(take_when_confirmed)
    for signal in (password_changed, password_set, password_reset):
        signal.connect(end_others_with_the_password)
