"""Closes a set of boards in a process of its own, for `boards_day`, and prints how long its parts take."""

import os
import sys
import time
from collections import Counter

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "napoleon_site.settings")
django.setup()

from games.boards import closing  # noqa: E402
from games.models import BoardSet  # noqa: E402

PARTS = ("stop", "let_captain_play", "rank")
spent = Counter[str]()


def timed(name: str) -> None:
    part = getattr(closing, name)

    def measured(*arguments: object, **named: object) -> object:
        begun = time.perf_counter()
        try:
            return part(*arguments, **named)
        finally:
            spent[name] += time.perf_counter() - begun  # type: ignore[assignment]

    setattr(closing, name, measured)


def main() -> None:
    for name in PARTS:
        timed(name)
    begun = time.perf_counter()
    closing.close(BoardSet.objects.get(pk=int(sys.argv[1])))
    parts = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in spent.items())
    print(f"closed in {time.perf_counter() - begun:.1f} s: {parts}", flush=True)


if __name__ == "__main__":
    main()
