from dataclasses import dataclass

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme

from infrastructure.pages import render_page
from infrastructure.requests import get_or_post, public_page
from players.legal.consent import agree as agree_to_terms
from players.legal.consent import is_missing
from players.legal.files import TERMS, LegalPage
from players.legal.pages import legal_page as page_named
from players.legal.pages import legal_pages
from players.requests import PersonRequest


@dataclass(frozen=True, slots=True)
class LegalPagePage:
    page: LegalPage


@public_page
def legal_page(request: HttpRequest, name: str) -> HttpResponse:
    """A page that the operator has written."""
    page = page_named(name)
    if page is None:
        raise Http404
    return render_page(request, "players/legal/legal_page.html", LegalPagePage(page))


@dataclass(frozen=True, slots=True)
class AgreePage:
    terms: LegalPage | None
    others: list[LegalPage]
    next: str


@get_or_post
def agree(request: PersonRequest) -> HttpResponse:
    """Ask for the consent to the terms, and store it with its date."""
    given = request.POST.get(REDIRECT_FIELD_NAME) or request.GET.get(REDIRECT_FIELD_NAME) or "/"
    page = given if url_has_allowed_host_and_scheme(given, {request.get_host()}, request.is_secure()) else "/"
    if request.method == "POST":
        agree_to_terms(request.user)
    if not is_missing(request.user):
        return redirect(page)
    others = [other for other in legal_pages() if other.name != TERMS]
    return render_page(request, "players/legal/agree.html", AgreePage(page_named(TERMS), others, page))
