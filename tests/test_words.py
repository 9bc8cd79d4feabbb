"""Words that give translated English away are rare in comments, documents, templates and texts."""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[1]
CODE = ("napoleon", "infrastructure", "players", "games", "leagues", "staff", "napoleon_site")
MOST_PER_THOUSAND_LINES: Final = 3

TELLTALES: Final = {
    "whoever": r"\bwho(m?ever|soever)\b",
    "by what": r"\bby what\b",
    "anew": r"\banew\b",
    "meanwhile": r"\bmeanwhile\b",
    "is told": r"\b(is|are|was|were|be|been) told\b",
    "parts, as a verb": r"\b(it|that|which|what|line|rule) parts\b|\bto part\b|\bparts (them|it|what|members)\b",
    "a sentence that begins with Of": r"(?:^|[.:;!?]\s+)(?-i:Of) (?!course)",
    "stands, for is": r"\b(it|that|which|what|text|line|name|card|there|each|he|she|they|rule|page|rows?) stands?\b",
    "comes to": r"\b(comes?|came) to (?!pass)",
    "which cannot be": r", which cannot be\b",
}
PATTERNS: Final = {word: re.compile(pattern, re.IGNORECASE | re.MULTILINE) for word, pattern in TELLTALES.items()}
# As the formatter sets them. To read all tokens takes ten times as long.
COMMENT: Final = re.compile(r"(?:^ *|  )#.*$", re.MULTILINE)


def prose() -> Iterator[tuple[Path, str]]:
    """Each comment, docstring, page of the documentation and template, with its file."""
    for path in files("*.py", *CODE, "tests", "benchmarks", "deploy"):
        if "migrations" not in path.parts and path != Path(__file__):
            yield from ((path, text) for text in comments_of(path.read_text("utf-8")))
    documents = [*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md"), *files("*.md", "napoleon")]
    for path in [*documents, *files("*.html", "templates"), *files("*.jinja", "templates")]:
        yield path, path.read_text("utf-8")
    for path in [*files("*.js", "static"), *files("*.css", "static")]:
        for comment in re.findall(r"/\*.*?\*/|^\s*//.*$", path.read_text("utf-8"), re.S | re.M):
            yield path, comment


def files(pattern: str, *folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob(pattern))]


def comments_of(source: str) -> Iterator[str]:
    """The comments and docstrings of a Python source. Strings that stand alone count as docstrings."""
    yield from COMMENT.findall(source)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def telltales() -> tuple[Counter[str], list[str], int]:
    """How often each word was found, where, and in how many lines."""
    counts, places, lines = Counter[str](), [], 0
    for path, text in prose():
        lines += text.count("\n") + 1
        for word, pattern in PATTERNS.items():
            for match in pattern.finditer(text):
                counts[word] += 1
                line = text[text.rfind("\n", 0, match.start()) + 1 :].split("\n", 1)[0].strip()
                places.append(f"{path.relative_to(ROOT)}: {word}: {line[:110]}")
    return counts, places, lines


def test_words_that_sound_translated_are_rare() -> None:
    counts, places, lines = telltales()
    share = 1000 * counts.total() / lines
    assert share <= MOST_PER_THOUSAND_LINES, f"{share:.1f} in 1,000 lines\n" + "\n".join(places)


if __name__ == "__main__":
    counts, places, lines = telltales()
    sys.stdout.write("\n".join(place for place in places if place.startswith(tuple(sys.argv[1:]) or "")))
    sys.stdout.write(f"\n{counts}\n{1000 * counts.total() / lines:.1f} in 1,000 of {lines} lines\n")
