"""A mail server for a benchmark, which the site's processes use. Imported before `world`."""

import os

from .services import MailServer

SERVER = MailServer()
os.environ["EMAIL_URL"] = os.environ["BENCHMARK_MAIL"] = SERVER.url
