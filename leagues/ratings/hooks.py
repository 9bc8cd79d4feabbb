"""What ratings do when a match is over, and when a profile is shown."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import receiver
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from games.models import Game
from games.signals import deals_ended
from leagues.ratings.lists import in_words, ratings_of
from players.models import User
from players.signals import profile_shown


@receiver(deals_ended, dispatch_uid="rate")
def rate_later(sender: type[Game], game: Game, **kwargs: Any) -> None:
    """Rate the match once its end is committed."""
    from leagues.tasks import rate_match  # which needs the apps

    if game.status == Game.Status.FINISHED:
        transaction.on_commit(partial(rate_match.delay, game.pk), robust=True)


@receiver(profile_shown)
def shown_on_profiles(sender: type[User], user: User, **kwargs: Any) -> list[tuple[str, object]]:
    words = _("Rating at %(game)s")
    path = reverse("leagues:rating", args=[user.pk])
    return [
        (
            words % {"game": rating.get_family_display()},
            format_html('<a href="{}">{}</a>', path, in_words(rating)),
        )
        for rating in ratings_of(user)
    ]
