from django.urls import path

from leagues.rounds import views
from leagues.seasons.urls import SEASON

ROUND = f"{SEASON}/rounds/<number:number>"

urlpatterns = [
    path(f"{ROUND}/", views.round_page, name="round"),
    path(f"{ROUND}/close/", views.close_round, name="close_round"),
    path(f"{ROUND}/dates/", views.set_dates, name="set_dates"),
    path(f"{ROUND}/open/", views.open_round, name="open_round"),
]
