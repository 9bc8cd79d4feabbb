"""Every address that the site has ever had still answers or redirects."""

from pathlib import Path

import pytest
from django.test import Client, RequestFactory
from django.urls import resolve

from napoleon_site.moved_urls import MOVED

# One pattern a line. Lines are added when pages are, and never taken out.
ADDRESSES = (Path(__file__).parent / "addresses.txt").read_text("utf-8").split()
SAMPLES = {"int:pk": "7", "int:number": "2", "int:deal": "2", "int:step": "3", "str:token": "token"}


def sample(pattern: str) -> str:
    """An address of that pattern."""
    pieces = pattern.replace("<", "|<").replace(">", ">|").split("|")
    return "/" + "".join(
        SAMPLES.get(piece[1:-1], piece[1:-1].partition(":")[2]) if piece.startswith("<") else piece for piece in pieces
    )


@pytest.mark.parametrize("pattern", ADDRESSES)
def test_an_address_leads_somewhere(pattern: str) -> None:
    found = resolve(sample(pattern))
    if pattern in MOVED:
        response = found.func(RequestFactory().post(sample(pattern) + "?a=1"), **found.kwargs)
        assert response.status_code == 308
        assert resolve(response.url.removesuffix("?a=1")).view_name == MOVED[pattern]


def test_an_unknown_address_is_not_found(client: Client) -> None:
    assert client.get("/no/such/page/").status_code == 404
