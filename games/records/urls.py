from django.urls import path

from games.records import views

urlpatterns = [
    path("t/<slug:slug>/record/", views.record, name="record"),
    path("t/<slug:slug>/score-sheet/", views.score_sheet, name="score_sheet"),
    path("t/<slug:slug>/shuffle/", views.shuffle, name="shuffle"),
]
