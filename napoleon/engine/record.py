"""The game record: reading, checking and summarising it (docs/record.md).

>>> header = '{"format": "napoleon-record", "version": 1, "rules": {"preset": "nap"}, "players": ["A", "B", "C", "D"]}'
>>> [replayed] = replay([header])
>>> replayed.error, replayed.players
(None, ('A', 'B', 'C', 'D'))
>>> [replayed] = replay([header, '{"type": "pass", "seat": 1}'])
>>> replayed.error.line, replayed.error.code
(2, 'not_your_turn')
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from json.scanner import make_scanner
from typing import Any, Final, TypeAlias

from .cards import CARD_NAMES
from .deal import PassedOut
from .editions import FIRST_VERSION
from .errors import Detail, EngineError, ErrorCode, IllegalCommand
from .events import Event, Proposal
from .match import Match, MatchCursor, is_over, start
from .rules import Rules, rules_from_json, rules_to_json
from .variants import End, Json, variant_of
from .wire import READERS, event_to_json

FORMAT: Final = "napoleon-record"
VERSION: Final = 1
HEADER_KEYS: Final = ("format", "version", "rules", "rules_version", "players")
# A line holds at most a deal with all its hands and the proof of its shuffle.
MAX_LINE: Final = 100_000


@dataclass(frozen=True, slots=True)
class RecordError:
    """The error in a record. ``line`` counts the lines of the file from 1."""

    line: int
    code: ErrorCode
    reason: str
    details: dict[str, Detail]


@dataclass(slots=True)
class Replayed:
    """A record replayed to its end, or to its first ``error``."""

    header: Json
    line: int
    """The line of the file in which it begins, from 1."""
    players: tuple[str, ...] = ()
    rules: Rules | None = None
    match: Match | None = None
    events: list[Event] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    """The line of each event, with keys that the engine ignores."""
    error: RecordError | None = None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


# Faster than `json.loads`, whose checks `parse_line` makes itself.
_scan = make_scanner(json.JSONDecoder(parse_constant=_no_constant))  # type: ignore[arg-type]


def parse_line(line: str) -> Json:
    """The JSON object on a line. Raises `IllegalCommand` with the code ``bad_json``."""
    if len(line) > MAX_LINE:
        raise IllegalCommand("bad_json", "line_too_long", most=MAX_LINE)
    if not line.isascii():
        _check_unicode(line)
    try:
        data, end = _scan(line, 0)
    except (ValueError, StopIteration, RecursionError):
        data, end = _scan_indented(line)
    if end != len(line) and line[end:].strip(_JSON_SPACE):
        raise IllegalCommand("bad_json", "not_json")
    if not isinstance(data, dict):
        raise IllegalCommand("bad_json", "not_an_object")
    return data


def _check_unicode(line: str) -> None:
    """Raise if the line holds lone surrogates, which is how bytes that are not UTF-8 are read."""
    try:
        line.encode()
    except UnicodeEncodeError:
        raise IllegalCommand("bad_json", "not_utf_8") from None


_JSON_SPACE: Final = " \t\r\n"


def _scan_indented(line: str) -> tuple[Any, int]:
    """`_scan` for the few lines that begin with a space."""
    text = line.lstrip(_JSON_SPACE)
    try:
        data, end = _scan(text, 0)
    except (ValueError, StopIteration, RecursionError):
        raise IllegalCommand("bad_json", "not_json") from None
    return data, end + len(line) - len(text)


def parse_header(data: Json) -> tuple[tuple[str, ...], Rules]:
    """The players' names and the rules. Raises `EngineError` with ``bad_header`` or ``bad_rules``."""
    if data.get("format") != FORMAT:
        raise IllegalCommand("bad_header", "wrong_format")
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise IllegalCommand("bad_header", "wrong_version", version=VERSION)
    players = data.get("players")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise IllegalCommand("bad_header", "no_players")
    if not isinstance(data.get("rules"), dict):
        raise IllegalCommand("bad_header", "no_rules")
    rules = rules_from_json(data["rules"], rules_version(data))
    if len(players) != rules.players:
        raise IllegalCommand("bad_header", "wrong_number_of_players", players=rules.players)
    return tuple(players), rules


def rules_version(data: Json) -> int:
    """The version of the rules that a header names; the first if it names none."""
    version = data.get("rules_version", FIRST_VERSION)
    if type(version) is not int or version < FIRST_VERSION:
        raise IllegalCommand("bad_header", "no_rules_version")
    return version


Numbered: TypeAlias = Iterator[tuple[int, str]]


def replay(lines: Iterable[str]) -> Iterator[Replayed]:
    """Replay every record of a file, checking each event.

    A line with ``format`` begins the next record. After an error the rest of a record is skipped.
    """
    numbered = enumerate(lines, 1)
    record = _first_record(numbered)
    while record is not None:
        following = _take_events(record, numbered)
        yield record
        record = following


def _first_record(numbered: Numbered) -> Replayed | None:
    for number, line in numbered:
        if not line.strip():
            continue
        try:
            return _begin(number, parse_line(line))
        except IllegalCommand as error:
            return _refused(Replayed({}, number), number, error)
    return None


def _begin(number: int, data: Json) -> Replayed:
    """The record that a header line begins."""
    record = Replayed(data, number)
    try:
        if "format" not in data:
            raise IllegalCommand("bad_header", "no_header")
        record.players, record.rules = parse_header(data)
        record.match = start(record.rules)
    except EngineError as error:
        _refused(record, number, error)
    return record


def _refused(record: Replayed, line: int, error: EngineError) -> Replayed:
    record.error = RecordError(line, error.code, error.reason, error.details)
    return record


def _take_events(record: Replayed, numbered: Numbered) -> Replayed | None:
    """Check and carry out the events of a record. Answers the record that follows; None at the end of the file."""
    if record.error is not None or record.match is None:
        return _next_record(numbered)
    cursor = MatchCursor(record.match)
    events, kept = record.events.append, record.lines.append
    try:
        for number, line in numbered:
            try:
                data = parse_line(line)
            except IllegalCommand:
                if line.strip():
                    raise
                continue
            if "format" in data:
                return _begin(number, data)
            try:
                reader = READERS[data["type"]]
            except (KeyError, TypeError):
                raise IllegalCommand("unknown_event", "unknown_type") from None
            event = reader(data, cursor)
            cursor.push(event)
            events(event)
            kept(line)
    except IllegalCommand as error:
        _refused(record, number, error)
        return _next_record(numbered)
    finally:
        record.match = cursor.match()
    return None


def _next_record(numbered: Numbered) -> Replayed | None:
    """Skip the rest of a record that has an error. Answers the record that follows."""
    for number, line in numbered:
        try:
            data = parse_line(line)
        except IllegalCommand:
            continue
        if "format" in data:
            return _begin(number, data)
    return None


# --- The summary: what `replay --json` prints ---


def summary(record: Replayed) -> Json:
    """The summary object of a record. An error has its code only; `napoleon.error_messages` has sentences.

    Raises `ValueError` for a record that has not been replayed.
    """
    error, match = record.error, record.match
    if error is not None:
        return {"ok": False, "line": error.line, "error": error.code}
    if match is None:
        raise ValueError("the record has not been replayed")
    ended = sorted(match.ended, key=lambda end: end.number)
    return {
        "ok": True,
        "players": list(record.players),
        "finished": is_over(match),
        "scores": list(match.scores),
        "deals": [deal_summary(end) for end in ended],
        "to_act": to_act_summary(match),
    }


def to_act_summary(match: Match) -> list[Json]:
    """Every seat that may act now, with its legal commands without ``deal`` and ``seat``."""
    return [
        {"deal": state.number, "seat": seat, "legal": [_bare(event_to_json(command)) for command in state.legal(seat)]}
        for state in match.open
        for seat in state.to_act()
    ]


def _bare(data: Json) -> Json:
    return {key: value for key, value in data.items() if key not in ("deal", "seat")}


def deal_summary(end: End) -> Json:
    """The course and the scores of a deal that has ended."""
    head = {"deal": end.number, "dealer": end.dealt.dealer}
    if isinstance(end, PassedOut):
        return {**head, "passed_out": True} | ({} if end.redeal is None else {"redeal": end.redeal})
    variant = variant_of(end.dealt.rules)
    return {
        **head,
        "passed_out": False,
        **variant.contract_json(end),
        "tricks": [
            {
                "leader": trick.leader,
                "cards": [CARD_NAMES[card] for card in trick.cards],
                "winner": trick.winner,
                "why": trick.why,
            }
            for trick in end.tricks
        ],
        **variant.taken_json(end),
        "made": end.made,
        "scores": list(end.scores),
        **_ended_by(end.proposal),
    }


def _ended_by(proposal: Proposal | None) -> Json:
    """The claim or concession that ended the deal early, if any."""
    if proposal is None:
        return {}
    data = event_to_json(proposal)
    del data["deal"]
    return {"ended_by": data}


# --- Writing ---


def header(rules: Rules, players: Iterable[str], **extra: Any) -> Json:
    """The first line of a record. Readers keep ``extra`` keys, and the rules ignore them."""
    own = {"rules": rules_to_json(rules), "rules_version": rules.version, "players": list(players)}
    return {"format": FORMAT, "version": VERSION, **own, **extra}


def write(head: Json, events: Iterable[Event]) -> str:
    """A whole record as text, one JSON object on each line."""
    objects = [head, *map(event_to_json, events)]
    return "".join(json.dumps(data, ensure_ascii=False) + "\n" for data in objects)
