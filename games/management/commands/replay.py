"""Replay records through the engine, checking every event (docs/record.md). Needs no database."""

from __future__ import annotations

import gzip
import json
import os
import sys
import zlib
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from napoleon.player_names import readable
from games.presentation.error_messages import refusal
from games.records.text_report import account
from napoleon.engine.record import RecordError, Replayed, replay, summary
from napoleon.engine.seat_record import seat_record


class Command(BaseCommand):
    help = "Replays game records and prints an account, a JSON summary, or what one seat may know."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", help="standard input if left out")
        parser.add_argument("--json", action="store_true", help="one summary object a line")
        parser.add_argument(
            "--seat", type=int, metavar="N", help="the record as this seat knows it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        _always_utf_8(sys.stdout)
        _always_utf_8(sys.stderr)
        try:
            failed = self._replay_all(options)
            sys.stdout.flush()
        except BrokenPipeError:
            # Whoever reads the output, such as `head`, has enough. Python flushes once more when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            failed = True
        if failed:
            sys.exit(1)

    def _replay_all(self, options: dict[str, Any]) -> bool:
        """Print every record; return whether one of them is wrong."""
        failed = False
        for name in options["files"] or ["-"]:
            for record in replay(_lines(name)):
                failed |= record.error is not None
                self._print(record, name, options)
        return failed

    def _print(self, record: Replayed, name: str, options: dict[str, Any]) -> None:
        if record.error is not None:
            self._refuse(record, record.error, name, as_json=options["json"])
        elif options["seat"] is not None:
            self._print_lines(_seen_by(record, options["seat"]))
        elif options["json"]:
            self._print_lines([summary(record)])
        else:
            self.stdout.write(account(record))

    def _print_lines(self, objects: Iterable[dict[str, Any]]) -> None:
        for data in objects:
            self.stdout.write(json.dumps(data, ensure_ascii=False))

    def _refuse(self, record: Replayed, error: RecordError, name: str, *, as_json: bool) -> None:
        message = refusal(error.reason, error.details)
        if as_json:
            self._print_lines([{**summary(record), "message": message}])
        else:
            where = "standard input" if name == "-" else name
            # The message may quote the record.
            self.stderr.write(f"{where}, line {error.line}: {readable(message)} ({error.code})")


def _lines(name: str) -> Iterator[str]:
    """Yield the lines of a file or of standard input, without a byte order mark.

    Bytes that are not UTF-8 become lone surrogates, by which the record's reader recognises them.
    """
    try:
        with _opened(name) as file:
            yield from TextIOWrapper(file, "utf-8-sig", errors="surrogateescape", newline="\n")
    except (OSError, EOFError, zlib.error) as error:
        raise CommandError(f"{name}: {getattr(error, 'strerror', None) or error}") from None


def _opened(name: str) -> Any:
    """Files of `archive_logs` are compressed."""
    if name == "-":
        return sys.stdin.buffer
    return gzip.open(name, "rb") if name.endswith(".gz") else open(name, "rb")


def _always_utf_8(stream: object) -> None:
    """Write UTF-8 whatever the locale of the terminal, and lone surrogates as JSON escapes."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _seen_by(record: Replayed, seat: int) -> list[dict[str, Any]]:
    if record.rules is None or not 0 <= seat < len(record.players):
        raise CommandError(f"there is no seat {seat}: the seats are numbered from 0")
    return seat_record(record.rules, record.players, record.events, seat)
