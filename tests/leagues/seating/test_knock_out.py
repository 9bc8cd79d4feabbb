"""Knock-out rounds: drawn from pots, so that the best of the last round do not meet at once."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.seating import Cut, SeatingRequest, SeatingRound, SeatingTable, certify, cut, draw, field_sizes, swap
from leagues.seating.knock_out import misplaced
from leagues.seating.values import Gap

FIVES = {"size": 5, "other": 4}
FOURS = {"size": 4, "other": None}
ANY = {"size": 4, "any_of": (3, 4, 5)}


def knock_out(members: int, past: tuple[SeatingRound, ...] = (), **values: object) -> SeatingRequest:
    """Members are numbered by their ranks."""
    everybody = tuple(range(1, members + 1))
    values = {"places": everybody, **values}
    return SeatingRequest(everybody, 1, past=past, is_knock_out=True, **values)  # type: ignore[arg-type]  # of the test's own


def test_each_table_has_one_of_each_pot() -> None:
    [round_] = draw(knock_out(16, **FOURS), seed=1).rounds
    pots = [sorted((member - 1) // 4 for member in table.members) for table in round_.tables]
    assert pots == [[0, 1, 2, 3]] * 4


def test_without_ranks_chance_decides() -> None:
    drawn = draw(knock_out(16, places=(1,) * 16, **FOURS), seed=1)
    again = draw(knock_out(16, places=(1,) * 16, **FOURS), seed=2)
    assert drawn.rounds != again.rounds
    assert drawn.certificate.misplaced == again.certificate.misplaced == 0


def test_who_sat_together_is_parted_where_the_pots_allow_it() -> None:
    """Two of each of four tables: no two of one table meet again."""
    past = (SeatingRound(tuple(SeatingTable((at, at + 4, at + 20, at + 30)) for at in range(1, 5))),)
    for seed in range(20):
        assert draw(knock_out(8, past, **FOURS), seed).certificate.repeats == 0


def test_who_is_kept_apart_does_not_meet() -> None:
    apart = frozenset({(1, 5), (2, 6), (3, 9), (4, 16)})
    for seed in range(20):
        assert draw(knock_out(16, apart=apart, **FOURS), seed).certificate.broken == ()


def test_a_bye_goes_to_the_best_who_had_none() -> None:
    request = knock_out(6, size=5, other=None, gap="byes")
    [first] = draw(request, seed=1).rounds
    assert first.byes == (1,)
    [second] = draw(request._replace(past=(first,)), seed=1).rounds
    assert second.byes == (2,)


def test_a_swap_that_breaks_the_pots_is_told() -> None:
    request = knock_out(8, **FOURS)
    drawn = draw(request, seed=1)
    one, two = min(drawn.rounds[0].tables[0].members), max(drawn.rounds[0].tables[1].members)
    swapped = swap(request, drawn.rounds, 0, one, two)
    assert swapped.before.misplaced == 0
    assert swapped.after.misplaced


def test_the_same_seed_gives_the_same_draw() -> None:
    assert draw(knock_out(31, **FIVES), seed=7) == draw(knock_out(31, **FIVES), seed=7)


@pytest.mark.parametrize("values", [FIVES, FOURS, ANY, {"size": 2, "other": None}, {"size": 8, "other": 7}])
@pytest.mark.parametrize("advancing", [1, 2, 3, 4])
@pytest.mark.parametrize("gap", ["bots", "byes"])
def test_every_field_comes_down_to_one_table(values: dict[str, object], advancing: int, gap: Gap) -> None:
    """Every number of members from 2 to 200, at all sizes of tables."""

    def tables(members: int) -> Cut:
        short = members < min(values.get("any_of", (values["size"], values.get("other") or values["size"])))
        return cut(members, gap="bots" if short else gap, **values)  # type: ignore[arg-type]

    for members in range(2, 201):
        sizes = field_sizes(members, advancing, tables)
        assert sizes[0] == members
        assert all(later < earlier for earlier, later in pairwise(sizes))
        assert len(sizes) <= 30
        final = tables(sizes[-1])
        assert len(final.tables) == 1
        assert final.byes == 0


@settings(deadline=None)
@given(
    st.integers(3, 200),
    st.sampled_from([FIVES, FOURS, ANY]),
    st.sampled_from(["bots", "byes"]),
    st.integers(0, 9),
    st.data(),
)
def test_a_draw_of_any_field(members: int, values: dict[str, object], gap: Gap, seed: int, data: st.DataObject) -> None:
    """Everybody sits once, in the sizes that the numbers give, at a table to which their pot takes them."""
    gap = gap if members >= 4 else "bots"
    ties = data.draw(st.integers(1, 8))
    places = tuple(member // ties for member in range(members))
    past: tuple[SeatingRound, ...] = ()
    if data.draw(st.booleans()):
        past = draw(knock_out(members, gap=gap, places=(1,) * members, **values), seed).rounds
    request = knock_out(members, past, gap=gap, places=places, **values)
    drawn = draw(request, seed)
    [round_] = drawn.rounds
    shape = cut(members, gap=gap, **values)  # type: ignore[arg-type]
    assert sorted(round_.members) == list(request.members)
    assert [(len(t.seats), len(t.members)) for t in round_.tables] == [(t.seats, t.members) for t in shape.tables]
    assert len(round_.byes) == shape.byes
    seated = request._replace(members=tuple(m for m in request.members if m not in round_.byes))
    seated = seated._replace(places=tuple(places[member - 1] for member in seated.members))
    assert misplaced(seated, round_) == drawn.certificate.misplaced == 0
    assert drawn.certificate == certify(request, drawn.rounds)._replace(misplaced=0)
    assert drawn.certificate.repeats >= drawn.certificate.bound.repeats


def test_nobody_of_a_pot_meets_another_of_it() -> None:
    [round_] = draw(knock_out(200, **FIVES), seed=3).rounds
    for table in round_.tables:
        assert all((one - 1) // 40 != (other - 1) // 40 for one, other in combinations(table.members, 2))
