"""Whole seasons computed by hand: docs/standings.md shows the first one at length."""

from leagues.standings.core import (
    AdjustmentInput,
    ByeInput,
    Node,
    Scheme,
    SeasonInput,
    explain,
    explain_ties,
    standings,
)
from tests.support.season_inputs import BY_PLACE, F, deal, order, points, row_of, scale, table

BY_SCORE = SeasonInput(
    Scheme(tie_breaks=("points_per_deal", "napoleon_wins", "contracts_made", "fewer_penalties", "registration")),
    members=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    rounds=1,
    tables=(
        table("1/1", "1 2 3 4 5", deal("4 2 0 0 0", "0 1 made"), deal("2 2 0 0 2", "2 3 failed")),
        table(
            "1/2",
            "6 7 8 9 10",
            deal("4 2 0 0 0", "0 1 made"),
            deal("2 0 4 0 0", "2 0 made"),
            deal("2 2 0 0 2", "3 2 failed"),
        ),
    ),
    adjustments=(
        AdjustmentInput(1, 3, F(1), "helped out"),
        AdjustmentInput(2, 3, F(-1), "late three times"),
        AdjustmentInput(3, 9, F(-1), "late", is_cancelled=True),
    ),
)

BOTH = SeasonInput(
    Scheme(
        points="both",
        places=(scale("3 2 1 0"),),
        bye=F(3),
        best=2,
        tie_breaks=("contracts_made", "napoleon_wins", "head_to_head"),
    ),
    members=(1, 2, 3, 4, 5),
    rounds=3,
    tables=(
        table("1/1", "1 2 3 4", deal("4 0 2 0", "0 2 made"), deal("0 4 2 0", "1 2 made")),
        table("2/1", "5 2 3 4", deal("6 0 0 0", "0 - made"), deal("2 0 0 2", "1 2 failed")),
        table("3/1", "1 5 2 4", deal("0 2 0 4", "3 1 made"), deal("0 2 2 0", "0 3 failed")),
    ),
    byes=(ByeInput(1, 5), ByeInput(2, 1), ByeInput(3, 3)),
)


def test_points_by_place() -> None:
    """2 and 3 share the second and third place of table 1/1: 1½ each; 3, 7 and 8 share three: 1 each."""
    assert points(BY_PLACE) == {
        1: "3", 2: "5/2", 3: "5/2", 4: "3", 5: "6", 6: "4", 7: "2", 8: "1",
    }  # fmt: skip
    assert order(BY_PLACE) == "5 6 1 4 2 3 7 8"
    assert [row.place for row in standings(BY_PLACE)] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_head_to_head_decides() -> None:
    """1 was ahead of 4 at table 1/1."""
    (tie,) = row_of(BY_PLACE, 1).ties
    assert (tie.tie_break, tie.among, tie.value) == ("head_to_head", (1, 4), F(1))
    (tie,) = row_of(BY_PLACE, 4).ties
    assert tie.value == F(-1)


def test_strength_decides_where_head_to_head_does_not() -> None:
    """2: (3 + 2½ + 3) + (3 + 6 + 4); 3: (3 + 2½ + 3) + (3 + 2 + 1)."""
    assert [(tie.tie_break, str(tie.value)) for tie in row_of(BY_PLACE, 2).ties] == [
        ("head_to_head", "0"),
        ("strength", "43/2"),
    ]
    assert str(row_of(BY_PLACE, 3).ties[1].value) == "29/2"


def test_the_strength_is_explained_by_opponent() -> None:
    _, strength = explain_ties(BY_PLACE, 3)
    assert [(part.facts["round"], part.facts["against"], str(part.value)) for part in strength.parts] == [
        (1, 1, "3"),
        (1, 2, "5/2"),
        (1, 4, "3"),
        (2, 4, "3"),
        (2, 7, "2"),
        (2, 8, "1"),
    ]


def test_points_by_score() -> None:
    assert points(BY_SCORE) == {
        1: "6", 2: "4", 3: "0", 4: "0", 5: "2", 6: "8", 7: "4", 8: "4", 9: "0", 10: "2",
    }  # fmt: skip
    assert order(BY_SCORE) == "6 1 2 8 7 5 10 4 9 3"


def test_points_per_deal_and_then_wins_as_napoleon() -> None:
    """2 has four points from two deals, 7 and 8 from three; 8 made one as Napoleon, 7 none."""
    looked_at = {
        member: [(tie.tie_break, str(tie.value)) for tie in row_of(BY_SCORE, member).ties] for member in (2, 7, 8)
    }
    assert looked_at == {
        2: [("points_per_deal", "2")],
        7: [("points_per_deal", "4/3"), ("napoleon_wins", "0")],
        8: [("points_per_deal", "4/3"), ("napoleon_wins", "1")],
    }


def test_penalties_and_then_registration() -> None:
    """3 has been fined; the fine of 9 was cancelled, and 4 registered before them."""
    looked_at = {member: [str(tie.value) for tie in row_of(BY_SCORE, member).ties] for member in (3, 4, 9)}
    assert looked_at == {3: ["0", "0", "0", "1"], 4: ["0", "0", "0", "0", "4"], 9: ["0", "0", "0", "0", "9"]}
    *_, penalties = explain_ties(BY_SCORE, 3)
    assert [part.facts["number"] for part in penalties.parts] == [2]


def test_score_and_place_together_with_byes_and_the_best_two_of_three() -> None:
    """Round 1: 4 + 2 each for 1, 2 and 3, who share three places. 5 has 3 for the bye, 8 + 3, 4 + 2½."""
    assert points(BOTH) == {1: "9", 2: "9", 3: "9", 4: "21/2", 5: "35/2"}
    assert order(BOTH) == "5 4 3 2 1"
    dropped = {row.member: [r.round for r in row.results if not r.is_counted] for row in standings(BOTH)}
    assert dropped == {1: [3], 2: [2], 3: [2], 4: [1], 5: [1]}


def test_contracts_made_as_adjutant_too_and_head_to_head_last() -> None:
    """3 was twice the adjutant of a bid that was made; 2 was ahead of 1 at table 3/1."""
    looked_at = {member: [(tie.tie_break, str(tie.value)) for tie in row_of(BOTH, member).ties] for member in (1, 2, 3)}
    assert looked_at == {
        1: [("contracts_made", "1"), ("napoleon_wins", "1"), ("head_to_head", "-1")],
        2: [("contracts_made", "1"), ("napoleon_wins", "1"), ("head_to_head", "1")],
        3: [("contracts_made", "2")],
    }


def test_a_total_is_traced_to_its_deals() -> None:
    first, second, third = explain(BOTH, 2).parts
    assert lines(first) == [
        "round 6 round=1",
        "  table 6 round=1 table=1 seat=1 deals=2 of=2",
        "    score 4",
        "      deal 0 deal=1 score=0",
        "      deal 4 deal=2 score=4",
        "    place 2 first=1 last=3 size=4 points=2 share=1",
    ]
    assert lines(second)[:2] == ["dropped 0 round=2", "  round 1/2 round=2"]
    assert third.value == F(3)


def lines(node: Node, depth: int = 0) -> list[str]:
    facts = "".join(f" {name}={fact}" for name, fact in node.facts.items())
    own = f"{'  ' * depth}{node.what} {node.value}{facts}"
    return [own, *(line for part in node.parts for line in lines(part, depth + 1))]
