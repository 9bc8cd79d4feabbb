"""A sheet, replayed: whole matches both ways, and the first line that is wrong."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest
from hypothesis import given

from games.transcription.line_entry import is_due, written
from games.transcription.sheet import LineError, LineFault, MatchLines
from games.transcription.transcript_check import CheckedTranscript, check
from napoleon.engine import Exchange, Rules, is_over, preset_rules, rules_from_json
from napoleon.engine.cards import names
from napoleon.engine.events import Bid, Event, Pass
from tests.napoleon.engine.records import played, seeds
from tests.support.house_rules import house_rules, match_at_random
from tests.support.scribe import Line, Match, a_match, match_of, notes_of, with_garnets, with_hands, without_hands

Way = Callable[[Rules, Sequence[Event]], Iterator[Line]]
PRESETS = ("gurunapo", "leaflet", "booklet", "four", "nap")


def wrote(rules: Rules, dealer: int, *lines: Line, sheet: MatchLines | None = None) -> MatchLines:
    """The sheet with these lines, each of which must be due and right when it is written."""
    sheet = sheet or MatchLines()
    for index, line, text in lines:
        assert is_due(check(rules, dealer, sheet), sheet, index, line), (index, line, text)
        sheet = written(rules, dealer, sheet, index, line, text)
    return sheet


def told(checked: CheckedTranscript) -> list[Event]:
    return [event for deal in checked.deals for event in deal.events]


def in_any_order(rules: Rules, events: Sequence[Event]) -> list[object]:
    """The lines list sealed declarations in bidding order, whatever the order in which they were made."""
    if getattr(rules, "auction", "open") == "open":
        return list(events)
    said = sorted(str(event) for event in events if isinstance(event, (Bid, Pass)))
    return [said, *(event for event in events if not isinstance(event, (Bid, Pass)))]


def comes_out_the_same(match: Match, way: Way) -> bool:
    checked = check(match.rules, match.dealer, wrote(match.rules, match.dealer, *way(match.rules, match.events)))
    assert checked.fault is None
    assert is_over(checked.match)
    return in_any_order(match.rules, told(checked)) == in_any_order(match.rules, match.events)


@pytest.mark.parametrize("way", [with_hands, without_hands])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_of_every_preset_comes_out_as_it_was(preset: str, way: Way) -> None:
    assert comes_out_the_same(a_match(7, preset=preset, deals=3), way)


@given(seed=seeds)
def test_a_match_by_any_rules_comes_out_as_it_was(seed: int) -> None:
    match = match_of(played(seed, cut=False).lines)
    if match.rules.deals_at_once == 1 and len(match.events) < 600:
        assert comes_out_the_same(match, with_hands)
        assert comes_out_the_same(match, without_hands)


@pytest.mark.parametrize("way", [with_hands, without_hands])
@pytest.mark.parametrize("preset", ["mighty", "gurunapo", "leaflet", "nap"])
@pytest.mark.parametrize("seed", range(8))
def test_a_match_by_house_rules_comes_out_as_it_was(preset: str, way: Way, seed: int) -> None:
    rng = Random(f"{preset} {seed}")
    given = house_rules(rng, preset=preset, share=0.3 if seed else 0.0)
    # No line says whose hand was thrown in while declarations are sealed.
    rules = rules_from_json(given if given.get("auction") != "sealed" else {**given, "redeal_claim": "none"})
    events = match_at_random(rules, rng)
    assert comes_out_the_same(Match(rules, (), events), way)


def test_the_rules_of_a_table_are_kept_while_hands_are_not_known() -> None:
    """A deal that stopped once decided needs the cards left in the hands."""
    match = a_match(3, preset="gurunapo", deals=2, finish="when_decided", sweep="loses")
    assert any(line == "end" for _, line, _ in list(without_hands(match.rules, match.events)))
    assert comes_out_the_same(match, without_hands)


# --- The spare hand ---

SPARE = rules_from_json({"preset": "nap", "spare_hand": True})
GARNET: list[Line] = [
    (1, "auction", "p two g p"),
    (1, "discards", "s2 h2 d2 c2 c3"),
    (1, "trick-1", "ha 3 4 5"),
    (1, "trick-2", "hk s3 h7 h8"),
    (1, "trick-3", "sa 4 5 6"),
    (1, "trick-4", "da 4 5 6"),
    (1, "trick-5", "ca 4 5 6"),
]
"""Dai dealt; Chie takes up the spare hand and wins all tricks."""


@pytest.mark.parametrize("way", [with_hands, without_hands])
@pytest.mark.parametrize("finish", ["played_out", "when_decided"])
@pytest.mark.parametrize("seed", range(4))
def test_a_match_with_spare_hands_comes_out_as_it_was(seed: int, finish: str, way: Way) -> None:
    match = with_garnets(seed, deals=30, finish=finish)
    assert any(isinstance(event, Exchange) for event in match.events)
    assert comes_out_the_same(match, way)


def test_the_spare_hand_is_asked_for_at_the_end() -> None:
    sheet = wrote(SPARE, 3, *GARNET)
    wanted = check(SPARE, 3, sheet).deals[0].wanted
    assert wanted is not None
    assert (wanted.line, wanted.seat, wanted.cards) == ("spare", 2, 5)
    deal = check(SPARE, 3, wrote(SPARE, 3, (1, "spare", "s2 h2 d2 da ca"), sheet=sheet)).deals[0]
    assert deal.is_done
    assert deal.known is not None
    assert not deal.known.guessed
    assert names(deal.events[0].hands[2]) == ["SA", "HA", "HK", "C3", "C2"]  # type: ignore[union-attr]


@pytest.mark.parametrize("spare", ["?", "da ca h9 hj hq"])
@pytest.mark.parametrize("discards", ["?", "s2 h2 d2 c2 c3"])
def test_what_nobody_has_seen_is_made_up_and_marked(discards: str, spare: str) -> None:
    lines = [(n, line, discards if line == "discards" else text) for n, line, text in GARNET]
    if spare != "?" and discards != "?":
        lines = [(n, line, "h9 hj hq c2 c3" if line == "discards" else text) for n, line, text in lines]
    deal = check(SPARE, 3, wrote(SPARE, 3, *lines, (1, "spare", spare))).deals[0]
    assert deal.is_done
    assert deal.known is not None
    assert deal.known.guessed == ("?" in (discards, spare))
    assert len(deal.events) == 1 + 4 + 1 + 20
    if spare == "?":
        assert deal.known.widow == deal.known.discards


def test_a_spare_hand_that_nobody_took_is_not_asked_for() -> None:
    tricks = [(n, line, text) for n, line, text in GARNET if line.startswith("trick")]
    deal = check(SPARE, 3, wrote(SPARE, 3, (1, "auction", "p two nap p"), *tricks)).deals[0]
    assert deal.is_done
    assert deal.known is not None
    assert deal.known.guessed
    widow = deal.known.widow or 0
    assert widow.bit_count() == 5
    assert not any(hand & widow for hand in deal.known.hands or ())


@pytest.mark.parametrize(
    ("line", "text", "reason"),
    [
        ("spare", "s2 h2 d2 da ca c7", "too_many"),
        ("spare", "s3", "elsewhere"),
        ("spare", "ca ca", "twice"),
        ("spare", "jk", "foreign"),
        ("discards", "s2 h2 d2 c2 c2", "twice"),
        ("auction", "p g four", "not_higher"),
    ],
)
def test_a_line_of_a_spare_hand_that_cannot_be_is_refused(line: str, text: str, reason: str) -> None:
    sheet = wrote(SPARE, 3, *GARNET)
    with pytest.raises(LineError) as error:
        written(SPARE, 3, sheet, 1, line, text)
    assert (error.value.fault.line, error.value.fault.reason) == (line, reason)


def test_other_rules_know_no_spare_hand() -> None:
    assert refused((1, "auction", "p g"), rules=preset_rules("nap")).reason == "no_such_bid"
    sheet = wrote(GURUNAPO, 0, *FIRST)
    assert not is_due(check(GURUNAPO, 0, sheet), sheet, 1, "spare")
    sheet = wrote(SPARE, 3, *GARNET)
    assert not is_due(check(SPARE, 3, sheet), sheet, 1, "widow")


# --- What is wrong, and where ---

GURUNAPO = preset_rules("gurunapo")
FIRST: list[Line] = [
    (1, "auction", "p 12h ..."),
    (1, "call", "HJ"),
    (1, "discards", "?"),
    (1, "trick-1", "SA 3 h2 9 5"),
]


def refused(*lines: Line, rules: Rules = GURUNAPO) -> LineFault:
    """What is wrong with the last of these lines."""
    sheet = wrote(rules, 0, *lines[:-1])
    with pytest.raises(LineError) as error:
        written(rules, 0, sheet, *lines[-1])
    return error.value.fault


def standing(sheet: MatchLines, rules: Rules = GURUNAPO) -> LineFault:
    """What is wrong with a sheet that was written."""
    fault = check(rules, 0, sheet).fault
    assert fault is not None
    return fault


@pytest.mark.parametrize(
    ("line", "text", "reason"),
    [
        ("trick-2", "CK SA", "played_before"),
        ("trick-2", "CK CK", "twice"),
        ("trick-2", "C2 3 4 5 6 7", "too_many"),
        ("trick-2", "JK", "suit_missing"),
        ("trick-2", "C2 JK=H", "suit_not_asked"),
        ("trick-2", "hello", "no_card"),
        ("auction", "p 12h 11s", "not_higher"),
        ("auction", "p 12h ... p", "auction_over"),
        ("auction", "21h", "out_of_range"),
        ("call", "SA SK", "too_many"),
        ("hand-1", "SA SK", "elsewhere"),
        ("hand-0", "SK SK", "twice"),
        ("widow", "C2 C3 C4 C5", "too_many"),
    ],
)
def test_a_line_that_cannot_be_is_refused(line: str, text: str, reason: str) -> None:
    assert refused(*FIRST, (1, line, text)).reason == reason


def test_a_card_that_is_not_in_the_pack_is_refused() -> None:
    rules = rules_from_json({"preset": "nap", "players": 3, "deck": "stripped_24"})
    assert refused((1, "auction", "two ..."), (1, "trick-1", "SA S2"), rules=rules).reason == "foreign"


def test_a_revoke_is_seen_when_the_card_turns_up() -> None:
    """Emi threw a heart on spades, and plays a spade later: both lines are named, and both stay."""
    fault = standing(wrote(GURUNAPO, 0, *FIRST, (1, "trick-2", "ck 2 sk c4 5")))
    assert (fault.line, fault.reason, fault.seat) == ("trick-1", "must_follow", 4)
    assert fault.other == "trick-2"


def test_either_line_of_a_revoke_may_be_corrected() -> None:
    sheet = wrote(GURUNAPO, 0, *FIRST, (1, "trick-2", "ck 2 sk c4 5"))
    assert check(GURUNAPO, 0, wrote(GURUNAPO, 0, (1, "trick-2", "ck 2 3 c4 5"), sheet=sheet)).fault is None
    assert check(GURUNAPO, 0, wrote(GURUNAPO, 0, (1, "trick-1", "sa 3 2 9 5"), sheet=sheet)).fault is None


def test_a_correction_checks_all_that_follows() -> None:
    """With another winner of the first trick, somebody else led: their card came from another hand."""
    sheet = wrote(GURUNAPO, 0, *FIRST, (1, "trick-2", "ck 2 3 c4 5"))
    sheet = wrote(GURUNAPO, 0, (1, "auction", "p p p 12h ..."), sheet=sheet)
    assert [trick.cards[0][0] for trick in check(GURUNAPO, 0, sheet).deals[0].progress.tricks] == [4, 4]
    with pytest.raises(LineError) as error:
        written(GURUNAPO, 0, sheet, 1, "trick-1", "ha c2")
    assert error.value.fault.reason == "trick_short"


def test_lines_that_changed_places_are_corrected_one_by_one() -> None:
    lines: list[Line] = [*FIRST[:3], (1, "trick-1", "sk 3 2 9 5"), (1, "trick-2", "sa 4 6 7 8")]
    sheet = wrote(GURUNAPO, 0, *lines, (1, "trick-1", "sa 3 2 9 5"))
    assert standing(sheet).reason == "played_before"
    assert check(GURUNAPO, 0, wrote(GURUNAPO, 0, (1, "trick-2", "sk 4 6 7 8"), sheet=sheet)).fault is None


def test_a_line_taken_out_comes_next_again() -> None:
    sheet = wrote(GURUNAPO, 0, *FIRST)
    sheet = sheet.with_deal(1, sheet.deal(1).put("call", ""))
    wanted = check(GURUNAPO, 0, sheet).deals[0].wanted
    assert wanted is not None
    assert wanted.line == "call"


def test_strokes_part_tricks_and_later_ones_move_on() -> None:
    sheet = wrote(GURUNAPO, 0, *FIRST, (1, "trick-2", "ck 2 3 4 5"))
    sheet = wrote(GURUNAPO, 0, (1, "trick-1", "sa 3 h2 9 5 / da 2 3 4 5"), sheet=sheet)
    assert [text for _, text in sheet.deal(1).tricks()] == ["SA S3 H2 S9 S5", "DA D2 D3 D4 D5", "CK C2 C3 C4 C5"]


def test_the_last_card_is_taken_back_first() -> None:
    sheet = wrote(GURUNAPO, 0, *FIRST[:3], (1, "trick-1", "sa 3"))
    for left in ("SA", None):
        sheet = sheet.without_last()
        assert sheet.deal(1).text("trick-1") == left
    assert sheet.without_last().deal(1).text("discards") is None


def test_cards_of_a_known_hand_alone_are_played() -> None:
    match = a_match(5, preset="four", deals=1)
    lines = list(with_hands(match.rules, match.events))
    upto = next(place for place, (_, line, _) in enumerate(lines) if line == "trick-2")
    sheet = wrote(match.rules, match.dealer, *lines[:upto])
    *cards, last = lines[upto][2].split()
    held = next(text for _, line, text in lines if line.startswith("hand-") and last in text.split())
    foreign = next(card for card in lines[-1][2].split() if card not in held.split())
    with pytest.raises(LineError) as error:
        written(match.rules, match.dealer, sheet, 1, "trick-2", " ".join([*cards, foreign]))
    assert error.value.fault.reason == "not_in_hand"


# --- What nobody has noted ---


def test_a_widow_that_nobody_knows_is_marked() -> None:
    match = a_match(11, preset="gurunapo", deals=1)
    lines = [
        (i, line, "?" if line in ("widow", "discards") else text)
        for i, line, text in without_hands(match.rules, match.events)
    ]
    lines = [line for line in lines if not (line[1] == "widow" and _passed_out(match, line[0]))]
    deal = check(match.rules, match.dealer, wrote(match.rules, match.dealer, *lines)).deals[-1]
    assert deal.is_done
    assert deal.known is not None
    assert deal.known.guessed
    assert deal.known.widow == deal.known.discards


def _passed_out(match: Match, index: int) -> bool:
    return notes_of(match.rules, match.events)[index - 1].is_passed_out


def test_with_all_hands_told_the_widow_need_not_be_known() -> None:
    match = a_match(7, preset="gurunapo", deals=1)
    lines = [(1, line, "?" if line == "widow" else text) for _, line, text in with_hands(match.rules, match.events)]
    rest = (1, "hand-4", " ".join(names(match.events[0].hands[4])))  # type: ignore[union-attr]
    place = next(n for n, (_, line, _) in enumerate(lines) if line == "auction")
    checked = check(match.rules, match.dealer, wrote(match.rules, match.dealer, *lines[:place], rest, *lines[place:]))
    assert told(checked) == match.events


def test_a_deal_that_was_passed_out_unseen_is_left_out() -> None:
    checked = check(GURUNAPO, 2, wrote(GURUNAPO, 2, (1, "auction", "p p p p p"), (2, "auction", "p p")))
    assert checked.deals[0].left_out
    assert checked.deals[1].number == 1
    assert checked.deals[1].progress.dealer == 2


def test_the_hands_of_a_passed_out_deal_that_counts_are_asked_for() -> None:
    """It is one of the match's deals, so the record cannot go without it."""
    rules = rules_from_json({"preset": "gurunapo", "passed_out": "counts"})
    wanted = check(rules, 0, wrote(rules, 0, (1, "auction", "p p p p p"))).deals[0].wanted
    assert wanted is not None
    assert wanted.line == "hand-0"


def test_at_nap_the_hands_of_a_passed_out_deal_are_asked_for() -> None:
    """There the next dealer deals, so the record cannot go without it."""
    rules = preset_rules("nap")
    wanted = check(rules, 0, wrote(rules, 0, (1, "auction", "p p p p"))).deals[0].wanted
    assert wanted is not None
    assert wanted.line == "hand-0"
