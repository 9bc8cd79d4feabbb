"""The header `Retry-After` (RFC 9110): how long a service asks its callers to stay away."""

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final

NONE: Final = timedelta(0)
LONGEST: Final = timedelta(days=365)


def asked_pause(header: str, now: datetime) -> timedelta:
    """The pause in seconds or until a date; none if the header can't be read or the date has passed."""
    text = header.strip()
    if re.fullmatch(r"\d+(\.\d+)?", text, re.ASCII):
        return timedelta(seconds=min(float(text), LONGEST.total_seconds()))
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return NONE
    # Two of the three forms of such a date name no zone; all of them are in UTC.
    return max(NONE, moment.replace(tzinfo=moment.tzinfo or UTC) - now)
