"""Tables of routes, one a line: the request, its form, and each reader's answer."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest


class Row(NamedTuple):
    method: str
    path: str
    data: dict[str, str]
    answers: tuple[str, ...]
    """By state, as written in the table."""


class RouteTable(dict[str, Row]):
    """Rows by the names of their routes.

    A line has a name, a method, an address, the fields of a form and the answers of each state, between bars. Answers
    name a group of readers and the status that they get ("organisers 302"), or every reader's own; "in" is the page
    for signing in.
    """

    def __init__(self, text: str, readers: Sequence[str], groups: Mapping[str, str]) -> None:
        super().__init__()
        self.readers, self.groups = readers, groups
        for line in filter(None, map(str.strip, text.splitlines())):
            name, method, path, form, *answers = (cell.strip() for cell in line.split(" | "))
            data = dict(field.split("=", 1) for field in form.split("&") if form != "-")
            self[name] = Row(method, path, data, tuple(answers))

    def answers_to(self, who: str, state: int = 0) -> dict[str, str]:
        """That reader's answers by route; one column of answers serves all states."""
        return {name: self._answer(row.answers[state % len(row.answers)], who) for name, row in self.items()}

    def _answer(self, answers: str, who: str) -> str:
        group, _, status = answers.partition(" ")
        if group in self.groups:
            answers = self.groups[group].replace("·", status)
        return dict(zip(self.readers, answers.split(), strict=True))[who]


def some(readers: Sequence[str], *by_default: str) -> list[Any]:
    """Parameters: these readers try all routes by default, and the others among the slow tests.

    What a view asks of its readers is declared: `tests/site/test_doors.py` compares it with a table, and each getter is
    tried by every reader.
    """
    return [who if who in by_default else pytest.param(who, marks=pytest.mark.slow) for who in readers]
