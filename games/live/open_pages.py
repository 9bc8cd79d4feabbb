"""Tell open pages that their game has changed."""

from __future__ import annotations

from games.kernel.followers import Change
from infrastructure.broadcast import publish_after_commit


def follow(change: Change) -> None:
    """A follower: open pages hear of the change once it is committed."""
    publish_after_commit(change.game.slug, change.game.seq)
