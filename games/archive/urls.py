from django.urls import path

from games.archive import views

urlpatterns = [
    path("archive/", views.archive, name="archive"),
    path("archive/deals.csv", views.archive_csv, name="archive_csv"),
    path("archive/records.jsonl", views.archive_records, name="archive_records"),
]
