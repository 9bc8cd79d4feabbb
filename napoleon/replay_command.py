"""The command `replay`: prints records as accounts, as JSON, or as one seat knows them (docs/record.md)."""

import gzip
import json
import os
import sys
import zlib
from argparse import ArgumentParser
from codecs import iterdecode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from io import TextIOWrapper
from typing import Any, Final, Protocol

from napoleon.engine.record import RecordError, Replayed, replay, summary
from napoleon.engine.seat_record import seat_record
from napoleon.error_messages import message
from napoleon.player_names import readable
from napoleon.text_report import account

HELP: Final = "Replays game records and prints an account, a JSON summary, or what one seat may know."
_STANDARD_INPUT: Final = "-"


class CannotReplay(Exception):
    """A file that cannot be read, or a seat that the record does not have."""


class Output(Protocol):
    """What text is written to."""

    def write(self, text: str, /) -> object: ...


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="standard input if left out")
    parser.add_argument("--json", action="store_true", help="one summary object a line")
    parser.add_argument("--seat", type=int, metavar="N", help="the record as this seat knows it")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayCommand:
    """One run of the command. Raises `CannotReplay` where it cannot go on."""

    files: Sequence[str]
    json: bool
    seat: int | None
    out: Output
    errors: Output

    def run(self) -> bool:
        """Print every record; return whether all of them were right and were read."""
        _write_utf_8(sys.stdout)
        _write_utf_8(sys.stderr)
        try:
            is_right = self._replay_all()
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader of the output, such as `head`, has enough. Python flushes once more when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return False
        return is_right

    def _replay_all(self) -> bool:
        is_right = True
        for name in self.files or [_STANDARD_INPUT]:
            for record in replay(_lines(name)):
                is_right &= record.error is None
                self._print(record, name)
        return is_right

    def _print(self, record: Replayed, name: str) -> None:
        if record.error is not None:
            self._print_error(record, record.error, name)
        elif self.seat is not None:
            self._print_lines(_seen_by(record, self.seat))
        elif self.json:
            self._print_lines([summary(record)])
        else:
            self.out.write(account(record))

    def _print_lines(self, objects: Iterable[dict[str, Any]]) -> None:
        for data in objects:
            self.out.write(json.dumps(data, ensure_ascii=False) + "\n")

    def _print_error(self, record: Replayed, error: RecordError, name: str) -> None:
        sentence = message(error.reason, error.details)
        if self.json:
            self._print_lines([{**summary(record), "message": sentence}])
        else:
            where = "standard input" if name == _STANDARD_INPUT else name
            # The sentence may quote the record.
            line = f"{where}, line {error.line}: {readable(sentence)} ({error.code})"
            self.errors.write(line + "\n")


def _lines(name: str) -> Iterator[str]:
    """Yield the lines of a file or of standard input, without a byte order mark.

    Bytes that are not UTF-8 become lone surrogates, by which the record's reader recognises them.
    """
    try:
        with _opened(name) as file:
            yield from iterdecode(file, "utf-8-sig", "surrogateescape")
    except (OSError, EOFError, zlib.error) as error:
        raise CannotReplay(f"{name}: {getattr(error, 'strerror', None) or error}") from None


def _opened(name: str) -> Any:
    """Archives of matches are compressed."""
    if name == _STANDARD_INPUT:
        return nullcontext(sys.stdin.buffer)
    return gzip.open(name, "rb") if name.endswith(".gz") else open(name, "rb")


def _write_utf_8(stream: object) -> None:
    """Write UTF-8 whatever the locale of the terminal, and lone surrogates as JSON escapes."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _seen_by(record: Replayed, seat: int) -> list[dict[str, Any]]:
    if record.rules is None or not 0 <= seat < len(record.players):
        raise CannotReplay(f"there is no seat {seat}: the seats are numbered from 0")
    return seat_record(record.header, record.rules, record.events, seat)
