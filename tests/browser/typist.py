"""Somebody who answers at the table by keys alone."""

from tests.browser.hand import Player

FOCUSED = "selector => document.activeElement.matches(selector)"


class Typist(Player):
    """Answers by keys alone."""

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str) -> None:
        for _ in range(60):
            self.press("Tab")
            if self.page.evaluate(FOCUSED, selector):
                return
        raise AssertionError(f"{selector} was not reached by Tab.")

    def _bid(self) -> str:
        # From the first of the counts one step back leads to the last, which nobody outbids.
        self.tab_to("[name=count]")
        self.press("ArrowLeft")
        self.tab_to("[name=trump]")
        self.press("Space")
        self.tab_to("#play")
        self.press("Enter")
        return "20"

    def _call(self) -> str:
        self.tab_to("[name=suit]")
        self.press("Space")
        # The keys of whole cards come first.
        while self.page.locator("[name=suit][id^=call-]:checked").count():
            self.press("ArrowRight")
        self.tab_to("[name=rank]")
        self.press("ArrowRight")
        called = self.page.locator("[name=suit]:checked, [name=rank]:checked")
        card = "".join(called.evaluate_all("found => found.map(box => box.value)"))
        self.press("Enter")
        return card

    def _exchange(self) -> str:
        if self.page.locator("[name=give_to]").count():
            self.tab_to("[name=give_to]")
            self.press("Space")
            self.tab_to("[name=discard]")
        else:
            self.press("ArrowRight")
        self.press("Space", "ArrowRight", "Space", "ArrowRight", "Space", "Enter")
        return ""

    def _play(self) -> str:
        # Letters act in the hand alone; an arrow leads there.
        if self.page.evaluate(FOCUSED, "body"):
            self.press("ArrowRight")
        for suit in "shdcj":
            self.press(suit)
            if self.page.evaluate(FOCUSED, "[name=card]:enabled"):
                break
        # Only who leads the joker names a suit.
        if suit == "j" and self._open("suit").count():
            self.press("Space")
            self.tab_to("[name=suit]")
            self.press("Space")
        self.press("Enter")
        return suit
