"""What the table asks of its reader, and answers to it by clicking, as a person would give them."""

import time
from random import Random

from playwright.sync_api import Locator, Page, expect

# Of an overlapped card only its left edge can be hit.
CORNER = {"x": 8.0, "y": 24.0}
ANSWERED = """seen => !document.querySelector(`#hand-form [name=seen][value="${seen}"]`)"""
LONGEST_WAIT = 60.0
"""In seconds, on a machine that much else keeps busy."""
ASKED = "() => document.querySelector('#hand-form:not([data-kind=wait])')"


def asked(page: Page) -> str:
    """What is asked: bid, nap_bid, call, exchange, play, wait; nothing of a spectator or when the deal is over."""
    # At once: the next moment the page may be another.
    return str(page.locator("#hand-form").evaluate_all("found => found[0]?.dataset.kind ?? ''"))


def is_over(page: Page) -> bool:
    """Whether the match is; from the result of an earlier deal the reader goes on."""
    if not page.locator(".result").count():
        return False
    onward = page.locator(".result ~ .actions a.primary")
    if not onward.count():
        return True
    onward.click()
    expect(page.locator(".result")).to_have_count(0)
    return False


def whose_turn(page: Page) -> str:
    """The name of the one who is to act."""
    return page.locator(".seat.to-act .name > span").first.inner_text()


class Player:
    """Someone who answers by chance, from what their page offers and from nothing else."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        self.page, self.rng, self.has_bid = page, Random(seed), False

    def answer(self) -> str:
        """Do what is asked, wait until the page has taken it, and say what was done."""
        seen = self.page.locator("#hand-form [name=seen]").get_attribute("value")
        done = self.choose()
        # Looks at every frame; `expect` would look again after 0.1, 0.35 and 0.85 s, and there are many answers.
        self.page.wait_for_function(ANSWERED, arg=seen)
        self.page.wait_for_load_state("domcontentloaded")
        return done

    def choose(self) -> str:
        kind = asked(self.page)
        doing = {
            "bid": self._bid,
            "nap_bid": self._nap_bid,
            "call": self._call,
            "exchange": self._exchange,
            "play": self._play,
        }
        return f"{kind} {doing[kind]()}"

    def _bid(self) -> str:
        if self._passes():
            return "pass"
        # The lowest is enough, and leaves something to the others.
        count = self._check(self._open("count").first)
        labels = ".key:not(.low)" if self.page.locator("[name=count]:checked[data-edge]").count() else ".key"
        trump = self._check_one(self.page.locator(f"{labels} [name=trump]"))
        self._send()
        return count + trump

    def _nap_bid(self) -> str:
        if self._passes():
            return "pass"
        bid = self._check(self._open("bid").first)
        self._send()
        return bid

    def _passes(self) -> bool:
        """Bid once at most, lest the auction takes for ever; or as often as one must."""
        button = self.page.locator("#pass")
        if button.count() and (self.has_bid or self.rng.random() < 0.5):
            button.click()
            return True
        self.has_bid = True
        return False

    def _call(self) -> str:
        card = self._check_one(self._open("suit"))
        if len(card) == 1:
            card += self._check_one(self._open("rank"))
        self._send()
        return card

    def _exchange(self) -> str:
        if self.page.locator("[name=give_to]").count():
            self._check_one(self._open("give_to"))
        boxes = self._open("discard").all()
        size = int(self.page.locator("#play .count").inner_text().split("/")[-1])
        laid = [self._check(box) for box in self.rng.sample(boxes, size)]
        self._send()
        return " ".join(laid)

    def _play(self) -> str:
        suits = self._open("suit")
        # It is rare that the joker may be led, so who may does.
        joker = self._open("card").and_(self.page.locator("#card-JK"))
        if suits.count() and joker.count():
            self._check(joker)
            card = "JK " + self._check_one(suits)
        else:
            card = self._check_one(self._open("card"))
        self._send()
        return card

    def _open(self, name: str) -> Locator:
        return self.page.locator(f"#hand-form [name={name}]:enabled:not([type=hidden])")

    def _one(self, choices: Locator) -> Locator:
        return choices.nth(self.rng.randrange(choices.count()))

    def _check_one(self, choices: Locator) -> str:
        return self._check(self._one(choices))

    def _check(self, box: Locator) -> str:
        # What one sees and hits is the label; the box in it cannot be seen.
        box.locator("xpath=..").click(position=CORNER)
        expect(box).to_be_checked()
        return str(box.get_attribute("value"))

    def _send(self) -> None:
        self.page.locator("#play").click()


def wait_for_turn(player: Player) -> bool:
    """Wait until their page finds out that something is asked of them; False when the match is over."""
    until = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < until:
        if asked(player.page) not in ("", "wait"):
            return True
        if is_over(player.page):
            return False
        player.page.wait_for_timeout(20)
    raise AssertionError(f"Nothing was asked for {LONGEST_WAIT} s.")
