from django.urls import path

from leagues.rounds.urls import ROUND
from leagues.seasons.urls import SEASON
from leagues.substitutes import views

urlpatterns = [
    path(f"{SEASON}/substitutes/", views.substitutes, name="substitutes"),
    path(f"{SEASON}/substitutes/<number:pk>/answer/", views.answer_offer, name="answer_offer"),
    path(f"{SEASON}/substitutes/join/", views.volunteer, name="volunteer"),
    path(f"{SEASON}/substitutes/leave/", views.stand_down, name="stand_down"),
    path(f"{ROUND}/seats/<number:pk>/replace/", views.replace_player, name="replace_player"),
]
