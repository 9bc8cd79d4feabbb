"""The moments of a deal in a browser: each once, gone within a second and a half, and silent unless chosen."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from napoleon.engine import Play
from players.models import User
from tests.browser.tables import bring_on, dealt
from tests.browser.visitor import Visit, until
from tests.support.play import play_out

pytestmark = pytest.mark.browser
COUNT_SOUNDS = """
window.shown = []; window.tones = 0;
const createOscillator = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.tones++; return createOscillator.call(this); };
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if (this.matches(".moments")) window.shown.push([this.textContent.trim(), options.duration]);
  return animate.call(this, frames, options);
};
"""


def at_its_end(monkeypatch: pytest.MonkeyPatch, ai: User) -> Game:
    """A match whose end the reader has not seen yet."""
    game = bring_on(dealt(monkeypatch, 1, ai, deals=1), Play, ai)
    return play_out(game, ai)


def opened(visit: Visit, ai: User, game: Game, **options: str) -> Page:
    visitor = visit(ai, **options)
    visitor.context.add_init_script(COUNT_SOUNDS)
    return visitor.go(game.get_absolute_url())


def test_the_winner_is_celebrated_once_and_silently(monkeypatch: pytest.MonkeyPatch, visit: Visit, ai: User) -> None:
    page = opened(visit, ai, at_its_end(monkeypatch, ai), reduced_motion="no-preference")
    until(page, lambda: page.evaluate("shown.length"))
    assert all(0 < length <= 1500 for _words, length in page.evaluate("shown"))
    expect(page.locator(".moments")).to_be_hidden()
    page.reload()
    expect(page.locator(".result h1")).to_be_visible()
    page.wait_for_timeout(500)
    assert page.evaluate("[shown.length, tones]") == [0, 0]
    another = page.context.new_page()
    another.goto(page.url)
    expect(another.locator(".result h1")).to_be_visible()
    another.wait_for_timeout(500)
    assert another.evaluate("shown.length") == 0


@pytest.mark.parametrize("plays_sounds", [True, False])
def test_sounds_are_for_those_who_chose_them_and_motion_for_those_who_do_not_mind(
    monkeypatch: pytest.MonkeyPatch, visit: Visit, ai: User, plays_sounds: bool
) -> None:
    User.objects.filter(pk=ai.pk).update(plays_sounds=plays_sounds)
    page = opened(visit, ai, at_its_end(monkeypatch, ai), reduced_motion="reduce")
    page.evaluate("localStorage.clear()")
    page.keyboard.press("Tab")
    page.evaluate("document.dispatchEvent(new CustomEvent('table:settled'))")
    assert bool(page.evaluate("tones")) is plays_sounds
    assert page.evaluate("shown") == []
