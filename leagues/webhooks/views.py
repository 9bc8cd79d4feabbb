"""The club's webhook: set up, tried out, removed by its organisers."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from leagues.access import get_organised_club
from leagues.models import Webhook
from leagues.responses import change, get_or_post, show
from players.rate_limits import limit
from players.requests import PersonRequest

from .forms import WebhookForm
from .services import remove_webhook, set_webhook, try_webhook


@get_or_post
@never_cache
def webhook(request: PersonRequest, slug: str) -> HttpResponse:
    """Where the club's news are posted to, and whether they arrive."""
    place = get_organised_club(request.user, slug)
    found = Webhook.objects.filter(club=place.club).first()
    start = {"language": get_language(), "form": Webhook.Form.TEXT}
    if found:
        start = {"url": found.url, "form": found.form, "language": found.language}
    form = WebhookForm(request.POST or None, initial=start)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        context = {"form": form, "webhook": found}
        return show(request, "leagues/webhooks/webhook.html", place, status=status, **context)
    limit(request, "webhook", "20/h")
    response = change(request, place, set_webhook, "webhook", **form.cleaned_data)
    if response.status_code == 302:
        messages.success(request, _("Saved."))
    return response


@require_POST
def test_webhook(request: PersonRequest, slug: str) -> HttpResponse:
    """Post a word, to see that it arrives."""
    place = get_organised_club(request.user, slug)
    get_object_or_404(Webhook, club=place.club)
    limit(request, "test_webhook", "10/h")
    response = change(request, place, try_webhook, "webhook")
    if response.status_code == 302:
        messages.success(request, _("A post is on its way."))
    return response


@require_POST
def end_webhook(request: PersonRequest, slug: str) -> HttpResponse:
    """Post nothing any more."""
    place = get_organised_club(request.user, slug)
    return change(request, place, remove_webhook, "webhook")
