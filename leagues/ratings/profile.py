"""The ratings that a profile shows."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from leagues.ratings.context import in_words, ratings_of
from players.models import User
from players.signals import profile_shown


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
