"""Players report, staff decide with a reason, and the log says who, what and why."""

import io
import json
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games.comments.context import may_comment
from games.models import ChatMessage, Game
from games.table.chat import post_message
from players.models import User
from staff.models import Report, StaffAction
from staff.moderation import services
from tests.support import chat
from tests.support.cast import everybody
from tests.support.concurrency import at_once
from tests.support.play import running
from tests.support.visits import client_of

pytestmark = pytest.mark.django_db
RUDE = "a very rude line"


@pytest.fixture
def game(ai: User, bo: User) -> Game:
    return running(ai, bo)


@pytest.fixture
def line(game: Game, bo: User) -> ChatMessage:
    post_message(game=game, user=bo, text=RUDE)
    return ChatMessage.objects.get()


def report_of(line: ChatMessage, by: User) -> Report:
    return services.report(reporter=by, target=line, reason="insult", words="Please look.")


def last() -> tuple[Any, ...]:
    entry = StaffAction.objects.first()
    assert entry is not None
    return entry.actor, entry.action, entry.target, entry.reason


# --- Reporting ---


def test_a_player_reports_a_line_of_the_chat(ai: User, bo: User, line: ChatMessage) -> None:
    browser, path = client_of(ai), f"/report/message/{line.pk}/"
    assert path in browser.get(f"/t/{line.game.slug}/?side=chat").content.decode()
    assert RUDE in browser.get(path).content.decode()
    for words in ("First", "Second"):
        answer = browser.post(path, {"reason": "insult", "words": words})
        assert answer.status_code == 302
        assert answer["Location"] == f"/t/{line.game.slug}/?side=chat#side"
    report = Report.objects.get()
    assert (report.reporter, report.person, report.message) == (ai, bo, line)
    assert report.words == "Second"


@pytest.mark.django_db(transaction=True)
def test_a_button_pressed_twice_reports_once(ai: User, line: ChatMessage) -> None:
    for _time in range(5):
        Report.objects.all().delete()
        at_once(*[partial(report_of, line, ai)] * 3)
        assert Report.objects.count() == 1


def test_and_comes_back_to_the_comment_that_was_reported(ai: User, bo: User) -> None:
    comment = chat.say(chat.match_of(everybody()), bo, RUDE)
    answer = client_of(ai).post(f"/report/comment/{comment.pk}/", {"reason": "insult"})
    assert answer["Location"] == f"{chat.path(comment.game)}#comment-{comment.pk}"


def test_a_report_needs_a_reason(ai: User, line: ChatMessage) -> None:
    assert client_of(ai).post(f"/report/message/{line.pk}/", {"reason": ""}).status_code == 422
    assert not Report.objects.exists()


def test_a_player_reports_a_person(ai: User, bo: User) -> None:
    browser = client_of(ai)
    assert f"/report/person/{bo.pk}/" in browser.get(f"/u/{bo.pk}/").content.decode()
    assert browser.post(f"/report/person/{bo.pk}/", {"reason": "name"}).status_code == 302
    assert Report.objects.get().person == bo


def test_nobody_reports_what_they_cannot_see_or_have_written(bo: User, chie: User, line: ChatMessage) -> None:
    Game.objects.update(is_listed=False)
    assert client_of(chie).get(f"/report/message/{line.pk}/").status_code == 404
    assert client_of(bo).get(f"/report/message/{line.pk}/").status_code == 404
    assert client_of(bo).get(f"/report/person/{bo.pk}/").status_code == 404
    assert client_of(bo).get("/report/comment/1/").status_code == 404


def test_a_thought_of_somebody_else_is_not_to_be_seen_by_reporting_it(ai: User, bo: User, game: Game) -> None:
    post_message(game=game, user=bo, text="I hold the joker", is_thought=True)
    thought = ChatMessage.objects.get()
    assert client_of(ai).get(f"/report/message/{thought.pk}/").status_code == 404


def test_what_staff_have_hidden_is_not_to_be_read_by_reporting_it(staff: User, ai: User, line: ChatMessage) -> None:
    browser, path = client_of(ai), f"/report/message/{line.pk}/"
    services.hide(line, actor=staff, reason="An insult")
    assert browser.get(path).status_code == 404
    assert path not in browser.get(f"/t/{line.game.slug}/?side=chat").content.decode()
    services.show(line, actor=staff, reason="Harmless")
    assert RUDE in browser.get(path).content.decode()


# --- Deciding ---


def test_staff_hide_a_line_and_show_it_again(staff: User, ai: User, bo: User, line: ChatMessage) -> None:
    report_of(line, ai)
    browser = client_of(staff)
    assert RUDE in browser.get("/staff/reports/").content.decode()
    browser.post(f"/staff/decide/message/{line.pk}/", {"do": "hide", "reason": "An insult"})
    assert last() == (staff, "hide", f"message:{line.pk}", "An insult")
    path = f"/t/{line.game.slug}/chat/"
    assert RUDE not in client_of(ai).get(path).content.decode()
    assert RUDE in client_of(bo).get(path).content.decode()
    assert Report.objects.get().outcome == "acted"
    browser.post(f"/staff/decide/message/{line.pk}/", {"do": "show", "reason": "Harmless"})
    assert RUDE in client_of(ai).get(path).content.decode()
    assert StaffAction.objects.count() == 2


def test_who_is_muted_plays_on_and_writes_nothing(staff: User, bo: User, game: Game) -> None:
    client_of(staff).post(f"/staff/decide/person/{bo.pk}/", {"do": "mute", "days": "3", "reason": "Insults"})
    bo.refresh_from_db()
    assert bo.is_muted
    assert not may_comment(bo)
    assert last() == (staff, "mute", f"person:{bo.pk}", "Insults")
    answer = client_of(bo).post(f"/t/{game.slug}/chat/", {"text": RUDE, "side": "chat"})
    assert "cannot write for now" in answer.content.decode()
    assert not ChatMessage.objects.exists()
    assert client_of(bo).get(f"/t/{game.slug}/").status_code == 200


def test_a_mute_ends_by_itself_or_by_staff(staff: User, bo: User) -> None:
    until = services.mute(bo, days=1, actor=staff, reason="Insults").until
    assert until is not None
    assert until - timezone.now() < timedelta(days=1)
    bo.muted_until = timezone.now()
    assert not bo.is_muted
    assert services.muted_people() == [bo]
    services.unmute(bo, actor=staff, reason="Apologised")
    assert services.muted_people() == []


def test_a_report_that_is_dismissed_waits_no_more(staff: User, ai: User, line: ChatMessage) -> None:
    report = report_of(line, ai)
    client_of(staff).post(f"/staff/decide/report/{report.pk}/", {"do": "dismiss", "reason": "A joke"})
    assert services.open_reports() == []
    assert last() == (staff, "dismiss", f"report:{report.pk}", "A joke")
    assert "A joke" in client_of(staff).get("/staff/log/").content.decode()


def test_nothing_is_done_without_a_reason(staff: User, bo: User) -> None:
    client_of(staff).post(f"/staff/decide/person/{bo.pk}/", {"do": "mute", "reason": " "})
    with pytest.raises(services.ActionRefused):
        services.mute(bo, days=1, actor=staff, reason=" ")
    assert not StaffAction.objects.exists()
    assert services.muted_people() == []


def test_staff_are_not_muted(staff: User) -> None:
    with pytest.raises(services.ActionRefused):
        services.mute(staff, days=1, actor=None, reason="Insults")
    decision = {"do": "mute", "days": "3", "reason": "Insults"}
    response = client_of(staff).post(f"/staff/decide/person/{staff.pk}/", decision, follow=True)
    assert f"{staff} is staff: a superuser" in response.content.decode()


def test_staff_who_might_play_there_read_no_thoughts(staff: User, ai: User, bo: User, game: Game) -> None:
    post_message(game=game, user=bo, text="I hold the joker", is_thought=True)
    report_of(ChatMessage.objects.get(), ai)
    page = client_of(staff).get("/staff/reports/").content.decode()
    assert "I hold the joker" not in page
    assert "when the match is over" in page


@pytest.mark.parametrize(
    "path", ["/staff/health/", "/staff/reports/", "/staff/log/", "/staff/merge/", "/staff/give-back/"]
)
def test_the_pages_do_not_exist_for_others(staff: User, ai: User, path: str) -> None:
    assert client_of(ai).get(path).status_code == 404
    assert client_of(staff).get(path).status_code == 200
    assert Client().get(path)["Location"].startswith("/accounts/login/")


def test_only_staff_with_the_permission_moderate(staff: User, bo: User) -> None:
    staff.user_permissions.clear()
    browser = client_of(staff)
    assert browser.get("/staff/health/").status_code == 200
    assert browser.get("/staff/reports/").status_code == 403
    decision = {"do": "mute", "reason": "Insults"}
    assert browser.post(f"/staff/decide/person/{bo.pk}/", decision).status_code == 403
    assert services.muted_people() == []


# --- At the command line ---


def moderate(*words: str) -> list[dict[str, Any]]:
    out = io.StringIO()
    call_command("moderate", *words, "--json", stdout=out)
    lines: list[dict[str, Any]] = json.loads(out.getvalue())
    return lines


def test_the_command_lists_and_decides(staff: User, ai: User, line: ChatMessage) -> None:
    report = report_of(line, ai)
    (listed,) = moderate("list")
    assert (listed["report"], listed["target"]) == (report.pk, f"message:{line.pk}")
    words = ("hide", f"message:{line.pk}", "--reason", "An insult", "--by", staff.email)
    assert moderate(*words, "--dry-run")[0]["done"] is False
    assert not StaffAction.objects.exists()
    assert moderate(*words)[0]["done"] is True
    assert last() == (staff, "hide", f"message:{line.pk}", "An insult")
    (entry,) = moderate("log")
    assert (entry["actor"], entry["action"], entry["reason"]) == (staff.pk, "hide", "An insult")


@pytest.mark.parametrize(
    "words",
    [
        ("hide", "person:1", "--reason", "x"),
        ("mute", "person:999999", "--reason", "x"),
        ("mute", "nonsense", "--reason", "x"),
        ("mute", "person:1"),
        ("mute", "person:1", "--reason", "x", "--by", "nobody@example.org"),
    ],
)
def test_the_command_says_what_is_wrong(ai: User, words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        moderate(*(word.replace("person:1", f"person:{ai.pk}") for word in words[:2]), *words[2:])
    assert not StaffAction.objects.exists()


def test_a_report_is_dismissed_once(ai: User, line: ChatMessage) -> None:
    report = report_of(line, ai)
    moderate("dismiss", f"report:{report.pk}", "--reason", "Harmless")
    with pytest.raises(CommandError):
        moderate("dismiss", f"report:{report.pk}", "--reason", "Harmless")
    assert StaffAction.objects.count() == 1


def test_a_mute_answers_reports_of_the_person_and_their_texts_alone(
    staff: User, ai: User, bo: User, line: ChatMessage, game: Game
) -> None:
    for target in (bo, line, game):
        services.report(reporter=ai, target=target, reason="abuse", words="")
    Report.objects.filter(table=game).update(person=bo)
    services.mute(bo, days=1, actor=staff, reason="Insults")
    assert [report.table for report in services.open_reports()] == [game]
