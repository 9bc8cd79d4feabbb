from django.urls import path

from leagues.entries import views
from leagues.seasons.urls import SEASON

urlpatterns = [
    path(f"{SEASON}/enter/", views.enter, name="enter"),
    path(f"{SEASON}/entries/", views.entries, name="entries"),
    path(f"{SEASON}/entries/add/", views.add_entry, name="add_entry"),
    path(f"{SEASON}/entries/<number:pk>/answer/", views.answer_entry, name="answer_entry"),
    path(f"{SEASON}/entries/<number:pk>/remove/", views.remove_entry, name="remove_entry"),
    path(f"{SEASON}/withdraw/", views.withdraw_entry, name="withdraw_entry"),
]
