"""The golden records: old matches, as lines."""

from pathlib import Path

LOGS = Path(__file__).parents[1] / "napoleon" / "engine" / "logs"


def lines_of(name: str) -> list[str]:
    with (LOGS / f"{name}.jsonl").open(encoding="utf-8", newline="\n") as file:
        return list(file)
