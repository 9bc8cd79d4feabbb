from django.urls import path

from leagues.statistics import views

CLUB = "clubs/<slug:slug>/statistics"
SEASON = "clubs/<slug:slug>/seasons/<slug:season>/statistics"

urlpatterns = [
    path(f"{CLUB}/", views.club_statistics, name="club_statistics"),
    path(f"{CLUB}/<slug:name>.svg", views.club_chart, name="club_chart"),
    path(f"{SEASON}/", views.season_statistics, name="season_statistics"),
    path(f"{SEASON}/<slug:name>.svg", views.season_chart, name="season_chart"),
]
