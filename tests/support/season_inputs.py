"""Short notation for the input of the pure standings."""

from fractions import Fraction

from leagues.standings.core import DealInput, Scheme, SeasonInput, StandingsRow, TableInput, standings


def F(text: str | int) -> Fraction:  # noqa: N802 (as short as a figure)
    return Fraction(text)


def scale(text: str) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, text.split()))


def deal(scores: str, contract: str = "", players: str = "") -> DealInput:
    """`deal("4 2 0 0 0", "0 1 made")`: Napoleon in seat 0, the adjutant in seat 1; `-` for none."""
    napoleon = adjutant = None
    made = False
    if contract:
        first, second, how = contract.split()
        napoleon, adjutant = int(first), None if second == "-" else int(second)
        made = how == "made"
    return DealInput(tuple(map(int, scores.split())), napoleon, adjutant, made, seats(players) if players else None)


def seats(text: str) -> tuple[int | None, ...]:
    return tuple(None if seat == "-" else int(seat) for seat in text.split())


def table(at: str, members: str, *deals: DealInput | str, to_come: int = 0, void: bool = False) -> TableInput:
    """`table("2/1", "1 2 3 4", "6 4 4 0")`: round 2, table 1."""
    number, of_round = at.split("/")
    dealt = tuple(deal(each) if isinstance(each, str) else each for each in deals)
    return TableInput(int(number), int(of_round), seats(members), dealt, to_come, void)


def order(season: SeasonInput) -> str:
    """Members from the best: `5 6 1 4`."""
    return " ".join(str(row.member) for row in standings(season))


def row_of(season: SeasonInput, member: int) -> StandingsRow:
    (row,) = (row for row in standings(season) if row.member == member)
    return row


def points(season: SeasonInput) -> dict[int, str]:
    return {row.member: str(row.points) for row in sorted(standings(season), key=lambda r: r.member)}


BY_PLACE = SeasonInput(
    Scheme(points="place", places=(scale("3 2 1 0"),), tie_breaks=("head_to_head", "strength")),
    members=(1, 2, 3, 4, 5, 6, 7, 8),
    rounds=2,
    tables=(
        table("1/1", "1 2 3 4", "6 4 4 0"),
        table("1/2", "5 6 7 8", "5 3 2 1"),
        table("2/1", "1 2 5 6", "1 2 4 3"),
        table("2/2", "3 4 7 8", "2 8 2 2"),
    ),
)
"""The worked example of docs/standings.md."""
