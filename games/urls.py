from django.urls import include, path

app_name = "games"

urlpatterns = [
    # First, because most requests are for them: the patterns are tried one by one.
    path("", include("games.table.urls")),
    path("", include("games.analysis.urls")),
    path("", include("games.archive.urls")),
    path("", include("games.comments.urls")),
    path("", include("games.imports.urls")),
    path("", include("games.learning.urls")),
    path("", include("games.lobby.urls")),
    path("", include("games.plans.urls")),
    path("", include("games.records.urls")),
    path("", include("games.review.urls")),
    path("", include("games.rules_pages.urls")),
    path("", include("games.seats.urls")),
    path("", include("games.statistics.urls")),
    path("", include("games.transcription.urls")),
    path("", include("games.turns.urls")),
]
