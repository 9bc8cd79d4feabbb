"""Records of matches: read, changed and damaged."""

import json
import random
from typing import Any

SITE_KEYS = {"site", "game", "imported", "table", "started", "ended"}
Json = dict[str, Any]


def lines(text: str) -> list[Json]:
    """The objects of a record, the header without the site's own keys."""
    head, *events = map(json.loads, text.strip().split("\n"))
    return [{key: value for key, value in head.items() if key not in SITE_KEYS}, *events]


def changed(record: list[str], **keys: object) -> bytes:
    """The record with other keys in its header."""
    return "\n".join([json.dumps(json.loads(record[0]) | keys), *record[1:]]).encode()


def mutated(rng: random.Random, data: bytes) -> bytes:
    """The file with some damage."""
    lines, place = data.split(b"\n"), rng.randrange(len(data))
    kinds = [
        lambda: data[:place],
        lambda: data[place:],
        lambda: b"\n".join(rng.sample(lines, len(lines))),
        lambda: b"\n".join([*lines, rng.choice(lines)]),
        lambda: b"\n".join(lines[: rng.randrange(len(lines))] + lines),
        lambda: data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :],
        lambda: data.decode(errors="replace").encode("utf-16"),
        lambda: data.decode(errors="replace").encode("shift_jis", errors="replace"),
        lambda: data.replace(b'"seat": 1', b'"seat": "<script>alert(1)</script>"', rng.randrange(5)),
        lambda: data.replace(b'"players": ["', b'"players": ["<img src=x onerror=alert(1)>', 1),
        lambda: data.replace(b'"card"', b'"card": null, "x"', rng.randrange(9)),
        lambda: data.replace(b'"version": 1', b'"version": 1e400', 1),
        lambda: data.replace(b": 1,", b": 99999999999999999999999,", rng.randrange(1, 9)),
        lambda: data.replace(b"{", b"{" * 5000, 1),
        lambda: b'[Event "PGN"]\n1. e4 e5 *\n' + data[place:],
        lambda: b"PK\x03\x04" + rng.randbytes(500) + data,
        lambda: data.replace(b"}", b', "huge": "' + b"x" * 120_000 + b'"}', 1),
        lambda: data.replace(b'"type"', b'"\\u0000": "\\ud800", "type"', rng.randrange(1, 5)),
    ]
    return rng.choice(kinds)()
