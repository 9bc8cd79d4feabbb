"""Where comments and notes are found."""

from __future__ import annotations

from django.urls import reverse

from .models import Place


def path_of(slug: str, place: Place | None, comment: int) -> str:
    """The comment at its position; one on the match stands in the list."""
    if place is None:
        return f"{reverse('games:comments', args=[slug])}#comment-{comment}"
    return f"{reverse('games:review_step', args=[slug, *place])}#comment-{comment}"
