from django.urls import path

from games.lobby import views

urlpatterns = [
    path("join/<slug:invitation>/", views.join, name="join"),
    path("play-now/", views.play_now, name="play_now"),
    path("t/<slug:slug>/cancel/", views.cancel, name="cancel"),
    path("t/<slug:slug>/invite/", views.invite, name="invite"),
    path("t/<slug:slug>/leave-seat/", views.leave_seat, name="leave_seat"),
    path("t/<slug:slug>/rematch/", views.rematch, name="rematch"),
    path("t/<slug:slug>/seat-bot/", views.seat_bot, name="seat_bot"),
    path("t/<slug:slug>/seats/", views.seats, name="seats"),
    path("t/<slug:slug>/seed/", views.seed, name="seed"),
    path("t/<slug:slug>/take-seat/", views.take_seat, name="take_seat"),
    path("tables/", views.tables, name="tables"),
    path("tables/new/", views.new_table, name="new_table"),
]
