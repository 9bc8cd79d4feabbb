"""Whether a table can be played without scrolling, measured at the sizes of phones and of small desktops."""

from collections.abc import Iterator

from playwright.sync_api import Page

SCREENS = [(360, 640), (360, 740), (1280, 720), (1280, 800)]

# What is wrong on the screen. A card may be overlapped by the next one; 24 × 44 px of what can be tapped stay free.
MEASURE = """() => {
  const problems = [];
  const edges = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round);
  const wrong = (what, box) => problems.push(`${what} at ${edges(box)}`);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const hit = (x, y, owner) => owner.contains(document.elementFromPoint(x, y));
  const isInside = (box) => box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  const isFree = (box, owner, width, height) =>
    [1, width / 2, width - 1].every((x) =>
      [1, height / 2, height - 1].every((y) => hit(box.left + x, box.top + y, owner)));
  const isWhole = (box, owner) =>
    isInside(box) && isFree(new DOMRect(box.left + 3, box.top + 3), owner, box.width - 6, box.height - 6);
  // What is larger than ten pixels is found wherever it lies on the box.
  const steps = (from, to) => Array.from({ length: (to - from - 6) / 10 }, (_, n) => from + 3 + 10 * n);
  const isUncovered = (box, owner) =>
    steps(box.top, box.bottom).every((y) => steps(box.left, box.right).every((x) => hit(x, y, owner)));

  if (scrollY) problems.push(`scrolled by ${scrollY}`);
  if (document.documentElement.scrollWidth > innerWidth) problems.push("wider than the screen");
  const bar = document.querySelector(".play-bar");
  const foot = bar ? bar.getBoundingClientRect().top : innerHeight;
  for (const card of all(".hand-card")) {
    const box = (card.querySelector(":scope > .card:first-child") ?? card).getBoundingClientRect();
    const isTarget = card.matches("button, .barred, :has(input)");
    if (!isInside(box) || box.bottom > foot + 1) wrong("a card of the hand is off the screen", box);
    else if (!isFree(box, card, isTarget ? 24 : 20, 44)) wrong("a card of the hand is covered", box);
    const choice = card.querySelector(":scope > input");
    // A label that is touched has the page scroll to its box.
    const corner = document.elementFromPoint(box.left + 8, box.top + 24);
    if (choice && corner !== choice) wrong("a corner is not its box", box);
  }
  // What is folded away has a box too; a suit below the best bid lets touches through, and is drawn all the same.
  for (const button of all(".play-bar .button, .hand-form :is(button.small, .key):not(.joker-suit *)")) {
    if (!button.checkVisibility()) continue;
    button.style.pointerEvents = "auto";
    const box = button.getBoundingClientRect();
    if (!isWhole(box, button)) wrong(`${button.textContent.trim()} is not whole`, box);
    if (box.height < 44 || box.width < 24) wrong(`${button.textContent.trim()} is small`, box);
  }
  const felt = document.querySelector(".felt").getBoundingClientRect();
  if (!isInside(felt) || felt.height < 160) wrong("the felt", felt);
  const opened = document.querySelector(".last-trick[open] > div");
  const over = opened?.getBoundingClientRect();
  if (opened && !(isInside(over) && isUncovered(over, opened))) wrong("the last trick", over);
  // It lies over the trick, until it is closed.
  const laid = opened ? [] : all(".place > :first-child");
  for (const card of laid) {
    const box = card.getBoundingClientRect();
    if (!isWhole(box, card) || box.width < 40) wrong("a card of the trick", box);
    const who = card.nextElementSibling.getBoundingClientRect();
    const isApart = who.top >= box.bottom - 1;
    if (!isApart || who.bottom > felt.bottom || who.right > felt.right) wrong("a name in the trick", who);
  }
  const why = document.querySelector(".trick-centre .why");
  if (why && !opened) {
    const words = document.createRange();
    words.selectNodeContents(why);
    const box = words.getBoundingClientRect();
    const middle = (box.top + box.bottom) / 2;
    const isRead = steps(box.left, box.right).every((x) => hit(x, middle, why.parentElement));
    if (!isRead) wrong(`${why.textContent.trim()} is covered`, box);
  }
  // The felt has a line around it, five pixels inside.
  for (const seal of all(".mat > p > .seal")) {
    const box = seal.getBoundingClientRect();
    if (box.top < felt.top + 6 || box.bottom > felt.bottom - 6) wrong("who has declared", box);
  }
  const last = document.querySelector(".mat .now, .mat .best");
  if (last && !isWhole(last.getBoundingClientRect(), last)) wrong("the last bid", last.getBoundingClientRect());
  return problems;
}"""


def measured(page: Page, what: str) -> Iterator[str]:
    """What is wrong at any size of the screen."""
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        yield from (f"{what} {width}×{height}: {problem}" for problem in page.evaluate(MEASURE))
