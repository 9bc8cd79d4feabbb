"""The club's webhooks: added, changed, tried out, removed by its organisers."""

from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from infrastructure.rate_limits import limit
from leagues import consequences
from leagues.access import ClubAccess, WebhookAccess, get_organised_club, get_organised_webhook
from leagues.locks import ClubError
from leagues.models import Post, Webhook
from leagues.pages import ClubPage
from leagues.responses import Full, Posted, change, form_of, page_of, posts_to, refuse_in_form, show, takes_post
from leagues.webhooks import services
from leagues.webhooks.failures import Failure, failure_of
from leagues.webhooks.forms import WebhookForm
from leagues.webhooks.places import places_to_choose
from leagues.webhooks.post_kinds import kinds_at_first, kinds_to_choose, label_of
from players.requests import PersonRequest

POSTS_SHOWN: Final = 20
NAMED: Final = 3
"""With more kinds the list of webhooks only counts them."""


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


@dataclass(frozen=True, slots=True)
class WebhookRow:
    """A line of the list of webhooks."""

    webhook: Webhook

    @property
    def kinds(self) -> str:
        """What is posted: a few kinds by name, many by number."""
        posted = [str(label) for name, label in kinds_to_choose() if name not in self.webhook.muted]
        if not posted:
            return _("nothing is posted")
        if len(posted) <= NAMED:
            return _(", ").join(posted)
        return ngettext("%(n)s kind of post", "%(n)s kinds of posts", len(posted)) % {"n": len(posted)}


@dataclass(frozen=True, kw_only=True)
class WebhooksPage(ClubPage):
    rows: list[WebhookRow]

    @property
    def full(self) -> str:
        """Why no more can be added."""
        return services.why_no_more(len(self.rows))


@dataclass(frozen=True, kw_only=True)
class WebhookFormPage(ClubPage):
    """A webhook to be added."""

    form: WebhookForm

    @property
    def places(self) -> str:
        """How many seasons and tables are chosen."""
        number = len(self.form["places"].value() or ())
        if not number:
            return pgettext("seasons and tables", "all")
        return ngettext("%(n)s chosen", "%(n)s chosen", number) % {"n": number}


@dataclass(frozen=True, kw_only=True)
class WebhookPage(WebhookFormPage):
    access: WebhookAccess

    @property
    def webhook(self) -> Webhook:
        return self.access.webhook

    @property
    def failure(self) -> Failure | None:
        return failure_of(self.webhook.error)

    @property
    def posts(self) -> list[DeliveryRow]:
        return [DeliveryRow(post) for post in self.webhook.posts.order_by("-pk")[:POSTS_SHOWN]]


@page_of(get_organised_club)
def webhooks(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Where the club's news are posted to."""
    rows = [WebhookRow(webhook) for webhook in access.club.webhooks.select_related("club").order_by("pk")]
    return show(request, "leagues/webhooks/webhooks.html", WebhooksPage(access=access, rows=rows))


@form_of(get_organised_club, Full(lambda club: services.why_no_more(club.webhooks.count()), "webhooks"))
def new_webhook(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """Add an address."""
    initial = {"language": get_language(), "form": Webhook.Form.TEXT, "kinds": kinds_at_first()}
    form = WebhookForm(request.POST or None, initial=initial, places=places_to_choose(access.club, None))
    if form.is_valid():
        limit(request, "webhook", "20/h")
        try:
            return redirect(services.add_webhook(**access.keys, user=request.user, **form.values()))
        except ClubError as error:
            refuse_in_form(form, access, error)
    return show(request, "leagues/webhooks/new_webhook.html", WebhookFormPage(access=access, form=form))


@form_of(get_organised_webhook)
def webhook(request: PersonRequest, access: WebhookAccess) -> HttpResponse:
    """What is posted there, and whether it arrives."""
    places = places_to_choose(access.club, access.webhook)
    form = WebhookForm(request.POST or None, initial=_initial(access.webhook), places=places)
    if not form.is_valid():
        return show(request, "leagues/webhooks/webhook.html", WebhookPage(access=access, form=form))
    limit(request, "webhook", "20/h")
    return change(request, access, services.change_webhook, "webhook", **form.values(), success=_("Saved."))


def _initial(webhook: Webhook) -> dict[str, Any]:
    kept = ("name", "form", "url", "token", "recipient", "language", "places")
    chosen = [name for name, _label in kinds_to_choose() if name not in webhook.muted]
    return {**{name: getattr(webhook, name) for name in kept}, "kinds": chosen}


@takes_post(get_organised_webhook, "webhook", rate=("test_webhook", "10/h"))
def test_webhook(posted: Posted) -> None:
    """Post a word, to see that it arrives."""
    services.try_webhook(**posted.keys)
    messages.success(posted.request, _("A post is on its way."))


@takes_post(get_organised_club, "webhooks", rate=("test_webhook", "10/h"))
def retry_post(posted: Posted, post_id: int) -> HttpResponse:
    """Try again to deliver what was given up."""
    posts = Post.objects.select_related("webhook__club")
    given_up = get_object_or_404(posts, webhook__club=posted.access.club, pk=post_id)
    services.post_again(**posted.keys, post_id=post_id)
    return redirect(given_up.webhook)


@takes_post(get_organised_webhook, "webhook", asks=consequences.of_removing_webhook)
def end_webhook(posted: Posted) -> HttpResponse:
    """Post nothing there any more."""
    services.remove_webhook(**posted.keys)
    return redirect("leagues:webhooks", posted.access.club.slug)


renew_webhook_secret = posts_to(services.renew_secret, get_organised_webhook, "webhook")
