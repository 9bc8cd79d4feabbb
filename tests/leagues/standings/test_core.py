"""Standings: every option by itself, and what holds for all seasons."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.standings.core import (
    AdjustmentInput,
    ByeInput,
    DealInput,
    HandicapInput,
    Node,
    Scheme,
    SeasonInput,
    TableInput,
    explain,
    explain_ties,
    running_standings,
    scale_for,
    so_far,
    standings,
)
from tests.support.season_inputs import F, deal, order, points, row_of, scale, table

EVERY_TIE_BREAK = (
    "head_to_head",
    "points_per_deal",
    "napoleon_wins",
    "contracts_made",
    "strength",
    "fewer_penalties",
    "registration",
)


def season(scheme: Scheme, *tables: TableInput, rounds: int = 0, **more: object) -> SeasonInput:
    members = sorted({seat for each in tables for seat in each.seats if seat is not None})
    held = max((each.round for each in tables), default=0)
    return SeasonInput(scheme, tuple(members), rounds or held, tables)._replace(**more)


# --- Points for a table ---


def test_a_table_of_four_shares_out_the_points_of_five() -> None:
    """A fourth of the length is the first place of five and a fourth of the second's: (0.2·5 + 0.05·3)/0.25."""
    places = (scale("5 3 2 1 0"),)
    assert scale_for(places, 5) == scale("5 3 2 1 0")
    four = scale_for(places, 4)
    assert four == scale("23/5 13/5 7/5 1/5")
    assert sum(four) / 4 == sum(places[0]) / 5


def test_a_scale_of_its_own_for_a_table_of_four() -> None:
    assert scale_for((scale("5 3 2 1 0"), scale("4 2 1 0")), 4) == scale("4 2 1 0")


def test_bots_take_places_and_get_nothing() -> None:
    of = season(Scheme(points="place", places=(scale("3 2 1 0"),)), table("1/1", "1 - 2 3", "1 9 5 0"))
    assert points(of) == {1: "1", 2: "2", 3: "0"}


def test_scores_less_the_mean_of_the_table() -> None:
    of = season(Scheme(centred=True), table("1/1", "1 2 3 4", "4 2 0 0"), table("1/2", "5 6 7 8 9", "4 2 0 0 0"))
    assert points(of)[1] == "5/2"
    assert points(of)[5] == "14/5"
    assert sum(row.points for row in standings(of)) == 0


def test_a_table_that_was_closed_early_counts_pro_rata() -> None:
    of = season(Scheme(deals=5, pro_rata=True), table("1/1", "1 2 3 4", "4 2 0 0", "0 0 4 2"))
    assert points(of) == {1: "10", 2: "5", 3: "10", 4: "5"}


def test_a_void_table_brings_its_own_points_and_no_round_played() -> None:
    of = season(Scheme(void=F(1)), table("1/1", "1 2 3 4", "4 2 0 0", void=True))
    assert points(of) == {1: "1", 2: "1", 3: "1", 4: "1"}
    assert {row.played for row in standings(of)} == {0}


# --- Substitutes ---

SUBSTITUTED = table("1/1", "1 2 3 4", "4 2 0 0", deal("2 0 2 2", players="9 2 3 4"), deal("2 0 0 4", players="9 2 3 4"))


def test_the_seat_keeps_its_points() -> None:
    assert points(season(Scheme(), SUBSTITUTED, members=(1, 2, 3, 4, 9))) == {1: "8", 2: "2", 3: "2", 4: "6", 9: "0"}


def test_or_each_gets_those_of_their_deals() -> None:
    of = season(Scheme(credit="deals"), SUBSTITUTED, members=(1, 2, 3, 4, 9))
    assert points(of) == {1: "4", 2: "2", 3: "2", 4: "6", 9: "4"}


def test_points_for_a_place_are_shared_by_deals() -> None:
    places = (scale("6 4 2 0"),)
    of = season(Scheme(points="place", places=places, credit="deals"), SUBSTITUTED, members=(1, 2, 3, 4, 9))
    assert points(of) == {1: "2", 2: "1", 3: "1", 4: "4", 9: "4"}


def test_a_bot_that_stood_in_gets_nothing() -> None:
    of = season(Scheme(credit="deals"), table("1/1", "1 2 3", "2 1 0", deal("3 1 0", players="- 2 3")))
    assert points(of) == {1: "2", 2: "2", 3: "0"}


# --- Which rounds count ---

FOUR_ROUNDS = tuple(
    table(f"{number}/1", "1 2", scores) for number, scores in enumerate(["5 1", "-3 2", "4 4", "0 3"], start=1)
)


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [
        (Scheme(), {1: "6", 2: "10"}),
        (Scheme(best=2), {1: "9", 2: "7"}),
        (Scheme(drop=1), {1: "9", 2: "9"}),
        (Scheme(drop=1, best=2), {1: "9", 2: "7"}),
        (Scheme(best=0), {1: "0", 2: "0"}),
    ],
)
def test_best_rounds_and_dropped_ones(scheme: Scheme, expected: dict[int, str]) -> None:
    assert points(season(scheme, *FOUR_ROUNDS)) == expected


def test_nothing_is_dropped_before_there_is_more_than_counts() -> None:
    assert points(season(Scheme(drop=1), *FOUR_ROUNDS[:3], rounds=4)) == {1: "6", 2: "7"}


def test_of_equal_rounds_the_later_is_dropped() -> None:
    of = season(Scheme(best=1), table("1/1", "1 2", "2 0"), table("2/1", "1 2", "2 0"))
    assert [result.is_counted for result in row_of(of, 1).results] == [True, False]


def test_too_few_rounds_give_no_place() -> None:
    of = season(Scheme(minimum=2), table("1/1", "1 2 3", "9 1 0"), table("2/1", "2 3", "3 0"), members=(1, 2, 3))
    assert [(row.place, row.member) for row in standings(of)] == [(1, 2), (2, 3), (None, 1)]


def test_a_bye_is_worth_what_the_season_says_or_ones_average() -> None:
    tables = (table("1/1", "1 2", "5 0"), table("2/1", "1 2", "2 1"))
    byes = (ByeInput(3, 1), ByeInput(1, 3), ByeInput(2, 3))
    for bye, expected in ((F(4), {1: "11", 2: "1", 3: "8"}), (None, {1: "21/2", 2: "1", 3: "0"})):
        assert points(season(Scheme(bye=bye), *tables, byes=byes, members=(1, 2, 3), rounds=3)) == expected


def test_who_was_not_there_gets_the_points_for_that() -> None:
    of = season(Scheme(absent=F(-1)), table("1/1", "1 2", "5 0"), members=(1, 2, 3))
    assert points(of) == {1: "5", 2: "0", 3: "-1"}
    assert row_of(of, 3).results[0].how == "absent"


def test_who_missed_an_earlier_round_has_missed_it_while_others_still_play_the_next() -> None:
    first, second = table("1/1", "1 2", "5 0"), table("2/1", "3 4", "4 0")
    of = season(Scheme(absent=F(-1)), first, second, table("2/2", "1 2", to_come=2))
    assert points(of)[3] == points(so_far(of))[3] == "3"


def test_adjustments_add_up_unless_cancelled() -> None:
    given_ = (AdjustmentInput(1, 1, F("1/2")), AdjustmentInput(2, 1, F(-2)), AdjustmentInput(3, 1, F(-9), "", True))
    of = season(Scheme(), table("1/1", "1 2", "5 0"), adjustments=given_)
    assert row_of(of, 1).points == F("7/2")
    assert row_of(of, 1).adjusted == F("-3/2")


# --- Handicaps ---

GIVEN = (HandicapInput(1, start=F(10)), HandicapInput(2, per_match=F("3/2")))


def test_starting_points_count_once_and_a_handicap_at_every_table() -> None:
    tables = [table(f"{number}/1", "1 2 3", "4 1 0") for number in (1, 2)]
    of = season(Scheme(), *tables, handicaps=GIVEN)
    assert points(of) == {1: "18", 2: "5", 3: "0"}
    assert row_of(of, 1).started == 10
    assert [result.points for result in row_of(of, 2).results] == [F("5/2"), F("5/2")]


def test_a_handicap_changes_no_place_at_a_table() -> None:
    """The second place brings 2 points, and the handicap 1½ more: places follow from what was played."""
    of = season(Scheme(points="place", places=(scale("3 2 0"),)), table("1/1", "1 2 3", "4 3 0"), handicaps=GIVEN)
    assert points(of) == {1: "13", 2: "7/2", 3: "0"}


def test_byes_void_tables_and_missed_rounds_bring_no_handicap() -> None:
    of = season(
        Scheme(bye=F(1)),
        table("1/1", "1 3", "4 1"),
        table("2/1", "1 2", "4 1", void=True),
        byes=(ByeInput(1, 2),),
        handicaps=(HandicapInput(2, per_match=F(9)),),
    )
    assert points(of)[2] == "1"


def test_who_plays_half_of_the_deals_gets_half_of_the_handicap() -> None:
    split = table("1/1", "2 3", "0 0", deal("0 0", players="9 3"))
    given_ = (HandicapInput(2, per_match=F(3)), HandicapInput(9, per_match=F(5)))
    of = season(Scheme(credit="deals"), split, members=(2, 3, 9), handicaps=given_)
    assert points(of) == {2: "3/2", 3: "0", 9: "5/2"}
    assert points(of._replace(scheme=Scheme()))[2] == "3"


def test_a_deal_of_a_bot_brings_no_handicap() -> None:
    with_bot = table("1/1", "2 3", "0 0", deal("4 0")._replace(bots=(0,)))
    of = season(Scheme(bots="nothing"), with_bot, handicaps=(HandicapInput(2, per_match=F(3)),))
    assert points(of)[2] == "3/2"
    assert points(of._replace(scheme=Scheme(bots="full")))[2] == "7"


def test_a_dropped_round_takes_its_handicap_along_and_leaves_the_starting_points() -> None:
    tables = [table(f"{number}/1", "2 3", f"{number} 0") for number in (1, 2)]
    of = season(Scheme(best=1), *tables, handicaps=(HandicapInput(2, F(7), F(1)),))
    assert points(of)[2] == "10"


def test_what_can_be_reached_includes_both() -> None:
    of = season(
        Scheme(deal_range=(0, 10)), table("1/1", "2 3", "4 2", to_come=1), handicaps=(HandicapInput(2, F(7), F(1)),)
    )
    assert row_of(of, 2).reach == (12, 22)


def test_both_are_explained() -> None:
    of = season(Scheme(), table("1/1", "2 3", "4 1"), handicaps=(HandicapInput(2, F(7), F(2)),))
    start, round_ = explain(of, 2).parts
    assert (start.what, start.value) == ("start", 7)
    [score, handicap] = round_.parts[0].parts
    assert (score.what, score.value) == ("score", 4)
    assert (handicap.what, handicap.value) == ("handicap", 2)
    assert handicap.facts == {"per_match": 2, "own": 1, "of": 1}


# --- Ties ---


def test_who_cannot_be_told_apart_shares_a_place() -> None:
    of = season(Scheme(tie_breaks=("head_to_head",)), table("1/1", "1 2 3 4", "2 1 1 0"))
    assert [(row.place, row.member) for row in standings(of)] == [(1, 1), (2, 2), (2, 3), (4, 4)]


def test_a_tie_break_that_splits_a_tie_is_not_asked_again() -> None:
    """Only 3 has a penalty; registration decides between 1 and 2."""
    of = season(
        Scheme(tie_breaks=("fewer_penalties", "registration")),
        table("1/1", "1 2 3", "1 1 2"),
        adjustments=(AdjustmentInput(1, 3, F(-1)),),
        members=(2, 1, 3),
    )
    assert order(of) == "2 1 3"
    assert [tie.among for tie in row_of(of, 1).ties] == [(2, 1, 3), (2, 1)]
    assert [tie.among for tie in row_of(of, 3).ties] == [(2, 1, 3)]


# --- While it runs ---


def test_what_can_still_be_reached_by_score() -> None:
    of = season(Scheme(deal_range=(0, 10)), table("1/1", "1 2 3 4", "4 2 0 0", to_come=2))
    assert points(of) == {1: "0", 2: "0", 3: "0", 4: "0"}
    assert row_of(of, 1).reach == (4, 24)
    assert row_of(of, 1).places == (1, 4)


def test_a_lead_that_nobody_can_catch_up() -> None:
    """20 to 1 with one deal of at most ten to come: the first place is safe, the others are open."""
    of = season(
        Scheme(points="place", places=(scale("3 2 1 0"),), deal_range=(0, 10)),
        table("1/1", "1 2 3 4", "20 1 1 0", to_come=1),
    )
    assert row_of(of, 1).reach == (3, 3)
    assert row_of(of, 1).places == (1, 1)
    assert row_of(of, 2).reach == (0, 2)
    assert row_of(of, 2).places == (2, 4)


def test_a_bye_stays_within_reach_while_its_member_plays_for_somebody_else() -> None:
    """With points by seats, who comes in for another member brings points to that member."""
    running = table("1/1", "1 2", deal("4 0", players="1 3"), to_come=1)
    assert row_of(season(Scheme(bye=F(2)), running, members=(1, 2, 3), byes=(ByeInput(1, 3),)), 3).reach == (2, 2)


def test_a_bye_worth_the_average_follows_a_round_with_two_tables() -> None:
    """Member 3 has 3 points from their own table, and may yet win or lose 4 for member 2."""
    of = season(
        Scheme(bye=None, credit="deals", deal_range=(-4, 4)),
        table("2/1", "3 4", "3 0"),
        table("2/2", "1 2", deal("2 0", players="1 3"), to_come=1),
        byes=(ByeInput(1, 3),),
    )
    assert row_of(of, 3).reach == (-2, 14)


def test_a_bye_to_come_may_be_worth_more_than_any_table() -> None:
    """Member 1 has played two whole tables in one round."""
    of = season(
        Scheme(bye=None, credit="deals", deals=1, deal_range=(0, 4)),
        table("1/1", "1 2", "4 0"),
        table("1/2", "3 4", deal("4 0", players="1 4")),
        rounds=2,
    )
    assert row_of(of, 1).reach == (8, 16)


def test_rounds_to_come_are_open() -> None:
    of = season(Scheme(deals=5, deal_range=(0, 10)), table("1/1", "1 2", "5 0"), rounds=2)
    assert row_of(of, 1).reach == (5, 55)
    assert row_of(of, 2).reach == (0, 50)


def test_after_a_season_that_was_cancelled_nothing_is_to_come() -> None:
    of = season(
        Scheme(deals=5, drop=1, minimum=2, deal_range=(0, 10)),
        table("1/1", "1 2", "5 0"),
        table("2/1", "1", "3"),
        rounds=4,
    )._replace(is_over=True)
    # What was planned still says how many rounds count.
    assert points(of) == {1: "8", 2: "0"}
    assert [row.reach for row in standings(of)] == [(8, 8), (0, 0)]
    assert [(row.place, row.places) for row in standings(of)] == [(1, (1, 1)), (None, (2, 2))]


def test_who_can_no_longer_play_enough_is_behind_all() -> None:
    of = season(
        Scheme(minimum=2, deal_range=(0, 1)),
        table("1/1", "1 2", "5 0"),
        table("2/1", "1 2", "5 0"),
        members=(1, 2, 3),
        rounds=3,
    )
    assert row_of(of, 3).places == (3, 3)
    assert row_of(of, 2).places == (2, 2)


# --- What holds for all seasons ---


@st.composite
def seasons(choose: st.DrawFn, running: bool = False) -> SeasonInput:
    rng = random.Random(choose(st.integers(0, 2**32)))
    members = list(range(1, rng.choice([9, 10, 12, 13]) + 1))
    rounds = rng.randint(1, 4)
    tables, byes = [], []
    for number in range(1, rounds + 1):
        order_ = rng.sample(members, len(members))
        while len(order_) >= 4:
            size = rng.choice([4, 5]) if len(order_) >= 5 else 4
            seats, order_ = tuple(order_[:size]), order_[size:]
            is_open = running and number == rounds and rng.random() < 0.7
            deals = tuple(a_deal(rng, seats) for _ in range(rng.randint(0 if is_open else 1, 3)))
            to_come = rng.randint(1, 2) if is_open else 0
            tables.append(TableInput(number, len(tables) + 1, seats, deals, to_come, rng.random() < 0.05))
        byes += [ByeInput(number, member) for member in order_]
    adjustments = tuple(
        AdjustmentInput(at, rng.choice(members), F(rng.randint(-2, 2)), "", rng.random() < 0.3)
        for at in range(rng.randint(0, 4))
    )
    planned = rounds + (rng.randint(0, 2) if running else 0)
    handicaps = tuple(
        HandicapInput(member, F(rng.randint(-3, 9)), F(rng.randint(-3, 3)) / 2)
        for member in rng.sample(members, rng.choice([0, 3]))
    )
    of = SeasonInput(a_scheme(rng), tuple(members), planned, tuple(tables), tuple(byes), adjustments)
    return of._replace(handicaps=handicaps)


def a_scheme(rng: random.Random) -> Scheme:
    return Scheme(
        points=rng.choice(["raw", "place", "both"]),
        places=rng.choice([(scale("5 3 2 1 0"),), (scale("4 3 2 1 0"), scale("3 2 1 0"))]),
        deals=3,
        pro_rata=rng.random() < 0.5,
        centred=rng.random() < 0.5,
        credit=rng.choice(["seat", "deals"]),
        bye=rng.choice([None, F(2)]),
        absent=F(rng.choice([0, -1])),
        best=rng.choice([None, 2]),
        drop=rng.choice([0, 1]),
        minimum=rng.choice([0, 2]),
        tie_breaks=tuple(rng.sample(EVERY_TIE_BREAK, rng.randint(0, 7))),
        deal_range=(-4, 4),
    )


def a_deal(rng: random.Random, seats: tuple[int, ...]) -> DealInput:
    napoleon, adjutant = rng.sample(range(len(seats)), 2)
    players = None
    if rng.random() < 0.2:
        at = rng.randrange(len(seats))
        others = [None, 99, *{*range(1, 10)}.difference(seats)]
        players = (*seats[:at], rng.choice(others), *seats[at + 1 :])
    return DealInput(tuple(rng.randint(-4, 4) for _ in seats), napoleon, adjutant, rng.random() < 0.5, players)


@given(seasons(), st.randoms())
def test_the_order_in_which_results_come_does_not_matter(of: SeasonInput, rng: random.Random) -> None:
    shuffled = of._replace(
        tables=tuple(rng.sample(of.tables, len(of.tables))),
        byes=tuple(rng.sample(of.byes, len(of.byes))),
        adjustments=tuple(rng.sample(of.adjustments, len(of.adjustments))),
    )
    assert [row[:3] for row in standings(of)] == [row[:3] for row in standings(shuffled)]
    assert standings(of) == standings(of)


@given(seasons())
def test_ties_at_a_table_share_what_there_is(of: SeasonInput) -> None:
    rules = of.scheme._replace(points="place", credit="seat", best=None, drop=0, absent=F(0), bye=F(0))
    of = of._replace(scheme=rules, adjustments=(), handicaps=())
    given_out = sum(
        sum(scale_for(rules.places, len(each.seats))) for each in of.tables if each.deals and not each.is_void
    )
    assert sum(row.points for row in standings(of)) == given_out


@given(seasons())
def test_every_figure_is_the_sum_of_its_parts(of: SeasonInput) -> None:
    for row in standings(of):
        tree = explain(of, row.member)
        assert tree.value == row.points
        for node in [*nodes(tree), *(n for tie in explain_ties(of, row.member) for n in nodes(tie))]:
            if node.what == "points_per_deal":
                assert node.value == node.facts["scored"] / max(1, node.facts["deals"])  # type: ignore[operator,type-var]
            elif node.parts and node.what != "dropped":
                assert node.value == sum(part.value for part in node.parts)
        assert [tie.value for tie in explain_ties(of, row.member)] == [tie.value for tie in row.ties]


def nodes(tree: Node) -> list[Node]:
    return [tree, *(node for part in tree.parts for node in nodes(part))]


@given(seasons(running=True), st.integers(0, 2**32))
def test_what_comes_lies_within_reach(of: SeasonInput, seed: int) -> None:
    rng = random.Random(seed)
    before = {row.member: row for row in standings(of)}
    played = of._replace(tables=tuple(played_out(each, rng) for each in of.tables))
    held = max(each.round for each in of.tables)
    later = []
    for number in range(held + 1, of.rounds + 1):
        seats = rng.sample(of.members, 5)
        deals = tuple(a_deal(rng, tuple(seats))._replace(players=None) for _ in range(3))
        later.append(TableInput(number, 90 + number, tuple(seats), deals))
    after = standings(played._replace(tables=(*played.tables, *later)))
    for row in after:
        least, most = before[row.member].reach
        assert least <= row.points <= most
        best, worst = before[row.member].places
        assert best <= row.place <= worst if row.place else worst == len(after)


def played_out(each: TableInput, rng: random.Random) -> TableInput:
    """With the deals to come, each player of the last one keeping their seat."""
    last = each.deals[-1].players if each.deals else None
    seats = tuple(seat for seat in each.seats if seat is not None)
    more = tuple(a_deal(rng, seats)._replace(players=last) for _ in range(each.to_come))
    return each._replace(deals=each.deals + more, to_come=0)


@given(seasons())
def test_no_figure_is_a_float(of: SeasonInput) -> None:
    for row in standings(of):
        assert isinstance(row.points, Fraction)
        assert all(isinstance(tie.value, Fraction) for tie in row.ties)


# --- Tables of other divisions ---


def test_who_substitutes_in_another_division_gets_the_points_in_their_own() -> None:
    """Member 1 substitutes for 13 at table 1/1 of division 2, which has the same number as their own table."""
    scheme = Scheme(credit="deals", tie_breaks=("points_per_deal", "strength", "head_to_head"))
    away = table("1/1", "11 12 13", deal("0 0 7", players="11 12 1"), "1 1 1")._replace(division=2)
    own = table("1/1", "1 2 3", "1 2 3")
    season = SeasonInput(scheme, (1, 2, 3), 2, (own, away))
    assert points(season) == {1: "8", 2: "2", 3: "3"}
    [result] = row_of(season, 1).results
    assert [(each.table.division, str(each.points)) for each in result.tables] == [(0, "1"), (2, "7")]
    node = explain(season, 1)
    assert [part.facts.get("division") for part in node.parts[0].parts] == [None, 2]
    assert sum(part.value for part in node.parts) == node.value


def test_the_rounds_of_another_division_are_not_held_here() -> None:
    """Division 2 is a round ahead: nobody here has missed it, and it does not keep a round open."""
    scheme = Scheme(credit="deals", absent=Fraction(-5))
    ahead = table("2/1", "11 12 13", deal("0 0 7", players="11 12 1"), to_come=1)._replace(division=2)
    season = SeasonInput(scheme, (1, 2, 3), 2, (table("1/1", "1 2 3", "1 2 3"), ahead))
    assert points(season) == {1: "1", 2: "2", 3: "3"}
    [first, *_others] = running_standings(season)
    assert (first.member, str(first.points)) == (1, "8")
    assert row_of(season, 2).reach.least == -3
