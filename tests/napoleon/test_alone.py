"""The tests of the library run without Django: ``pytest -p no:django tests/napoleon``."""

import sys

import pytest


def test_the_library_and_its_tests_load_no_django(pytestconfig: pytest.Config) -> None:
    """All tests are collected by now. When the site's tests run too, they share its process."""
    assert pytestconfig.pluginmanager.hasplugin("django") or "django" not in sys.modules
