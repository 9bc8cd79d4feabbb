from django.urls import path

from leagues.exports import views

CLUB = "clubs/<slug:slug>"
SEASON = f"{CLUB}/seasons/<slug:season>"

urlpatterns = [
    path(f"{CLUB}/files/", views.files, name="files"),
    path(f"{CLUB}/import/", views.import_members, name="import_members"),
    path(f"{CLUB}/members.csv", views.members_csv, name="members_csv"),
    path(f"{CLUB}/rounds.ics", views.rounds_calendar, name="rounds_calendar"),
    path(f"{CLUB}/rounds/<slug:token>.ics", views.own_rounds_calendar, name="own_rounds_calendar"),
    path(f"{SEASON}/files/<slug:what>.csv", views.season_csv, name="season_csv"),
    path(f"{SEASON}/import/", views.import_entries, name="import_entries"),
    path(f"{SEASON}/sheets/<number:number>/", views.score_sheets, name="score_sheets"),
]
