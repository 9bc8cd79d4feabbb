"""The number and sizes of the tables for a number of members."""

from typing import Final, NamedTuple

from .values import Gap, PlaceKind, SeatingError, SeatingRequest

MOST_AT_A_TABLE: Final = 8


class TableShape(NamedTuple):
    """A table to be filled: its seats, and how many of them are for members. The others are bots'."""

    seats: int
    members: int


class Cut(NamedTuple):
    tables: tuple[TableShape, ...]
    """Those of the size wished first, then the others; among equals those with more members first."""
    byes: int = 0

    @property
    def members(self) -> int:
        return sum(table.members for table in self.tables) + self.byes

    def kinds(self, size: int) -> tuple[PlaceKind, ...]:
        """The members of each table, by the preferred size."""
        kinds: list[PlaceKind] = []
        for table in self.tables:
            if table.members < table.seats:
                kinds.append("bots")
            else:
                kinds.append("plain" if table.seats == size else "other_size")
        return tuple(kinds)


def cut_for(request: SeatingRequest) -> Cut:
    return cut(len(request.members), request.size, request.other, request.gap, request.any_of)


def cut(members: int, size: int = 5, other: int | None = 4, gap: Gap = "bots", any_of: tuple[int, ...] = ()) -> Cut:
    """The tables of a round: as many of the size wished as can be, then as few bots or byes as can be.

    With ``any_of``, tables of all these sizes, each as near to the size wished as can be.

    >>> cut(23).tables
    (TableShape(seats=5, members=5), TableShape(seats=5, members=5), TableShape(seats=5, members=5), \
TableShape(seats=4, members=4), TableShape(seats=4, members=4))
    >>> cut(11).tables
    (TableShape(seats=4, members=4), TableShape(seats=4, members=4), TableShape(seats=4, members=3))
    >>> cut(11, gap="byes").byes
    1
    >>> [table.seats for table in cut(11, 4, gap="byes", any_of=(3, 4, 5)).tables]
    [4, 4, 3]
    """
    sizes = [*any_of] or ([size] if other is None or other == size else [size, other])
    if not all(2 <= each <= MOST_AT_A_TABLE for each in sizes):
        raise SeatingError("bad_size")
    if members < 1 or (gap == "byes" and members < min(sizes)):
        raise SeatingError("too_few_members")
    step = 1 if gap == "bots" else -1
    total = members
    while (seats := _near_sizes(total, size, sizes) if any_of else _sizes(total, sizes)) is None:
        total += step
    if gap == "byes":
        return Cut(tuple(TableShape(each, each) for each in seats), members - total)
    return Cut(_with_bots(seats, total - members))


def _sizes(total: int, sizes: list[int]) -> list[int] | None:
    """Members cut into tables, with as few of the second size as can be."""
    size, other = sizes[0], sizes[-1]
    for others in range(total // other + 1 if other != size else 1):
        plain, left = divmod(total - others * other, size)
        if left == 0 and plain + others > 0:
            return [size] * plain + [other] * others
    return None


def _near_sizes(total: int, size: int, sizes: list[int]) -> list[int] | None:
    """Members cut into equal tables, or nearly so, whose sizes are near to the one wished."""
    found = []
    for tables in range(1, total // min(sizes) + 1):
        each, more = divmod(total, tables)
        seats = [each + 1] * more + [each] * (tables - more)
        if set(seats) <= set(sizes):
            found.append((sum(abs(one - size) for one in seats), -tables, seats))
    return sorted(min(found)[2], key=lambda one: (one != size, -one)) if found else None


def _with_bots(seats: list[int], bots: int) -> tuple[TableShape, ...]:
    """Spread bots over the tables, the large ones first."""
    members = list(seats)
    for _ in range(bots):
        at = max(range(len(members)), key=lambda table: (members[table], table))
        members[at] -= 1
    shapes = [TableShape(all_, own) for all_, own in zip(seats, members, strict=True)]
    return tuple(sorted(shapes, key=lambda shape: (seats.index(shape.seats), -shape.members)))
