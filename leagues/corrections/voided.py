"""Which matches no longer count because organisers have voided them or had them replayed."""

from typing import Final

from django.db.models import Exists, OuterRef

from leagues.models import Correction

GAME_IS_VOID: Final = Exists(Correction.objects.filter(game=OuterRef("game"), undone_at=None))
"""For rows that refer to a game."""


def is_void(game_id: int) -> bool:
    return Correction.objects.filter(game=game_id, undone_at=None).exists()
