"""What ratings add to accounts: a line on profiles, and matches that count once a guest has signed up."""

from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _

from games.kernel.followers import LATELY, consume_again
from games.models import Game
from leagues.ratings.context import in_words, ratings_of
from players.models import User


def ratings_on_profile(sender: type[User], user: User, **kwargs: Any) -> list[tuple[str, object]]:
    words = _("Rating at %(game)s")
    path = reverse("leagues:rating", args=[user.pk])
    return [
        (words % {"game": rating.get_family_display()}, format_html('<a href="{}">{}</a>', path, in_words(rating)))
        for rating in ratings_of(user)
    ]


def rate_matches_of_guest(sender: type[User], user: User, **kwargs: Any) -> None:
    """Rate the matches that the person has finished lately; no match with guests alone was rated."""
    since = timezone.now() - LATELY
    finished = Game.objects.filter(status=Game.Status.FINISHED, is_imported=False)
    lately = finished.filter(seats__user=user, ended_at__gt=since)
    for game_id in lately.order_by("ended_at", "pk").values_list("pk", flat=True):
        consume_again("ratings", game_id)
