"""The routes of standings, ratings and files: what each reader is answered (`tests.support.club_readers.READERS`)."""

from __future__ import annotations

ROUTES: dict[str, tuple[str, str, dict[str, str], str]] = {
    "leagues:standings": ("GET", "{division}", {}, "200 200 200 200 200 200 200"),
    "leagues:figure": ("GET", "{division}{entry}/", {}, "200 200 200 200 200 200 200"),
    "leagues:places_by_round": ("GET", "{division}rounds/", {}, "200 200 200 200 200 200 200"),
    "leagues:meetings": ("GET", "{division}meetings/", {}, "200 200 200 200 200 200 200"),
    "leagues:leaders": ("GET", "{division}leaders/", {}, "in 200 200 200 200 200 200"),
    "leagues:adjustments": ("GET", "{division}adjustments/", {}, "200 200 200 200 200 200 200"),
    "leagues:files": ("GET", "{club}files/", {}, "200 200 200 200 200 200 200"),
    "leagues:import_entries": (
        "POST",
        "{season}import/",
        {"text": "Bo", "confirm": "yes"},
        "in 403 403 403 403 302 302",
    ),
    "leagues:import_members": (
        "POST",
        "{club}import/",
        {"text": "Emi", "confirm": "yes"},
        "in 403 403 403 403 302 302",
    ),
    "leagues:members_csv": ("GET", "{club}members.csv", {}, "in 403 403 403 200 200 200"),
    "leagues:own_rounds_calendar": (
        "GET",
        "{club}rounds/{feed}.ics",
        {},
        "200 200 200 200 200 200 200",
    ),
    "leagues:rounds_calendar": ("GET", "{club}rounds.ics", {}, "200 200 200 200 200 200 200"),
    "leagues:score_sheets": ("GET", "{season}sheets/1/", {}, "200 200 200 200 200 200 200"),
    "leagues:season_csv": (
        "GET",
        "{season}files/results.csv",
        {},
        "200 200 200 200 200 200 200",
    ),
    "leagues:rating": ("GET", "/u/{person}/ratings/", {}, "in 403 403 403 200 200 200"),
    "leagues:ratings": ("GET", "{club}ratings/", {}, "200 200 200 200 200 200 200"),
    "leagues:club_statistics": (
        "GET",
        "{club}statistics/",
        {},
        "200 200 200 200 200 200 200",
    ),
    "leagues:club_chart": (
        "GET",
        "{club}statistics/roles.svg",
        {},
        "200 200 200 200 200 200 200",
    ),
    "leagues:season_statistics": (
        "GET",
        "{season}statistics/",
        {},
        "200 200 200 200 200 200 200",
    ),
    "leagues:season_chart": (
        "GET",
        "{season}statistics/roles.svg",
        {},
        "200 200 200 200 200 200 200",
    ),
    "leagues:adjust": (
        "POST",
        "{division}adjust/",
        {"entry": "{entry}", "points": "1", "reason": "x"},
        "in 403 403 403 403 302 302",
    ),
    "leagues:cancel_adjustment": (
        "POST",
        "{division}adjustments/{adjustment}/cancel/",
        {},
        "in 403 403 403 403 302 302",
    ),
}
"""Method, address, what is sent, and the answers in a public club."""
