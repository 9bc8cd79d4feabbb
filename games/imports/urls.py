from django.urls import path

from games.imports import views

urlpatterns = [
    path("imports/", views.import_matches, name="import_matches"),
    path("imports/<slug:slug>/", views.upload, name="upload"),
    path("imports/<slug:slug>/discard/", views.discard_upload, name="discard_upload"),
    path("imports/<slug:slug>/store/", views.store_upload, name="store_upload"),
    path("t/<slug:slug>/not-me/", views.not_me, name="not_me"),
]
