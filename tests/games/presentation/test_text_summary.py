"""What a mail says of a deal: what was said and played since the reader's last move, and nothing of their hand."""

from games.models import Seat
from games.presentation.reader import reader_of
from games.presentation.text_summary import summary
from napoleon.engine import view
from players.models import User
from tests.napoleon.engine.play import Table, contract

NAMES = ("Ai", "Bo", "Chie", "Dai", "Emi")
SPADES = {0: "SA S2", 1: "S3 S4", 2: "S5 S6", 3: "S7 S8", 4: "S9 ST"}


def told(table: Table, seat: int) -> list[str]:
    seats = [Seat(number=number, user=User(name=name)) for number, name in enumerate(NAMES)]
    reader = reader_of(view(table.match, seat), seats)
    return summary(reader, reader.view.deals[0])


def test_nothing_has_happened_yet() -> None:
    assert told(Table("gurunapo"), 0) == []


def test_the_auction_so_far() -> None:
    table = Table("gurunapo")
    table.bids("12H pass 13S")
    assert told(table, 3) == ["Calls so far: Ai: 12 hearts; Bo: pass; Chie: 13 spades."]


def test_a_sealed_auction_tells_nothing() -> None:
    table = Table("gurunapo", auction="sealed")
    table.says(0, "12H")
    assert told(table, 1) == told(table, 0) == []


def test_the_contract_and_the_cards_of_the_running_trick() -> None:
    table = contract("gurunapo", "H", 13, hands=SPADES, called="D2")
    table.plays("SA S3")
    assert told(table, 2) == [
        "Ai: 13 hearts, calling 2 of diamonds.",
        "Since your turn:",
        "Trick 1: Ai: ace of spades; Bo: 3 of spades.",
    ]


def test_only_what_came_after_the_readers_own_card_trick_by_trick() -> None:
    table = contract("gurunapo", "H", 13, hands=SPADES, called="D2")
    table.plays("SA S3 S5 S7 S9 S2")
    assert told(table, 1) == [
        "Ai: 13 hearts, calling 2 of diamonds.",
        "Since your turn:",
        "Trick 1: Chie: 5 of spades; Dai: 7 of spades; Emi: 9 of spades. "
        "Taken by Ai with the ace of spades (the mighty).",
        "Trick 2: Ai: 2 of spades.",
    ]
    assert told(table, 0) == ["You are Napoleon: 13 hearts, calling 2 of diamonds."]


def test_what_became_of_the_deal_before() -> None:
    table = Table("gurunapo", deals=2)
    table.bids("pass pass pass pass pass")
    table.deal()
    assert told(table, table.turn)[0] == "Deal 1: Everybody passed."
