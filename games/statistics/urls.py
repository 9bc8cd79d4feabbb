from django.urls import path

from games.statistics import views

urlpatterns = [
    path("u/<number:pk>/statistics/", views.person_statistics, name="person_statistics"),
    path("u/<number:pk>/statistics/<slug:name>.svg", views.person_chart, name="person_chart"),
]
