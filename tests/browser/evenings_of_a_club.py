"""Evenings at real tables in the year of a club (`year_of_a_club`): two tables of five, ten deals each.

The results are entered three times: the scores alone, then deal by deal from the keyboard, then by a player on a phone.
"""

from itertools import cycle, islice
from typing import Final

from tests.browser.clicked_site import PHONE, ClickedSite
from tests.browser.clicks import CountedPerson

SEASON: Final = "/clubs/friday-club/seasons/thursdays/"
COMING: Final = """
from leagues.evenings import services
from leagues.models import Season
from players.models import User
season = Season.objects.get(slug="thursdays")
for user in User.objects.filter(email__in=%r):
    services.reply(club_id=season.club_id, user=user, season_id=season.pk, number=%s, answer="comes")
"""
SCORES: Final = (("12", "-4", "8", "0", "3"), ("7", "15", "-6", "2", "-1"))
DEALS: Final = ("113214", "313113", "214512", "515115", "413314")
"""Napoleon, bid, adjutant and pictures, as they are typed: six keys a deal."""
MEMBERS: Final = [f"member{n:02}@example.org" for n in range(1, 10)]


def evenings(site: ClickedSite, organiser: CountedPerson) -> None:
    _prepare(organiser)
    _say_by_link(site, organiser)
    site.run.code(COMING % (MEMBERS[1:8], 1))
    with organiser.step("An evening of two tables, by the scores alone"):
        _draw(organiser, 1)
        for scores in SCORES:
            _enter_scores(organiser, scores)
        organiser.click("Standings", "link")
    site.run.code(COMING % (MEMBERS, 2))
    organiser.page.goto(SEASON)
    with organiser.step("An evening of two tables, deal by deal"):
        _draw(organiser, 2)
        for _table in (1, 2):
            _enter_deals(organiser)
        organiser.click("Standings", "link")
    site.run.code(COMING % (MEMBERS, 3))
    organiser.page.goto(SEASON)
    _draw(organiser, 3)
    _by_phone(site)


def _prepare(organiser: CountedPerson) -> None:
    organiser.page.goto("/clubs/friday-club/")
    with organiser.step("A season of evenings, to its first one"):
        organiser.click("All seasons", "link")
        organiser.click("Prepare a season", "link")
        organiser.press("a:has-text('Evenings at real tables')")
        organiser.fill("[name=name]", "Thursdays")
        organiser.fill("[name=deals]", "10")
        organiser.click("Prepare and open for entries")
        organiser.press("button:has-text('Enter all')")
        organiser.press("button:has-text('Start the season')")
        organiser.press("[name=sure]")


def _say_by_link(site: ClickedSite, organiser: CountedPerson) -> None:
    """The link goes to all; a member follows it on a phone, and a guest without an account."""
    organiser.page.goto(f"{SEASON}rounds/1/attendance/")
    link = organiser.page.locator("#evening-link").input_value()
    member = site.person(MEMBERS[0], screen=PHONE, who="member")
    with member.step("A member says by the link that they come"):
        member.page.goto(link)
        member.click("I’m coming")
    guest = site.person(screen=PHONE, who="guest")
    with guest.step("A guest says so"):
        guest.page.goto(link)
        guest.fill("[name=name]", "Hanako")
        guest.click("I’m coming")
    organiser.page.goto(SEASON)


def _draw(organiser: CountedPerson, number: int) -> None:
    """Who is there, the draw, and the sheets to print."""
    organiser.click(f"Who is coming to round {number}?", "link")
    organiser.click("I’m coming")
    organiser.click("Draw and open the round")
    organiser.click("Score sheets to print", "link")
    organiser.page.go_back()
    organiser.clicks += 1


def _enter_scores(organiser: CountedPerson, scores: tuple[str, ...]) -> None:
    organiser.press(".ledger a.button:has-text('enter the results')")
    organiser.press("summary:has-text('Only the scores')")
    organiser.press("[name=total-0]")
    for score in scores:
        organiser.type(score)
        organiser.tap_key("Tab")
    organiser.tap_key("Enter")
    organiser.page.get_by_role("button", name="Store the results").wait_for()
    organiser.click("Store the results")


def _enter_deals(person: CountedPerson) -> None:
    person.press(".ledger a.button:has-text('enter the results')")
    person.press("[name=deal-1-declarer]")
    person.type("".join(islice(cycle(DEALS), 10)))
    person.click("Check the results")
    person.click("Store the results")


def _by_phone(site: ClickedSite) -> None:
    """A player enters the results of the table, another one confirms them."""
    player, other = (
        site.person(email, screen=PHONE, who=email[:8]) for email in site.run.code(AT_A_TABLE).split()[-2:]
    )
    player.page.goto("/")
    with player.step("A player enters ten deals on a phone"):
        player.press("a:has-text('enter the results')")
        _enter_deals(player)
    other.page.goto("/")
    with other.step("Another player confirms them"):
        other.press("a:has-text('are they right')")
        other.press("button:has-text('Confirm')")


AT_A_TABLE: Final = """
from leagues.models import Table
table = Table.objects.filter(round__season__slug="thursdays", round__number=3).first()
found = [seat.entry.user.email for seat in table.seats.all() if seat.entry and seat.entry.user.name != "Ai"]
print(*found[:2])
"""
