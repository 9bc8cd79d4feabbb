"""What holds for every request of a program: problems, limits, conditional and repeated requests."""

from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.http import HttpResponse
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from games.models import ChatMessage, Game
from infrastructure.rate_limits import use_of
from players.api.idempotency import answer_once
from players.api.models import KeptAnswer
from players.models import User
from tests.support.api import Program
from tests.support.play import running

pytestmark = pytest.mark.django_db


def test_errors_are_problems_in_the_language_of_the_request(ai: User) -> None:
    program = Program(ai)
    for language, words in (("en", "There is nothing here"), ("ja", "あなたが見られる")):
        answer = program.get("/games/nothing", **{"Accept-Language": language})
        problem = answer.json()
        assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
        assert (problem["status"], problem["code"], problem["type"]) == (404, "not_found", "/api/#not_found")
        assert words in problem["detail"]


def test_unknown_addresses_methods_and_bodies_are_problems_too(ai: User) -> None:
    program = Program(ai)
    assert program.get("/nothing").json()["code"] == "not_found"
    refused = program.post("/account")
    assert (refused.json()["code"], refused["Allow"]) == ("method_not_allowed", "GET")
    broken = program.client.post("/api/v1/games", "{", "application/json", headers=program.headers)
    assert (broken.status_code, broken.json()["code"]) == (400, "bad_request")


def test_the_limit_is_told_and_holds(ai: User) -> None:
    program = Program(ai)
    answer = program.get("/account")
    assert (answer["RateLimit-Limit"], answer["RateLimit-Remaining"]) == ("300", "299")
    assert 0 < int(answer["RateLimit-Reset"]) <= 60
    for _ in range(300):
        use_of("api", "300/m", f"token:{ai.api_tokens.get().pk}")
    refused = program.get("/account")
    assert (refused.status_code, refused["RateLimit-Remaining"]) == (429, "0")
    assert refused["Retry-After"] == refused["RateLimit-Reset"]


def test_a_person_has_a_limit_over_all_of_their_tokens(ai: User, bo: User) -> None:
    programs = [Program(ai), Program(ai)]
    for _ in range(1200):
        use_of("api", "1200/m", f"user:{ai.pk}")
    refused = [program.get("/account") for program in programs]
    assert [(answer.status_code, answer["RateLimit-Limit"]) for answer in refused] == [(429, "1200")] * 2
    assert Program(bo).get("/account").status_code == 200


def test_wrong_tokens_spend_the_limit_of_their_network(ai: User) -> None:
    guesses = [Program(token=f"nap_{number}").get("/account").status_code for number in range(301)]
    assert guesses == [401] * 300 + [429]
    assert Program().get("/archive").status_code == 429
    assert Program(ai).get("/account").status_code == 200


def test_an_unchanged_game_is_not_sent_again(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1)
    program = Program(ai)
    known = program.get(f"/games/{game.slug}")["ETag"]
    again = program.get(f"/games/{game.slug}", **{"If-None-Match": known})
    assert (again.status_code, again.content) == (304, b"")
    assert program.get(f"/games/{game.slug}", **{"If-None-Match": f'"another", W/{known}'}).status_code == 304
    Game.objects.filter(pk=game.pk).update(name="Another")
    assert program.get(f"/games/{game.slug}", **{"If-None-Match": known}).status_code == 200


def test_the_same_request_with_the_same_key_is_done_once(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1)
    program, path, key = Program(ai), f"/games/{game.slug}/chat", {"Idempotency-Key": "one"}
    first = program.post(path, {"text": "Hello"}, **key)
    again = program.post(path, {"text": "Hello"}, **key)
    assert (again.status_code, again.content) == (first.status_code, first.content) == (201, first.content)
    assert ChatMessage.objects.count() == 1
    other = program.post(path, {"text": "Hello again"}, **key)
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    assert Program(bo).post(path, {"text": "Hello"}, **key).status_code == 201


def test_a_kept_answer_is_that_of_its_token_alone(ai: User, bo: User) -> None:
    """Another token of the same person may have other scopes."""
    game = running(ai, bo, preset="nap", players=2, deals=1)
    path, key = f"/games/{game.slug}/chat", {"Idempotency-Key": "one"}
    assert Program(ai).post(path, {"text": "Hello"}, **key).status_code == 201
    other = Program(ai).post(path, {"text": "Hello"}, **key)
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")


def test_a_refusal_is_kept_and_a_limit_is_not(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1)
    program = Program(ai)
    for _ in range(2):
        refused = program.post(f"/games/{game.slug}/chat", {"text": ""}, **{"Idempotency-Key": "refused"})
        assert refused.status_code == 422
    for number in range(21):
        answer = program.post(f"/games/{game.slug}/chat", {"text": "x"}, **{"Idempotency-Key": f"{number}"})
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")
    assert answer["Retry-After"]
    assert answer["RateLimit-Limit"] == "300"
    assert set(KeptAnswer.objects.values_list("status", flat=True)) == {201, 422}


def test_a_key_whose_first_request_has_just_failed_is_told_to_come_again(
    ai: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**values: object) -> None:
        raise IntegrityError

    monkeypatch.setattr(KeptAnswer.objects, "create", refuse)
    answer = Program(ai).post("/games", {"rules": {"preset": "nap"}}, **{"Idempotency-Key": "one"})
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (409, "in_progress", "1")
    assert not Game.objects.exists()


def test_an_answer_that_took_so_long_that_it_was_given_up_is_sent_all_the_same(ai: User) -> None:
    def answer_late() -> HttpResponse:
        KeptAnswer.objects.all().delete()
        return HttpResponse("done", status=201)

    request = RequestFactory().post("/api/v1/games", headers={"Idempotency-Key": "one"})
    assert answer_once(request, ai, "token:1", answer_late).content == b"done"
    assert not KeptAnswer.objects.exists()


def test_while_the_site_is_read_only_a_request_reads_and_leaves_no_trace(ai: User, settings: Any) -> None:
    program = Program(ai)
    settings.READ_ONLY = True
    with CaptureQueriesContext(connection) as queries:
        assert program.get("/account").json()["name"] == "Ai"
    written = [query["sql"] for query in queries if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]
    assert written == []


def test_an_address_with_nul_is_not_found() -> None:
    """PostgreSQL takes it in no text."""
    for path in ("/games/a%00b", "/clubs/%00", "/boards/%00"):
        assert Program().get(path).status_code == 404


def test_half_a_character_is_refused_like_other_wrong_words(ai: User) -> None:
    assert Program(ai).post("/games", {"rules": {"preset": "nap", "\ud800": 1}}).status_code == 422
