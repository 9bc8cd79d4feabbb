"""The cost of the embedded site without visitors: `python -m benchmarks.idle [--minutes M]`.

`manage.py serve` runs over the demo world, whose tables wait for people. After it has settled, the CPU time of all its
processes is measured over some minutes, and their memory at the end.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from . import world  # isort: skip  # its folder is the site's

SETTLED = 60
"""Seconds."""
TICKS = os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """The process and its descendants."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in family(int(child)))]


def cpu_seconds(pids: list[int]) -> float:
    used = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        used += int(fields[11]) + int(fields[12])
    return used / TICKS


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
        time.sleep(SETTLED)
        pids, before, began = family(site.pid), cpu_seconds(family(site.pid)), time.monotonic()
        time.sleep(minutes * 60)
        took = time.monotonic() - began
        if family(site.pid) != pids:
            raise RuntimeError("A process has ended meanwhile.")
        used = cpu_seconds(pids) - before
        memory = sum(map(megabytes, pids))
    finally:
        site.terminate()
        site.wait()
    print(
        "| processes | CPU seconds | in seconds | of one core | MB of their own |\n|---|---|---|---|---|"
    )
    print(f"| {len(pids)} | {used:.2f} | {took:.0f} | {used / took:.2%} | {memory:.0f} |")


if __name__ == "__main__":
    main()
