"""The values of `leagues.seating` to and from JSON, as draws store them."""

from collections.abc import Sequence
from typing import Any

from leagues import seating

Json = dict[str, Any]


def round_to_json(drawn: seating.SeatingRound) -> Json:
    """
    >>> round_to_json(seating.SeatingRound((seating.SeatingTable((3, None, 1)),), (2,)))
    {'tables': [[3, None, 1]], 'byes': [2]}
    """
    return {"tables": [list(table.seats) for table in drawn.tables], "byes": list(drawn.byes)}


def round_from_json(data: Json) -> seating.SeatingRound:
    tables = tuple(seating.SeatingTable(tuple(seats)) for seats in data["tables"])
    return seating.SeatingRound(tables, tuple(data["byes"]))


def rounds_to_json(rounds: Sequence[seating.SeatingRound]) -> list[Json]:
    return [round_to_json(round_) for round_ in rounds]


def rounds_from_json(data: Sequence[Json]) -> tuple[seating.SeatingRound, ...]:
    return tuple(round_from_json(one) for one in data)


def request_to_json(request: seating.SeatingRequest) -> Json:
    """What determines a draw, beside its seed and the rounds that a redraw begins from."""
    found = request._asdict()
    # Draws from before the settings have none.
    any_of, is_knock_out = found.pop("any_of"), found.pop("is_knock_out")
    return {
        **found,
        **({"any_of": list(any_of)} if any_of else {}),
        **({"is_knock_out": True} if is_knock_out else {}),
        "members": list(request.members),
        "apart": sorted(list(pair) for pair in request.apart),
        "past": rounds_to_json(request.past),
        "places": list(request.places),
    }


def request_from_json(data: Json) -> seating.SeatingRequest:
    values = {
        "members": tuple(data["members"]),
        "apart": frozenset(seating.pair(*pair) for pair in data["apart"]),
        "past": rounds_from_json(data["past"]),
        "places": tuple(data.get("places", ())),
        "any_of": tuple(data.get("any_of", ())),
    }
    return seating.SeatingRequest(**{**data, **values})


def certificate_to_json(certificate: seating.Certificate) -> Json:
    found = certificate._asdict()
    bound = found.pop("bound")
    exposures = [exposure._asdict() for exposure in certificate.exposures]
    return {**found, **bound._asdict(), "exposures": exposures}


def certificate_from_json(data: Json) -> seating.Certificate:
    found = dict(data)
    exposures = [{**one, "credited": tuple(one["credited"])} for one in found["exposures"]]
    gaps = found.pop("gaps", None)
    return seating.Certificate(
        bound=seating.Bound(found.pop("by_pairs"), found.pop("by_tables")),
        met=tuple(found.pop("met")),
        exposures=tuple(seating.Exposure(**exposure) for exposure in exposures),
        gaps=gaps and (gaps[0], gaps[1]),
        broken=tuple(seating.pair(*pair) for pair in found.pop("broken")),
        **{key: value for key, value in found.items() if key != "exposures"},
    )
