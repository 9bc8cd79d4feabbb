"""The club's webhook: set up, tried out, removed by its organisers."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from leagues.access import ClubAccess, get_organised_club
from leagues.models import Webhook
from leagues.responses import Posted, change, form_of, posts_to, show, takes_post
from leagues.webhooks.forms import WebhookForm
from leagues.webhooks.services import remove_webhook, set_webhook, try_webhook
from players.rate_limits import limit
from players.requests import PersonRequest


@form_of(get_organised_club)
def webhook(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """Where the club's news are posted to, and whether they arrive."""
    found = Webhook.objects.filter(club=access.club).first()
    start = {"language": get_language(), "form": Webhook.Form.TEXT}
    if found:
        start = {"url": found.url, "form": found.form, "language": found.language}
    form = WebhookForm(request.POST or None, initial=start)
    if not form.is_valid():
        return show(request, "leagues/webhooks/webhook.html", access, form=form, webhook=found)
    limit(request, "webhook", "20/h")
    data = form.cleaned_data
    return change(request, access, set_webhook, "webhook", **data, success=_("Saved."))


@takes_post(get_organised_club, "webhook", rate=("test_webhook", "10/h"))
def test_webhook(posted: Posted) -> None:
    """Post a word, to see that it arrives."""
    get_object_or_404(Webhook, club=posted.access.club)
    try_webhook(**posted.keys)
    messages.success(posted.request, _("A post is on its way."))


end_webhook = posts_to(remove_webhook, get_organised_club, "webhook")
