"""Notes as forms bring them."""

from __future__ import annotations

from uuid import uuid4

from django.forms import Form
from django.utils.translation import gettext as _

from games.models import Game
from players.models import User

from . import services
from .models import Note, Place


def keep(game: Game, user: User, form: Form, place: Place | None) -> Note | None:
    """Keep what a valid form says; None if it is too much, as the form then tells."""
    said = form.cleaned_data
    try:
        return services.jot(
            game=game, user=user, place=place, text=said["text"], key=said["key"] or uuid4()
        )
    except services.TooManyNotes:
        words = {"n": services.MOST_NOTES}
        form.add_error(
            "text", _("You have %(n)s notes about this match. Delete some first.") % words
        )
        return None
