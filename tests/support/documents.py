"""The pages of the documentation."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def text_of(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def blocks(page: str, kind: str) -> list[str]:
    """The code blocks of a page that are marked so."""
    return re.findall(rf"```{kind}\n(.*?)```", text_of(page), re.DOTALL)
