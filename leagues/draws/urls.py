from django.urls import path

from leagues.draws import views
from leagues.seasons.urls import SEASON

DRAW = f"{SEASON}/draw/<number:number>"

urlpatterns = [
    path(f"{DRAW}/", views.draw, name="draw"),
    path(f"{DRAW}/apart/", views.keep_apart, name="keep_apart"),
    path(f"{DRAW}/apart/<number:pk>/end/", views.allow_together, name="allow_together"),
    path(f"{DRAW}/discard/", views.discard_draw, name="discard_draw"),
    path(f"{DRAW}/lock/", views.lock_draw, name="lock_draw"),
    path(f"{DRAW}/rehearse/", views.rehearse, name="rehearse"),
    path(f"{DRAW}/swap/", views.swap, name="swap"),
    path(f"{DRAW}/swap/make/", views.make_swap, name="make_swap"),
    path(f"{DRAW}/unlock/", views.unlock_draw, name="unlock_draw"),
]
