"""A message as plain text for chat services: whatever a name holds is shown as it is, and does nothing.

Services differ in what they read as markup, and some have no way to escape it. So signs of markup become signs that
look like them, and links and mentions get an invisible separator.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

NO_SPACE: Final = "\u200b"
"""An invisible separator."""
CUT: Final = "…"
_LOOKS_ALIKE: Final = str.maketrans({"`": "ˋ", "*": "∗", "_": "ˍ", "~": "∼", "|": "ǀ", "$": "＄", "\\": "＼"})
"""Code, bold, italics, strikes, spoilers, formulas, and escapes of all that."""
_SEPARATED: Final = re.compile(
    r"""
      [@\]<]                         # mentions, the end of a link's text, and what Discord writes in angle brackets
    | (?<!\d):(?=\S) | :(?=[^\s\d])  # addresses, and emoji; but not times of day
    | ：(?=//)
    | (?<=\w)[.．。｡](?=[^\W\d])     # names of hosts
    | (?<=\d)\.(?=\d+\.\d+\.\d)      # addresses of hosts
    | (?<!\w)[/\#](?=[^\W\d])        # commands, tags
    """,
    re.VERBOSE,
)
_BEGINS_MARKUP: Final = re.compile(r"[#>+=-]|\d+[.)]")
"""Headings, quotations and lists, at the beginning of a line."""
_ESCAPES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
"""Slack and its kin read these three signs as links and mentions."""


def chat_text(lines: Sequence[str], link: str, limit: int, *, escape: bool = False) -> str:
    """The lines and the link in at most so many characters; what does not fit is cut at a line, with "…"."""
    escapes = _ESCAPES if escape else {}
    plain = [[escapes.get(sign, sign) for sign in without_markup(line)] for line in lines]
    return "\n".join([*_fitting(plain, limit - length(link) - 1), link])


def without_markup(line: str) -> str:
    """The line, for a reader the same, but nothing that a chat service would act on."""
    line = _SEPARATED.sub(lambda sign: sign[0] + NO_SPACE, line.translate(_LOOKS_ALIKE))
    return NO_SPACE + line if _BEGINS_MARKUP.match(line) else line


def length(text: str) -> int:
    """As services count: characters outside the basic plane, such as emoji, are two."""
    return len(text.encode("utf-16-le")) // 2


def _fitting(lines: Sequence[Sequence[str]], limit: int) -> list[str]:
    """The first lines, whole ones if at least one fits. Each is a list of signs, which are never cut."""
    texts = ["".join(line) for line in lines]
    if _fits(texts, limit):
        return texts
    number = len(texts)
    while number and not _fits([*texts[:number], CUT], limit):
        number -= 1
    if number:
        return [*texts[:number], CUT]
    first = list(lines[0])
    while not _fits(["".join(first), CUT], limit):
        first.pop()
    return ["".join(first) + CUT]


def _fits(texts: Iterable[str], limit: int) -> bool:
    return length("\n".join(texts)) <= limit
