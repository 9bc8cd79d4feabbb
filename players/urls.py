from django.urls import path

from players.accounts import views as accounts
from players.api import views as api
from players.friends import views as friends
from players.legal import views as legal
from players.notifications import views as notifications
from players.oauth import views as oauth
from players.open_data import views as open_data
from players.own_data import views as own_data
from players.preferences import views as preferences
from players.profiles import views as profiles
from players.vacations import views as vacations

app_name = "players"

urlpatterns = [
    path("legal/<slug:name>/", legal.legal_page, name="legal_page"),
    path("me/", preferences.settings, name="settings"),
    path("me/apps/", oauth.apps_page, name="apps"),
    path("me/apps/delete/", oauth.end_app, name="end_app"),
    path("me/apps/end/", oauth.end_app_grant, name="end_app_grant"),
    path("me/agree/", legal.agree, name="agree"),
    path("me/data/", own_data.own_data, name="own_data"),
    path("me/data/download/", own_data.download_own_data, name="download_own_data"),
    path("me/delete/", accounts.delete_account, name="delete_account"),
    path("me/devices/", accounts.devices, name="devices"),
    path("me/devices/sign-out/", accounts.sign_out_device, name="sign_out_device"),
    path("me/devices/sign-out-others/", accounts.sign_out_elsewhere, name="sign_out_elsewhere"),
    path("me/friends/", friends.friends, name="friends"),
    path("me/keep/", accounts.keep_guest, name="keep_guest"),
    path("me/calendar/end/", notifications.end_calendar, name="end_calendar"),
    path("me/calendar/make/", notifications.make_calendar, name="make_calendar"),
    path("me/notifications/", notifications.notifications, name="notifications"),
    path("me/notifications/settings/", notifications.notification_settings, name="notification_settings"),
    path("mail-events/", notifications.mail_events, name="mail_events"),
    path("me/notifications/mail/", notifications.mail_again, name="mail_again"),
    path("me/notifications/count/", notifications.notification_count, name="notification_count"),
    path("me/open-data/", open_data.answer_open_data, name="answer_open_data"),
    path("me/push/", notifications.subscribe_push, name="subscribe_push"),
    path("me/push/forget/", notifications.forget_push, name="forget_push"),
    path("me/tokens/", api.api_tokens, name="api_tokens"),
    path("me/tokens/end/", api.end_api_token, name="end_api_token"),
    path("me/vacations/", vacations.vacations, name="vacations"),
    path("me/vacations/<number:pk>/end/", vacations.end_vacation, name="end_vacation"),
    path("stop/<str:token>/", notifications.unsubscribe, name="unsubscribe"),
    path("sw.js", notifications.service_worker, name="service_worker"),
    path("u/<number:pk>/", profiles.profile, name="profile"),
    path("u/<number:pk>/accept/", friends.accept_friend, name="accept_friend"),
    path("u/<number:pk>/ask/", friends.ask_friend, name="ask_friend"),
    path("u/<number:pk>/block/", friends.block, name="block"),
    path("u/<number:pk>/remove/", friends.end_friendship, name="end_friendship"),
    path("u/<number:pk>/unblock/", friends.unblock, name="unblock"),
]
