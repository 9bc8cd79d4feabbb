"""The cost of the embedded site without visitors: `python -m benchmarks.idle [--minutes M]`.

`manage.py serve` runs over the demo world, whose tables wait for people. A minute after all finished matches
have been analysed, it measures each process's processor time over some minutes, and its memory at the end.
"""

import subprocess
import sys
import time
from pathlib import Path

from . import world  # isort: skip  # its folder is the site's

from games.models import Analysis

from .measure import arguments, print_circumstances, print_table
from .processes import cpu_seconds, family, megabytes

SETTLED = 60
"""Seconds."""


def name(pid: int) -> str:
    words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    return next((word for word in words if word.startswith("napoleon_site")), "supervisor")


def measured(site: int, seconds: float) -> dict[str, tuple[float, float]]:
    """Processor seconds and megabytes of each process."""
    pids = family(site)
    before = {pid: cpu_seconds(pid) for pid in pids}
    time.sleep(seconds)
    if family(site) != pids:
        raise RuntimeError("a process has ended")
    return {name(pid): (cpu_seconds(pid) - before[pid], megabytes(pid)) for pid in pids}


def main() -> None:
    seconds = 60 * arguments(__doc__, minutes=5.0).minutes
    world.prepare()
    command = [sys.executable, "manage.py"]
    subprocess.run([*command, "demo_world"], check=True, stdout=subprocess.DEVNULL)
    site = subprocess.Popen([*command, "serve", "--port", "0"], stdout=subprocess.DEVNULL)
    try:
        while not Analysis.objects.exists() or Analysis.objects.filter(is_finished=False).exists():
            time.sleep(1)
        time.sleep(SETTLED)
        figures = measured(site.pid, seconds)
    finally:
        site.terminate()
        site.wait()
    spent, memory = (sum(values) for values in zip(*figures.values(), strict=True))
    print_circumstances(["Django", "uvicorn"])
    print_table(
        ("process", f"CPU seconds in {seconds:.0f}", "of one core", "MB of its own"),
        (
            (what, f"{used:.2f}", f"{used / seconds:.2%}", f"{own:.0f}")
            for what, (used, own) in (*figures.items(), ("all", (spent, memory)))
        ),
    )


if __name__ == "__main__":
    main()
