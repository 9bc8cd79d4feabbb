"""The pages of clubs: how they look and read, to those who may see them."""

import pytest

from leagues.clubs.services import set_note
from leagues.webhooks.services import add_webhook
from players.models import User
from tests.browser.looks import NARROW
from tests.browser.visitor import Look, Visit
from tests.support.clubs import asked, club_of, link, membership

pytestmark = pytest.mark.browser
OF_AN_OWNER = (
    "",
    "house-rules/",
    "house-rules/new/",
    "members/",
    "requests/",
    "invitations/",
    "log/",
    "settings/",
    "webhook/",
    "webhook/new/",
    "close/",
)


def test_pages_of_a_club(someone: Visit, look: Look, ai: User, bo: User, chie: User, dai: User) -> None:
    club = club_of(ai, bo)
    made = link(club, ai)
    asked(club, chie, "May I?")
    webhook = add_webhook(club_id=club.pk, user=ai, url="https://chat.example/", form="json", language="en")
    look(
        someone(ai),
        ["/clubs/", "/clubs/new/", *(f"/clubs/tuesday/{page}" for page in OF_AN_OWNER), webhook.get_absolute_url()],
    )
    look(someone(bo), ["/clubs/tuesday/", "/clubs/tuesday/members/", "/clubs/tuesday/leave/"])
    look(someone(chie), ["/clubs/tuesday/"])
    look(someone(dai), [made.get_absolute_url(), "/clubs/tuesday/"])
    look(someone(), ["/clubs/", "/clubs/tuesday/", made.get_absolute_url()])


@pytest.mark.parametrize("width", [NARROW, 1280])
def test_a_membership_is_changed_from_the_list(visit: Visit, ai: User, bo: User, width: int) -> None:
    club_of(ai, bo)
    page = visit(ai).go("/clubs/tuesday/members/")
    page.set_viewport_size({"width": width, "height": 740})
    line = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Bo", exact=True))
    # The link of the line reaches over all of it, but not over what else can be pressed there.
    line.get_by_text("Change the membership of Bo").click()
    line.get_by_label("Note, for organisers only").fill("Plays at night")
    line.get_by_role("button", name="Save the note").click()
    page.get_by_text("Plays at night").first.wait_for()
    page.get_by_role("link", name="Bo", exact=True).click()
    page.wait_for_url(f"**/u/{bo.pk}/")


def test_the_list_of_members_on_paper(visit: Visit, ai: User, bo: User) -> None:
    """The names, without what only organisers know, and without what can only be pressed."""
    club = club_of(ai, bo)
    set_note(club_id=club.pk, user=ai, membership_id=membership(club, bo).pk, note="At night")
    page = visit(ai).go("/clubs/tuesday/members/")
    page.emulate_media(media="print", color_scheme="dark")
    shown = page.locator("body").inner_text()
    assert "Tuesday" in shown
    assert "Bo" in shown
    for hidden in ("At night", "Change", "Name of a member", "Former members", "Archive"):
        assert hidden not in shown
    # Dark ink on paper, whatever the screen shows.
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


def test_a_webhook_asks_for_what_its_service_takes(visit: Visit, ai: User) -> None:
    club_of(ai)
    page = visit(ai).go("/clubs/tuesday/webhook/new/")
    address, token = page.get_by_label("Address that the posts go to"), page.get_by_label("Token")
    for form, has_address in (("discord", True), ("telegram", False), ("json", True)):
        page.get_by_label("Format").select_option(form)
        assert (address.is_visible(), token.is_visible()) == (has_address, not has_address)
