"""The pages of clubs: how they look and read, to those who may see them."""

from __future__ import annotations

import pytest

from leagues.webhooks.services import set_webhook
from players.models import User
from tests.browser.visitor import Look, Visit
from tests.support.clubs import asked, club_of, link

pytestmark = pytest.mark.browser

OF_AN_OWNER = (
    "",
    "members/",
    "requests/",
    "invitations/",
    "log/",
    "settings/",
    "webhook/",
    "close/",
)


def test_pages_of_a_club(
    someone: Visit, look: Look, ai: User, bo: User, chie: User, dai: User
) -> None:
    club = club_of(ai, bo)
    made = link(club, ai)
    asked(club, chie, "May I?")
    set_webhook(club_id=club.pk, user=ai, url="https://chat.example/", form="json", language="en")
    look(
        someone(ai), ["/clubs/", "/clubs/new/", *(f"/clubs/tuesday/{page}" for page in OF_AN_OWNER)]
    )
    look(someone(bo), ["/clubs/tuesday/", "/clubs/tuesday/members/", "/clubs/tuesday/leave/"])
    look(someone(chie), ["/clubs/tuesday/"])
    look(someone(dai), [made.get_absolute_url(), "/clubs/tuesday/"])
    look(someone(), ["/clubs/", "/clubs/tuesday/", made.get_absolute_url()])
