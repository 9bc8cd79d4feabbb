"""`python -m napoleon replay` as a person or a script calls it (docs/record.md)."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from napoleon.__main__ import main

ROOT = Path(__file__).parents[2]
LOGS = ROOT / "tests" / "napoleon" / "engine" / "logs"
NAP = {"format": "napoleon-record", "version": 1, "rules": {"preset": "nap", "players": 2}}
HEADER = json.dumps({**NAP, "players": ["Ai", "千恵"]}, ensure_ascii=False)
DEAL = '{"type": "deal", "dealer": 0, "hands": [["SA", "SK", "SQ", "SJ", "ST"], ["H2", "H3", "H4", "H5", "H6"]]}'
BID = '{"type": "bid", "seat": 1, "bid": "two"}'
WRONG_SEAT = '{"type": "pass", "seat": 0}'


class Answer:
    """A run's output and exit status."""

    def __init__(self, out: str, err: str, status: int) -> None:
        self.out, self.err, self.status = out, err, status

    def objects(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.split("\n") if line]


def run(*arguments: str, given: bytes, monkeypatch: pytest.MonkeyPatch) -> Answer:
    """`replay` in this process, with ``given`` as its standard input."""
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
    with redirect_stdout(out), redirect_stderr(err):
        status = main(["replay", *arguments])
    return Answer(out.getvalue(), err.getvalue(), status)


@pytest.fixture
def replay(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Replays lines of text, or bytes as they are."""

    def answer(*arguments: str, lines: list[str] | None = None, given: bytes = b"") -> Answer:
        text = "".join(line + "\n" for line in lines or [])
        return run(*arguments, given=given or text.encode(), monkeypatch=monkeypatch)

    return answer


def test_an_object_for_each_record(replay: Any) -> None:
    answer = replay("--json", lines=[HEADER, DEAL, BID, HEADER])
    first, second = answer.objects()
    assert first["ok"]
    assert first["players"] == ["Ai", "千恵"]
    assert first["to_act"][0]["seat"] == 0
    assert {"type": "pass"} in first["to_act"][0]["legal"]
    assert second["to_act"] == []
    assert (answer.status, answer.err) == (0, "")
    assert "千恵" in answer.out


def test_files_in_their_order(replay: Any) -> None:
    answer = replay("--json", str(LOGS / "nap.jsonl"), str(LOGS / "four.jsonl"))
    golden = [json.loads((LOGS / f"{name}.expected.json").read_text()) for name in ("nap", "four")]
    assert answer.objects() == golden


def test_an_error_has_the_line_of_the_file_and_the_others_are_replayed(replay: Any) -> None:
    answer = replay("--json", lines=["", HEADER, "  ", DEAL, WRONG_SEAT, "nonsense", HEADER, DEAL])
    wrong, right = answer.objects()
    assert wrong == {"ok": False, "line": 5, "error": "not_your_turn", "message": "It is not this seat's turn."}
    assert right["ok"]
    assert answer.status == 1


def test_each_file_counts_its_own_lines(replay: Any, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).write_text(f"{HEADER}\n{{\n")
    answer = replay("--json", str(tmp_path / "one"), str(tmp_path / "two"))
    assert [(error["line"], error["error"]) for error in answer.objects()] == [(2, "bad_json")] * 2


def test_without_json_it_prints_a_readable_report(replay: Any) -> None:
    answer = replay(str(LOGS / "four.jsonl"))
    assert answer.status == 0
    for words in ("Auction:", "Napoleon", "calls", "trick", "pictures", "Scores:", "is over"):
        assert words in answer.out


def test_without_json_an_error_in_words(replay: Any) -> None:
    answer = replay(lines=[HEADER, DEAL, WRONG_SEAT])
    assert answer.status == 1
    assert answer.out == ""
    assert "standard input, line 3: It is not this seat's turn. (not_your_turn)" in answer.err


def test_a_seats_view_is_a_record_too(replay: Any) -> None:
    header, deal, bid = replay("--seat", "1", lines=[HEADER, DEAL, BID]).objects()
    assert header["players"] == ["Ai", "千恵"]
    assert deal["hands"] == [None, ["H6", "H5", "H4", "H3", "H2"]]
    assert bid == {"type": "bid", "deal": 1, "seat": 1, "bid": "two"}


@pytest.mark.parametrize("seat", ["-1", "2"])
def test_a_missing_seat(replay: Any, seat: str) -> None:
    answer = replay("--seat", seat, lines=[HEADER])
    assert (answer.status, answer.out) == (1, "")
    assert f"there is no seat {seat}" in answer.err


def test_a_missing_file(replay: Any, tmp_path: Path) -> None:
    answer = replay(str(tmp_path / "missing.jsonl"))
    assert (answer.status, answer.out) == (1, "")
    assert "No such file" in answer.err


def test_empty_input_gives_empty_output(replay: Any) -> None:
    for options in ([], ["--json"], ["--seat", "0"]):
        answer = replay(*options)
        assert (answer.out, answer.err, answer.status) == ("", "", 0)


def test_standard_input_named_twice_is_empty_the_second_time(replay: Any) -> None:
    assert len(replay("--json", "-", "-", lines=[HEADER, DEAL, BID]).objects()) == 1


@pytest.mark.parametrize("as_file", [True, False])
def test_a_byte_order_mark_is_skipped_only_at_the_start(replay: Any, tmp_path: Path, as_file: bool) -> None:
    given = b"\xef\xbb\xbf" + HEADER.encode() + b"\r\n\xef\xbb\xbf" + DEAL.encode()
    (tmp_path / "record").write_bytes(given)
    answer = replay("--json", *([str(tmp_path / "record")] if as_file else []), given=given)
    assert [(error["line"], error["error"]) for error in answer.objects()] == [(2, "bad_json")]


@pytest.mark.parametrize("as_file", [True, False])
def test_bytes_that_are_not_utf_8(replay: Any, tmp_path: Path, as_file: bool) -> None:
    given = HEADER.encode() + b"\n" + DEAL.encode() + b'\n{"type": "pass", "at": "\xff"}'
    (tmp_path / "record").write_bytes(given)
    answer = replay("--json", *([str(tmp_path / "record")] if as_file else []), given=given)
    assert answer.objects() == [{"ok": False, "line": 3, "error": "bad_json", "message": "This line is not UTF-8."}]


def process(*arguments: str, given: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, on a terminal that speaks ASCII."""
    return subprocess.run(
        [sys.executable, "-m", "napoleon", "replay", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        input=given,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_a_record_cannot_control_the_terminal(replay: Any) -> None:
    steered = json.dumps({**NAP, "players": ["\x1b[2JAi", "\x9b31m千恵\u202e"]})
    wrong = json.dumps({**NAP, "players": ["Ai", "Bo"], "rules": {"preset": "nap", "\x1b[2J": 1}})
    answer = replay(lines=[steered, wrong])
    assert "[2JAi, 31m千恵: nap" in answer.out
    assert not {"\x1b", "\x9b", "\u202e"} & set(answer.out + answer.err)


@pytest.mark.slow
def test_the_reader_of_the_output_may_stop_early() -> None:
    records = f"{HEADER}\n{DEAL}\n" * 2_000
    command = f"{sys.executable} -m napoleon replay --json | head -n 1"
    done = subprocess.run(command, shell=True, cwd=ROOT, input=records, capture_output=True, text=True, check=True)
    assert (done.stderr, done.stdout.count("\n")) == ("", 1)


@pytest.mark.slow
def test_any_name_can_be_printed_on_any_terminal() -> None:
    """A lone surrogate is legal in JSON, but not in UTF-8; and not every terminal speaks UTF-8."""
    header = json.dumps({**NAP, "players": ["\ud800", "千恵"]})
    done = process("--json", given=header)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["players"] == ["\ud800", "千恵"]
    done = process(given=header)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_seats_record_has_the_rules_as_they_were_given(replay: Any) -> None:
    newer = HEADER.replace('"players": [', '"rules_version": 1, "players": [')
    for given in (HEADER, newer):
        (head,) = replay("--seat", "1", lines=[given]).objects()
        assert head == json.loads(given)
