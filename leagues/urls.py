"""All addresses of clubs and seasons, in one namespace; each room has its own."""

from django.urls import include, path

from leagues.seasons.urls import SEASON

app_name = "leagues"

urlpatterns = [
    path("", include("leagues.clubs.urls")),
    path("", include("leagues.seasons.urls")),
    path("", include("leagues.entries.urls")),
    path("", include("leagues.draws.urls")),
    path("", include("leagues.rounds.urls")),
    path("", include("leagues.substitutes.urls")),
    path("", include("leagues.external_matches.urls")),
    path(f"{SEASON}/standings/<number:number>/", include("leagues.standings.urls")),
    path("", include("leagues.ratings.urls")),
    path("", include("leagues.statistics.urls")),
    path("", include("leagues.exports.urls")),
    path("", include("leagues.webhooks.urls")),
]
