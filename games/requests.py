"""The types of requests that the views of this app answer."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from players.requests import PersonRequest


class VisitorRequest(HttpRequest):
    htmx: HtmxDetails


class PlayerRequest(PersonRequest):
    htmx: HtmxDetails


AnyRequest = VisitorRequest | PlayerRequest
