"""The wording of the texts to late players: the club's own, else the site's."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from django.conf import settings
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, override

from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import lock_club_as_organiser
from leagues.models import Club, ReminderText
from players.models import User

SITE_TEXTS: Final[dict[str, Promise]] = {
    ReminderText.Name.FRIENDLY: gettext_lazy(
        "Your table is waiting for you. Could you make your move when you find a moment?"
    ),
    ReminderText.Name.URGENT: gettext_lazy(
        "Your time is nearly used up. When it is, a bot plays for you. Please come and make your move."
    ),
    ReminderText.Name.STAYING: gettext_lazy(
        "Your table has been waiting for you for some time. Would you like to play on? If not, tell the "
        "organisers, and they will look for a substitute."
    ),
}
"""The site's wording, in each language."""

Texts: TypeAlias = dict[tuple[str, str], str]
"""By name and language."""


def site_texts() -> Texts:
    """The site's wording of every text, in every language."""
    found: Texts = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            found |= {(name, language): str(text) for name, text in SITE_TEXTS.items()}
    return found


def own_texts(club: Club) -> Texts:
    """What the club words itself."""
    rows = ReminderText.objects.filter(club=club).values_list("name", "language", "text")
    return {(name, language): text for name, language, text in rows}


def worded(name: str, own: Mapping[str, str]) -> str:
    """The text in the reader's language: ``own`` has the club's wording by language."""
    return own.get(get_language() or "") or str(SITE_TEXTS[name])


@transaction.atomic
def save_texts(*, club_id: int, user: User, texts: Texts) -> None:
    """Keep the club's wording; a text that is empty or the site's own is the site's from now on."""
    club = lock_club_as_organiser(club_id, user)
    site = site_texts()
    kept = {key: text for key, text in texts.items() if text and text != site[key]}
    if kept == own_texts(club):
        return
    ReminderText.objects.filter(club=club).delete()
    ReminderText.objects.bulk_create(
        ReminderText(club=club, name=name, language=language, text=text) for (name, language), text in kept.items()
    )
    record_in_audit_log(club, "texts_changed", actor=user)
