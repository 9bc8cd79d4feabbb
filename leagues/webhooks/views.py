"""The club's webhook: set up, tried out, removed by its organisers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from infrastructure.rate_limits import limit
from leagues import consequences
from leagues.access import ClubAccess, get_organised_club
from leagues.models import Post, Webhook
from leagues.responses import Posted, change, form_of, posts_to, show, takes_post
from leagues.webhooks.failures import Failure, failure_of
from leagues.webhooks.forms import WebhookForm
from leagues.webhooks.places import places_to_choose
from leagues.webhooks.post_kinds import kinds_at_first, kinds_to_choose, label_of
from leagues.webhooks.services import (
    post_again,
    remove_webhook,
    renew_secret,
    set_webhook,
    try_webhook,
)
from players.requests import PersonRequest

POSTS_SHOWN: Final = 20


@form_of(get_organised_club)
def webhook(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """Where the club's news are posted to, and whether they arrive."""
    found = Webhook.objects.filter(club=access.club).first()
    places = places_to_choose(access.club, found)
    form = WebhookForm(request.POST or None, initial=_initial(found), places=places)
    if not form.is_valid():
        return show(
            request,
            "leagues/webhooks/webhook.html",
            access,
            form=form,
            webhook=found,
            failure=failure_of(found.error) if found else None,
            places=_chosen_places(form),
            posts=deliveries(found) if found else [],
        )
    limit(request, "webhook", "20/h")
    return change(request, access, set_webhook, "webhook", **form.values(), success=_("Saved."))


def _initial(found: Webhook | None) -> dict[str, Any]:
    if found is None:
        form = Webhook.Form.TEXT
        return {"language": get_language(), "form": form, "kinds": kinds_at_first()}
    kept = {name: getattr(found, name) for name in ("form", "url", "token", "recipient")}
    chosen = [name for name, _label in kinds_to_choose() if name not in found.muted]
    return {**kept, "language": found.language, "kinds": chosen, "places": found.places}


def _chosen_places(form: WebhookForm) -> str:
    """What the fold of seasons and tables says."""
    number = len(form["places"].value() or ())
    return (
        ngettext("%(n)s chosen", "%(n)s chosen", number) % {"n": number}
        if number
        else pgettext("seasons and tables", "all")
    )


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """A line of the log of deliveries."""

    post: Post
    label: str
    failure: Failure | None
    may_retry: bool


def deliveries(found: Webhook) -> list[DeliveryRow]:
    """The latest posts of the webhook."""
    latest = found.posts.order_by("-pk")[:POSTS_SHOWN]
    return [_delivery_row(one) for one in latest]


def _delivery_row(post: Post) -> DeliveryRow:
    may_retry = post.state == Post.State.FAILED
    return DeliveryRow(post, str(label_of(post.kind)), failure_of(post.error), may_retry)


@takes_post(get_organised_club, "webhook", rate=("test_webhook", "10/h"))
def test_webhook(posted: Posted) -> None:
    """Post a word, to see that it arrives."""
    get_object_or_404(Webhook, club=posted.access.club)
    try_webhook(**posted.keys)
    messages.success(posted.request, _("A post is on its way."))


renew_webhook_secret = posts_to(renew_secret, get_organised_club, "webhook")
retry_post = posts_to(post_again, get_organised_club, "webhook", rate=("test_webhook", "10/h"))
end_webhook = posts_to(
    remove_webhook, get_organised_club, "webhook", asks=consequences.of_removing_webhook
)
