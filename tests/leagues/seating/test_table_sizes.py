"""How members are cut into tables."""

from collections import Counter

import pytest

from leagues.seating import SeatingError, TableShape, cut


def sizes(members: int, **options: object) -> str:
    """`5 5 4`, and `4-1` for a table of four with one bot."""
    shape = cut(members, **options)  # type: ignore[arg-type]
    tables = " ".join(
        str(table.seats) + (f"-{table.seats - table.members}" if table.seats > table.members else "")
        for table in shape.tables
    )
    return tables + (f" +{shape.byes}" if shape.byes else "")


@pytest.mark.parametrize(
    ("members", "tables"),
    [
        (4, "4"),
        (5, "5"),
        (8, "4 4"),
        (9, "5 4"),
        (12, "4 4 4"),
        (16, "4 4 4 4"),
        (21, "5 4 4 4 4"),
        (23, "5 5 5 4 4"),
        (24, "5 5 5 5 4"),
        (25, "5 5 5 5 5"),
    ],
)
def test_fives_and_as_few_fours_as_can_be(members: int, tables: str) -> None:
    assert sizes(members) == tables


@pytest.mark.parametrize(("members", "tables"), [(8, "4 4"), (9, "4 5"), (20, "4 4 4 4 4"), (23, "4 4 5 5 5")])
def test_fours_and_as_few_fives_as_can_be(members: int, tables: str) -> None:
    assert sizes(members, size=4, other=5) == tables


@pytest.mark.parametrize(
    ("members", "with_bots", "with_byes"),
    [
        (1, "4-3", None),
        (2, "4-2", None),
        (3, "4-1", None),
        (6, "4-1 4-1", "5 +1"),
        (7, "4 4-1", "5 +2"),
        (11, "4 4 4-1", "5 5 +1"),
    ],
)
def test_what_cannot_be_cut_gets_bots_or_byes(members: int, with_bots: str, with_byes: str | None) -> None:
    assert sizes(members) == with_bots
    if with_byes is None:
        with pytest.raises(SeatingError, match="too_few_members"):
            cut(members, gap="byes")
    else:
        assert sizes(members, gap="byes") == with_byes


def test_one_size_only() -> None:
    assert sizes(23, other=None) == "5 5 5 5-1 5-1"
    assert sizes(23, other=None, gap="byes") == "5 5 5 5 +3"
    assert sizes(20, size=6, other=None) == "6-1 6-1 6-1 6-1"


def test_other_rules_other_sizes() -> None:
    assert sizes(20, size=6, other=5) == "5 5 5 5"
    assert sizes(20, size=3, other=2) == "3 3 3 3 3 3 2"
    assert sizes(17, size=7, other=6) == "6 6 6-1"


def test_everybody_has_a_place() -> None:
    for members in range(4, 201):
        for gap in ("bots", "byes"):
            shape = cut(members, gap=gap)  # type: ignore[arg-type]
            assert shape.members == members
            assert Counter(table.seats for table in shape.tables).keys() <= {4, 5}


def test_kinds_of_tables() -> None:
    assert cut(23).kinds(5) == ("plain", "plain", "plain", "other_size", "other_size")
    assert cut(11).kinds(5) == ("other_size", "other_size", "bots")
    assert cut(7).tables == (TableShape(4, 4), TableShape(4, 3))


@pytest.mark.parametrize(("size", "other"), [(1, None), (9, None), (5, 0), (4, 9)])
def test_sizes_that_no_game_has(size: int, other: int | None) -> None:
    with pytest.raises(SeatingError, match="bad_size"):
        cut(20, size, other)


@pytest.mark.parametrize(
    ("members", "at_nap", "at_napoleon"),
    [
        (4, "4", "4"),
        (5, "5", "5"),
        (6, "3 3", "6"),
        (7, "4 3", "7"),
        (9, "4 5", "5 4"),
        (11, "4 4 3", "5 6"),
        (13, "4 4 5", "5 4 4"),
        (31, "4 4 4 4 4 4 4 3", "5 5 5 5 5 6"),
    ],
)
def test_with_any_size_nobody_idles(members: int, at_nap: str, at_napoleon: str) -> None:
    assert sizes(members, size=4, gap="byes", any_of=tuple(range(2, 9))) == at_nap
    assert sizes(members, size=5, gap="byes", any_of=(4, 5, 6, 7)) == at_napoleon
