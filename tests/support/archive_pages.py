"""Readers for the archive's pages."""

from players.models import User
from tests.support.visits import get, text


def deals(path: str, user: User | None = None) -> list[str]:
    """The addresses of the deals in the results."""
    page = text(get(user, path))
    listed = page[page.index("<section>") :]
    return [part.split('"')[0] for part in listed.split('<a class="what" href="')[1:]]
