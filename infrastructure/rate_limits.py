"""How often something may be done, counted in the cache that all processes share.

Signing in and its kin have django-allauth's own limits. Here is the one for everything else: a view calls
`limit(request, "chat", "20/m")`, and goes on or ends in the page for status 429.
"""

from __future__ import annotations

import time
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import Final

from allauth.account.adapter import get_adapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

SECONDS: Final = {"m": 60, "h": 3600, "d": 86400}


def limit(request: HttpRequest, action: str, rate: str, *, costly: bool = False) -> None:
    """Count the action for this person, or this address; beyond the rate, such as 5/m, answer 429 instead.

    For what is costly, guests are counted by their address: anybody can be as many guests as they like.
    """
    by_address = costly and getattr(request.user, "is_guest", False)
    if not is_allowed(action, rate, network_of(request) if by_address else who(request)):
        seconds = SECONDS[rate.partition("/")[2]]
        raise ImmediateHttpResponse(_too_many(request, ceil(seconds - time.time() % seconds)))


def is_allowed(action: str, rate: str, key: str) -> bool:
    """Count the action for the key; whether it stays within the rate."""
    amount, unit = rate.split("/")
    seconds = SECONDS[unit]
    key = f"limit:{action}:{rate}:{key}:{int(time.time() // seconds)}"
    cache.add(key, 0, seconds)
    return _count(key) <= int(amount)


def who(request: HttpRequest) -> str:
    """Whom to count for: the account, or the network that a visitor comes from."""
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return network_of(request)


def network_of(request: HttpRequest) -> str:
    """The network that a request comes from."""
    # The adapter knows how many proxies to believe.
    address = ip_address(get_adapter().get_client_ip(request))
    if isinstance(address, IPv6Address):
        # One household has a whole /64 to write from.
        return f"ip:{ip_network((address, 64), strict=False).network_address}"
    return f"ip:{address}"


def _count(key: str) -> int:
    try:
        return cache.incr(key)
    except ValueError:  # run out just now
        return 1


def _too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    response = render(request, "429.html", {"minutes": ceil(seconds / 60)}, status=429)
    response["Retry-After"] = str(seconds)
    return response
