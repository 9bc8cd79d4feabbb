from django.urls import path

from games.review import views

urlpatterns = [
    path("t/<slug:slug>/review/", views.review, name="review"),
    path("t/<slug:slug>/review/<number:deal>/", views.review_deal, name="review_deal"),
    path("t/<slug:slug>/review/<number:deal>/picture.png", views.result_picture, name="result_picture"),
    path("t/<slug:slug>/review/<number:deal>/<number:step>/", views.review_step, name="review_step"),
    path("t/<slug:slug>/review/<number:deal>/<number:step>/picture.png", views.review_picture, name="review_picture"),
]
