"""Readers for the archive's pages."""

from players.models import User
from tests.support.visits import get, text


def deals(path: str, user: User | None = None) -> list[str]:
    """The addresses of the deals in the results."""
    page = text(get(user, path))
    return [part.split('"')[0] for part in page[page.index("<section>") :].split('<a class="what" href="')[1:]]
