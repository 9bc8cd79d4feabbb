"""Notifications in a browser: the number in the head, and what it shows when no page is open."""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone
from playwright.sync_api import BrowserType, Page, expect

from games.lobby import services
from players.models import PushSubscription, User
from players.notifications import dispatch
from tests.browser.chromium import WHOLE, Contexts
from tests.browser.visitor import Visit, Visitor, until
from tests.support.play import lobby

pytestmark = pytest.mark.browser
CHOOSE = "/me/notifications/settings/"
ADDRESS = "https://fcm.googleapis.com/fcm/send/abc"
# A browser that has no push service to ask takes this for its subscription.
SUBSCRIBE = """
PushManager.prototype.subscribe = async (options) => ({
  toJSON: () => ({
    endpoint: "https://fcm.googleapis.com/fcm/send/abc",
    keys: {
      p256dh: btoa(String.fromCharCode(...options.applicationServerKey))
        .replace(/\\+/g, "-").replace(/\\//g, "_").replace(/=+$/, ""),
      auth: "MDEyMzQ1Njc4OWFiY2RlZg",
    },
  }),
});
"""

# A browser that has subscribed before, with that address.
SUBSCRIBED = """
PushManager.prototype.getSubscription = async () => ({
  endpoint: "https://fcm.googleapis.com/fcm/send/abc",
  options: {
    applicationServerKey: Uint8Array.from(
      atob(document.getElementById("push-form").dataset.key.replace(/-/g, "+").replace(/_/g, "/")),
      (letter) => letter.charCodeAt(0),
    ),
  },
});
"""


@pytest.fixture
def contexts(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], browser_context_args: dict[str, Any]
) -> Iterator[Contexts]:
    """For the whole browser: one without windows shows no notifications."""
    whole = browser_type.launch(**{**browser_type_launch_args, "executable_path": WHOLE})
    yield Contexts(partial(whole.new_context, **browser_context_args))
    whole.close()


def test_the_number_in_the_head_follows(visit: Visit, ai: User, bo: User) -> None:
    page = visit(bo).go("/rules/")
    link = page.get_by_role("link", name="Notifications")
    expect(link).to_have_text("Notifications")
    services.invite(game_id=lobby(ai).pk, number=1, user=bo)
    dispatch.due_now(timezone.now())
    # As when the page is looked at again.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.get_by_role("link", name="Notifications 1 new").click()
    page.get_by_role("link", name="Ai invites you to a table").click()
    page.get_by_role("button", name="Sit down").first.wait_for()
    expect(link).to_have_text("Notifications")


def test_a_browser_is_subscribed_and_shows_what_is_pushed(visit: Visit, base_url: str, ai: User) -> None:
    EmailAddress.objects.create(user=ai, email=ai.email, primary=True, verified=True)
    visitor = visit(ai, permissions=["notifications"], service_workers="allow")
    page = visitor.context.new_page()
    page.add_init_script(SUBSCRIBE)
    page.goto(base_url + CHOOSE)
    page.get_by_role("button", name="Show notifications in this browser").click()
    page.get_by_text("1 browser shows your notifications.").wait_for()
    assert PushSubscription.objects.get().user == ai

    devtools = visitor.context.new_cdp_session(page)
    registrations: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, lambda: registrations)
    message = json.dumps({"title": "Your turn: After dinner", "url": "/t/x/?deal=1", "tag": "x"})
    devtools.send(
        "ServiceWorker.deliverPushMessage", {"origin": base_url, "registrationId": registrations[-1], "data": message}
    )
    # An answer that never comes must end the test, for `evaluate` has no end of its own.
    shown = page.evaluate(
        """async () => {
          const shown = async () => {
            const worker = await navigator.serviceWorker.ready;
            for (;;) {
              const [one] = await worker.getNotifications();
              if (one) return [one.title, one.data, one.tag];
              await new Promise((done) => setTimeout(done, 50));
            }
          };
          return Promise.race([shown(), new Promise((done) => setTimeout(done, 10000, "nothing"))]);
        }"""
    )
    assert shown == ["Your turn: After dinner", "/t/x/?deal=1", "x"]

    page.get_by_role("button", name="Turn off in all browsers").click()
    page.get_by_text("Notifications are turned off in all browsers.").wait_for()
    assert not PushSubscription.objects.exists()


def test_a_browser_that_the_site_has_forgotten_is_offered_again(visit: Visit, base_url: str, ai: User) -> None:
    """Although another device of the person gets the notification."""
    page = visit(ai, permissions=["notifications"], service_workers="allow").context.new_page()
    page.add_init_script(SUBSCRIBED)
    page.goto(base_url + CHOOSE)
    page.evaluate(
        "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => true)"
    )
    offer = page.get_by_role("button", name="Show notifications in this browser")
    mine = PushSubscription.objects.create(user=ai, endpoint=ADDRESS)
    page.reload()
    expect(offer).to_be_hidden()
    PushSubscription.objects.create(user=ai, endpoint=f"{ADDRESS}/other")
    mine.delete()
    page.reload()
    expect(offer).to_be_visible()


# A browser that is subscribed with the site's former key, and takes another only once that has ended.
FORMER_KEY = (
    SUBSCRIBE
    + """
let subscribed = sessionStorage.getItem("subscribed") ?? "former";
const become = (next) => sessionStorage.setItem("subscribed", (subscribed = next));
const makes = PushManager.prototype.subscribe;
PushManager.prototype.subscribe = async (options) => {
  if (subscribed === "former") throw new Error("another key");
  become("new");
  window.key = options.applicationServerKey;
  return { ...(await makes(options)), unsubscribe: async () => become("") };
};
PushManager.prototype.getSubscription = async () =>
  subscribed === "former"
    ? {
        endpoint: "https://fcm.googleapis.com/fcm/send/former",
        options: { applicationServerKey: new Uint8Array(65).buffer },
        unsubscribe: async () => become(""),
      }
    : null;
"""
)


def visit_with_the_former_key(visitor: Visitor) -> Page:
    page = visitor.context.new_page()
    page.add_init_script(FORMER_KEY)
    page.goto(f"{visitor.address}/rules/")
    page.evaluate(
        "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => true)"
    )
    page.goto(f"{visitor.address}/")
    return page


def test_a_browser_subscribes_again_by_itself_after_a_change_of_keys(visit: Visit, ai: User) -> None:
    former = "https://fcm.googleapis.com/fcm/send/former"
    PushSubscription.objects.create(user=ai, endpoint=former, refused_at=timezone.now())
    page = visit_with_the_former_key(visit(ai, permissions=["notifications"], service_workers="allow"))
    until(page, lambda: list(PushSubscription.objects.values_list("endpoint", "refused_at")) == [(ADDRESS, None)])
    page.reload()
    expect(page.get_by_text("reach your browsers")).to_have_count(0)


def test_a_browser_whose_reader_has_ended_it_does_not(visit: Visit, ai: User) -> None:
    visitor = visit(ai, permissions=["notifications"], service_workers="allow")
    visitor.expect_problem("/me/push/: 409")
    page = visit_with_the_former_key(visitor)
    ended = "[sessionStorage.getItem('subscribed'), localStorage.getItem('push-former')]"
    until(page, lambda: page.evaluate(ended) == ["", None])
    assert not PushSubscription.objects.exists()
