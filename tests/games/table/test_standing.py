"""How the contract stands at a running table, and the cards that were seen: as far as the reader knows, no further."""

from random import Random

import pytest

from games.lobby.rematch import join_rematch
from games.models import Game, Seat
from games.presentation.reader import reader_of
from games.review.seat_knowledge import seen_cards
from games.review.sides import sides
from games.table.board import DealBoard, deal_board
from napoleon.engine import rules_from_json, view
from players.models import User
from tests.napoleon.engine.late_positions import courses
from tests.napoleon.engine.play import Table, contract
from tests.napoleon.engine.twins import twins
from tests.support.play import in_play, play_out
from tests.support.table_form import filled_in
from tests.support.visits import get, post, text

LOOK_UP = "cards not seen yet"
HANDS = {0: "SA S2", 1: "SQ S4", 2: "S5 SK D3", 3: "S7 SJ D2", 4: "S9 ST"}


def board(table: Table, seat: int | None) -> DealBoard:
    seats = [Seat(number=number, user=User(name=name)) for number, name in enumerate("ABCDE")]
    return deal_board(reader_of(view(table.match, seat), seats), table.number)


def two_tricks() -> Table:
    """Napoleon has taken a picture and seat 2, an ally, four; seat 3 holds the adjutant's card."""
    table = contract("gurunapo", "H", 13, hands=HANDS, called="D2", same_two="off")
    table.plays("SA S4 S5 S7 S9 S2 SQ SK SJ ST")
    return table


# --- The bar ---


def taken(table: Table, seat: int | None) -> list[str]:
    """The cells of the bar without those that are still out."""
    shown = board(table, seat).sides
    assert shown
    return [cell for cell in shown.cells if cell != "out"]


def test_before_a_contract_there_is_no_bar() -> None:
    table = Table("gurunapo")
    table.bids("12H")
    assert board(table, 0).sides is None


@pytest.mark.parametrize("seat", [0, 1, 4, None])
def test_the_bar_hatches_pictures_of_players_whose_side_its_reader_does_not_know(seat: int | None) -> None:
    assert taken(two_tricks(), seat) == ["with", *["unknown"] * 4]


@pytest.mark.parametrize("seat", [2, 3])
def test_everybody_knows_their_own_side_and_the_adjutant_all(seat: int) -> None:
    assert taken(two_tricks(), seat) == ["with", *["against"] * 4]


def test_once_the_adjutants_card_has_fallen_everybody_knows_the_sides() -> None:
    table = two_tricks()
    table.plays("D3 D2")
    assert {tuple(taken(table, seat)) for seat in (0, 1, 2, 3, 4, None)} == {("with", *["against"] * 4)}


@pytest.mark.parametrize("preset", ["gurunapo", "leaflet", "four", "nap"])
def test_the_bar_and_the_seen_cards_tell_no_twin_from_another(preset: str) -> None:
    rules, rng, compared = rules_from_json({"preset": preset, "deals": 1}), Random(3), 0
    for match, events in courses(rules, 3):
        for seat in (None, *range(rules.players)):
            for twin in twins(rules, events, seat, rng, tries=6):
                ours, theirs = view(match, seat).deals[0], view(twin.match, seat).deals[0]
                assert sides(rules, ours, seat) == sides(rules, theirs, seat), twin.kind
                assert seen_cards(rules, ours) == seen_cards(rules, theirs), twin.kind
                compared += 1
    assert compared > 20


# --- Seen cards ---


def test_the_list_holds_the_readers_hand_and_what_was_played() -> None:
    shown = board(two_tricks(), 1).seen_cards
    assert shown
    spades = {cell.rank for cell in shown.rows[0].cells if cell and cell.state == "played"}
    assert spades == {"A", "K", "Q", "J", "10", "9", "7", "5", "4", "2"}
    assert shown.unseen == 53 - 8 - 10


def test_during_the_auction_nobody_needs_it() -> None:
    assert board(Table("gurunapo"), 0).seen_cards is None


def test_a_table_may_forbid_it_and_keeps_the_bar(cast: list[User]) -> None:
    game = in_play(*cast)
    path = f"/t/{game.slug}/"
    assert LOOK_UP in text(get(cast[0], path))
    Game.objects.filter(pk=game.pk).update(shows_seen_cards=False)
    page = get(cast[0], path)
    assert LOOK_UP not in text(page)
    assert 'class="cells"' in page.content.decode()


def test_a_table_is_opened_without_it_and_says_so_and_so_does_its_rematch(ai: User, bo: User) -> None:
    assert post(ai, "/tables/new/", **filled_in(shows_seen_cards=False)).status_code == 302
    game = Game.objects.get(host=ai)
    assert not game.shows_seen_cards
    assert "Nobody may look up seen cards" in text(get(ai, game.get_absolute_url()))
    assert "At this table nobody may look up the cards they have seen." in text(get(ai, f"/t/{game.slug}/rules/"))
    over = in_play(ai, bo)
    Game.objects.filter(pk=over.pk).update(shows_seen_cards=False)
    assert not join_rematch(game_id=play_out(over, ai, bo).pk, user=ai).shows_seen_cards
