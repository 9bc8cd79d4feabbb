"""The cost of importing records: `python -m benchmarks.importing [--records N]` (docs/benchmarks.md).

It imports random legal records of all kinds of rules, like those of the conformance cases, in one upload on the
embedded site (SQLite), and runs the worker's part in this process. Then it imports 500 damaged files, and checks the
answers and that nothing was stored by half.
"""

from __future__ import annotations

import argparse
import random
import time
import zlib
from collections import Counter

from . import world  # isort: skip  # sets Django up for all that follows

from django.utils import timezone

from games.imports import services
from games.imports.parse import count_of
from games.integrity.audit import audit
from games.models import Candidate, Event, Game, Upload
from players.models import User
from tests.referee.generate import random_record
from tests.support.records import mutated

from .measure import print_circumstances

MUTATED = 500


def sent(user: User, data: bytes) -> Upload:
    """An upload as created, before anything was read."""
    return Upload.objects.create(
        user=user, at=timezone.now(), data=zlib.compress(data), expected=count_of(data)
    )


def whole_upload(user: User, records: list[str]) -> None:
    data = "\n".join(records).encode()
    begun = time.perf_counter()
    upload = sent(user, data)
    services.read(upload.pk)
    read = time.perf_counter()
    counts = services.counts_of(upload)
    Upload.objects.filter(pk=upload.pk).update(state=Upload.State.STORING)
    services.store(upload.pk)
    stored = time.perf_counter()
    print(f"\n{len(records):,} records, {len(data) / 1e6:.1f} MB\n")
    print("| | |\n|---|---|")
    print(f"| read, s | {read - begun:.1f} |")
    print(f"| stored, s | {stored - read:.1f} |")
    print(f"| new, with an error | {counts.new:,}, {counts.wrong:,} |")
    print(f"| matches, events | {Game.objects.count():,}, {Event.objects.count():,} |")
    some = random.Random(1).sample(list(Game.objects.all()), 20)
    wrong = [check for game in some for check in audit(game) if not check.holds]
    print(f"| checks that 20 of them fail | {len(wrong)} |")


def broken_files(user: User, records: list[str]) -> None:
    rng, became = random.Random(2), Counter[str]()
    for _ in range(MUTATED):
        before = Game.objects.count()
        upload = sent(user, mutated(rng, rng.choice(records).encode()))
        services.read(upload.pk)
        counts = services.counts_of(upload)
        Upload.objects.filter(pk=upload.pk).update(state=Upload.State.STORING)
        services.store(upload.pk)
        became["matches stored"] += Game.objects.count() - before
        became["files with an error"] += counts.wrong > 0
        became["files without any"] += counts.wrong == 0
        errors = Candidate.objects.filter(upload=upload).exclude(reason="")
        became["errors without a line"] += errors.filter(wrong_line=None).count()
    became["matches without seats or a log"] = (
        Game.objects.filter(seats=None).count() + Game.objects.filter(events=None).count()
    )
    print(f"\n{MUTATED} broken files\n\n| | |\n|---|---|")
    for what, count in became.items():
        print(f"| {what} | {count} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=1_000)
    options = parser.parse_args()
    world.prepare()
    [user] = world.people(1)
    records = ["\n".join(random_record(random.Random(seed))) for seed in range(options.records)]
    print_circumstances(["django"])
    whole_upload(user, records)
    broken_files(user, records)


if __name__ == "__main__":
    main()
