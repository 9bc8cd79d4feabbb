from django.urls import path

from games.transcription import views

urlpatterns = [
    path("transcriptions/new/", views.new_transcription, name="new_transcription"),
    path("transcriptions/<slug:slug>/", views.transcription, name="transcription"),
    path("transcriptions/<slug:slug>/check/", views.check_line, name="check_line"),
    path("transcriptions/<slug:slug>/discard/", views.discard_transcription, name="discard_transcription"),
    path("transcriptions/<slug:slug>/finish/", views.finish_transcription, name="finish_transcription"),
    path("transcriptions/<slug:slug>/table/", views.transcription_table, name="transcription_table"),
    path("transcriptions/<slug:slug>/take-back/", views.take_back_line, name="take_back_line"),
    path("transcriptions/<slug:slug>/write/", views.write_line, name="write_line"),
]
