"""Requests of signed-in people: their type, the person of an address, the way to signing in, and refusals."""

from urllib.parse import urlsplit

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import MAX_URL_LENGTH
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from infrastructure.pages import RefusalPage, render_page
from infrastructure.response_headers import ACCOUNTS
from players.models import User


class PersonRequest(HttpRequest):
    """A request to a page that only signed-in people reach."""

    user: User


def page_of(request: HttpRequest) -> str:
    """The address of the open page: the request's own or, for a form's request, that of the form's page.

    It is "/" for an address that is too long for a redirect to carry.
    """
    if request.method in ("GET", "HEAD"):
        page = request.get_full_path()
        return page if len(page) <= MAX_URL_LENGTH else "/"
    before = urlsplit(request.headers.get("Referer", ""))
    return before.path or "/" if before.netloc == request.get_host() else "/"


def sign_in_url(request: HttpRequest) -> str:
    """The address of the page for signing in, which leads back to the open page.

    Pages of accounts lead to where their reader was going.
    """
    if request.path.startswith(ACCOUNTS):
        page = request.POST.get(REDIRECT_FIELD_NAME) or request.GET.get(REDIRECT_FIELD_NAME, "")
    else:
        page = page_of(request)
    return reverse("account_login") if page in ("", "/") else redirect_to_login(page).url


def sign_in_first(request: HttpRequest) -> HttpResponse:
    """Redirect to signing in, and from there back to the open page; htmx redirects the whole page."""
    asked: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    if not asked:
        return redirect_to_login(page_of(request))
    page = asked.current_url_abs_path or "/"
    return HttpResponseClientRedirect(redirect_to_login(page if len(page) <= MAX_URL_LENGTH else "/").url)


def refused(
    request: HttpRequest, error: str, back: str, status: int = 409, remedy: tuple[str, str] | None = None
) -> HttpResponse:
    """Show why nothing was changed, with a link back and perhaps one to what helps; they may be one."""
    if remedy and remedy[1] == back:
        back = ""
    return render_page(request, "refused.html", RefusalPage(error, back, remedy), status=status)
