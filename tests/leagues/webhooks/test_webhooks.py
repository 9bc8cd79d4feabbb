"""Posts to a club's chat service: what is sent, to whom, once and in order."""

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from standardwebhooks import Webhook as Verifier
from standardwebhooks.webhooks import WebhookVerificationError

from leagues.clubs import services
from leagues.external_matches.enter import enter_results, version_of
from leagues.models import Club, ExternalMatch, Post, Table, Webhook
from leagues.rounds.notifications import TableOver
from leagues.seasons import sweep
from leagues.webhooks import delivery
from leagues.webhooks.post_kinds import POSTS
from leagues.webhooks.services import MOST_WEBHOOKS, add_webhook, change_webhook
from leagues.webhooks.services import try_webhook as try_one
from players.models import Notification, User
from players.notifications import outbox, routing
from tests.support.clubs import add, club_of, log
from tests.support.external_matches import count, of_table, scores_of, take_back
from tests.support.leaks import SPOKEN
from tests.support.stored_seasons import crowd, play_out, started
from tests.support.visits import get, post, text
from tests.support.webhook_service import Service

# What is posted is posted after the commit.
pytestmark = pytest.mark.django_db(transaction=True)
START = datetime(2026, 3, 2, 12, tzinfo=timezone.get_fixed_timezone(0))


class Clock:
    def __init__(self) -> None:
        self.at = START

    def go(self, **much: float) -> None:
        self.at += timedelta(**much)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(timezone, "now", lambda: found.at)
    return found


def hook(club: Club, user: User, service: Service, form: str = "text") -> Webhook:
    """The club's only webhook, with these values."""
    values = {"club_id": club.pk, "user": user, "url": service.url, "form": form, "language": "en"}
    webhook = club.webhooks.first()
    if webhook is None:
        return add_webhook(**values)
    change_webhook(**values, webhook_id=webhook.pk)
    return club.webhooks.get()


def page_of(club: Club) -> str:
    return club.webhooks.get().get_absolute_url()


def states(club: Club) -> list[str]:
    return list(Post.objects.filter(webhook__club=club).order_by("pk").values_list("state", flat=True))


def deliver(club: Club) -> None:
    for webhook in club.webhooks.order_by("pk"):
        delivery.post_all(webhook.pk)


def try_webhook(club_id: int, user: User) -> None:
    try_one(club_id=club_id, user=user, webhook_id=Webhook.objects.get(club=club_id).pk)


def test_a_new_member_is_told(club: Club, ai: User, dai: User, service: Service) -> None:
    hook(club, ai, service)
    add(club, dai)
    deliver(club)
    deliver(club)
    assert service.texts == ["Dai is now a member of Tuesday."]
    assert service.got[0][0]["text"].endswith("/clubs/tuesday/members/")
    assert states(club) == ["sent"]


def test_a_post_that_cannot_be_worded_holds_up_no_other(
    club: Club, ai: User, dai: User, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook(club, ai, service)
    Post.objects.create(webhook=club.webhooks.get(), kind="odd", key="odd", at=START, not_before=START)
    add(club, dai)
    deliver(club)
    assert service.texts == ["Dai is now a member of Tuesday."]
    assert states(club) == ["failed", "sent"]


def test_without_a_webhook_nothing_is_written(club: Club, dai: User) -> None:
    add(club, dai)
    assert not Post.objects.exists()


def test_json_is_signed(club: Club, ai: User, service: Service) -> None:
    webhook = hook(club, ai, service, "json")
    try_webhook(club_id=club.pk, user=ai)
    deliver(club)
    [(_body, headers, raw)] = service.got
    # A verifier of the specification, such as a club's program would use.
    body = Verifier(webhook.secret).verify(raw, headers)
    assert body["type"] == "test"
    assert body["data"]["club"] == "tuesday"
    assert body["data"]["title"] == "Ai is testing the webhook of Tuesday."
    assert body["data"]["url"].endswith("/clubs/tuesday/")
    with pytest.raises(WebhookVerificationError):
        Verifier(webhook.secret).verify(raw.replace(b"Tuesday", b"Monday"), headers)


def test_for_a_day_the_former_secret_signs_as_well(club: Club, bo: User, service: Service, clock: Clock) -> None:
    # The verifier takes no other time than the present.
    clock.at = datetime.now(UTC)
    former = hook(club, bo, service, "json").secret
    post(bo, f"{page_of(club)}secret/")
    newer = Webhook.objects.get().secret
    assert newer != former
    try_webhook(club_id=club.pk, user=bo)
    deliver(club)
    [(_body, headers, raw)] = service.got
    for secret in (former, newer):
        Verifier(secret).verify(raw, headers)
    clock.go(days=1, seconds=1)
    try_webhook(club_id=club.pk, user=bo)
    deliver(club)
    assert len(service.got[1][1]["webhook-signature"].split(" ")) == 1


def test_a_retry_has_the_same_id(club: Club, ai: User, service: Service, clock: Clock) -> None:
    hook(club, ai, service, "json")
    try_webhook(club_id=club.pk, user=ai)
    # The service took it, but said so too late.
    Post.objects.update(state="waiting", not_before=START)
    deliver(club)
    ids = [headers["webhook-id"] for _body, headers, _raw in service.got]
    assert len(ids) == 2
    assert len(set(ids)) == 1


def test_kinds_that_are_left_out_are_not_posted(club: Club, bo: User, dai: User, service: Service) -> None:
    values = {"url": service.url, "form": "text", "language": "en"}
    post(bo, "/clubs/tuesday/webhook/new/", **values, kinds=["season_opened"])
    assert "joined" in Webhook.objects.get().muted
    add(club, dai)
    assert states(club) == []
    post(bo, page_of(club), **values, kinds=["joined", "season_opened"])
    assert "joined" not in Webhook.objects.get().muted


@pytest.mark.parametrize(
    ("form", "url", "expected"),
    [
        (
            "telegram",
            "https://api.telegram.org/bot12:ab/sendMessage",
            {"chat_id": "-100", "link_preview_options": {"is_disabled": True}},
        ),
        ("line", "https://api.line.me/v2/bot/message/push", {"to": "-100"}),
    ],
)
def test_services_without_an_address_of_ones_own(
    club: Club, bo: User, monkeypatch: pytest.MonkeyPatch, form: str, url: str, expected: dict
) -> None:
    """As their documents say: https://core.telegram.org/bots/api, https://developers.line.biz/en/reference/."""
    sent: list[Any] = []
    monkeypatch.setattr(delivery, "send", lambda *request: sent.append(request))
    values = {"form": form, "token": "12:ab", "recipient": "-100", "language": "en"}
    assert post(bo, "/clubs/tuesday/webhook/new/", **values, kinds=["joined"]).status_code == 302
    try_webhook(club_id=club.pk, user=bo)
    deliver(club)
    [(to, raw, headers)] = sent
    body = json.loads(raw)
    text = body.pop("text", "") or body.pop("messages")[0]["text"]
    assert text.startswith("Bo is testing the webhook of Tuesday.")
    assert (to, body) == (url, expected)
    assert headers.get("Authorization") == ("Bearer 12:ab" if form == "line" else None)


@pytest.mark.parametrize("token", ["", "12/../../x?", "1 2", "1\r\nHost: x"])
def test_a_token_leads_nowhere_else(club: Club, bo: User, token: str) -> None:
    values = {"form": "telegram", "token": token, "recipient": "1", "language": "en"}
    assert post(bo, "/clubs/tuesday/webhook/new/", **values).status_code == 422
    assert not Webhook.objects.exists()


def test_the_log_of_deliveries_tells_what_failed_and_posts_it_again(
    club: Club, bo: User, dai: User, service: Service
) -> None:
    hook(club, bo, service)
    service.answer = 404
    add(club, dai)
    deliver(club)
    page = text(get(bo, page_of(club)))
    assert "New members" in page
    assert "The service does not know this address, or no longer does. (HTTP 404)" in page
    service.answer = 200
    post(bo, f"/clubs/tuesday/webhook/posts/{Post.objects.get().pk}/again/")
    deliver(club)
    assert states(club) == ["sent"]
    assert "Try again" not in text(get(bo, page_of(club)))


def test_names_are_no_markup_and_call_nobody(club: Club, ai: User, service: Service) -> None:
    User.objects.filter(pk=ai.pk).update(name="<!channel> & @everyone")
    hook(club, ai, service)
    try_webhook(club_id=club.pk, user=ai)
    deliver(club)
    hook(club, ai, service, "discord")
    try_webhook(club_id=club.pk, user=ai)
    deliver(club)
    slack, discord = (body for body, _headers, _raw in service.got)
    assert slack["text"].startswith("&lt;\u200b!channel&gt; &amp; @\u200beveryone is testing")
    assert discord["content"].startswith("<\u200b!channel> & @\u200beveryone is testing")
    assert discord["allowed_mentions"] == {"parse": []}


def test_names_are_no_links_of_markdown(club: Club, ai: User, service: Service) -> None:
    """Mattermost, Rocket.Chat and Discord would show a word in place of the address, and a picture in place of both."""
    User.objects.filter(pk=ai.pk).update(name="![Ai](https://evil.example/a.png)")
    for form in ("text", "discord"):
        hook(club, ai, service, form)
        try_webhook(club_id=club.pk, user=ai)
        deliver(club)
    found = [body.get("text") or body["content"] for body, _headers, _raw in service.got]
    assert [text.partition(" is testing")[0] for text in found] == [
        "![Ai]\u200b(https:\u200b//\u200bevil.\u200bexample/a.\u200bpng)"
    ] * 2


def test_what_fails_comes_later_and_in_order(
    club: Club, ai: User, dai: User, emi: User, service: Service, clock: Clock
) -> None:
    hook(club, ai, service)
    service.answer = 503
    add(club, dai)
    deliver(club)
    add(club, emi)
    deliver(club)
    assert service.got == []
    assert "Posts have not arrived since" in text(get(ai, page_of(club)))
    assert "The service itself has a problem." in text(get(ai, page_of(club)))
    assert "(HTTP 503)" in text(get(ai, page_of(club)))
    service.answer = 200
    clock.go(minutes=1)
    deliver(club)
    assert service.texts == ["Dai is now a member of Tuesday.", "Emi is now a member of Tuesday."]
    assert "Posts have not arrived since" not in text(get(ai, page_of(club)))


def test_a_refusal_for_good_is_not_tried_again(club: Club, ai: User, service: Service, clock: Clock) -> None:
    hook(club, ai, service)
    service.answer = 404
    try_webhook(club_id=club.pk, user=ai)
    deliver(club)
    assert states(club) == ["failed"]
    assert delivery.due(clock.at + timedelta(days=1)) == []


@pytest.mark.parametrize(
    ("asked", "minutes"),
    [
        ("7200", 120),
        ("7200.5", 120),
        ("Mon, 02 Mar 2026 14:00:00 GMT", 120),
        ("Monday, 02-Mar-26 14:00:00 GMT", 120),
        ("Mon Mar  2 14:00:00 2026", 120),
        ("Mon, 02 Mar 2026 23:00:00 +0900", 120),
        # Not sooner than the site would by itself.
        ("2", 1),
        ("Mon, 02 Mar 2026 11:00:00 GMT", 1),
        # Not for ever.
        ("99999999999", 720),
        ("9" * 5000, 720),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 720),
        ("-5", 1),
        ("soon", 1),
        ("²", 1),
        ("Mon, 99 Foo 2026 14:00:00 GMT", 1),
        ("Mon, 02 Mar 2026 14:00:00 +9999", 1),
    ],
)
@pytest.mark.parametrize("status", [429, 503])
def test_the_pause_that_a_service_asks_for(
    club: Club, ai: User, service: Service, clock: Clock, asked: str, minutes: int, status: int
) -> None:
    hook(club, ai, service)
    service.answer, service.retry_after = status, asked
    try_webhook(club_id=club.pk, user=ai)
    deliver(club)
    service.answer = 200
    clock.go(seconds=1)
    try_webhook(club_id=club.pk, user=ai)
    clock.go(minutes=minutes, seconds=-2)
    deliver(club)
    assert service.got == []
    clock.go(seconds=2)
    deliver(club)
    # In order: what came later waited as well.
    assert states(club) == ["sent", "sent"]


def fail_daily(club: Club, user: User, clock: Clock, service: Service, answers: Sequence[int]) -> None:
    """Send a test each day, which the service answers so."""
    for answer in answers:
        service.answer = answer
        try_webhook(club_id=club.pk, user=user)
        deliver(club)
        clock.go(days=1)


@pytest.mark.parametrize("answers", [[404] * 8, [410] * 8, [404, 410] * 4])
def test_an_address_unknown_for_a_week_is_switched_off(
    club: Club, ai: User, bo: User, dai: User, service: Service, clock: Clock, answers: list[int]
) -> None:
    hook(club, ai, service)
    fail_daily(club, ai, clock, service, answers[:7])
    assert Webhook.objects.get().off_at is None
    fail_daily(club, ai, clock, service, answers[7:])
    assert Webhook.objects.get().off_at is not None
    assert log(club)[-1] == "A webhook was switched off: its service no longer knows the address."
    told = Notification.objects.filter(kind="webhook_off")
    assert set(told.values_list("user", flat=True)) == {ai.pk, bo.pk}
    routing.route(clock.at)
    assert "The webhook of Tuesday was switched off" in text(get(ai, "/me/notifications/"))
    page = text(get(ai, page_of(club)))
    assert "This webhook was switched off on" in page
    assert "switched off" in text(get(ai, "/clubs/tuesday/webhook/"))
    # Nothing is posted any more, and nobody is told twice.
    service.answer, posts = 200, Post.objects.count()
    add(club, dai)
    assert Post.objects.count() == posts
    fail_daily(club, ai, clock, service, [404])
    assert told.count() == 2


@pytest.mark.parametrize(
    "answers", [[404] * 3 + [200] + [404] * 6, [500] * 9, [404] * 3 + [500] + [404] * 6, [403] * 9]
)
def test_other_failures_switch_nothing_off(
    club: Club, ai: User, service: Service, clock: Clock, answers: list[int]
) -> None:
    hook(club, ai, service)
    fail_daily(club, ai, clock, service, answers)
    assert Webhook.objects.get().off_at is None


def test_a_webhook_is_on_again_once_it_is_saved(
    club: Club, ai: User, dai: User, service: Service, clock: Clock
) -> None:
    hook(club, ai, service)
    fail_daily(club, ai, clock, service, [404] * 8)
    hook(club, ai, service)
    service.answer = 200
    add(club, dai)
    deliver(club)
    assert service.texts == ["Dai is now a member of Tuesday."]


def test_a_webhook_is_on_again_once_a_test_arrives(
    club: Club, ai: User, dai: User, service: Service, clock: Clock
) -> None:
    hook(club, ai, service)
    fail_daily(club, ai, clock, service, [404] * 8 + [200])
    assert Webhook.objects.get().off_at is None
    add(club, dai)
    deliver(club)
    assert service.texts[-1] == "Dai is now a member of Tuesday."


def test_in_the_end_it_is_given_up(club: Club, ai: User, service: Service, clock: Clock) -> None:
    hook(club, ai, service)
    service.answer = 500
    try_webhook(club_id=club.pk, user=ai)
    for _ in range(10):
        clock.go(hours=12)
        deliver(club)
    assert states(club) == ["failed"]
    assert Post.objects.get().tries == 7


def test_a_name_that_cannot_be_looked_up_is_a_failure_as_any_other(club: Club, ai: User, clock: Clock) -> None:
    # Set up before such names were refused.
    add_webhook(club_id=club.pk, user=ai, url="https://chat..example/", form="text", language="en")
    try_webhook(club_id=club.pk, user=ai)
    for _ in range(10):
        clock.go(hours=12)
        deliver(club)
    assert states(club) == ["failed"]
    assert Webhook.objects.get().error == "BadAddress"


def test_only_one_sender_posts(club: Club, ai: User, service: Service, clock: Clock) -> None:
    webhook, later = hook(club, ai, service), clock.at + outbox.CLAIM
    # Somebody else is at it.
    webhook.posts.create(kind="test", key="1", data={"user": ai.pk}, at=clock.at, not_before=later)
    deliver(club)
    assert service.got == []
    clock.go(minutes=5)
    deliver(club)
    assert len(service.got) == 1


def test_a_slow_service_gets_the_rest_later(
    club: Club, ai: User, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook(club, ai, service)
    service.answer = 502
    for _ in range(3):
        try_webhook(club_id=club.pk, user=ai)
    Post.objects.update(not_before=timezone.now())
    service.answer = 200
    monkeypatch.setattr(delivery, "LONGEST_TURN", 0.0)
    deliver(club)
    assert len(service.got) == 1
    assert Post.objects.filter(state=Post.State.WAITING).count() == 2


def test_redirects_are_not_followed(club: Club, ai: User, service: Service) -> None:
    hook(club, ai, service)
    service.answer = 302
    try_webhook(club_id=club.pk, user=ai)
    deliver(club)
    assert Webhook.objects.get().error == "NotTaken 302"


def test_an_organiser_sets_it_up_and_removes_it(club: Club, bo: User, service: Service) -> None:
    post(bo, "/clubs/tuesday/webhook/new/", url=service.url, form="json", language="ja")
    path = page_of(club)
    page = text(get(bo, path))
    assert Webhook.objects.get().secret in page
    assert page.index("Send a test post") < page.index("Nothing has been posted there yet.")
    post(bo, f"{path}test/")
    deliver(club)
    assert service.got[0][0]["data"]["title"] == "Boさんが「Tuesday」のWebhookを試しています。"
    assert "Remove the webhook" in text(post(bo, f"{path}end/"))
    assert Webhook.objects.exists()
    assert post(bo, f"{path}end/", sure="yes")["Location"] == "/clubs/tuesday/webhook/"
    assert not Webhook.objects.exists()
    assert log(club)[-2:] == ["Bo set up a webhook.", "Bo removed a webhook."]


def test_another_address_gets_another_secret_and_no_former_post(club: Club, ai: User, service: Service) -> None:
    first = hook(club, ai, service)
    try_webhook(club_id=club.pk, user=ai)
    assert hook(club, ai, service, "json").secret == first.secret
    assert first.posts.exists()
    Webhook.objects.update(former_secret="old", error="x", fails_since=timezone.now())
    values = {"url": "https://chat.example/", "form": "json", "language": "en"}
    change_webhook(club_id=club.pk, user=ai, webhook_id=first.pk, **values)
    other = Webhook.objects.get()
    assert other.pk == first.pk
    assert other.secret != first.secret
    assert (other.former_secret, other.error, other.fails_since) == ("", "", None)
    assert not first.posts.exists()


@pytest.mark.parametrize("answer", [200, 404])
def test_what_becomes_of_a_post_to_the_former_address_says_nothing_of_the_new_one(
    club: Club, ai: User, service: Service, monkeypatch: pytest.MonkeyPatch, answer: int
) -> None:
    """The new address, to which an organiser changes while the post is on its way, has failed already."""
    webhook, send = hook(club, ai, service), delivery.send
    values = {"url": "https://chat.example/", "form": "text", "language": "en"}

    def send_late(*request: Any) -> None:
        change_webhook(club_id=club.pk, user=ai, webhook_id=webhook.pk, **values)
        Webhook.objects.update(error="gaierror", fails_since=START)
        send(*request)

    monkeypatch.setattr(delivery, "send", send_late)
    service.answer = answer
    try_webhook(club_id=club.pk, user=ai)
    deliver(club)
    changed = Webhook.objects.get()
    assert (changed.url, changed.error, changed.fails_since) == ("https://chat.example/", "gaierror", START)
    assert changed.unknown_since is None


def channel(club: Club, user: User, service: Service, **values: Any) -> Webhook:
    return add_webhook(
        **{"club_id": club.pk, "user": user, "url": service.url, "form": "text", "language": "en"} | values
    )


def test_a_button_pressed_twice_adds_one_webhook(club: Club, ai: User, service: Service) -> None:
    first = channel(club, ai, service, name="#news", muted=["joined"])
    assert channel(club, ai, service, name="#news", muted=["joined"]) == first
    assert channel(club, ai, service, name="#news") != first
    assert club.webhooks.count() == 2


def test_several_webhooks_each_get_their_own_kinds_in_their_own_language(
    club: Club, ai: User, dai: User, service: Service
) -> None:
    channel(club, ai, service, name="#news")
    channel(club, ai, service, language="ja", form="discord")
    channel(club, ai, service, name="#results", muted=["joined"])
    add(club, dai)
    deliver(club)
    assert sorted(body.get("text", body.get("content")).partition("\n")[0] for body, _headers, _raw in service.got) == [
        "Dai is now a member of Tuesday.",
        "Daiさんが「Tuesday」のメンバーになりました。",
    ]
    markup = get(ai, "/clubs/tuesday/webhook/").content.decode()
    assert re.search(r'announcements/"\s+aria-current="true"', markup), "It lies under More."
    page = text(get(ai, "/clubs/tuesday/webhook/"))
    assert "#news" in page
    assert "日本語" in page
    assert "Discord" in page


def test_one_that_fails_holds_up_no_other(club: Club, ai: User, dai: User, service: Service) -> None:
    broken = channel(club, ai, service, url="https://chat..example/", name="#broken")
    channel(club, ai, service)
    add(club, dai)
    deliver(club)
    assert service.texts == ["Dai is now a member of Tuesday."]
    assert dict(Webhook.objects.values_list("error", "fails_since")).keys() == {"BadAddress", ""}
    assert "Posts have not arrived since" in text(get(ai, broken.get_absolute_url()))


def test_one_that_is_switched_off_gets_tests_only(club: Club, ai: User, dai: User, service: Service) -> None:
    off, other = channel(club, ai, service, name="#off"), channel(club, ai, service)
    Webhook.objects.filter(pk=off.pk).update(off_at=timezone.now())
    add(club, dai)
    try_one(club_id=club.pk, user=ai, webhook_id=off.pk)
    assert [*off.posts.values_list("kind", flat=True)] == ["test"]
    assert [*other.posts.values_list("kind", flat=True)] == ["joined"]


def test_a_club_has_not_more_than_some(club: Club, ai: User, service: Service) -> None:
    for number in range(MOST_WEBHOOKS):
        channel(club, ai, service, name=f"#{number}")
    values = {"url": service.url, "form": "text", "language": "en"}
    refused = post(ai, "/clubs/tuesday/webhook/new/", **values)
    assert refused.status_code == 422
    assert "10 webhooks are enough. Remove one first." in text(refused)
    assert Webhook.objects.count() == MOST_WEBHOOKS


def test_the_webhook_of_another_club_is_not_found(club: Club, ai: User, bo: User, service: Service) -> None:
    webhook = hook(club, ai, service)
    try_webhook(club_id=club.pk, user=ai)
    Post.objects.update(state="failed")
    other = club_of(bo, slug="elsewhere")
    for path in (
        f"{webhook.pk}/",
        f"{webhook.pk}/test/",
        f"{webhook.pk}/end/",
        f"posts/{Post.objects.get().pk}/again/",
    ):
        assert post(bo, f"/clubs/{other.slug}/webhook/{path}", sure="yes").status_code == 404
    assert [*Post.objects.values_list("state", flat=True)] == ["failed"]


def test_the_log_does_not_name_the_address(club: Club, ai: User, service: Service) -> None:
    hook(club, ai, service)
    assert "a-secret" not in str(list(club.audit.values_list("data", flat=True)))


def test_in_a_closed_club_nothing_changes(club: Club, ai: User) -> None:
    services.close(club_id=club.pk, user=ai)
    data = {"url": "https://chat.example/", "form": "text", "language": "en"}
    assert "This club is closed." in text(post(ai, "/clubs/tuesday/webhook/new/", **data))
    assert not Webhook.objects.exists()


@pytest.mark.usefixtures("quick_draws")
def test_a_season_is_told_from_its_entries_to_its_end(club: Club, ai: User, service: Service) -> None:
    people = crowd(8)
    for user in people:
        add(club, user)
    hook(club, ai, service)
    season = started(club, ai, people, rules_json={"preset": "four", "deals": 1}, opening="finished")
    for number in (1, 2):
        for table in Table.objects.filter(round__season=season, round__number=number):
            play_out(table)
        sweep.advance_season(season.pk)
    deliver(club)
    assert service.texts[:3] == ["Spring: entries are open.", "Spring has begun.", "Spring: round 1 has begun."]
    assert service.texts.count("Spring, round 1, table 2 is over.") == 1
    assert service.texts.count("Spring: round 2 has begun.") == 1
    assert service.texts.count("Spring: the standings after round 1") == 1
    assert service.texts[-1] == "Spring is over."
    assert len(service.texts) == 10
    standings = next(body["text"] for body, _headers, _raw in service.got if "the standings after" in body["text"])
    _title, leaders, *others = standings.splitlines()
    assert "1. P0" in leaders
    assert any("Table 1: P0" in line for line in others)
    # No kind of post names a card, of games that run or that are over; `test_waiting_posts` has that of who is to act.
    others = {"test", "joined", "to_act", "boards_opened", "boards_over", "season_paused", "season_fate"}
    assert {*Post.objects.values_list("kind", flat=True)} == set(POSTS) - others
    everything = "".join(body["text"] for body, _headers, _raw in service.got)
    assert not [name for name in SPOKEN.values() if name in everything]
    told = next(body["text"] for body, _headers, _raw in service.got if "table 1" in body["text"])
    table = Table.objects.get(round__season=season, round__number=1, number=1)
    totals = [sum(deal["scores"][seat] for deal in table.deals_json) for seat in range(4)]
    best = table.seats.get(number=totals.index(max(totals))).entry
    assert best is not None
    assert told.splitlines()[1].startswith(f"{best.name} {max(totals):+}, ")


@pytest.mark.usefixtures("quick_draws")
def test_an_external_match_is_posted_as_such(club: Club, ai: User, service: Service) -> None:
    season = started(club, ai, crowd(8))
    hook(club, ai, service)
    table = season.rounds.get(number=1).tables.get(number=2)
    first, second = of_table(ai, table), of_table(ai, table, seed=2)
    count(ai, season, table, first)
    deliver(club)
    take_back(ai, season, table)
    count(ai, season, table, second)
    deliver(club)
    assert service.texts.count("Spring, round 1, table 2 was an external match.") == 2
    scores = sorted(filter(None, scores_of(second)), reverse=True)
    assert f"{scores[0]:+}" in service.got[-1][0]["text"]


DEAL = {"declarer": 0, "bid": 13, "adjutant": 2, "pictures": 14}


def table_without_results(club: Club, ai: User, service: Service) -> tuple[Table, dict[str, Any]]:
    """The second table of a season whose club has a webhook, and the arguments that name it."""
    season = started(club, ai, crowd(8))
    hook(club, ai, service)
    table = season.rounds.get(number=1).tables.get(number=2)
    return table, {"club_id": club.pk, "user": ai, "season_id": season.pk, "table_id": table.pk}


@pytest.mark.usefixtures("quick_draws")
def test_results_that_are_entered_again_are_posted_again(club: Club, ai: User, service: Service) -> None:
    table, keys = table_without_results(club, ai, service)
    for pictures in (14, 20):
        enter_results(**keys, deals=[{**DEAL, "pictures": pictures}], seen="")
        deliver(club)
        take_back(ai, table.round.season, table)
    assert service.texts.count("Spring, round 1, table 2 was an external match.") == 2


@pytest.mark.usefixtures("quick_draws")
def test_results_that_are_corrected_are_posted_as_they_are_now(club: Club, ai: User, service: Service) -> None:
    table, keys = table_without_results(club, ai, service)
    enter_results(**keys, deals=[DEAL], seen="")
    deliver(club)
    made = service.got[-1][0]["text"]
    entered = ExternalMatch.objects.get(table=table)
    for _twice in range(2):
        enter_results(**keys, deals=[{**DEAL, "pictures": 2}], seen=version_of(entered), reason="A slip")
    deliver(club)
    lost = service.got[-1][0]["text"]
    told = "Spring, round 1, table 2: its results were corrected."
    assert [text.startswith(told) for text in (made, lost)] == [False, True]
    assert made.splitlines()[1] != lost.splitlines()[1]
    assert service.texts.count(told) == 1


@pytest.mark.usefixtures("quick_draws")
def test_the_result_of_a_table_names_its_division(club: Club, ai: User, service: Service) -> None:
    table, keys = table_without_results(club, ai, service)
    table.round.season.divisions.create(number=2)
    enter_results(**keys, deals=[DEAL], seen="")
    deliver(club)
    assert "Spring, Division 1, round 1, table 2 was an external match." in service.texts
    message = TableOver.webhook_message(club, {"table": table.pk, "is_corrected": True})
    assert message is not None
    assert message.title == "Spring, Division 1, round 1, table 2: its results were corrected."
