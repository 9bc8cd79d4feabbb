"""The header Retry-After in all its forms, and in none."""

from datetime import UTC, datetime, timedelta

import pytest

from infrastructure.retry_after import LONGEST, asked_pause

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("0", 0),
        ("120", 120),
        (" 120 ", 120),
        ("1.5", 1.5),
        ("Mon, 02 Mar 2026 12:02:00 GMT", 120),
        ("Monday, 02-Mar-26 12:02:00 GMT", 120),
        ("Mon Mar  2 12:02:00 2026", 120),
        ("Mon, 02 Mar 2026 12:02:00 -0000", 120),
        ("Mon, 02 Mar 2026 21:02:00 +0900", 120),
        ("Mon, 02 Mar 2026 11:00:00 GMT", 0),
        ("9" * 5000, LONGEST.total_seconds()),
        *((odd, 0) for odd in ("", "soon", "-1", "+1", "1e9", "1_0", "٣", "²", "NaN", "120, 120", "0x10", "x" * 5000)),
        *((odd, 0) for odd in ("Mon, 99 Mar 2026 12:02:00 GMT", "Mon, 02 Mar 99999 12:02:00 GMT", "Mon, 02 Mar", ",")),
        ("Mon, 02 Mar 2026 12:02:00 +9999", 0),
        ("Sat, 01 Jan 0001 00:00:00 +2359", 0),
    ],
)
def test_the_pause_that_a_header_asks_for(header: str, seconds: float) -> None:
    assert asked_pause(header, NOW) == timedelta(seconds=seconds)
