from django.urls import path

from games.plans import views

urlpatterns = [
    path("t/<slug:slug>/plan/", views.plan, name="plan"),
    path("t/<slug:slug>/plan/drop/", views.drop_plan, name="drop_plan"),
    path("t/<slug:slug>/play-forced/", views.play_forced, name="play_forced"),
]
