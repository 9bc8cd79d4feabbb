"""Pages: the list of notifications, their settings, unsubscribing, push subscriptions, and the calendar address."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post
from players.models import CalendarFeed, PushSubscription, Session, User
from players.notifications import inbox, push, services
from players.notifications.forms import NotificationSettingsForm, PushForm
from players.notifications.kinds import KINDS
from players.notifications.mail import confirmed_address, read_token
from players.notifications.routing import settings_of
from players.requests import PersonRequest


@require_safe
@never_cache
def notifications(request: PersonRequest) -> HttpResponse:
    """The latest notifications; opening the list is reading them."""
    chosen = settings_of([request.user.pk])[request.user.pk]
    # Before the list is made: what comes in between stays new.
    new = inbox.new(request.user)
    context = {
        "lines": inbox.lines(request.user),
        "unreachable": inbox.unreachable(request.user, chosen),
    }
    if request.method == "GET":
        inbox.read(new, timezone.now())
    return render(request, "players/notifications/notifications.html", context)


@login_not_required
@require_safe
@never_cache
def notification_count(request: HttpRequest) -> HttpResponse:
    """The link in the head with how many are new, for pages that stay open, also when their reader has signed out."""
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    return render(
        request,
        "players/notifications/_notification_link.jinja",
        {"user": request.user},
        using="fragments",
    )


@get_or_post
def notification_settings(request: PersonRequest) -> HttpResponse:
    """Each kind by each channel, reminders, the daily mail, and the browsers and calendars that are told."""
    chosen = settings_of([request.user.pk])[request.user.pk]
    form = NotificationSettingsForm(request.user, chosen, request.POST or None)
    if form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("players:notification_settings")
    context = {
        "form": form,
        "unreachable": inbox.unreachable(request.user, chosen),
        "address": confirmed_address(request.user),
        "browsers": push.fingerprints(request.user),
        "push_key": push.public_key() if push.is_offered() else "",
        "feed": CalendarFeed.objects.filter(user=request.user).first(),
        "site": settings.SITE_URL,
    }
    status = 422 if form.is_bound else 200
    return render(request, "players/notifications/settings.html", context, status=status)


@login_not_required
@csrf_exempt
@get_or_post
@never_cache
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """The link in every mail to end such mails. It works signed out, and by one click in mail programs (RFC 8058)."""
    found = read_token(token)
    if found is None:
        raise Http404
    user_id, names = found
    user = get_object_or_404(User, pk=user_id)
    kinds = [KINDS[name] for name in names]
    context = {"person": user, "kinds": kinds, "stopped": ""}
    if request.method == "POST":
        asked = request.POST.get("stop", "all")
        services.stop_mails(user, asked if asked in KINDS else "all")
        context["stopped"] = KINDS[asked].label if asked in KINDS else "all"
    return render(request, "players/notifications/unsubscribe.html", context)


# --- Browsers that show notifications by themselves ---


@require_POST
def subscribe_push(request: PersonRequest) -> HttpResponse:
    """Called by a browser's script, with the subscription that it has made."""
    limit(request, "subscribe_push", "20/h")
    form = PushForm(request.POST)
    if not push.is_offered() or not form.is_valid():
        return HttpResponse(status=422)
    services.subscribe(request.user, Session.key_of(request.session), **form.cleaned_data)
    return HttpResponse(status=204)


@require_POST
def forget_push(request: PersonRequest) -> HttpResponse:
    """Tell no browser of this person any longer."""
    PushSubscription.objects.filter(user=request.user).delete()
    messages.success(request, _("Notifications are turned off in all browsers."))
    return redirect("players:notification_settings")


@login_not_required
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows notifications, and pages without a connection; its address says what it may watch over."""
    path = settings.BASE_DIR / "static" / "js" / "service-worker.js"
    return HttpResponse(path.read_text(), content_type="text/javascript; charset=utf-8")


# --- The calendar ---


@require_POST
def make_calendar(request: PersonRequest) -> HttpResponse:
    """A secret address for the person's calendar; a former one ends with it."""
    limit(request, "make_calendar", "20/h")
    services.make_feed(request.user)
    return redirect("players:notification_settings")


@require_POST
def end_calendar(request: PersonRequest) -> HttpResponse:
    CalendarFeed.objects.filter(user=request.user).delete()
    messages.success(request, _("The address of your calendar no longer works."))
    return redirect("players:notification_settings")
