"""A scribe writes down a match line by line, as a person at the table would."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from games.transcription.sheet import widow_line
from napoleon.engine import Call, Deal, Exchange, NapoleonRules, Pass, Play, Raise, Redeal, Rules, start
from napoleon.engine.cards import CARD_NAMES, SUITS, TRUMPS, names
from napoleon.engine.events import Bid, BidNap, Event
from napoleon.engine.match import MatchCursor
from napoleon.engine.napoleon import Exchanging, Sealed
from napoleon.engine.record import replay
from tests.napoleon.house_rules import record_of
from tests.napoleon.referee.generate import random_record

Line = tuple[int, str, str]
"""The deal, from 1, the name of the line, and what is written."""


@dataclass(frozen=True)
class Match:
    """A match played at a table."""

    rules: Rules
    players: tuple[str, ...]
    events: list[Event]

    @property
    def dealer(self) -> int:
        return self.events[0].dealer  # type: ignore[union-attr]


def match_of(lines: Sequence[str]) -> Match:
    (record,) = replay(lines)
    assert record.error is None
    assert record.rules is not None
    return Match(record.rules, record.players, record.events)


def a_match(seed: int, **rules: object) -> Match:
    """A random match under these rules."""
    return match_of(random_record(random.Random(seed), dict(rules), cut=False))


def with_garnets(seed: int, **rules: object) -> Match:
    """A random match in which a garnet is bid whenever it may be."""
    return match_of(record_of({"preset": "nap", "spare_hand": True, **rules}, random.Random(seed), bid="garnet"))


@dataclass
class Noted:
    """The lines of a deal that a scribe notes."""

    deal: Deal
    first: int
    """The first bidder."""
    taker: int | None = None
    """Who takes up the widow or the spare hand."""
    said: list[tuple[int, str]] = field(default_factory=list)
    settled: list[tuple[str, str]] = field(default_factory=list)
    plays: list[str] = field(default_factory=list)
    is_over: bool = False
    is_passed_out: bool = False


def notes_of(rules: Rules, events: Sequence[Event]) -> list[Noted]:
    """The notes of each deal that has ended."""
    running, notes = MatchCursor(start(rules)), list[Noted]()
    for event in events:
        if isinstance(event, Exchange) and _may_raise(running, event):
            notes[-1].settled.append(("raise", "-"))
        running.apply_in_place(event)
        if isinstance(event, Deal):
            opened = running.deals[event.deal]
            order = opened.dealt.in_bidding_order() if isinstance(opened, Sealed) else [0]
            notes.append(Noted(event, order[0]))
            continue
        noted = notes[-1]
        _note(noted, event)
        if event.deal not in running.deals:
            noted.is_over = True
            noted.is_passed_out = not noted.plays
    return [noted for noted in notes if noted.is_over]


def _may_raise(running: MatchCursor, event: Exchange) -> bool:
    state = running.deals[event.deal]
    return isinstance(state, Exchanging) and bool(state.raises())


def _note(noted: Noted, event: Event) -> None:
    if isinstance(event, Pass):
        noted.said.append((event.seat, "p"))
    elif isinstance(event, Redeal):
        noted.said.append((event.seat, "redeal"))
    elif isinstance(event, Raise):
        noted.settled.append(("raise", f"{event.count}{TRUMPS[event.trump]}"))
    elif isinstance(event, Bid):
        noted.said.append((event.seat, f"{event.count}{TRUMPS[event.trump].lower()}"))
    elif isinstance(event, BidNap):
        noted.said.append((event.seat, event.bid))
    elif isinstance(event, Call):
        whom = {None: "", "nobody": "nobody", "first_trick": "first"}[event.who]
        noted.settled.append(("call", whom or CARD_NAMES[event.card]))
    elif isinstance(event, Exchange):
        noted.taker = event.seat
        noted.settled.append(("discards", " ".join(names(event.discard))))
        if event.give_to is not None:
            noted.settled.append(("recipient", str(event.give_to + 1)))
    elif isinstance(event, Play):
        suit = "" if event.suit is None else f"={SUITS[event.suit]}"
        noted.plays.append(CARD_NAMES[event.card] + suit + ("!" if event.calls_joker else ""))


def with_hands(rules: Rules, events: Sequence[Event]) -> Iterator[Line]:
    """All hands first, then what happened."""
    for number, noted in enumerate(notes_of(rules, events), 1):
        for line, text in (*_hands(rules, noted), *_happened(rules, noted)):
            yield number, line, text


def without_hands(rules: Rules, events: Sequence[Event]) -> Iterator[Line]:
    """What everyone saw; hands only for passed-out deals, where nothing else reveals them."""
    for number, noted in enumerate(notes_of(rules, events), 1):
        lines = _hands(rules, noted) if noted.is_passed_out else []
        lines += _happened(rules, noted)
        if not noted.is_passed_out:
            lines += _ending(rules, noted)
        for line, text in lines:
            yield number, line, text


def _hands(rules: Rules, noted: Noted) -> list[tuple[str, str]]:
    hands = [(f"hand-{seat}", " ".join(names(hand))) for seat, hand in enumerate(noted.deal.hands)]
    if isinstance(rules, NapoleonRules):
        # The last hand is what is left.
        hands[-1] = ("widow", " ".join(names(noted.deal.widow)))
    elif rules.has_widow:
        hands.append(("spare", " ".join(names(noted.deal.widow))))
    return hands


def _happened(rules: Rules, noted: Noted) -> list[tuple[str, str]]:
    lines = [("auction", " ".join(_auction(rules, noted))), *noted.settled]
    at = range(0, len(noted.plays), rules.players)
    tricks = [" ".join(noted.plays[place : place + rules.players]) for place in at]
    return lines + [(f"trick-{n}", text) for n, text in enumerate(tricks, 1)]


def _auction(rules: Rules, noted: Noted) -> list[str]:
    """In the order of the record: sealed declarations as bidding goes round, then forced ones."""
    said, players = noted.said, rules.players
    if getattr(rules, "auction", "open") == "sealed":
        rounds = [said[start : start + players] for start in range(0, len(said), players)]
        said = [one for each in rounds for one in sorted(each, key=lambda one: (one[0] - noted.first) % players)]
    return [word for _, word in said]


def _ending(rules: Rules, noted: Noted) -> list[tuple[str, str]]:
    """The cards left in the hands, and the widow."""
    lines: list[tuple[str, str]] = []
    if len(noted.plays) < rules.players * rules.hand_size:
        lines += [("end", "stop"), *_left(rules, noted)]
    if rules.has_widow:
        lines.append((widow_line(rules), " ".join(names(noted.deal.widow))))
    return lines


def _left(rules: Rules, noted: Noted) -> list[tuple[str, str]]:
    gone = {card.removesuffix("!").partition("=")[0] for card in noted.plays}
    for line, text in noted.settled:
        gone |= set(text.split()) if line == "discards" else set()
    widow = set(names(noted.deal.widow))
    lines = []
    for seat, hand in enumerate(noted.deal.hands):
        held = set(names(hand)) | (widow if seat == noted.taker else set())
        lines.append((f"left-{seat}", " ".join(sorted(held - gone))))
    # Of Napoleon's game the last hand is what is left, as all cards are dealt.
    return lines[:-1] if isinstance(rules, NapoleonRules) else lines
