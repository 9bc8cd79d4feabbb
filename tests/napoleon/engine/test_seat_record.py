"""A record as one seat may know it (docs/record.md, `--seat`)."""

import json
from typing import Any

from napoleon.engine import Deal, NapRules, names
from napoleon.engine.events import Event
from napoleon.engine.record import header, replay
from napoleon.engine.seat_record import seat_record
from napoleon.engine.wire import event_from_json

from .play import Json, Table, these

HANDS = {0: "SA HK D5", 1: "JK C3 C4", 2: "SJ HQ D6", 3: "CJ HT D7", 4: "C9 H9 D8"}
WIDOW = "DT C2 S2"


class Writing(Table):
    """A table that keeps its events."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.events: list[Event] = []
        super().__init__(*args, **options)

    def tell(self, data: Json) -> None:
        event = event_from_json(data, self.match)
        super().tell(data)
        assert event is not None
        self.events.append(event)

    def known_to(self, seat: int) -> list[Json]:
        """The events that the seat's record holds."""
        head = header(self.rules, [f"Player {seat}" for seat in range(self.rules.players)])
        return seat_record(head, self.rules, self.events, seat)[1:]


def exchanged(**options: Any) -> Writing:
    table = Writing("gurunapo", HANDS, WIDOW, **options)
    table.bids("11H pass pass pass pass")
    table.calls("HQ")
    table.exchanges("D5 C2 DT")
    return table


def of_type(lines: list[Json], kind: str) -> Json:
    (line,) = (line for line in lines if line["type"] == kind)
    return line


def test_only_the_own_hand_is_included() -> None:
    deal = of_type(exchanged().known_to(1), "deal")
    assert [hand is None for hand in deal["hands"]] == [True, False, True, True, True]
    assert these("JK C3 C4") <= set(deal["hands"][1])
    assert "widow" not in deal


def test_hands_are_sorted_whatever_their_order_was() -> None:
    hand = of_type(exchanged().known_to(0), "deal")["hands"][0]
    assert hand == sorted(hand, key=lambda card: ("SHDC".index(card[0]), "AKQJT98765432".index(card[1])))


def test_the_record_of_napoleon_includes_the_widow() -> None:
    assert set(of_type(exchanged().known_to(0), "deal")["widow"]) == these(WIDOW)


def test_the_record_of_napoleon_has_no_widow_before_they_take_it() -> None:
    table = Writing("gurunapo", HANDS, WIDOW)
    table.bids("11H pass pass pass pass")
    assert "widow" not in of_type(table.known_to(0), "deal")
    table.calls("HQ")
    assert "widow" in of_type(table.known_to(0), "deal")
    assert "widow" not in of_type(table.known_to(2), "deal")


def test_discards_are_included_as_they_were_shown() -> None:
    for shown, seen in (("pictures", ["DT"]), ("all", ["DT", "D5", "C2"]), ("none", None)):
        table = exchanged(discards_shown=shown)
        assert of_type(table.known_to(0), "exchange")["discard"] == ["DT", "D5", "C2"]
        assert of_type(table.known_to(1), "exchange").get("discard") == seen


def test_opened_sealed_bids_are_included_in_bidding_order() -> None:
    table = Writing("gurunapo", auction="sealed")
    for seat, word in ((3, "pass"), (1, "13S"), (4, "pass")):
        table.says(seat, word)
    assert [line.get("seat") for line in table.known_to(1)] == [None, 1]
    assert [line.get("seat") for line in table.known_to(0)] == [None]
    for seat, word in ((2, "12H"), (0, "pass")):
        table.says(seat, word)
    assert [line.get("seat") for line in table.known_to(1)] == [None, 1, 0, 2, 3, 4]
    assert [line.get("seat") for line in table.known_to(2)] == [None, 2, 0, 1, 3, 4]


def test_a_sealed_auction_in_which_all_passed_is_opened_too() -> None:
    for preset in ("gurunapo", "four"):
        table = Writing(preset, auction="sealed")
        for seat in reversed(range(table.rules.players)):
            table.says(seat, "pass")
        assert [line.get("seat") for line in table.known_to(0)[1:]] == [*range(table.rules.players)]


def test_what_others_write_into_a_record_is_left_out() -> None:
    head = {
        "format": "napoleon-record",
        "version": 1,
        "rules": {"preset": "nap", "players": 2},
        "players": ["Ai", "Bo"],
        "secret": "who knows",
    }
    hands = [["SA", "SK", "SQ", "SJ", "ST"], ["H2", "H3", "H4", "H5", "H6"]]
    deal = {"type": "deal", "dealer": 0, "hands": hands, "at": "2026-01-01", "proof": "SA"}
    (record,) = replay([json.dumps(head), json.dumps(deal)])
    told = seat_record(record.header, NapRules(players=2), record.events, 1)
    assert told[0]["rules"] == {"preset": "nap", "players": 2}
    assert "who knows" not in json.dumps(told)
    assert set(told[1]) == {"type", "deal", "dealer", "hands"}


def test_what_a_seat_did_not_see_stays_out_after_the_deal() -> None:
    table = exchanged(deals=1, discards_shown="none")
    table.play_out()
    told = table.known_to(3)
    assert of_type(told, "deal")["hands"].count(None) == 4
    assert "discard" not in of_type(told, "exchange")
    assert sum(line["type"] == "play" for line in told) == 50


def test_a_seat_record_of_nap_has_no_widow() -> None:
    table = Writing("nap")
    table.bids("two pass pass pass")
    dealt = table.events[0]
    assert isinstance(dealt, Deal)
    told = of_type(table.known_to(2), "deal")
    assert told["hands"] == [None, None, names(dealt.hands[2]), None]
    assert "widow" not in told
