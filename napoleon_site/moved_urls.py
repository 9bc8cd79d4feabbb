"""Old addresses, each with a permanent redirect to its replacement."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponsePermanentRedirect
from django.urls import URLPattern, path, reverse

from infrastructure import url_converters as url_converters  # registers what the patterns use


class KeepMethodRedirect(HttpResponsePermanentRedirect):
    """308: a form posted to the old address is sent to the new one unchanged."""

    status_code = 308


def moved_to(name: str) -> Callable[..., KeepMethodRedirect]:
    """A view that redirects to the named page, with the same arguments and query."""

    @login_not_required
    def redirect(request: HttpRequest, **arguments: Any) -> KeepMethodRedirect:
        query = request.META["QUERY_STRING"]
        target = reverse(name, args=list(arguments.values()))
        return KeepMethodRedirect(f"{target}?{query}" if query else target)

    return redirect


# Old addresses, with the names of the pages that replace them.
MOVED: dict[str, str] = {
    "clubs/<slug:slug>/ask/": "leagues:request_to_join",
    "clubs/<slug:slug>/log/": "leagues:audit_log",
    "clubs/<slug:slug>/requests/<number:pk>/settle/": "leagues:answer_request",
    "clubs/<slug:slug>/seasons/<slug:season>/divisions/share-out/": "leagues:assign_divisions",
    "clubs/<slug:slug>/seasons/<slug:season>/entries/<number:pk>/settle/": "leagues:answer_entry",
    "clubs/<slug:slug>/seasons/<slug:season>/rounds/<number:number>/tables/<number:pk>/match/count/": (
        "leagues:accept_match"
    ),
    "clubs/<slug:slug>/webhook/end/": "leagues:webhooks",
    "clubs/<slug:slug>/webhook/secret/": "leagues:webhooks",
    "clubs/<slug:slug>/webhook/test/": "leagues:webhooks",
    "clubs/<slug:slug>/withdraw/": "leagues:withdraw_request",
    "bring/": "games:import_matches",
    "bring/by-hand/": "games:new_transcription",
    "bring/by-hand/<slug:slug>/": "games:transcription",
    "bring/by-hand/<slug:slug>/check/": "games:check_line",
    "bring/by-hand/<slug:slug>/discard/": "games:discard_transcription",
    "bring/by-hand/<slug:slug>/finish/": "games:finish_transcription",
    "bring/by-hand/<slug:slug>/table/": "games:transcription_table",
    "bring/by-hand/<slug:slug>/take-back/": "games:take_back_line",
    "bring/by-hand/<slug:slug>/write/": "games:write_line",
    "bring/<slug:slug>/": "games:upload",
    "bring/<slug:slug>/discard/": "games:discard_upload",
    "bring/<slug:slug>/store/": "games:store_upload",
    "rules/words/": "games:glossary",
    "t/<slug:slug>/sheet/": "games:score_sheet",
    "me/notices/": "players:notifications",
    "me/notices/choose/": "players:notification_settings",
    "me/notices/count/": "players:notification_count",
}

urlpatterns: list[URLPattern] = [path(old, moved_to(name)) for old, name in MOVED.items()]
