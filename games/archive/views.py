"""The archive of finished deals: search, CSV and records."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse

from games.archive.context import DealListing, deal_listing
from games.archive.export import as_csv, as_records
from games.archive.forms import SearchForm, key_from_text, key_to_text
from games.archive.search import ArchiveSearch, DealKey, page_of
from games.comments.queries import counts_by_deal
from games.requests import VisitorRequest
from infrastructure.pages import render_page
from infrastructure.rate_limits import limit
from infrastructure.replica import from_replica
from infrastructure.requests import public_page

Write = Callable[[ArchiveSearch], Iterator[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivePage:
    """Without deals if the form was refused."""

    form: SearchForm
    deals: list[DealListing] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    is_search: bool = False
    query: str = ""
    back: str = ""
    on: str = ""


@public_page
@from_replica
def archive(request: VisitorRequest) -> HttpResponse:
    """Show a page of the deals that match the search; without a search the latest deals."""
    limit(request, "archive", "120/m")
    form = _form(request)
    keys = _keys(request)
    if not form.is_valid() or keys is None:
        return _refused(request, form)
    search, (after, before) = form.search(), keys
    page = page_of(search, after=after, before=before)
    comments = counts_by_deal([(deal.game_id, deal.number) for deal in page.deals])
    shown = ArchivePage(
        form=form,
        deals=[deal_listing(deal, search, comments.get((deal.game_id, deal.number), 0)) for deal in page.deals],
        chosen=form.chosen(),
        is_search=any(request.GET.get(name) for name in form.fields if name != "sort"),
        query=_query(request),
        back=_query(request, before=page.back) if page.back else "",
        on=_query(request, after=page.on) if page.on else "",
    )
    return render_page(request, "games/archive/archive.html", shown)


def _refused(request: VisitorRequest, form: SearchForm) -> HttpResponse:
    return render_page(request, "games/archive/archive.html", ArchivePage(form=form), status=400)


@public_page
def archive_csv(request: VisitorRequest) -> HttpResponseBase:
    """Download the results as CSV."""
    return _file(request, "deals.csv", "text/csv", as_csv)


@public_page
def archive_records(request: VisitorRequest) -> HttpResponseBase:
    """Download the records of all matches found, as one file."""
    return _file(request, "records.jsonl", "application/jsonl", as_records)


def _file(request: VisitorRequest, name: str, kind: str, write: Write) -> HttpResponseBase:
    form = _form(request)
    if not form.is_valid():
        return _refused(request, form)
    # A thread of the server works on it to the end.
    limit(request, f"archive_now_{name}", "2/m", costly=True)
    limit(request, "archive_file", "20/h", costly=True)
    headers = {"Content-Disposition": f'attachment; filename="napoleon-{name}"'}
    lines = write(form.search())
    return StreamingHttpResponse(in_pieces(lines), content_type=f"{kind}; charset=utf-8", headers=headers)


def in_pieces(lines: Iterator[str], size: int = 16_384) -> Iterator[str]:
    """Join lines into larger pieces, because each piece has a cost in the servers."""
    waiting, length = list[str](), 0
    for line in lines:
        waiting.append(line)
        length += len(line)
        if length >= size:
            yield "".join(waiting)
            waiting, length = [], 0
    yield "".join(waiting)


def _form(request: VisitorRequest) -> SearchForm:
    return SearchForm(request.GET, reader=request.user)


def _keys(request: VisitorRequest) -> tuple[DealKey | None, DealKey | None] | None:
    """The key at which the page begins or ends; None if the address has no valid key."""
    try:
        return (key_from_text(request.GET.get("after", "")), key_from_text(request.GET.get("before", "")))
    except ValueError:
        return None


def _query(request: VisitorRequest, **keys: DealKey) -> str:
    """The search as a query string without empty values."""
    query = request.GET.copy()
    for name in list(query):
        if name in ("after", "before") or not query[name]:
            del query[name]
    for name, key in keys.items():
        query[name] = key_to_text(key)
    return query.urlencode()
