import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "napoleon_site.settings")

# kombu takes only known names in a broker's URL.
TRANSPORT_ALIASES["sqlite"] = "napoleon_site.broker:Transport"

app = Celery("napoleon")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
