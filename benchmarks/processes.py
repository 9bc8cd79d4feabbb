"""What processes of this machine spend, as Linux counts it."""

import atexit
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """The process and its descendants."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(member for child in children for member in family(int(child)))]


def cpu_seconds(pid: int, *, with_children: bool = False) -> float:
    """The processor time of the process, and of its children that have ended; 0 if it has ended itself."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11 : 15 if with_children else 13])) / TICKS
    return 0.0


def processor_seconds(pid: int) -> float:
    """The processor time of the process, its descendants, and those of them that have ended."""
    return sum(cpu_seconds(member, with_children=True) for member in family(pid))


def database_processes() -> Iterator[int]:
    """The processes of PostgreSQL."""
    for number in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            if Path(f"/proc/{number}/comm").read_text().strip() == "postgres":
                yield int(number)


def database_seconds() -> float:
    """The processor time of PostgreSQL's processes, including those that have ended."""
    return sum(cpu_seconds(pid, with_children=True) for pid in database_processes())


def keep_to(cores: int) -> None:
    """Let this process, all that it starts from now on, and PostgreSQL have only so many cores until it ends."""
    pids, all_of_them = [os.getpid(), *database_processes()], os.sched_getaffinity(0)
    for pid in pids:
        os.sched_setaffinity(pid, range(cores))
    atexit.register(_let_go, pids[1:], all_of_them)


def _let_go(pids: Iterable[int], cores: set[int]) -> None:
    for pid in pids:
        with suppress(OSError):
            os.sched_setaffinity(pid, cores)


def megabytes(pid: int) -> float:
    """The private memory of the process, without shared memory."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    private = (line.split() for line in lines if line.startswith("Private_"))
    return sum(int(words[1]) for words in private) / 1024
