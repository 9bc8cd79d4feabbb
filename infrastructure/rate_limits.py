"""Rate limits, counted in the cache that all processes share.

Signing in and related pages have django-allauth's limits. All other views call `limit(request, "chat", "20/m")`, which
either returns or ends the request with the page for status 429.
"""

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import Final, NamedTuple

from allauth.account.adapter import get_adapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from infrastructure.pages import render_page
from infrastructure.redis_client import cache_url, redis_at

SECONDS: Final = {"m": 60, "h": 3600, "d": 86400}


@dataclass(frozen=True, slots=True)
class LimitPage:
    minutes: int
    """Until the next attempt is allowed."""


def limit(request: HttpRequest, action: str, rate: str, *, costly: bool = False) -> None:
    """Count the action for this person or address; beyond the rate, such as 5/m, answer 429 instead.

    Costly actions of guests count by address, since anybody can become any number of guests.
    """
    by_address = costly and getattr(request.user, "is_guest", False)
    if not is_allowed(action, rate, network_of(request) if by_address else who(request)):
        seconds = SECONDS[rate.partition("/")[2]]
        raise ImmediateHttpResponse(too_many(request, ceil(seconds - time.time() % seconds)))


def is_allowed(action: str, rate: str, key: str) -> bool:
    """Count the action for the key; return whether it is within the rate."""
    return not use_of(action, rate, key).is_spent


class Window(NamedTuple):
    """A minute, hour or day in which is counted."""

    key: str
    seconds: int


@dataclass(frozen=True, slots=True)
class Use:
    """How much of a rate is used."""

    most: int
    used: int
    seconds: int
    """Until the count begins again."""

    @property
    def left(self) -> int:
        return max(0, self.most - self.used)

    @property
    def is_spent(self) -> bool:
        return self.used > self.most


def use_of(action: str, rate: str, key: str) -> Use:
    """Count the action for the key."""
    [use] = uses_of(action, {key: rate})
    return use


def uses_of(action: str, rates: Mapping[str, str]) -> list[Use]:
    """Count the action for each of these keys, which have rates of their own."""
    now, most, windows = time.time(), [], []
    for key, rate in rates.items():
        amount, unit = rate.split("/")
        seconds = SECONDS[unit]
        most.append(int(amount))
        windows.append(Window(f"limit:{action}:{rate}:{key}:{int(now // seconds)}", seconds))
    return [
        Use(amount, count, ceil(window.seconds - now % window.seconds))
        for amount, count, window in zip(most, _counts(windows), windows, strict=True)
    ]


def who(request: HttpRequest) -> str:
    """The key to count for: the account or, for visitors, their network."""
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return network_of(request)


def network_of(request: HttpRequest) -> str:
    # The adapter knows how many proxies to trust.
    address = ip_address(get_adapter().get_client_ip(request))
    if isinstance(address, IPv6Address):
        # One household has a whole /64.
        return f"ip:{ip_network((address, 64), strict=False).network_address}"
    return f"ip:{address}"


def _counts(windows: Sequence[Window]) -> list[int]:
    """Count once in each. A key outlasts its minute, hour or day."""
    if not (url := cache_url()):
        return [_count(window) for window in windows]
    # One trip, where Django's cache makes two for each: a command by the API takes 8 % longer with those.
    pipeline = redis_at(url).pipeline(transaction=False)
    for window in windows:
        pipeline.incr(window.key).expire(window.key, window.seconds)
    counts: list[int] = pipeline.execute()[::2]
    return counts


def _count(window: Window) -> int:
    # The key is missing only at its first use.
    with suppress(ValueError):
        return cache.incr(window.key)
    cache.add(window.key, 0, window.seconds)
    try:
        return cache.incr(window.key)
    except ValueError:  # the cache keeps nothing
        return 1


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    response = render_page(request, "429.html", LimitPage(ceil(seconds / 60)), status=429)
    response["Retry-After"] = str(seconds)
    return response
