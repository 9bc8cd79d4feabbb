"""The pages of a table as tests read them: by the fields of its form and the cards it shows."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from django.http import HttpResponse


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}
        self.cards: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if "data-card" in found:
            self.cards.append(found["data-card"])
        if tag not in ("input", "button") or "name" not in found or "disabled" in found:
            return
        if found.get("type") == "hidden":
            self.fields[found["name"]] = found["value"]
        else:
            self.choices.setdefault(found["name"], []).append(found.get("value", ""))


def _read(response: HttpResponse) -> _Reader:
    reader = _Reader()
    reader.feed(response.content.decode())
    return reader


def fields(response: HttpResponse) -> dict[str, str]:
    """The hidden fields of the page's form, as a browser would send them back."""
    return _read(response).fields


def choices(response: HttpResponse, name: str) -> list[str]:
    """The values of that name that can be chosen."""
    return _read(response).choices.get(name, [])


def cards(response: HttpResponse) -> set[str]:
    """Every card that the page shows or names."""
    return set(_read(response).cards)


def text(response: HttpResponse) -> str:
    """The words of the page, without its markup."""
    page = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(page.split())
