"""How Nap is dealt when the pack is hardly shuffled (docs/rules.md 2; seed 002, local rule 2)."""

from napoleon.engine import card_name, parse_card
from napoleon.engine.cards import cards_in, names
from napoleon.engine.match import pack
from napoleon.engine.shuffle import Seeds, cut, deal_out, gathered, next_deal_event, pack_after, shuffled

from .play import Table, these
from .test_nap import FOUR, THREE_TRICKS

SEEDS = Seeds(secret=bytes(range(32)), game="a table", seats=("a", "b", "c", "d"))
FIVE_SPADES = {0: "SA SK SQ SJ ST", 1: "HA HK HQ HJ HT", 2: "DA DK DQ DJ DT", 3: "CA CK CQ CJ CT"}


def next_pack(table: Table) -> list[str]:
    """The pack from which the next deal is dealt, from the top."""
    return [card_name(card) for card in pack_after(table.rules, SEEDS, table.match.ended)]


def fresh_pack(table: Table) -> list[str]:
    """The shuffled pack of the next deal."""
    return [card_name(card) for card in shuffled(table.rules, SEEDS, len(table.match.ended) + 1)]


def after_five_spades(bids: str) -> Table:
    """Seat 0 held the five highest spades; these were the bids, and any cards have been played."""
    table = Table("nap", FIVE_SPADES, no_shuffle=True)
    table.bids(bids)
    if table.match.open:
        table.play_out()
    return table


def test_without_shuffling_the_pack_is_shuffled_after_a_nap_made_002_42() -> None:
    """For the first deal as well; after anything else it is not."""
    table = Table("nap", no_shuffle=True)
    first = [card_name(card) for card in pack_after(table.rules, SEEDS, ())]
    assert first == [card_name(card) for card in shuffled(table.rules, SEEDS, 1)]
    table = after_five_spades("nap pass pass pass")
    assert table.result["made"]
    assert next_pack(table) == fresh_pack(table)
    for less in ["four pass pass pass", "pass pass pass pass"]:
        table = after_five_spades(less)
        assert next_pack(table) != fresh_pack(table)


def test_without_shuffling_a_lost_nap_does_not_count_as_one_made_002_42() -> None:
    table = Table("nap", FOUR, no_shuffle=True)
    table.bids("nap pass pass pass")
    table.plays(THREE_TRICKS)
    assert not table.result["made"]
    assert next_pack(table) != fresh_pack(table)


def test_without_shuffling_the_pack_is_shuffled_after_more_than_a_nap_made_002_42() -> None:
    """A wellington here, by seat 1."""
    table = Table("nap", {(seat + 1) % 4: cards for seat, cards in FIVE_SPADES.items()}, no_shuffle=True)
    table.bids("nap wellington")
    table.play_out()
    assert table.result["made"]
    assert next_pack(table) == fresh_pack(table)


def test_without_shuffling_the_cards_are_gathered_and_cut_002_43() -> None:
    """The tricks in the order of play, then the rest as it lay; the cut only moves the beginning."""
    table = Table("nap", FOUR, no_shuffle=True)
    before = next_pack(table)
    table.bids("three pass pass pass")
    table.plays(THREE_TRICKS)
    played = THREE_TRICKS.split()
    gathered = played + [card for card in before if card not in played]
    cut = next_pack(table)
    place = cut.index(gathered[0])
    assert place > 0
    assert cut[place:] + cut[:place] == gathered


def test_without_shuffling_the_next_deal_comes_from_the_cut_pack_002_43() -> None:
    """And from a shuffled one without the option."""
    for option, cards_of in {True: next_pack, False: fresh_pack}.items():
        table = Table("nap", FOUR, no_shuffle=option)
        table.bids("pass pass pass pass")
        cards = tuple(parse_card(name) for name in cards_of(table))
        assert next_deal_event(table.match, SEEDS, first_dealer=0) == deal_out(table.rules, cards, 2, dealer=0)


def test_without_shuffling_a_passed_out_pack_is_only_cut_002_43() -> None:
    table = Table("nap", FOUR, no_shuffle=True)
    before = next_pack(table)
    table.bids("pass pass pass pass")
    cut = next_pack(table)
    place = cut.index(before[0])
    assert cut[place:] + cut[:place] == before


def test_without_shuffling_the_next_deal_can_be_dealt_after_any_number_of_deals_002_43() -> None:
    """Those that were passed out do not count, so that a match has no longest."""
    table = Table("nap", no_shuffle=True)
    table.bids("pass pass pass pass")
    first = shuffled(table.rules, SEEDS, 1)
    cards = pack_after(table.rules, SEEDS, table.match.ended * 5000)
    place = cards.index(first[0])
    assert cards[place:] + cards[:place] == first


def test_without_shuffling_only_deals_since_the_last_shuffle_matter_002_42() -> None:
    """The nap was made in the third deal: the fourth is shuffled, and cut for the fifth and the sixth."""
    table = Table("nap", FOUR, no_shuffle=True)
    table.bids("three pass pass pass")
    table.plays(THREE_TRICKS)
    [three] = table.match.ended
    [made] = after_five_spades("nap pass pass pass").match.ended
    [passed] = after_five_spades("pass pass pass pass").match.ended
    for before in [(three, passed), (passed, passed), (made, three)]:
        cards = shuffled(table.rules, SEEDS, 4)
        for number, end in enumerate((passed, three), start=5):
            cards = cut(gathered(cards, end), SEEDS, number)
        assert pack_after(table.rules, SEEDS, (*before, made, passed, three)) == cards


def test_without_shuffling_three_cards_are_dealt_then_two_002_44() -> None:
    """To each in turn, from the dealer's left."""
    rules = Table("nap", no_shuffle=True).rules
    cards = tuple(cards_in(pack(rules)))
    hands = [set(names(hand)) for hand in deal_out(rules, cards, 1, dealer=2).hands]
    assert hands[3] == these("C2 C3 C4 CA D2")
    assert hands[0] == these("C5 C6 C7 D3 D4")
    assert hands[1] == these("C8 C9 CT D5 D6")
    assert hands[2] == these("CJ CQ CK D7 D8")
    assert set(names(deal_out(Table("nap").rules, cards, 1, dealer=2).hands[3])) == these("C2 C3 C4 C5 C6")
