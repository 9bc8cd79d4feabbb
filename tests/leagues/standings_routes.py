"""The routes of standings, ratings and files: what each reader is answered (`test_club_permissions.READERS`)."""

from __future__ import annotations

ROUTES: dict[str, tuple[str, str, dict[str, str], str]] = {
    "leagues:standings": ("GET", "{division}", {}, "200 200 200 200 200 200 200"),
    "leagues:figure": ("GET", "{division}{entry}/", {}, "200 200 200 200 200 200 200"),
    "leagues:adjustments": ("GET", "{division}adjustments/", {}, "200 200 200 200 200 200 200"),
    "leagues:ratings": ("GET", "{club}ratings/", {}, "200 200 200 200 200 200 200"),
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
OPEN = {name for name, (*_, answers) in ROUTES.items() if answers.startswith("200")}
"""What anybody may read; in a club that is not public it is not found, everything else asks to sign in."""
