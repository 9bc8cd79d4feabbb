"""Many workers at once: each notification goes out once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core import mail
from django.db import connection

from players.models import Delivery, User
from players.notifications import dispatch, routing
from players.notifications.kinds import KINDS
from tests.support.notifications import MINUTE, NOON, Post, pass_time, reachable, states, subjects
from tests.support.notifications import post as post

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS = 4


def at_once(work: object) -> None:
    barrier = Barrier(WORKERS)

    def run(number: int) -> None:
        try:
            barrier.wait(20)
            work()  # type: ignore[operator]
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(run, range(WORKERS)))


def test_concurrent_workers_send_each_notice_once(post: Post, cast: list[User]) -> None:
    reachable(*cast)
    User.objects.update(keeps_quiet=False)
    everybody = [user.pk for user in cast]
    for key in range(10):
        at_once(lambda key=key: KINDS["letter"].write(everybody, f"{key}", NOON))
    at_once(lambda: routing.route(NOON))
    assert Delivery.objects.count() == 50
    later = NOON + 3 * MINUTE

    def send() -> None:
        for user_id, channel in dispatch.due(later):
            dispatch.deliver(user_id=user_id, channel=channel, now=later)

    # Before any thread: all must see one and the same list of mails.
    mail.outbox.clear()
    at_once(send)
    assert sorted(message.to[0] for message in mail.outbox) == sorted(user.email for user in cast)
    assert set(subjects()) == {"Letter 0, and 9 more"}
    assert states() == ["sent"] * 50
    pass_time(later)
    assert len(mail.outbox) == 5
