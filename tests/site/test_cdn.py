"""The headers by which a CDN knows what it may store, as docs/cdn.md tells them."""

import re

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from whitenoise import WhiteNoise

from infrastructure.rate_limits import network_of
from players.models import User
from tests.support.documents import text_of
from tests.support.visits import client_of

PAGE = text_of("docs/cdn.md")
PAGES = ("/", "/rules/", "/clubs/", "/archive/", "/me/", "/robots.txt", "/manifest.webmanifest", "/api/v1/me/")


@pytest.mark.django_db
@pytest.mark.parametrize("path", PAGES)
def test_no_page_may_be_stored_for_others(client: Client, ai: User, path: str) -> None:
    for browser in (client, client_of(ai)):
        told = browser.get(path).headers["Cache-Control"]
        assert "private" in told
        assert {"no-cache", "no-store"} & set(told.split(", "))
        assert "s-maxage" not in told


def test_the_page_names_the_headers_of_files() -> None:
    assert f"| `/static/…` | `max-age={WhiteNoise.FOREVER}, public, immutable` |" in PAGE


def test_with_a_cdn_the_visitor_is_the_second_from_the_right(rf: RequestFactory) -> None:
    (number,) = set(re.findall(r"TRUSTED_PROXIES=(\d)", PAGE))
    settings.ALLAUTH_TRUSTED_PROXY_COUNT, former = int(number), settings.ALLAUTH_TRUSTED_PROXY_COUNT
    try:
        chain = "6.6.6.6, 203.0.113.9, 198.51.100.7"
        assert network_of(rf.get("/", headers={"x-forwarded-for": chain})) == "ip:203.0.113.9"
    finally:
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = former
