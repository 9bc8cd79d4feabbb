from django.urls import path

from leagues.external_matches import views
from leagues.rounds.urls import ROUND

TABLE = f"{ROUND}/tables/<number:pk>"

urlpatterns = [
    path(f"{TABLE}/match/", views.external_match, name="external_match"),
    path(f"{TABLE}/match/accept/", views.accept_match, name="accept_match"),
    path(f"{TABLE}/match/take-back/", views.take_back_match, name="take_back_match"),
    path("t/<slug:slug>/tables/", views.tables_for_match, name="tables_for_match"),
]
