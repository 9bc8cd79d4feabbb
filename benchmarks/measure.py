"""What the benchmarks share: their options, contestants that take turns, and printed tables.

The speed of a shared machine varies. Contestants therefore run one after the other in short rounds, and the result is
the ratio within a round.
"""

import argparse
import os
import platform
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from statistics import median, quantiles, stdev
from time import process_time
from typing import Any

Contestant = Callable[[], int]
"""Does some work, and returns the number of operations."""


def arguments(text: str | None, words: Sequence[str] | None = None, /, **defaults: Any) -> argparse.Namespace:
    """The options of the command line, each with a default of its type."""
    parser = argparse.ArgumentParser(description=text)
    for name, value in defaults.items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    return parser.parse_args(words)


def rounds(contestants: Mapping[str, Contestant], count: int) -> dict[str, list[float]]:
    """Operations a second of processor time of each contestant in each round, after one to warm up."""
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for contestant in contestants.values():
        contestant()
    for _ in range(count):
        for name, contestant in contestants.items():
            begun = process_time()
            operations = contestant()
            rates[name].append(operations / (process_time() - begun))
    return rates


def spread(values: Sequence[float], form: str) -> str:
    """The median, and the range in brackets."""
    low, middle, high = (format(value, form) for value in (min(values), median(values), max(values)))
    return f"{middle} ({low} – {high})"


def standard_error(values: Sequence[float]) -> float:
    return stdev(values) / len(values) ** 0.5


def p99(values: Sequence[float]) -> float:
    return quantiles(values, n=100)[-1]


def print_table(header: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Print a table in Markdown, line by line as the rows come."""
    header = list(header)
    print(f"\n| {' | '.join(header)} |\n|{'---|' * len(header)}")
    for row in rows:
        print(f"| {' | '.join(map(str, row))} |", flush=True)


def print_rates(title: str, unit: str, rates: Mapping[str, Sequence[float]]) -> None:
    """A line for each contestant; the others' rates in relation to the last one's, round by round."""
    print(f"\n{title}")
    base = list(rates.values())[-1]
    rows = []
    for name, values in rates.items():
        ratios = [rate / other for rate, other in zip(values, base, strict=True)]
        rows.append((name, spread(values, ",.0f"), "1" if values is base else spread(ratios, ".2f")))
    print_table(("", f"{unit}: median (range)", "ratio: median (range)"), rows)


def print_circumstances(peers: Sequence[str]) -> None:
    """Print the date, the machine, its load and the versions."""
    print(f"{datetime.now(UTC):%Y-%m-%d}, {_processor()}, {platform.system()}, load {os.getloadavg()[0]:.0f}")
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.python_compiler()}")
    if peers:
        print(", ".join(f"{peer} {version(peer)}" for peer in peers))


def _processor() -> str:
    """The processor's name where the system gives it."""
    if sys.platform == "linux":
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
