from typing import Final

from django.urls import path, re_path

from staff.fair_play import views as fair_play
from staff.give_back.views import give_back
from staff.health.views import health
from staff.merging.views import merge
from staff.moderation import views

app_name = "staff"

TARGETS: Final = "person|message|comment|club|season|team"
"""What may be reported; tables and house rules have addresses of their own."""

urlpatterns = [
    path("staff/health/", health, name="health"),
    path("staff/boards/", fair_play.board_sets, name="board_sets"),
    path("staff/boards/<slug:slug>/", fair_play.board_set, name="board_set"),
    path("staff/reports/", views.reports, name="reports"),
    path("staff/give-back/", give_back, name="give_back"),
    path("staff/merge/", merge, name="merge"),
    path("staff/log/", views.staff_log, name="log"),
    re_path(
        rf"^staff/decide/(?P<kind>{TARGETS}|table|house_rules|report)/(?P<pk>[0-9]{{1,18}})/$",
        views.decide,
        name="decide",
    ),
    path("report/table/<slug:slug>/", views.report_table, name="report_table"),
    path("report/house-rules/<slug:slug>/", views.report_house_rules, name="report_house_rules"),
    re_path(rf"^report/(?P<kind>{TARGETS})/(?P<pk>[0-9]{{1,18}})/$", views.report, name="report"),
]
