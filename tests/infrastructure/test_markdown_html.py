"""Members' texts in Markdown: what they may format, and that nothing dangerous gets through."""

import pytest

from infrastructure.markdown_html import members_markdown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Hi\nthere", "<p>Hi<br />\nthere</p>"),
        ("**Bold**", "<p><strong>Bold</strong></p>"),
        ("# Rules", "<h3>Rules</h3>"),
        ("#### Small", "<h6>Small</h6>"),
        ("see https://example.org.", '<a href="https://example.org" rel="nofollow">https://example.org</a>.'),
        ("火曜日。https://example.org。", '<a href="https://example.org" rel="nofollow">https://example.org</a>。'),
        ("[page](https://example.org)", '<a href="https://example.org" rel="nofollow">page</a>'),
        ("| a |\n|---|\n| 1 |", "<td>1</td>"),
    ],
)
def test_what_a_text_becomes(text: str, shown: str) -> None:
    assert shown in members_markdown(text)


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](java&#115;cript:alert(1))",
        "[x](data:text/html,<script>)",
        "![x](https://example.org/spy.png)",
        '[x](https://example.org "onclick=alert(1)" onclick=alert(1))',
    ],
)
def test_nothing_dangerous_gets_through(text: str) -> None:
    html = members_markdown(text)
    assert "<script" not in html
    assert "<img" not in html
    assert 'href="javascript' not in html
    assert 'href="data' not in html
    assert 'onclick="' not in html


def test_few_letters_make_no_huge_table() -> None:
    bomb = "|a" * 250 + "\n" + "|-" * 250 + "\n" + "|a\n" * 332
    assert len(members_markdown(bomb)) < 20 * len(bomb)
    assert "<table>" in members_markdown("|a|b|\n|-|-|\n|1|2|")
