"""Reads a table's pages: the form's fields and the cards shown."""

import re
from dataclasses import dataclass
from html import unescape

from django.http import HttpResponse

# A full HTML parser would take longer than the site takes to render the page.
TAG = re.compile(r"<(\w+)((?:[^<>\"']++|\"[^\"]*\"|'[^']*')*+)>")
ATTRIBUTE = re.compile(r"([\w-]+)(?:=(?:\"([^\"]*)\"|'([^']*)'))?")


@dataclass
class _Read:
    fields: dict[str, str]
    choices: dict[str, list[str]]
    cards: list[str]


def _attribute(attributes: str, wanted: str) -> str:
    return next((unescape(one) for name, one, _ in ATTRIBUTE.findall(attributes) if name == wanted), "")


def _read(response: HttpResponse) -> _Read:
    read, select = _Read({}, {}, []), ""
    for tag, attributes in TAG.findall(response.content.decode()):
        if tag == "select":
            select = _attribute(attributes, "name")
        elif tag == "option" and select:
            read.choices.setdefault(select, []).append(_attribute(attributes, "value"))
        is_control = tag in ("input", "button")
        if not is_control and "data-card" not in attributes:
            continue
        found = {name: unescape(one or other) for name, one, other in ATTRIBUTE.findall(attributes)}
        if "data-card" in found:
            read.cards.append(found["data-card"])
        if not is_control or "name" not in found or "disabled" in found:
            continue
        if found.get("type") == "hidden":
            read.fields[found["name"]] = found["value"]
        else:
            read.choices.setdefault(found["name"], []).append(found.get("value", ""))
    return read


def fields(response: HttpResponse) -> dict[str, str]:
    """The hidden fields of the page's form, as a browser would send them back."""
    return _read(response).fields


def choices(response: HttpResponse, name: str) -> list[str]:
    """The values offered under that name."""
    return _read(response).choices.get(name, [])


def cards(response: HttpResponse) -> set[str]:
    """Every card that the page shows or names."""
    return set(_read(response).cards)


def words(response: HttpResponse) -> str:
    """The text, with its characters in place of entities."""
    return unescape(text(response))


def text(response: HttpResponse) -> str:
    """The words of the page, without its markup."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())
