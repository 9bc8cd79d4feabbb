from django.urls import path

from games.learning import views

urlpatterns = [
    path("learn/", views.learn_index, name="learn_index"),
    path("learn/glossary/", views.glossary, name="glossary"),
    path("learn/luck/", views.luck, name="luck"),
    path("learn/<slug:game>/", views.learn, name="learn"),
    path("learn/<slug:game>/<number:number>/", views.learn_step, name="learn_step"),
    path("learn/<slug:game>/end/", views.learn_end, name="learn_end"),
]
