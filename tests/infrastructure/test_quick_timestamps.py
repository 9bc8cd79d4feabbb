"""Moments come from the database as Django itself would read them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import psycopg
import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st
from psycopg.adapt import Transformer

from games.models import Heartbeat
from infrastructure.quick_timestamps import QuickTimestamps

OID = psycopg.adapters.types["timestamptz"].oid
quick = QuickTimestamps(OID, None)
usual = Transformer().get_loader(OID, psycopg.pq.Format.TEXT)


def as_sent(moment: datetime) -> bytes:
    """The text that PostgreSQL sends."""
    return moment.isoformat(" ").replace("+00:00", "+00").encode()


@given(st.datetimes(timezones=st.just(UTC)))
def test_every_moment_is_read_as_psycopg_reads_it(moment: datetime) -> None:
    sent = as_sent(moment)
    assert quick.load(sent) == usual.load(sent) == moment
    assert quick.load(sent).tzinfo is UTC


@pytest.mark.parametrize("sent", ["2026-11-25 03:12:04.1+00", "2026-11-25 03:12:04.12+00"])
def test_zeros_at_the_end_may_be_missing(sent: str) -> None:
    assert quick.load(memoryview(sent.encode())) == usual.load(sent.encode())


def test_another_zone_is_taken_for_that_of_the_connection_as_by_django() -> None:
    east = datetime(2026, 11, 25, 9, tzinfo=timezone(timedelta(hours=9)))
    assert quick.load(east.isoformat(" ").encode()).tzinfo is UTC


@pytest.mark.parametrize("sent", ["infinity", "0044-03-15 00:00:00+00 BC"])
def test_what_python_cannot_hold_is_refused_as_before(sent: str) -> None:
    with pytest.raises(psycopg.DataError):
        quick.load(sent.encode())


@pytest.mark.django_db
def test_a_stored_moment_is_the_same() -> None:
    moment = datetime(2026, 11, 25, 3, 12, 4, 123456, tzinfo=UTC)
    Heartbeat.objects.create(at=moment)
    stored = Heartbeat.objects.get().at
    assert (stored, stored.tzinfo) == (moment, UTC)
    if connection.vendor == "postgresql":
        loader = connection.connection.adapters.get_loader(OID, psycopg.pq.Format.TEXT)
        assert loader is QuickTimestamps
