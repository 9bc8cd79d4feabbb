"""What a screen reader is given of a page: Chromium's own tree of it."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from playwright.sync_api import Page

from tests.browser.looks import devtools

CONTROLS = {"button", "link", "radio", "checkbox", "textbox", "combobox"}
LANDMARKS = {"complementary", "navigation", "region"}
SETS = {"list", "radiogroup", "table"}


class Told(NamedTuple):
    """A node of the tree that is read out."""

    role: str
    name: str
    parent: str
    properties: dict[str, Any]


def told(page: Page) -> list[Told]:
    """All that is read out, in its order."""
    return [
        Told(
            _value(node, "role"),
            " ".join(_value(node, "name").split()),
            node.get("parentId", ""),
            {one["name"]: one["value"].get("value") for one in node.get("properties", [])},
        )
        for node in devtools(page).send("Accessibility.getFullAXTree")["nodes"]
        if not node["ignored"]
    ]


def _value(node: dict[str, Any], key: str) -> str:
    return str(node.get(key, {}).get("value", ""))


def faults(nodes: list[Told]) -> Iterator[str]:
    """What somebody who only hears the page could not make out."""
    for node in nodes:
        if node.role in CONTROLS | LANDMARKS and not node.name:
            yield f"{node.role} without a name"
        # A choice that is still to be made is no error.
        if node.properties.get("invalid") not in (None, "false"):
            yield f"{node.role} {node.name} is said to be wrong"
    alike = Counter((one.parent, one.role, one.name) for one in nodes if one.role in CONTROLS)
    yield from (f"{role} {name}, {n} times" for (_, role, name), n in alike.items() if n > 1)


def names(nodes: list[Told], *roles: str) -> list[str]:
    return [node.name for node in nodes if node.role in roles]
