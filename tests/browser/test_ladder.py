"""The pages of ladders in both languages, for axe and on the narrowest phone.

With PICTURES=folder they are drawn there.
"""

from datetime import timedelta

import pytest
from django.utils import timezone

from leagues.clubs.services import admit
from leagues.ladder import services as ladders
from leagues.models import Club
from players.models import User
from players.vacations.models import Vacation
from tests.browser.pictured import LOCALES, look
from tests.browser.visitor import Visit, Visitor
from tests.support.clubs import *  # noqa: F403
from tests.support.ladders import ladder_of

pytestmark = pytest.mark.browser
NAMES = ["Fu", "Osamu-with-a-very-long-name", "佐藤花子"]


@pytest.fixture(params=LOCALES)
def someone(visit: Visit, request: pytest.FixtureRequest, bo: User) -> Visitor:
    return visit(bo, locale=LOCALES[request.param])


def test_a_ladder(someone: Visitor, club: Club, cast: list[User]) -> None:
    """Bo is challenged, has challenged nobody yet, and organises; others play; one is on vacation."""
    more = [User.objects.create(name=name, email=f"{n}@example.org") for n, name in enumerate(NAMES)]
    ai, bo, chie, dai, emi, *_ = people = [*cast[:5], *more]
    people = [ai, chie, bo, dai, emi, *more]
    ladder = ladder_of(club, ai, reach=3)
    keys = {"club_id": club.pk, "ladder_id": ladder.pk}
    for user in people:
        admit(club, user)
        ladders.join(**keys, user=user)
    rungs = {rung.user_id: rung.pk for rung in ladder.rungs.all()}
    ladders.challenge(**keys, user=emi, rung_id=rungs[bo.pk])
    made = ladders.challenge(**keys, user=more[1], rung_id=rungs[dai.pk])
    ladders.answer(**keys, user=dai, challenge_id=made.pk, accept=True)
    ladders.move(**keys, user=ai, rung_id=rungs[more[0].pk], place=5, reason="Won the cup")
    now = timezone.now()
    Vacation.objects.create(user=chie, start=now - timedelta(days=1), end=now + timedelta(days=3))
    here = ladder.get_absolute_url()
    pages = {
        "ladders": "/clubs/tuesday/ladders/",
        "ladder": here,
        "ladder-history": f"{here}history/",
        "ladder-settings": f"{here}settings/",
        "ladder-new": "/clubs/tuesday/ladders/new/",
    }
    assert not [problem for name, path in pages.items() for problem in look(someone, name, path)]
