"""What docs/seating.md says holds."""

import re
from pathlib import Path
from random import Random

from leagues.seating import cut
from leagues.seating.certificate import Certificate
from leagues.seating.designs import design

SEATING = (Path(__file__).parents[3] / "docs" / "seating.md").read_text("utf-8")


def test_the_rounds_named_are_known() -> None:
    listed = re.findall(r"(\d+)×(\d): (\d+)", SEATING.partition("so far:")[2])
    assert len(listed) > 10
    for tables, size, rounds in listed:
        assert len(design([int(size)] * int(tables), 20, Random(1))) == int(rounds)


def test_every_line_of_the_certificate_is_explained() -> None:
    told = {field for field in Certificate._fields if f"| `{field}` |" in SEATING}
    assert told == {*Certificate._fields} - {"rounds"}


def test_numbers_that_cannot_be_cut() -> None:
    named = re.search(r"([\d, ]+ or \d+) members cannot be divided into tables of four and five", SEATING)
    assert named is not None
    numbers = [int(number) for number in re.findall(r"\d+", named[1])]
    assert numbers == [n for n in range(1, 200) if any(t.members < t.seats for t in cut(n).tables)]
