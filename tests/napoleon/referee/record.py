"""Records as text: JSON Lines in, an answer for each record out (record.md)."""

import json
from typing import Any, TypeGuard

from .match import Match, Refused
from .rules import RulesRefused, read_rules


def referee(lines: list[str]) -> list[dict[str, Any]]:
    """The answer of `replay --json` to each record, without the messages."""
    answers: list[dict[str, Any]] = []
    record: Record | None = None
    skipping = False
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            thing = parse(line, skipping)
            if "format" in thing:
                if record is not None:
                    answers.append(record.answer())
                skipping, record = False, None
                record = Record(thing)
            elif not skipping:
                if record is None:
                    raise Refused("bad_header")
                record.match.apply(thing)
        except Refused as refused:
            answers.append({"ok": False, "line": number, "error": str(refused)})
            skipping, record = True, None
    if record is not None:
        answers.append(record.answer())
    return answers


def parse(line: str, skipping: bool) -> dict[str, Any]:
    """The object on the line. Unreadable lines of a skipped record are skipped too."""
    try:
        thing = json.loads(line, parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        thing = None
    if isinstance(thing, dict):
        return thing
    if skipping:
        return {}
    raise Refused("bad_json")


def refuse_constant(name: str) -> None:
    """NaN and the infinities are not JSON."""
    raise ValueError(name)


class Record:
    """One match as it is read."""

    def __init__(self, header: dict[str, Any]) -> None:
        players, rules = header.get("players"), header.get("rules")
        if header["format"] != "napoleon-record" or not is_one(header.get("version")):
            raise Refused("bad_header")
        if not isinstance(rules, dict) or not is_names(players):
            raise Refused("bad_header")
        try:
            self.match = Match(read_rules(rules))
        except RulesRefused:
            raise Refused("bad_rules") from None
        if len(players) != self.match.rules["players"]:
            raise Refused("bad_header")
        self.players = players

    def answer(self) -> dict[str, Any]:
        return {
            "ok": True,
            "players": self.players,
            "finished": self.match.finished(),
            "scores": self.match.totals,
            "deals": self.match.ended_deals(),
            "to_act": self.match.to_act(),
        }


def is_one(version: object) -> bool:
    return type(version) is int and version == 1


def is_names(players: object) -> TypeGuard[list[str]]:
    return isinstance(players, list) and all(isinstance(name, str) for name in players)
