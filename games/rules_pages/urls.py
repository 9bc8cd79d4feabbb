from django.urls import path

from games.rules_pages import views

urlpatterns = [
    path("rules/", views.rules_index, name="rules_index"),
    path("rules/compare/", views.rules_compare, name="rules_compare"),
    path("rules/<slug:preset>/", views.rules_page, name="rules_page"),
    path("t/<slug:slug>/rules/", views.table_rules, name="table_rules"),
]
