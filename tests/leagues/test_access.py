"""Each getter of clubs, seasons and divisions, tried by every reader.

Which view has which: `tests/site/test_doors.py`.
"""

import pytest
from django.utils import timezone

from games.kernel.stored_rules import columns_of
from leagues import access
from leagues.models import BoardSeries, Club, Ladder, Season, Webhook
from tests.support.club_areas import Area, with_standings
from tests.support.club_readers import OUTSIDE, READERS, answer_of, visitor
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
area = world(with_standings)
CLUB, SEASON, DIVISION = ("tuesday",), ("tuesday", "spring"), ("tuesday", "spring", 1)
BOARDS = LADDER = WEBHOOK = ("tuesday", 7)
GETTERS = {
    access.get_club_or_404: (CLUB, "anonymous"),
    access.get_own_club: (CLUB, "member"),
    access.get_organised_club: (CLUB, "organiser"),
    access.get_owned_club: (CLUB, "owner"),
    access.get_board_series_or_404: (BOARDS, "anonymous"),
    access.get_organised_board_series: (BOARDS, "organiser"),
    access.get_ladder_or_404: (LADDER, "anonymous"),
    access.get_own_ladder: (LADDER, "member"),
    access.get_organised_ladder: (LADDER, "organiser"),
    access.get_organised_webhook: (WEBHOOK, "organiser"),
    access.get_season_or_404: (SEASON, "anonymous"),
    access.get_own_season: (SEASON, "member"),
    access.get_organised_season: (SEASON, "organiser"),
    access.get_division_or_404: (DIVISION, "anonymous"),
    access.get_organised_division: (DIVISION, "organiser"),
}
"""What each takes, and the first of `READERS` who is not refused."""


def test_every_getter_is_tried() -> None:
    getters = {name for name in vars(access) if name.startswith("get_")}
    assert getters - {"get_object_or_404", "get_invitation_or_404"} == {getter.__name__ for getter in GETTERS}


@pytest.mark.parametrize("state", ["public", "closed", "draft"])
def test_getters(area: Area, state: str) -> None:
    Club.objects.filter(slug="tuesday").update(is_public=state != "closed")
    stored = columns_of(Season.objects.get().rules)
    BoardSeries.objects.create(
        pk=BOARDS[1], club=Club.objects.get(slug="tuesday"), name="Autumn", best=2, created_at=timezone.now(), **stored
    )
    Ladder.objects.create(
        pk=LADDER[1], club=Club.objects.get(slug="tuesday"), name="Wall", created_at=timezone.now(), **stored
    )
    Webhook.objects.create(pk=WEBHOOK[1], club=Club.objects.get(slug="tuesday"), language="en")
    if state == "draft":
        Season.objects.update(state="draft", announced_at=None)
    answers = {
        (getter.__name__, who): answer_of(getter, visitor(area.cookies[who]), *route)
        for getter, (route, _first) in GETTERS.items()
        for who in READERS
    }
    assert answers == {
        (getter.__name__, who): expected(state, who, first, route)
        for getter, (route, first) in GETTERS.items()
        for who in READERS
    }


def expected(state: str, who: str, first: str, route: tuple[object, ...]) -> str:
    is_draft = state == "draft" and route in (SEASON, DIVISION)
    if (state == "closed" and who in OUTSIDE) or (is_draft and who not in ("organiser", "owner")):
        return "not found"
    return "in" if READERS.index(who) >= READERS.index(first) else "refused"
