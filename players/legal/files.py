"""Legal pages and contact: Markdown files of the operator's, such as `privacy.ja.md`, in the folder `LEGAL_DIR`.

Without Django, since the settings are checked here.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from infrastructure.markdown_html import safe_markdown

FILE: Final = re.compile(r"(?P<name>[a-z0-9-]{1,40})\.(?P<language>[a-z]{2})\.md")
TERMS: Final = "terms"
"""The page that people agree to."""
LONGEST_VERSION: Final = 40
MARKDOWN: Final = safe_markdown()


@dataclass(frozen=True, slots=True)
class LegalPage:
    name: str
    language: str
    title: str
    html: str


@cache
def pages_in(folder: str) -> dict[str, dict[str, LegalPage]]:
    """The pages of the folder by name and language, in the order of their names; read once by each process."""
    pages: dict[str, dict[str, LegalPage]] = {}
    for path in sorted(Path(folder).glob("*.md")) if folder else ():
        if match := FILE.fullmatch(path.name):
            page = read_page(match["name"], match["language"], path.read_text("utf-8-sig"))
            pages.setdefault(page.name, {})[page.language] = page
    return pages


def read_page(name: str, language: str, text: str) -> LegalPage:
    """The first line, `# Title`, is the title; without one, it is the name."""
    first, _newline, rest = text.strip().partition("\n")
    has_title = first.startswith("# ")
    title = first.removeprefix("# ").strip() if has_title else name.replace("-", " ").capitalize()
    html: str = MARKDOWN.render(rest if has_title else text)
    return LegalPage(name, language, title, html)


def wrong_legal_pages(folder: str, version: str) -> Iterator[str]:
    """What is wrong with `LEGAL_DIR` and `TERMS_VERSION`."""
    if len(version) > LONGEST_VERSION:
        yield f"TERMS_VERSION must have {LONGEST_VERSION} characters at most, such as 2027-01."
    try:
        # Hidden ones are not meant for readers. On Kubernetes every such folder has some.
        found = [path.name for path in Path(folder).iterdir() if not path.name.startswith(".")] if folder else []
        wrong = [name for name in found if not FILE.fullmatch(name)]
        names = pages_in(folder)
    except (OSError, UnicodeDecodeError) as error:
        yield f"LEGAL_DIR must be a folder with files in UTF-8 that can be read: {type(error).__name__}."
        return
    if wrong:
        yield f"LEGAL_DIR must hold files such as privacy.en.md and nothing else, not {min(wrong)!r}."
    if version and TERMS not in names:
        yield "TERMS_VERSION needs LEGAL_DIR with a file such as terms.en.md, to which people agree."
