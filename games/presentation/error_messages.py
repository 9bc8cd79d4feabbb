"""The engine's refusals as sentences in the reader's language, for pages and mails."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.presentation.cards import label, suit_word
from napoleon.engine.errors import Detail
from napoleon.error_messages import SENTENCES

REFUSALS: Final[dict[str, Promise]] = {
    **{reason: _(sentence) for reason, sentence in SENTENCES.items()},
    "not_json": _("This is not a record line. Notes of a match can be typed in instead."),
    "no_claims": _("At this table nobody may claim the rest or give up."),
}


def refusal(reason: str, details: Mapping[str, Detail]) -> str:
    """Why the engine refused, in a sentence."""
    values: dict[str, object] = dict(details)
    suit = details.get("suit")
    if isinstance(suit, str):
        values["suit"] = suit_word(suit).capitalize()
    card = details.get("card")
    # Uploads that were refused before details named the card have none.
    values["card"] = label(card).capitalize() if isinstance(card, str) else gettext("This card")
    return str(REFUSALS[reason]) % values
