"""Below the address of a division's standings."""

from django.urls import path

from leagues.standings import views

urlpatterns = [
    path("", views.standings_page, name="standings"),
    path("adjust/", views.adjust, name="adjust"),
    path("adjustments/", views.adjustments, name="adjustments"),
    path("adjustments/<number:pk>/cancel/", views.cancel_adjustment, name="cancel_adjustment"),
    path("<number:pk>/", views.figure, name="figure"),
]
