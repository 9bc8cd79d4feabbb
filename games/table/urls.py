from django.urls import path

from games.table import views

urlpatterns = [
    path("next/", views.next_table, name="next_table"),
    path("t/<slug:slug>/", views.table, name="table"),
    path("t/<slug:slug>/act/", views.act, name="act"),
    path("t/<slug:slug>/board/", views.board, name="board"),
    path("t/<slug:slug>/chat/", views.chat, name="chat"),
    path("t/<slug:slug>/take-move-back/", views.take_move_back, name="take_move_back"),
    path("t/<slug:slug>/note/", views.add_note, name="add_note"),
]
