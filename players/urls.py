from django.urls import path

from . import views
from .notices import views as notices

app_name = "players"

urlpatterns = [
    path("me/", views.settings, name="settings"),
    path("me/delete/", views.delete_account, name="delete_account"),
    path("me/keep/", views.keep_guest, name="keep_guest"),
    path("me/calendar/end/", notices.end_calendar, name="end_calendar"),
    path("me/calendar/make/", notices.make_calendar, name="make_calendar"),
    path("me/notices/", notices.notices, name="notices"),
    path("me/notices/choose/", notices.notice_settings, name="notice_settings"),
    path("me/notices/count/", notices.notice_count, name="notice_count"),
    path("me/push/", notices.subscribe_push, name="subscribe_push"),
    path("me/push/forget/", notices.forget_push, name="forget_push"),
    path("me/vacations/", views.vacations, name="vacations"),
    path("me/vacations/<int:pk>/end/", views.end_vacation, name="end_vacation"),
    path("stop/<str:token>/", notices.unsubscribe, name="unsubscribe"),
    path("sw.js", notices.service_worker, name="service_worker"),
    path("u/<int:pk>/", views.profile, name="profile"),
]
