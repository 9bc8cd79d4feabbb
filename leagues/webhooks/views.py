"""The club's webhook: set up, tried out, removed by its organisers."""

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
from leagues.pages import ClubPage
from leagues.responses import Posted, change, form_of, posts_to, show, takes_post
from leagues.webhooks.failures import Failure, failure_of
from leagues.webhooks.forms import WebhookForm
from leagues.webhooks.places import places_to_choose
from leagues.webhooks.post_kinds import kinds_at_first, kinds_to_choose, label_of
from leagues.webhooks.services import post_again, remove_webhook, renew_secret, set_webhook, try_webhook
from players.requests import PersonRequest

POSTS_SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """A line of the log of deliveries."""

    post: Post

    @property
    def label(self) -> str:
        return str(label_of(self.post.kind))

    @property
    def failure(self) -> Failure | None:
        return failure_of(self.post.error)

    @property
    def may_retry(self) -> bool:
        return self.post.state == Post.State.FAILED


@dataclass(frozen=True, kw_only=True)
class WebhookPage(ClubPage):
    form: WebhookForm
    webhook: Webhook | None

    @property
    def failure(self) -> Failure | None:
        return failure_of(self.webhook.error) if self.webhook else None

    @property
    def places(self) -> str:
        """How many seasons and tables are chosen."""
        number = len(self.form["places"].value() or ())
        if not number:
            return pgettext("seasons and tables", "all")
        return ngettext("%(n)s chosen", "%(n)s chosen", number) % {"n": number}

    @property
    def posts(self) -> list[DeliveryRow]:
        latest = self.webhook.posts.order_by("-pk")[:POSTS_SHOWN] if self.webhook else ()
        return [DeliveryRow(post) for post in latest]


@form_of(get_organised_club)
def webhook(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """Where the club's news are posted to, and whether they arrive."""
    current = Webhook.objects.filter(club=access.club).first()
    places = places_to_choose(access.club, current)
    form = WebhookForm(request.POST or None, initial=_initial(current), places=places)
    if not form.is_valid():
        return show(request, "leagues/webhooks/webhook.html", WebhookPage(access=access, form=form, webhook=current))
    limit(request, "webhook", "20/h")
    return change(request, access, set_webhook, "webhook", **form.values(), success=_("Saved."))


def _initial(webhook: Webhook | None) -> dict[str, Any]:
    if webhook is None:
        form = Webhook.Form.TEXT
        return {"language": get_language(), "form": form, "kinds": kinds_at_first()}
    kept = {name: getattr(webhook, name) for name in ("form", "url", "token", "recipient")}
    chosen = [name for name, _label in kinds_to_choose() if name not in webhook.muted]
    return {**kept, "language": webhook.language, "kinds": chosen, "places": webhook.places}


@takes_post(get_organised_club, "webhook", rate=("test_webhook", "10/h"))
def test_webhook(posted: Posted) -> None:
    """Post a word, to see that it arrives."""
    get_object_or_404(Webhook, club=posted.access.club)
    try_webhook(**posted.keys)
    messages.success(posted.request, _("A post is on its way."))


renew_webhook_secret = posts_to(renew_secret, get_organised_club, "webhook")
retry_post = posts_to(post_again, get_organised_club, "webhook", rate=("test_webhook", "10/h"))
end_webhook = posts_to(remove_webhook, get_organised_club, "webhook", asks=consequences.of_removing_webhook)
