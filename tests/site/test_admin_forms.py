"""Forms, filters and actions of the administration, with duplicates and nonsense: each is answered or refused."""

import os
from collections.abc import Iterator, Sequence
from itertools import cycle, islice, product
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Model
from django.test import Client

from games.models import ChatMessage, Comment
from players.models import User
from tests.support.cast import person
from tests.support.clubs import club_of
from tests.support.play import running
from tests.support.stored_seasons import crowd, started
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
ODD = ("", "²", "-1", "9" * 30, "\x00", "x" * 300, "2026-13-45", "{", "ai@example.org", "id", "名前")
FILTERS = ("q", "o", "p", "all", "e", "_popup", "_to_field", "_changelist_filters", "_facets", "id__in", "name")


@pytest.fixture
def staff(admin_client: Client) -> Client:
    admin_client.raise_request_exception = False
    return admin_client


def row_of_most_models() -> None:
    ai, bo = person("ai"), person("bo")
    club = club_of(ai)
    game = running(ai, bo)
    ChatMessage.objects.create(game=game, user=ai, text="!", at=game.created_at)
    Comment.objects.create(game=game, user=ai, text="!", at=game.created_at)
    Group.objects.create(name="readers")
    started(club, ai, crowd(8))


rows = world(row_of_most_models)


def page_of(model: type[Model], *words: object) -> str:
    return "/".join(["/admin", model._meta.app_label, str(model._meta.model_name), *map(str, words), ""])


def filled_in(page: Any) -> dict[str, Any]:
    """The fields of a form as a browser would send them."""
    form = page.context["adminform"].form
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in values.items() if value not in (None, False)}


def test_two_groups_of_one_name_are_refused(staff: Client) -> None:
    Group.objects.create(name="writers")
    other = Group.objects.create(name="readers")
    for page in (page_of(Group, "add"), page_of(Group, other.pk, "change")):
        answer = staff.post(page, {"name": "writers"})
        assert answer.status_code == 200
        assert "Group with this Name already exists." in answer.content.decode()
    assert Group.objects.count() == 2


def test_of_two_groups_of_one_name_at_the_same_moment_one_is_refused(
    staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    Group.objects.create(name="writers")
    check = Group.validate_unique
    # The first check still sees no other group.
    checks: Iterator[Any] = iter([lambda *_others, **_kwargs: None])
    monkeypatch.setattr(Group, "validate_unique", lambda *args, **kwargs: next(checks, check)(*args, **kwargs))
    answer = staff.post(page_of(Group, "add"), {"name": "writers"})
    assert answer.status_code == 200
    assert "Group with this Name already exists." in answer.content.decode()


def test_a_second_person_with_an_address_that_has_its_owner_is_refused(staff: Client) -> None:
    for status in (302, 200):
        assert staff.post(page_of(User, "add"), {"email": "Carol@example.org", "name": "Carol"}).status_code == status
    assert User.objects.filter(email="carol@example.org").count() == 1


@pytest.mark.slow
@pytest.mark.parametrize("model", admin.site._registry, ids=lambda model: model._meta.label)
def test_nonsense_is_answered_or_refused(model: type[Model], staff: Client, rows: None) -> None:
    keys = [*model._default_manager.values_list("pk", flat=True)[:1], *(quote(odd, safe="") for odd in ODD if odd)]
    statuses = [answer.status_code for answer in nonsense(staff, model, keys)]
    assert max(statuses) < 500
    assert {200, 302} & set(statuses)


def nonsense(staff: Client, model: type[Model], keys: list[Any]) -> Iterator[Any]:
    for odd, name in pairs(ODD, FILTERS):
        yield staff.get(page_of(model), {name: odd})
    actions = admin.site._registry[model].get_actions(staff.get("/admin/").wsgi_request)  # type: ignore[attr-defined]
    for odd, action in pairs(ODD, (*actions, "x")):
        for more in ({}, {"post": "yes"}, {"index": odd, "select_across": odd}):
            yield staff.post(page_of(model), {"action": action, "_selected_action": [odd, "x"], **more})
    for odd, name in pairs(ODD, ("_to_field", "_popup", "_changelist_filters")):
        for words in (("add",), *((key, what) for key in keys[:1] for what in ("change", "delete", "history"))):
            yield staff.get(page_of(model, *words), {name: odd})
    for key, what in pairs(keys, ("change", "delete", "history", "password")):
        yield staff.get(page_of(model, key, what))
        yield staff.post(page_of(model, key, what), {"post": "yes"})


def pairs(some: Sequence[Any], others: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """Each of the longer list with one of the shorter; all with all, if `ALL_PAIRS` is set."""
    if "ALL_PAIRS" in os.environ:
        return product(some, others)
    number = max(len(some), len(others))
    return islice(zip(cycle(some), cycle(others), strict=False), number)


@pytest.mark.slow
@pytest.mark.parametrize("model", [User, Group])
def test_every_field_refuses_nonsense(model: type[Model], staff: Client, rows: None) -> None:
    row = model._default_manager.latest("pk")
    for page in (page_of(model, "add"), page_of(model, row.pk, "change")):
        values = filled_in(staff.get(page))
        for name in values.keys() | {"name", "groups", "permissions"}:
            for odd, way in pairs(ODD, ({}, {"_popup": "1", "_to_field": ""}, {"_saveasnew": "1"}, {"_continue": "1"})):
                assert staff.post(page, {**values, name: odd, **way}).status_code < 500, (page, name, odd, way)
