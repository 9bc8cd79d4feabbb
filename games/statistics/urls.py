from django.urls import path

from games.statistics import views

urlpatterns = [
    path("u/<int:pk>/statistics/", views.person_statistics, name="person_statistics"),
    path("u/<int:pk>/statistics/<slug:name>.svg", views.person_chart, name="person_chart"),
]
