"""A session and its person are read together, and nobody gets the person of another request."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from players.accounts.backends import ModelBackend
from players.accounts.sessions import SessionStore
from players.models import User
from tests.support.visits import get

pytestmark = pytest.mark.django_db


def session_of(user: User) -> SessionStore:
    """The session of a person who has signed in, as the next request finds it."""
    client = Client()
    client.force_login(user)
    return SessionStore(client.session.session_key)


def test_one_query_reads_a_session_and_its_person(ai: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    session = session_of(ai)
    with django_assert_num_queries(1):
        assert session["_auth_user_id"] == str(ai.pk)
        assert ModelBackend().get_user(ai.pk) == ai


def test_the_person_is_handed_out_once(ai: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    session_of(ai).load()
    first = ModelBackend().get_user(ai.pk)
    User.objects.filter(pk=ai.pk).update(name="Renamed")
    with django_assert_num_queries(1):
        second = ModelBackend().get_user(ai.pk)
    assert (first and first.name, second and second.name) == (ai.name, "Renamed")


def test_nobody_is_taken_for_the_person_of_another_session(ai: User, bo: User) -> None:
    session_of(ai).load()
    assert ModelBackend().get_user(bo.pk) == bo
    session_of(ai).load()
    SessionStore("unknown").load()
    User.objects.filter(pk=ai.pk).delete()
    assert ModelBackend().get_user(ai.pk) is None


def test_nobody_is_handed_on_to_the_next_request(ai: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    session_of(ai).load()
    Client().get("/healthz")
    with django_assert_num_queries(1):
        assert ModelBackend().get_user(ai.pk) == ai


def test_who_may_not_sign_in_any_more_is_signed_out_at_once(ai: User) -> None:
    session = session_of(ai)
    User.objects.filter(pk=ai.pk).update(is_active=False)
    session.load()
    assert ModelBackend().get_user(ai.pk) is None


def test_a_page_shows_what_has_changed_since_the_last(ai: User) -> None:
    assert "Ai" in get(ai, "/").content.decode()
    User.objects.filter(pk=ai.pk).update(name="Renamed")
    assert "Renamed" in get(ai, "/").content.decode()
