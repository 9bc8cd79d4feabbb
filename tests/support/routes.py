"""Every address of the site, and whom its view admits."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver

View = Callable[..., HttpResponse]
FOREIGN = ("accounts/", "admin/", "api/v1/")
"""Addresses of Django and allauth, and those of programs.

Tests of the administration cover what staff may see of games; those of the API walk its document.
"""


class Route(NamedTuple):
    path: str
    name: str
    view: View


class Door(NamedTuple):
    """What a request must pass to reach its page."""

    readers: str
    """`all`, `signed in`, `staff`, or the permission that staff need."""
    methods: str
    getters: str
    """The `access` functions that find what the address names; "" if a service or query does."""


def routes(resolver: URLResolver | None = None, prefix: str = "", space: str = "") -> Iterator[Route]:
    for pattern in (resolver or get_resolver()).url_patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from routes(pattern, path, space + inner)
        elif isinstance(pattern, URLPattern):
            yield Route(path, space + (pattern.name or path), pattern.callback)


def taking(method: str, space: str) -> set[str]:
    """The routes of that space whose views take the method."""
    return {
        route.name
        for route in routes()
        if route.name.startswith(f"{space}:") and method in door_of(route.view).methods.split()
    }


def door_of(view: View) -> Door:
    kept = [inspect.getclosurevars(layer).nonlocals for layer in _layers(view)]
    methods = next(names["request_method_list"] for names in kept if "request_method_list" in names)
    getters = {names["get"].__name__ for names in kept if "get" in names} or _getters_in(view, set())
    return Door(_readers(view, kept), " ".join(methods), " ".join(sorted(getters)))


def _layers(view: Any) -> Iterator[Any]:
    """The view and everything that its decorators wrap."""
    while view is not None:
        yield view
        view = getattr(view, "__wrapped__", None)


def _readers(view: View, kept: list[dict[str, Any]]) -> str:
    if permission := next((names["permission"] for names in kept if "permission" in names), None):
        return str(permission)
    # The name of a decorated view is that of what is inside; the name of its code is not.
    if any(layer.__code__.co_qualname.startswith("staff_only.") for layer in _layers(view)):
        return "staff"
    return "signed in" if getattr(view, "login_required", True) else "all"


def _getters_in(function: Any, seen: set[Any]) -> set[str]:
    """The getters that a function calls, directly or through helpers that only look things up."""
    function = inspect.unwrap(function)
    if function in seen:
        return set()
    seen.add(function)
    found = set()
    for name in _names_in(function.__code__):
        called = function.__globals__.get(name)
        if not inspect.isfunction(called):
            continue
        if name.startswith("get_") and called.__module__.endswith(".access"):
            found.add(name)
        elif called.__module__ == function.__module__ or name.endswith("_or_404"):
            found |= _getters_in(called, seen)
    return found


def _names_in(code: Any) -> set[str]:
    inner = [constant for constant in code.co_consts if inspect.iscode(constant)]
    return {*code.co_names}.union(*map(_names_in, inner))
