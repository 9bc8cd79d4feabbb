"""The values of `leagues.seating` to and from JSON, as draws store them."""

from __future__ import annotations

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
    return [round_to_json(one) for one in rounds]


def rounds_from_json(data: Sequence[Json]) -> tuple[seating.SeatingRound, ...]:
    return tuple(round_from_json(one) for one in data)


def request_to_json(request: seating.SeatingRequest) -> Json:
    """Everything that determines a draw, except its seed."""
    return {
        "members": list(request.members),
        "rounds": request.rounds,
        "size": request.size,
        "other": request.other,
        "gap": request.gap,
        "apart": sorted(list(pair) for pair in request.apart),
        "past": rounds_to_json(request.past),
    }


def request_from_json(data: Json) -> seating.SeatingRequest:
    return seating.SeatingRequest(
        members=tuple(data["members"]),
        rounds=data["rounds"],
        size=data["size"],
        other=data["other"],
        gap=data["gap"],
        apart=frozenset(seating.pair(*pair) for pair in data["apart"]),
        past=rounds_from_json(data["past"]),
    )


def certificate_to_json(certificate: seating.Certificate) -> Json:
    return {
        "rounds": certificate.rounds,
        "met": list(certificate.met),
        "repeats": certificate.repeats,
        "by_pairs": certificate.bound.by_pairs,
        "by_tables": certificate.bound.by_tables,
        "exposures": [
            {
                "kind": one.kind,
                "least": one.least,
                "most": one.most,
                "best_spread": one.best_spread,
                "credited": list(one.credited),
            }
            for one in certificate.exposures
        ],
        "broken": [list(pair) for pair in certificate.broken],
        "proved_unavoidable": certificate.proved_unavoidable,
        "seats": certificate.seats,
    }


def certificate_from_json(data: Json) -> seating.Certificate:
    return seating.Certificate(
        rounds=data["rounds"],
        met=tuple(data["met"]),
        repeats=data["repeats"],
        bound=seating.Bound(data["by_pairs"], data["by_tables"]),
        exposures=tuple(
            seating.Exposure(
                kind=one["kind"],
                least=one["least"],
                most=one["most"],
                best_spread=one["best_spread"],
                credited=tuple(one["credited"]),
            )
            for one in data["exposures"]
        ),
        broken=tuple(seating.pair(*pair) for pair in data["broken"]),
        proved_unavoidable=data["proved_unavoidable"],
        seats=data["seats"],
    )
