from django.urls import path

from games.seats import views

urlpatterns = [
    path("t/<slug:slug>/leave/", views.leave, name="leave"),
    path("t/<slug:slug>/live/", views.agree_to_live, name="agree_to_live"),
    path("t/<slug:slug>/live/end/", views.end_live, name="end_live"),
    path("t/<slug:slug>/meeting.ics", views.meeting, name="meeting"),
    path("t/<slug:slug>/meeting/", views.fix_meeting, name="fix_meeting"),
    path("t/<slug:slug>/meeting/cancel/", views.cancel_meeting, name="cancel_meeting"),
    path("t/<slug:slug>/offer/", views.offer, name="offer"),
    path("t/<slug:slug>/pause/", views.pause, name="pause"),
    path("t/<slug:slug>/people/", views.people, name="people"),
    path("t/<slug:slug>/resume/", views.resume, name="resume"),
    path("t/<slug:slug>/take-back/", views.take_back, name="take_back"),
]
