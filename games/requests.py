"""The types of requests that the views of this app answer."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from players.requests import PersonRequest


class VisitorRequest(HttpRequest):
    """A request by anyone."""

    htmx: HtmxDetails


class PlayerRequest(PersonRequest):
    """A request by a signed-in person."""

    htmx: HtmxDetails


AnyRequest = VisitorRequest | PlayerRequest
