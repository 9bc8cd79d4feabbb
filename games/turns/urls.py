from django.urls import path

from games.turns import views

urlpatterns = [path("calendar/<slug:token>.ics", views.calendar, name="calendar")]
