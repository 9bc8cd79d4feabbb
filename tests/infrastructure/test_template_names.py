"""Django's templates take a missing name for nothing: here each name must be one that the page has."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest
from django.template import engines
from django.template.base import FilterExpression, Node, NodeList, Variable
from django.template.loader_tags import IncludeNode

from games.lobby.context import LobbyPage, NewTablePage, TablesPage
from games.plans.context import PlansPanel
from games.seats.context import PeoplePage
from games.table.board import TablePage
from games.table.views import ChatLines

EVERYWHERE = {
    *("request", "user", "messages", "csrf_token", "forloop", "block", "perms"),
    *("LANGUAGE_CODE", "LANGUAGES", "LANGUAGE_BIDI", "None", "True", "False"),
}
OPTIONAL = {"is_named", "lines"}
"""Arguments of `_to_copy.html` that few callers give."""
PAGES = {
    "games/lobby/lobby.html": LobbyPage,
    "games/lobby/join.html": LobbyPage,
    "games/lobby/_seats_answer.html": LobbyPage,
    "games/lobby/new_table.html": NewTablePage,
    "games/lobby/tables.html": TablesPage,
    "games/plans/_plans.html": PlansPanel,
    "games/seats/people.html": PeoplePage,
    "games/table/table.html": TablePage,
    "games/table/_chat_answer.html": ChatLines,
}


def nodes_of(value: object) -> Iterator[Node]:
    """All nodes below, those of included templates as well."""
    if isinstance(value, Node):
        yield value
        for name, held in vars(value).items():
            if name not in ("origin", "token"):
                yield from nodes_of(held)
    elif isinstance(value, NodeList | list | tuple):
        for item in value:
            yield from nodes_of(item)
    elif isinstance(value, dict):
        yield from nodes_of(list(value.values()))


def names_in(value: Any, read: dict[int, int], depth: int = 0) -> Iterator[str]:
    """The first part of every name that a node looks up itself; ``read``: the objects looked into, and how deep."""
    if isinstance(value, FilterExpression):
        yield from names_in(value.var, read)
        for _filter, arguments in value.filters:
            yield from names_in([argument for _is_name, argument in arguments], read)
    elif isinstance(value, Variable):
        if value.lookups:
            yield value.lookups[0]
    elif isinstance(value, list | tuple):
        for item in value:
            yield from names_in(item, read, depth)
    elif isinstance(value, dict):
        yield from names_in(list(value.values()), read, depth)
    elif not isinstance(value, Node) and hasattr(value, "__dict__") and depth < read.get(id(value), 6):
        read[id(value)] = depth
        yield from names_in(list(vars(value).values()), read, depth + 1)


def bound_by(node: Node) -> set[str]:
    """The names that a tag gives to what it encloses, or to all that follows."""
    bound = set(getattr(node, "extra_context", ()))
    bound |= set(getattr(node, "loopvars", ()))
    return bound | {name for key in ("asvar", "target_var") if isinstance(name := getattr(node, key, None), str)}


def unknown_names(template: str, page: type) -> set[str]:
    used: set[str] = set()
    known = EVERYWHERE | OPTIONAL | {field.name for field in fields(page)}
    to_read, read = [template], set()
    looked_into: dict[int, int] = {}
    while to_read:
        name = to_read.pop()
        read.add(name)
        for node in nodes_of(engines["django"].engine.get_template(name).nodelist):
            own = [value for value in vars(node).values() if not isinstance(value, Node | NodeList)]
            used |= set(names_in(own, looked_into))
            known |= bound_by(node)
            if isinstance(node, IncludeNode) and isinstance(node.template.var, str):
                to_read += {node.template.var} - read
    return used - known


@pytest.mark.parametrize("template", PAGES)
def test_every_name_in_a_template_is_one_of_its_page(template: str) -> None:
    assert unknown_names(template, PAGES[template]) == set()
