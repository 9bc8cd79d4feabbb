"""Runs contestants in turn, and prints tables of their speed.

The speed of a shared machine varies, so contestants run one after the other in short rounds, and the result is the
ratio within a round.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from statistics import median
from time import process_time

Contestant = Callable[[], int]
"""Does some work, and returns the number of operations."""


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
    low, middle, high = (
        format(value, form) for value in (min(values), median(values), max(values))
    )
    return f"{middle} ({low} – {high})"


def print_rates(title: str, unit: str, rates: Mapping[str, Sequence[float]]) -> None:
    """A line for each contestant; the others' rates in relation to the last one's, round by round."""
    print(f"\n{title}\n")
    print(f"| | {unit}: median (range) | ratio: median (range) |")
    print("|---|---|---|")
    base = list(rates.values())[-1]
    for name, values in rates.items():
        ratios = [one / other for one, other in zip(values, base, strict=True)]
        ratio = "1" if values is base else spread(ratios, ".2f")
        print(f"| {name} | {spread(values, ',.0f')} | {ratio} |")


def print_circumstances(peers: Sequence[str]) -> None:
    """Print the date, the machine and the versions."""
    optimised = "" if "--enable-optimizations" in _configuration() else ", built without PGO"
    print(f"{datetime.now(UTC):%Y-%m-%d}, {_processor()}, {platform.system()}")
    print(f"{platform.python_implementation()} {platform.python_version()}{optimised}")
    print(", ".join(f"{peer} {version(peer)}" for peer in peers))


def _configuration() -> str:
    import sysconfig

    return str(sysconfig.get_config_var("CONFIG_ARGS") or "")


def _processor() -> str:
    """The processor's name where the system tells it."""
    if sys.platform == "linux":
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
