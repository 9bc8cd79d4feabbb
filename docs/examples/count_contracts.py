"""Reads a folder of open data (docs/open-data.md) and counts the contracts: how often each was bid, and how often made.

    python count_contracts.py FOLDER

Needs nothing but Python. It is written to be read from top to bottom, and to be changed.
"""

import gzip
import hashlib
import json
import sys
from collections import Counter
from pathlib import Path

folder = Path(sys.argv[1])
manifest = json.loads((folder / "manifest.json").read_text())
print(f"{manifest['site']}, {manifest['generated'][:10]}, licence {manifest['licence']}")

bids: Counter[str] = Counter()
deals = matches = 0
for file in manifest["files"]:
    packed = (folder / file["name"]).read_bytes()
    if hashlib.sha256(packed).hexdigest() != file["sha256"]:
        sys.exit(f"{file['name']} is not what its manifest says.")
    for line in gzip.decompress(packed).decode().splitlines():
        match = json.loads(line)
        matches += 1
        # The first line of a record is its header; the others are what happened, deal by deal.
        highest: dict[int, str] = {}
        for event in match["record"][1:]:
            deals += event["type"] == "deal"
            if event["type"] == "bid":
                bid = event["bid"]
                # A bid of Napoleon has a trump and a count, a bid of Nap is a word. Every bid outranks those before it.
                highest[event["deal"]] = bid if isinstance(bid, str) else f"{bid['count']} {bid['trump']}"
        bids.update(highest.values())

print(f"{matches} matches, {deals} deals, of which {deals - bids.total()} without a bid")
for bid, times in bids.most_common():
    print(f"{bid:>12} {times:6} {100 * times / deals:5.1f} %")
