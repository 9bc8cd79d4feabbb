"""What names do in the posts of chat services: nothing. And how long texts are cut."""

import re

import pytest

from leagues.webhooks.chat_text import NO_SPACE, chat_text, length, without_markup

LINK = "https://napoleon.example/clubs/tuesday/"


@pytest.mark.parametrize(
    "name",
    [
        "||spoiler||",
        "`code`",
        "```code```",
        "*bold*",
        "**bold**",
        "_italic_",
        "__underlined__",
        "~~struck~~",
        "~struck~",
        "# heading",
        "-# small",
        "> quotation",
        ">>> quotation",
        "- list",
        "+ list",
        "1. list",
        "1) list",
        "=====",
        "\\*bold\\*",
        "[word](https://evil.example/)",
        "https://evil.example/",
        "HTTP://EVIL.EXAMPLE",
        "http://1.2.3.4/",
        "1.2.3.4",
        "http://localhost/",
        "www.evil.example",
        "evil.example",
        "discord.gg/abc",
        "例え。テスト",
        "mailto:bo@evil.example",
        "tel://1",
        "@everyone",
        "@here",
        "<@123>",
        "<@&123>",
        "<#123>",
        "<!channel>",
        "<t:0:R>",
        "<:sad:1>",
        "</command:1>",
        "<https://evil.example|word>",
        ":rotating_light:",
        ":100:",
        "3:+1:",
        ":)",
        "$x^2$",
        "/start",
        "#tag",
        "$USD",
    ],
)
def test_a_name_does_nothing(name: str) -> None:
    text = without_markup(name)
    # Nothing that one of the services would read as markup, a link, a mention, a command or a tag.
    acts = r"[`*_~|$\\]|[@<\]](?=\w|[@#!/:(&])|(?<!\d):[^\s\u200b]|\w[.。][^\W\d]|\d(\.\d+){3}|://|^([#>+=-]|\d+[.)])|(^|\s)[/#]\w"
    assert not re.search(acts, text), text
    # For a reader it is the same.
    shown = text.replace(NO_SPACE, "")
    assert shown.translate(str.maketrans("ˋ∗ˍ∼ǀ＄＼", "`*_~|$\\")) == name


@pytest.mark.parametrize(
    "line",
    [
        "Ai +12, Bo -3, 3.5",
        "第2卓が終わりました。",
        "Spring, round 1, table 2 is over.",
        "At 12:30 (JST)",
        "+12 ≠ Dai’s",
    ],
)
def test_other_texts_stay_as_they_are(line: str) -> None:
    assert without_markup(line).removeprefix(NO_SPACE) == line


@pytest.mark.parametrize("escape", [False, True])
@pytest.mark.parametrize("sign", ["a", "&", "🃏", "@", "*", "名"])
@pytest.mark.parametrize("number", [1, 3, 60, 400])
def test_long_texts_are_cut_at_a_line(sign: str, escape: bool, number: int) -> None:
    lines = [f"{n}: {sign * 30}" for n in range(number)]
    text = chat_text(lines, LINK, 2000, escape=escape)
    assert length(text) <= 2000
    *shown, link = text.split("\n")
    assert link == LINK
    whole = chat_text(lines, LINK, 10**6, escape=escape).split("\n")
    if shown != whole[:-1]:
        assert shown[-1] == "…"
        assert shown[:-1] == whole[: len(shown) - 1]
        # The next line would not have fitted.
        assert length("\n".join([*whole[: len(shown)], "…", link])) > 2000


@pytest.mark.parametrize("escape", [False, True])
@pytest.mark.parametrize("sign", ["a", "&", "🃏", "@"])
def test_a_single_long_line_is_cut_between_signs(sign: str, escape: bool) -> None:
    text = chat_text([sign * 5000], LINK, 2000, escape=escape)
    assert 1990 < length(text) <= 2000
    shown, link = text.split("\n")
    assert link == LINK
    assert shown.endswith("…")
    assert "&" not in re.sub(r"&(amp|lt|gt);", "", shown) or not escape
    text.encode()
