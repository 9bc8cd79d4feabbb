"""Markdown as safe HTML: no markup of its own gets through, no address of a script, and no picture of another host."""

from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

TOP_HEADING: Final = 3
"""The level of the highest heading in members' texts, which are parts of pages with headings of their own."""


def safe_markdown(**options: Any) -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False, **options}).enable("table").disable("image")


def _lower_headings(state: StateCore) -> None:
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + TOP_HEADING - 1)}"


def _mark_links(state: StateCore) -> None:
    """Search engines are asked not to follow members' links, so that nobody joins for their sake."""
    for block in state.tokens:
        for token in block.children or ():
            if token.type == "link_open":
                token.attrSet("rel", "nofollow")


def _for_members() -> MarkdownIt:
    # Addresses become links and ends of lines stay, as in texts of people who know no Markdown.
    renderer = safe_markdown(linkify=True, breaks=True).enable("linkify")
    renderer.core.ruler.push("lower_headings", _lower_headings)
    renderer.core.ruler.push("mark_links", _mark_links)
    return renderer


MOST_CELLS: Final = 2000
"""In the tables of a text: each short row is filled up to the longest, so that few letters make many cells."""
_FOR_MEMBERS: Final = _for_members()
_WITHOUT_TABLES: Final = _for_members().disable("table")


def members_markdown(text: str) -> str:
    """The HTML of a text by members.

    >>> members_markdown("**Tuesdays** at <b>eight</b>")
    '<p><strong>Tuesdays</strong> at &lt;b&gt;eight&lt;/b&gt;</p>\\n'
    """
    lines = text.splitlines()
    most_cells = len(lines) * max((line.count("|") + 1 for line in lines), default=0)
    html: str = (_FOR_MEMBERS if most_cells <= MOST_CELLS else _WITHOUT_TABLES).render(text)
    return html
