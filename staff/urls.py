from django.urls import path, re_path

from staff.give_back.views import give_back
from staff.health.views import health
from staff.merging.views import merge
from staff.moderation import views

app_name = "staff"

urlpatterns = [
    path("staff/health/", health, name="health"),
    path("staff/reports/", views.reports, name="reports"),
    path("staff/give-back/", give_back, name="give_back"),
    path("staff/merge/", merge, name="merge"),
    path("staff/log/", views.staff_log, name="log"),
    re_path(
        r"^staff/decide/(?P<kind>person|message|comment|report)/(?P<pk>[0-9]{1,18})/$", views.decide, name="decide"
    ),
    re_path(r"^report/(?P<kind>person|message|comment)/(?P<pk>[0-9]{1,18})/$", views.report, name="report"),
]
