"""Faults in the HTML of any page."""

import re
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from html.parser import HTMLParser
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse

# Kinds of <input> that need no label of their own.
UNLABELLED = ("hidden", "submit", "button")
# Data for a script file; no browser runs it.
DATA = "application/json"


class Page(HTMLParser):
    """Collects the faults of a page while reading it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.ids: Counter[str] = Counter()
        self.labels: set[str] = set()
        self.wanted: list[str] = []
        self.refers_to: set[str] = set()
        self.headings = self.in_label = 0
        self.language = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self._note_inline_code(tag, values)
        self.ids.update([values["id"]] if "id" in values else [])
        self.refers_to.update(values.get("aria-describedby", "").split())
        self.headings += tag == "h1"
        self.language = values.get("lang", "") if tag == "html" else self.language
        if tag == "label":
            self.in_label += 1
            self.labels.add(values.get("for", ""))
        self._note_control(tag, values)
        self.faults += [f"None as {name} of <{tag}>" for name in values if values[name] == "None"]

    def handle_endtag(self, tag: str) -> None:
        self.in_label -= tag == "label"

    def _note_inline_code(self, tag: str, values: dict[str, str]) -> None:
        if tag == "style" or "style" in values:
            self.faults.append(f"style in <{tag}>")
        if tag == "script" and not values.get("src") and values.get("type") != DATA:
            self.faults.append("inline script")
        self.faults += [f"{name} in <{tag}>" for name in values if name.startswith("on")]

    def _note_control(self, tag: str, values: dict[str, str]) -> None:
        if tag not in ("input", "select", "textarea") or values.get("type") in UNLABELLED:
            return
        if not self.in_label:
            self.wanted.append(values.get("id", "?"))
        if values.get("type") in ("password", "email") and not values.get("autocomplete"):
            self.faults.append(f"no autocomplete: {values.get('name')}")

    def all_faults(self) -> list[str]:
        return [
            *self.faults,
            *(f"twice: #{name}" for name, count in self.ids.items() if count > 1),
            *(f"no label: #{name}" for name in self.wanted if name not in self.labels),
            *(f"describes nothing: #{name}" for name in self.refers_to - set(self.ids)),
            *([] if self.headings == 1 else [f"{self.headings} main headings"]),
        ]


def faults(response: HttpResponse) -> list[str]:
    """The faults of the page, its security policy included."""
    policy = response.get("Content-Security-Policy", "")
    strict = "default-src 'none'" in policy and "unsafe" not in policy
    text = response.content.decode()
    found = [] if strict else ["no strict security policy"]
    if "{{" in text or "{%" in text or "MISSING" in text:
        found.append("a part of a template is missing")
    return [*found, *Page(text).all_faults()]


# White space beside these is invisible; for a button, only that inside it.
BLOCKS = (
    "!doctype|html|head|body|title|meta|link|script|main|header|footer|nav|section|article|div|p|h[1-6]|hr|br|"
    "ul|ol|li|dl|dt|dd|table|caption|colgroup|col|thead|tbody|tfoot|tr|th|td|form|fieldset|legend|figure|figcaption|"
    "details|summary|option|select|datalist|dialog|noscript|svg|g|path|rect|circle|text|use"
)
VERBATIM = re.compile(r"(<(textarea|pre|script)\b.*?</\2>)", re.DOTALL)
TAG = re.compile(r"(<[a-zA-Z/!](?:[^<>\"']++|\"[^\"]*\"|'[^']*')*+>)")
BLOCK = re.compile(rf"</?(?:{BLOCKS})\b", re.IGNORECASE)


class Tag(NamedTuple):
    text: str
    hides_before: bool
    """White space before these is invisible."""
    hides_after: bool


def canonical(html: str) -> str:
    """Remove invisible white space, so that tests don't depend on a template's layout."""
    parts = VERBATIM.split(html)
    # Each verbatim part comes with the name of its tag, which is dropped.
    return "".join(_canonical_part(part) if i % 3 == 0 else part for i, part in enumerate(parts) if i % 3 != 2)


def _canonical_part(html: str) -> str:
    # Every page of every test passes through here, so each tag is handled only once.
    *pairs, last = TAG.split(_with_single_spaces(html))
    found, is_hidden = [], False
    for text, tag in zip(pairs[::2], map(_tag, pairs[1::2]), strict=True):
        text = text.removeprefix(" ") if is_hidden else text
        found += [text.removesuffix(" ") if tag.hides_before else text, tag.text]
        is_hidden = tag.hides_after
    return "".join([*found, last.removeprefix(" ") if is_hidden else last])


def _with_single_spaces(html: str) -> str:
    if html.isspace():
        return " "
    before, after = " " * html[:1].isspace(), " " * html[-1:].isspace()
    return f"{before}{' '.join(html.split())}{after}"


@lru_cache(maxsize=20_000)
def _tag(text: str) -> Tag:
    is_block = BLOCK.match(text) is not None
    return Tag(
        text=text[:-2] + ">" if text.endswith(" >") else text,
        hides_before=is_block or text.startswith("</button"),
        hides_after=is_block or text.startswith("<button"),
    )


def canonical_pages(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that gives tests pages in canonical form."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not response.streaming and response.get("Content-Type", "").startswith("text/html"):
            response.content = canonical(response.content.decode()).encode()
            if "Content-Length" in response:
                response["Content-Length"] = str(len(response.content))
        return response

    return answer
