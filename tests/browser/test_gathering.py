"""A table is opened and filled, and the match begins."""

import re

import pytest
from playwright.sync_api import expect

from players.models import User
from tests.browser.visitor import Visit
from tests.support.play import lobby

pytestmark = pytest.mark.browser
BY_ITSELF = 2000


def test_a_host_opens_a_table_and_a_friend_joins_by_its_link(visit: Visit, ai: User) -> None:
    host = visit(ai).go("/")
    host.get_by_role("link", name="New table").first.click()
    host.get_by_role("navigation", name="Rule sets").get_by_role("link", name="European Nap").click()
    expect(host).to_have_url(re.compile("preset=nap"))
    host.get_by_text("Name and bots").click()
    host.get_by_label("Name of the table").fill("Tea time")
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_role("heading", name="Tea time")).to_be_visible()
    link = host.locator("input[readonly]").input_value()
    for number in (1, 2):
        seat = host.locator("ol.ledger > li").nth(number)
        seat.get_by_text("Arrange").click()
        seat.get_by_role("button", name=re.compile("Recruit")).click()
        expect(seat.locator(".what small")).to_contain_text("bot")
    friend = visit().go(link)
    friend.get_by_role("button", name="Sit down as a guest").click()
    for page in (friend, host):
        expect(page.locator("#board")).to_contain_text("Auction", timeout=BY_ITSELF)


def test_a_match_is_made_shorter_by_one_tap(visit: Visit, ai: User) -> None:
    page = visit(ai).go("/tables/new/?pace=open_end")
    expect(page.locator("#forecast")).to_contain_text("5 deals: about 11 weeks")
    page.get_by_label("Deals", exact=True).fill("1")
    page.get_by_label("Players", exact=True).click()
    expect(page.locator("#forecast")).to_contain_text("1 deal: about 16 days")
    page.get_by_label("Deals", exact=True).fill("5")
    page.get_by_label("Players", exact=True).click()
    page.get_by_role("button", name="Play all 5 deals at once").click()
    expect(page.get_by_label("Deals at once")).to_have_value("5")
    expect(page.locator("#forecast")).to_contain_text("5 deals: about 16 days")
    expect(page).to_have_url(re.compile(r"/tables/new/\?pace=open_end$"))


def test_who_waits_sees_others_sit_down(visit: Visit, ai: User, bo: User) -> None:
    game = lobby(ai)
    host = visit(ai).go(game.get_absolute_url())
    friend = visit(bo).go(game.get_absolute_url())
    friend.get_by_role("button", name="Sit down here").first.click()
    expect(friend.get_by_role("button", name="Stand up")).to_be_visible()
    expect(host.get_by_role("link", name="Bo")).to_be_visible(timeout=BY_ITSELF)
