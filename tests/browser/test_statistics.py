"""The pages of statistics in both languages, for axe in light and dark and on the narrowest phone.

With PICTURES=folder they are drawn there, to be looked at.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.models import PairTally, PersonTally
from leagues.models import Club, Season, SeasonStatistics
from players.models import User
from tests.browser.looks import looks
from tests.browser.visitor import Visit, Visitor
from tests.support.clubs import *  # noqa: F403
from tests.support.played_seasons import AT, season_of

pytestmark = pytest.mark.browser
LOCALES = {"en": "en-GB", "ja": "ja-JP"}
WIDTHS = (360, 1280)
COUNTS = {
    "napoleon.deals": 61,
    "napoleon.won": 28,
    "napoleon.points": 85,
    "napoleon.squares": 1530,
    "adjutant.deals": 55,
    "adjutant.won": 26,
    "adjutant.points": 34,
    "adjutant.squares": 321,
    "ally.deals": 174,
    "ally.won": 92,
    "ally.points": -31,
    "ally.squares": 410,
    "bid.13S.said": 41,
    "bid.13S.held": 22,
    "bid.13S.made": 12,
    "bid.13H.said": 18,
    "bid.14N.said": 9,
    "bid.14N.held": 4,
    "bid.14N.made": 1,
    "bid.12C.said": 33,
    "bid.15D.said": 3,
    "bid.15D.held": 2,
    "bid.12C.held": 11,
    "bid.12C.made": 9,
    "call.SA": 31,
    "call.SA.made": 17,
    "call.JK": 14,
    "call.JK.alone": 2,
    "call.HJ": 8,
    "call.none": 2,
    "call.none.alone": 2,
    "why.mighty": 40,
    "why.joker": 31,
    "why.right_jack": 22,
    "why.left_jack": 17,
    "why.same_two": 5,
    "why.yoromeki": 1,
    "why.trump": 160,
    "why.led_suit": 190,
    "pace.0": 320,
    "pace.1": 410,
    "pace.2": 380,
    "pace.3": 512,
    "pace.4": 290,
    "pace.5": 12,
}


@pytest.fixture(params=LOCALES)
def someone(visit: Visit, request: pytest.FixtureRequest, ai: User) -> Visitor:
    return visit(ai, locale=LOCALES[request.param])


@pytest.fixture
def season(cast: list[User], club: Club) -> Season:
    """Half a year of matches."""
    season = season_of(club, *cast)
    for month in range(1, 7):
        at = AT.date().replace(day=1, month=month)
        ups = {"napoleon.points": 20 * month, "ally.points": 9 - 4 * month}
        here = {"preset": "gurunapo", "month": at, "counts_json": COUNTS | ups}
        PersonTally.objects.create(user=cast[0], is_imported=False, **here)
        SeasonStatistics.objects.create(season=season, **here)
    for other in cast[1:]:
        PairTally.objects.create(
            user=cast[0],
            other=other,
            preset="gurunapo",
            is_imported=False,
            month=AT.date(),
            with_deals=12,
            with_points=other.pk,
            against_deals=31,
            against_points=-other.pk,
        )
    return season


def look(visitor: Visitor, name: str, path: str) -> list[str]:
    page = visitor.go(path)
    folder = os.environ.get("PICTURES")
    language = page.locator("html").get_attribute("lang")
    for picture in page.locator("img.chart").all():
        picture.scroll_into_view_if_needed()
    page.wait_for_function("() => [...document.images].every(one => one.complete)")
    assert page.evaluate("[...document.images].filter(one => !one.naturalWidth).map(one => one.src)") == []
    for width in WIDTHS if folder else ():
        page.set_viewport_size({"width": width, "height": 800})
        page.screenshot(path=Path(folder or "") / f"{name}-{width}-{language}.png", full_page=True)
    return [f"{path}: {problem}" for problem in looks(page)]


def test_statistics(someone: Visitor, season: Season, ai: User) -> None:
    pages = {
        "person": f"/u/{ai.pk}/statistics/",
        "season": "/clubs/tuesday/seasons/spring/statistics/",
        "club": "/clubs/tuesday/statistics/",
    }
    assert not [problem for name, path in pages.items() for problem in look(someone, name, path)]
    expect(someone.page.locator("img.chart")).to_have_count(6)
