"""Faces in a browser: chosen without scripts, and beside names only where names lose nothing by it."""

import pytest
from playwright.sync_api import expect

from players.models import User
from tests.browser.visitor import Visit
from tests.support.play import in_play

pytestmark = pytest.mark.browser
NAMES = "[...document.querySelectorAll('.seat .name > span')].map((name) => name.getBoundingClientRect().width)"


def test_an_emblem_is_chosen_without_scripts(visit: Visit, ai: User) -> None:
    page = visit(ai, java_script_enabled=False).go("/me/")
    page.get_by_role("radio", name="Fox").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("radio", name="Fox")).to_be_checked()
    ai.refresh_from_db()
    assert ai.emblem == "fox"


def test_seats_show_faces_where_there_is_room(visit: Visit, cast: list[User]) -> None:
    visitor = visit(cast[0])
    visitor.page.set_viewport_size({"width": 1280, "height": 720})
    page = visitor.go(in_play(*cast).get_absolute_url())
    expect(page.locator(".seat .face:visible")).to_have_count(5)
    with_faces = page.locator(".seats").bounding_box()
    page.evaluate("document.querySelectorAll('.seat .face').forEach((face) => face.remove())")
    assert page.locator(".seats").bounding_box() == with_faces
    page.reload()
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator(".seat .face:visible")).to_have_count(0)
    widths = page.evaluate(NAMES)
    page.evaluate("document.querySelectorAll('.seat .face').forEach((face) => face.remove())")
    assert page.evaluate(NAMES) == widths
