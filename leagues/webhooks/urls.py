from django.urls import path

from leagues.webhooks import views

WEBHOOK = "clubs/<slug:slug>/webhook"

urlpatterns = [
    path(f"{WEBHOOK}/", views.webhook, name="webhook"),
    path(f"{WEBHOOK}/end/", views.end_webhook, name="end_webhook"),
    path(f"{WEBHOOK}/test/", views.test_webhook, name="test_webhook"),
]
