"""Log lines that are left out."""

import logging

import pytest

from infrastructure.log_filters import ThinOutPools

REFUSED = ("error connecting in 'pool-1': connection failed: refused\nIs the server running?",)
GAVE_UP = ("reconnection attempt in pool %r failed after %s sec", "pool-1", 10)


@pytest.fixture
def passes() -> ThinOutPools:
    return ThinOutPools()


def line(text: str, *args: object, name: str = "psycopg.pool") -> logging.LogRecord:
    return logging.LogRecord(name, logging.WARNING, "", 0, text, args, None)


def test_a_pool_gives_its_reason_once_in_one_line(passes: ThinOutPools) -> None:
    first = line(*REFUSED)
    assert passes.filter(first)
    assert first.getMessage() == "error connecting in 'pool-1': connection failed: refused"
    assert not passes.filter(line(*REFUSED))


def test_that_it_gave_up_says_nothing_new(passes: ThinOutPools) -> None:
    assert not passes.filter(line(*GAVE_UP))


def test_lines_of_others_pass(passes: ThinOutPools) -> None:
    assert all(passes.filter(line(*GAVE_UP, name="napoleon")) for _ in range(2))
