from django.urls import path

from leagues.seasons import views

SEASONS = "clubs/<slug:slug>/seasons"
SEASON = f"{SEASONS}/<slug:season>"

urlpatterns = [
    path(f"{SEASONS}/", views.seasons, name="seasons"),
    path(f"{SEASONS}/new/", views.new_season, name="new_season"),
    path(f"{SEASON}/", views.season, name="season"),
    path(f"{SEASON}/cancel/", views.cancel_season, name="cancel_season"),
    path(f"{SEASON}/copy/", views.copy_season, name="copy_season"),
    path(f"{SEASON}/divisions/", views.divisions, name="divisions"),
    path(f"{SEASON}/divisions/assign/", views.assign_divisions, name="assign_divisions"),
    path(f"{SEASON}/edit/", views.edit_season, name="edit_season"),
    path(f"{SEASON}/entries/<number:pk>/move/", views.move_entry, name="move_entry"),
    path(f"{SEASON}/promotion/", views.promotion, name="promotion"),
    path(f"{SEASON}/registration/close/", views.close_registration, name="close_registration"),
    path(f"{SEASON}/registration/open/", views.open_registration, name="open_registration"),
    path(f"{SEASON}/rules/", views.season_rules, name="season_rules"),
    path(f"{SEASON}/start/", views.start_season, name="start_season"),
]
