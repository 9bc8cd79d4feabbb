from django.urls import path

from games.comments import views

urlpatterns = [
    path("t/<slug:slug>/comments/", views.comments, name="comments"),
    path("t/<slug:slug>/comments/<number:pk>/delete/", views.delete_comment, name="delete_comment"),
    path("t/<slug:slug>/comments/<number:pk>/edit/", views.edit_comment, name="edit_comment"),
    path("t/<slug:slug>/notes/", views.notes, name="notes"),
    path("t/<slug:slug>/notes/<number:pk>/delete/", views.delete_note, name="delete_note"),
    path("t/<slug:slug>/notes/<number:pk>/edit/", views.edit_note, name="edit_note"),
    path("t/<slug:slug>/notes/share/", views.share_notes, name="share_notes"),
    path("t/<slug:slug>/notes/unshare/", views.unshare_notes, name="unshare_notes"),
    path("t/<slug:slug>/review/<number:deal>/<number:step>/comment/", views.comment, name="comment"),
]
