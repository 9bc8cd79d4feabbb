"""The cost of the embedded site without visitors: `python -m benchmarks.idle [--minutes M]`.

`manage.py serve` runs over the demo world, whose tables wait for people. When its ended matches have been analysed and
a minute more has passed, the CPU time of each process is measured over some minutes, and its memory at the end.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from . import world  # isort: skip  # its folder is the site's

from games.models import Analysis

SETTLED = 60
"""Seconds."""
TICKS = os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """The process and its descendants."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in family(int(child)))]


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def processor_seconds(pid: int) -> float:
    """Of the process, its descendants, and those of them that have ended."""
    used = 0
    for one in family(pid):
        with suppress(FileNotFoundError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            used += sum(map(int, fields[11:15]))
    return used / TICKS


def name(pid: int) -> str:
    words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    return next((word for word in words if word.startswith("napoleon_site")), "supervisor")


def megabytes(pid: int) -> float:
    """The private memory of the process, without shared memory."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    kept = (line.split() for line in lines if line.startswith("Private_"))
    return sum(int(words[1]) for words in kept) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    minutes = parser.parse_args().minutes
    world.prepare()
    command = [sys.executable, "manage.py"]
    subprocess.run([*command, "demo_world"], check=True, stdout=subprocess.DEVNULL)
    site = subprocess.Popen([*command, "serve", "--port", "0"], stdout=subprocess.DEVNULL)
    try:
        while not Analysis.objects.exists() or Analysis.objects.filter(is_finished=False).exists():
            time.sleep(1)
        time.sleep(SETTLED)
        pids, began = family(site.pid), time.monotonic()
        before = {pid: cpu_seconds(pid) for pid in pids}
        time.sleep(minutes * 60)
        took = time.monotonic() - began
        if family(site.pid) != pids:
            raise RuntimeError("A process has ended meanwhile.")
        rows = {name(pid): (cpu_seconds(pid) - before[pid], megabytes(pid)) for pid in pids}
    finally:
        site.terminate()
        site.wait()
    rows["all"] = (sum(used for used, _ in rows.values()), sum(own for _, own in rows.values()))
    print(f"{took:.0f} seconds\n")
    print("| process | CPU seconds | of one core | MB of its own |\n|---|---|---|---|")
    for what, (used, own) in rows.items():
        print(f"| {what} | {used:.2f} | {used / took:.2%} | {own:.0f} |")


if __name__ == "__main__":
    main()
