from django.urls import path

from games.analysis import views

urlpatterns = [
    path("t/<slug:slug>/try/<number:deal>/<number:step>/", views.attempt_deal, name="attempt_deal"),
    path("exercise/", views.exercise, name="exercise"),
    path("t/<slug:slug>/exercise/<number:deal>/<number:step>/", views.exercise_step, name="exercise_step"),
    path("t/<slug:slug>/analysis/", views.analysis, name="analysis"),
    path("t/<slug:slug>/analysis/ask/", views.analyse, name="analyse"),
    path("t/<slug:slug>/analysis/progress/", views.analysis_progress, name="analysis_progress"),
    path("t/<slug:slug>/analysis/<number:deal>/curve.svg", views.analysis_curve, name="analysis_curve"),
]
