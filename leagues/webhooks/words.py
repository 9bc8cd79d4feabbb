"""Posts in words: the same for every format."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from leagues.models import Club, Post
from players.models import User


class Said(NamedTuple):
    """A post in the language that is active."""

    title: str
    path: str
    """Where on the site it leads."""
    lines: tuple[str, ...] = ()


def say(post: Post, club: Club) -> Said | None:
    """The post in words; None if what it tells of is gone."""
    return WORDS[post.kind](club, post.data)


def _test(club: Club, data: dict[str, Any]) -> Said:
    words = {"name": _somebody(data["user"]), "club": club}
    return Said(_("%(name)s tries out the webhook of %(club)s.") % words, club.get_absolute_url())


def _joined(club: Club, data: dict[str, Any]) -> Said:
    words = {"name": _somebody(data["user"]), "club": club}
    path = reverse("leagues:members", args=[club.slug])
    return Said(_("%(name)s is a member of %(club)s now.") % words, path)


def _somebody(user_id: int) -> str:
    user = User.objects.filter(pk=user_id, is_active=True).first()
    return str(user) if user else _("Somebody")


WORDS: Final[dict[str, Callable[[Club, dict[str, Any]], Said | None]]] = {
    "test": _test,
    "joined": _joined,
}
