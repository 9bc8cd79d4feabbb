"""How often something may be done; the page that says so is tested in both languages."""

import os
from types import SimpleNamespace

import pytest
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal.ratelimit import get_ip
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import Client, RequestFactory

from infrastructure import rate_limits
from infrastructure.rate_limits import limit, use_of, uses_of, who
from infrastructure.redis_client import redis_at
from players.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The time as the counting sees it: a full hour."""
    now = SimpleNamespace(value=1_800_000_000.0 - 1_800_000_000 % 3600)
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(time=lambda: now.value))
    return now


def request(rf: RequestFactory, user: object = None, address: str = "192.0.2.1") -> HttpRequest:
    made = rf.post("/", REMOTE_ADDR=address)
    made.user = user or AnonymousUser()
    return made


def allowed(made: HttpRequest, action: str = "chat", rate: str = "3/m", *, costly: bool = False) -> bool:
    try:
        limit(made, action, rate, costly=costly)
    except ImmediateHttpResponse:
        return False
    return True


def test_so_many_and_no_more_until_the_time_is_over(rf, clock, ai: User) -> None:
    assert [allowed(request(rf, ai)) for _ in range(5)] == [True, True, True, False, False]
    clock.value += 59
    assert not allowed(request(rf, ai))
    clock.value += 1
    assert allowed(request(rf, ai))


def test_everyone_and_everything_is_counted_apart(rf, clock, ai: User, bo: User) -> None:
    for _ in range(3):
        assert allowed(request(rf, ai))
    assert not allowed(request(rf, ai))
    assert allowed(request(rf, bo))
    assert allowed(request(rf, ai), "tables")
    assert allowed(request(rf))
    assert allowed(request(rf, address="192.0.2.2"))


def test_guests_of_one_address_share_what_is_costly(rf, clock, ai: User) -> None:
    herons = [User.objects.create(name=f"Heron {n}", is_guest=True) for n in range(4)]
    assert [allowed(request(rf, one)) for one in herons] == [True] * 4
    assert [allowed(request(rf, one), "file", costly=True) for one in herons] == [True] * 3 + [False]
    assert allowed(request(rf, herons[0], address="192.0.2.2"), "file", costly=True)
    assert allowed(request(rf, ai), "file", costly=True)


def test_a_household_is_one_visitor(rf, settings) -> None:
    def named(address: str) -> str:
        return who(request(rf, address=address))

    assert named("2001:db8::1") == named("2001:db8::ffff") != named("2001:db8:0:1::1")
    assert named("192.0.2.1") != named("192.0.2.2")
    assert named("::ffff:192.0.2.1") == named("192.0.2.1") != named("::ffff:192.0.2.2")


def test_django_allauth_counts_the_same_visitors(rf) -> None:
    """By a /64, in which all visitors by the old kind would be one if they were not told apart before."""
    assert get_ip(request(rf, address="::ffff:192.0.2.1")) == "192.0.2.1"
    assert get_ip(request(rf, address="2001:db8::1")) == get_ip(request(rf, address="2001:db8::2"))


def test_an_address_is_believed_from_trusted_proxies_only(rf, settings) -> None:
    made = request(rf)
    made.META["HTTP_X_FORWARDED_FOR"] = "203.0.113.9, 198.51.100.7"
    assert who(made) == "ip:192.0.2.1"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert who(made) == "ip:198.51.100.7"


def test_the_answer_says_when_to_come_back(rf, clock, ai: User) -> None:
    clock.value += 600
    limit(request(rf, ai), "tables", "1/h")
    with pytest.raises(ImmediateHttpResponse) as refused:
        limit(request(rf, ai), "tables", "1/h")
    assert refused.value.response.status_code == 429
    assert refused.value.response["Retry-After"] == "3000"


@pytest.mark.parametrize(("language", "words"), [("en", "Please try again"), ("ja", '<html lang="ja"')])
def test_a_page_for_people(fumis: Client, language: str, words: str) -> None:
    for _ in range(6):
        response = fumis.post("/me/delete/", {"password": "wrong"}, headers={"accept-language": language})
    assert response.status_code == 429
    assert words in response.content.decode()
    assert 0 < int(response["Retry-After"]) <= 60


@pytest.mark.services
def test_redis_counts_for_all_processes_and_forgets(clock, settings) -> None:
    url = os.environ["TEST_REDIS_URL"]
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url}}
    redis = redis_at(url)
    redis.flushdb()
    rates = {"token:1": "2/m", "user:7": "100/h"}
    assert [[use.left for use in uses_of("api", rates)] for _ in range(3)] == [[1, 99], [0, 98], [0, 97]]
    assert [use.is_spent for use in uses_of("api", rates)] == [True, False]
    assert not use_of("api", "2/m", "token:2").is_spent
    of_token, of_person = redis.keys("limit:api:2/m:token:1:*"), redis.keys("limit:api:100/h:user:7:*")
    assert [redis.ttl(key) for key in of_token + of_person] == [pytest.approx(60, abs=2), pytest.approx(3600, abs=2)]
    clock.value += 60
    assert [use.left for use in uses_of("api", rates)] == [1, 95]
