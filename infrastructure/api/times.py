"""Times as the API tells them: RFC 3339 in UTC."""

from datetime import UTC, datetime


def moment(at: datetime) -> str:
    """
    >>> moment(datetime(2026, 3, 1, 12, tzinfo=UTC))
    '2026-03-01T12:00:00Z'
    """
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")
