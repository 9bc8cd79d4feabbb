"""Deals that a bot played for somebody: what they count, who has a place, and how each figure is explained."""

from fractions import Fraction
from typing import Any

import pytest

from leagues.standings.core import (
    AdjustmentInput,
    Node,
    Scheme,
    SeasonInput,
    TableInput,
    explain,
    running_standings,
    standings,
)
from leagues.standings.core.points import TablePoints
from tests.support.season_inputs import deal, points, row_of, scale, table

ZERO_SUM = Scheme(bots="losses", deals=2)


def by_bot(scores: str, *bots: int, contract: str = "", players: str = "") -> Any:
    return deal(scores, contract, players)._replace(bots=bots)


def season(scheme: Scheme, *tables: TableInput, rounds: int = 1, **values: Any) -> SeasonInput:
    return SeasonInput(scheme, (1, 2, 3, 4), rounds, tables, **values)


def sound(node: Node) -> None:
    """Every figure is the sum of its parts."""
    if node.parts and node.what != "dropped":
        assert node.value == sum((part.value for part in node.parts), Fraction())
    for part in node.parts:
        sound(part)


def how(of: SeasonInput, member: int) -> list[str]:
    return [result.how for result in row_of(of, member).results]


@pytest.mark.parametrize(("rule", "expected"), [("losses", "-3"), ("nothing", "0"), ("full", "2")])
def test_what_the_deals_of_a_bot_count(rule: Any, expected: str) -> None:
    deals = (by_bot("5 -5 0 0", 0), by_bot("-3 3 0 0", 0), "0 0 0 0")
    of = season(Scheme(bots=rule), table("1/1", "1 2 3 4", *deals))
    assert points(of) == {1: expected, 2: "-2", 3: "0", 4: "0"}
    sound(explain(of, 1))


def test_own_deals_count_whoever_played_the_others() -> None:
    of = season(Scheme(bots="losses"), table("1/1", "1 2 3 4", by_bot("9 0 0 0", 0), "2 1 0 0"))
    assert points(of)[1] == "2"
    assert (how(of, 1), row_of(of, 1).place, row_of(of, 1).played) == (["table"], 1, 1)


def test_who_never_plays_does_not_win_the_division() -> None:
    """The bot takes everything; the absent member is last, without a place and without a round played."""
    of = season(Scheme(bots="losses"), table("1/1", "1 2 3 4", by_bot("9 0 0 0", 0), by_bot("9 0 0 -1", 0)))
    rows = standings(of)
    assert [row.member for row in rows] == [2, 3, 4, 1]
    assert [row.place for row in rows] == [1, 1, 3, None]
    assert (how(of, 1), row_of(of, 1).played) == (["gone"], 0)


def test_staying_away_is_no_better_than_playing_badly() -> None:
    """Where scores sum to zero, nothing would be the middle of the table."""
    of = season(ZERO_SUM, table("1/1", "1 2 3 4", by_bot("0 4 -2 -2", 0), by_bot("4 4 -4 -4", 0)))
    assert standings(of)[-1].member == 1


def test_places_are_shared_by_deals() -> None:
    scheme = Scheme(points="place", places=(scale("8 4 2 0"),), bots="losses")
    of = season(scheme, table("1/1", "1 2 3 4", by_bot("9 3 2 1", 0), "1 0 0 0"))
    assert points(of) == {1: "4", 2: "4", 3: "2", 4: "0"}
    [place] = explain(of, 1).parts[0].parts[0].parts
    assert (place.what, place.facts["share"]) == ("place", Fraction(1, 2))
    sound(explain(of, 1))


def test_a_place_that_costs_points_costs_them_a_bot_or_not() -> None:
    scheme = Scheme(points="place", places=(scale("3 1 -1 -3"),), bots="losses")
    of = season(scheme, table("1/1", "1 2 3 4", by_bot("0 3 2 1", 0), "0 0 0 0"))
    assert points(of)[1] == "-3"
    sound(explain(of, 1))


def test_who_is_gone_gets_no_more_than_who_missed_the_round() -> None:
    of = season(ZERO_SUM._replace(absent=Fraction(-5)), table("1/1", "1 2 3 4", by_bot("3 -1 -1 -1", 0)))
    assert points(of)[1] == "-5"
    [node] = explain(of, 1).parts
    assert (node.what, node.value, node.parts) == ("gone", -5, ())
    of = season(ZERO_SUM._replace(absent=Fraction(2)), table("1/1", "1 2 3 4", by_bot("-3 1 1 1", 0)))
    assert points(of)[1] == "-3"
    [node] = explain(of, 1).parts
    assert [part.what for part in node.parts] == ["table"]
    sound(explain(of, 1))


def test_a_bye_is_the_average_of_the_rounds_that_one_played() -> None:
    from leagues.standings.core import ByeInput

    scheme = Scheme(bots="losses", bye=None)
    tables = (table("1/1", "1 2 3 4", by_bot("-9 3 3 3", 0)), table("2/1", "1 2 3 4", "4 0 0 0"))
    of = season(scheme, *tables, rounds=3, byes=(ByeInput(3, 1),))
    assert [str(result.points) for result in row_of(of, 1).results] == ["-9", "4", "4"]


def test_substitutes_get_their_deals_and_bots_get_none() -> None:
    scheme = Scheme(bots="losses", credit="deals")
    deals = (by_bot("5 0 0 0", 0), deal("3 0 0 0", players="4 2 3 -"), by_bot("7 0 0 0", 0, players="4 2 3 -"))
    of = season(scheme, table("1/1", "1 2 3 -", *deals))
    assert points(of) == {1: "0", 2: "0", 3: "0", 4: "3"}
    assert how(of, 1) == ["gone"]
    assert how(of, 4) == ["table"]


def test_tie_breaks_count_what_people_played() -> None:
    scheme = Scheme(bots="losses", tie_breaks=("napoleon_wins", "points_per_deal"))
    deals = (by_bot("6 0 0 0", 0, contract="0 1 made"), deal("0 0 0 0", "1 - made"))
    rows = {row.member: row for row in standings(season(scheme, table("1/1", "1 2 3 4", *deals)))}
    assert [(tie.tie_break, tie.value) for tie in rows[1].ties] == [("napoleon_wins", 0), ("points_per_deal", 0)]
    assert rows[2].place == 1


def test_the_deals_of_a_bot_are_counted_by_any_rule() -> None:
    played = table("1/1", "1 2 3 4", by_bot("1 0 0 0", 0), "0 0 0 0")
    for rule in ("full", "losses", "nothing"):
        [result, *_others] = TablePoints(Scheme(bots=rule)).results(played)  # type: ignore[arg-type]  # one of three
        assert (result.bots, result.deals) == ((0,), (0, 1))


def test_who_comes_back_has_a_place_again() -> None:
    first = table("1/1", "1 2 3 4", by_bot("9 0 0 0", 0))
    running = table("2/1", "1 2 3 4", to_come=2)
    [gone] = [row for row in running_standings(season(ZERO_SUM, first, running, rounds=2)) if row.member == 1]
    assert (gone.place, gone.places[0]) == (None, 1)
    running = table("2/1", "1 2 3 4", "1 -1 0 0", to_come=1)
    [back] = [row for row in running_standings(season(ZERO_SUM, first, running, rounds=2)) if row.member == 1]
    assert back.place is not None


@pytest.mark.parametrize("kind", ["raw", "place", "both"])
@pytest.mark.parametrize("credit", ["seat", "deals"])
@pytest.mark.parametrize("rule", ["losses", "nothing", "full"])
def test_what_can_be_reached_holds_however_the_match_ends(kind: Any, credit: Any, rule: Any) -> None:
    scheme = Scheme(
        points=kind,
        places=(scale("4 2 1 -2"),),
        credit=credit,
        bots=rule,
        deals=2,
        deal_range=(-3, 3),
        absent=Fraction(-1),
        centred=True,
        pro_rata=True,
    )
    begun = by_bot("3 -1 -1 -1", 0)
    before = season(scheme, table("1/1", "1 2 3 4", begun, to_come=1))
    ranges = {row.member: row.reach for row in standings(before)}
    for last in ("3 -1 -1 -1", "-3 1 1 1", "-3 3 0 0", "0 -1 2 -1"):
        after = standings(season(scheme, table("1/1", "1 2 3 4", begun, last)))
        for row in after:
            assert ranges[row.member].least <= row.points <= ranges[row.member].most


def test_adjustments_are_added_to_all() -> None:
    given = AdjustmentInput(1, 1, Fraction(2))
    of = season(ZERO_SUM, table("1/1", "1 2 3 4", by_bot("3 -1 -1 -1", 0)), adjustments=(given,))
    assert points(of)[1] == "2"
    sound(explain(of, 1))
