"""Requests of signed-in people: their type, the person of an address, the redirect to signing in, and refusals."""

from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from infrastructure.pages import RefusalPage, render_page
from players.models import User


class PersonRequest(HttpRequest):
    """A request to a page that only signed-in people reach."""

    user: User


def page_of(request: HttpRequest) -> str:
    """The address of the open page: the request's own or, for a form's request, that of the form's page."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    before = urlsplit(request.headers.get("Referer", ""))
    return before.path or "/" if before.netloc == request.get_host() else "/"


def sign_in_first(request: HttpRequest) -> HttpResponse:
    """Redirect to signing in, and from there back to the open page; htmx redirects the whole page."""
    asked: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    if not asked:
        return redirect_to_login(page_of(request))
    return HttpResponseClientRedirect(redirect_to_login(asked.current_url_abs_path or "/").url)


def refused(request: HttpRequest, error: str, back: str, status: int = 409) -> HttpResponse:
    """Show why nothing was changed, with a link back."""
    return render_page(request, "refused.html", RefusalPage(error, back), status=status)
