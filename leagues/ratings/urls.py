from django.urls import path

from leagues.ratings import views

urlpatterns = [
    path("clubs/<slug:slug>/ratings/", views.ratings, name="ratings"),
    path("u/<number:pk>/ratings/", views.rating, name="rating"),
]
