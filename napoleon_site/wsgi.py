"""The pages, for any number of WSGI server processes."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "napoleon_site.settings")

application = get_wsgi_application()
