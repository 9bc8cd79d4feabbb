"""Mirrors the standings of a public season to a static page, for a club's own site.

    python mirror_standings.py https://napoleon.example CLUB SEASON standings.html

Run it every hour or so: where nothing has changed, the site answers 304 and the page stays as it is. Needs the client's
one dependency, `requests`.
"""

import html
import sys
from pathlib import Path

import requests

site, club, season, target = sys.argv[1:]
page, known = Path(target), Path(f"{target}.etag")
etag = known.read_text() if known.exists() and page.exists() else ""
address = f"{site}/api/v1/clubs/{club}/seasons/{season}/standings"
answer = requests.get(address, headers={"If-None-Match": etag} if etag else {}, timeout=30)
if answer.status_code == 304:
    sys.exit(0)
answer.raise_for_status()

columns = ("place", "player", "points")


def cells(values: list[object]) -> str:
    return "".join(f"<td>{html.escape('–' if value is None else str(value))}</td>" for value in values)


lines = [list(columns), *([row[name] for name in columns] for row in answer.json()["items"])]
table = "\n".join(f"<tr>{cells(line)}</tr>" for line in lines)
page.write_text(f'<!doctype html>\n<meta charset="utf-8">\n<title>{club}</title>\n<table>\n{table}\n</table>\n')
known.write_text(answer.headers.get("ETag", ""))
