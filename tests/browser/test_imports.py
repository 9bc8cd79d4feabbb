"""Bringing records from a file and finding them again, with and without JavaScript."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.models import Game
from players.models import User
from tests.browser.chromium import DESK
from tests.browser.visitor import PHONE, Visit
from tests.support.golden import LOGS

pytestmark = pytest.mark.browser


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A match of Gurunapo, and one of Nap with a line that is wrong."""
    nap = (LOGS / "nap.jsonl").read_text("utf-8").strip().split("\n")
    broken = [*nap[:4], '{"type": "play", "seat": 9}', *nap[4:]]
    path = tmp_path / "matches.jsonl"
    path.write_text((LOGS / "gurunapo.jsonl").read_text("utf-8").strip() + "\n" + "\n".join(broken), "utf-8")
    return path


@pytest.mark.parametrize("scripts", [True, False])
def test_from_a_file_to_the_archive(visit: Visit, ai: User, file: Path, scripts: bool) -> None:
    page = visit(ai, java_script_enabled=scripts, viewport=PHONE).go("/imports/")
    page.locator("[name=file]").set_input_files(file)
    page.locator("main button.primary").click()
    expect(page.locator("h1")).to_have_text("2 records")
    expect(page.locator(".records .loss")).to_contain_text("Line ")
    assert not Game.objects.exists()
    page.locator("main select").first.select_option(label="me (Ai)")
    page.locator("main button.primary").click()
    expect(page.locator("h1")).to_have_text("1 match has been stored")
    page.get_by_role("link", name="View").click()
    expect(page.locator(".note:visible").first).to_contain_text("Ai imported the record")
    page.goto("/archive/?player=Ai")
    expect(page.locator(".found > li")).to_have_count(2)
    page.locator(".found a.what").last.click()
    expect(page.locator("#review")).to_be_visible()
    game = Game.objects.get()
    page.goto(game.get_absolute_url())
    page.get_by_role("button", name="That was not me").click()
    expect(page.locator(".note:visible").first).to_contain_text("Your name has been removed from the match")
    assert not game.seats.filter(user=ai).exists()
    # The message stands above the board and its side, and takes neither's place.
    page.set_viewport_size(DESK)
    message, board, side = (
        page.locator(what).first.bounding_box() or {} for what in (".note:visible", "#board", "#side")
    )
    assert message["y"] < board["y"] == side["y"]
    assert board["width"] > side["width"]
