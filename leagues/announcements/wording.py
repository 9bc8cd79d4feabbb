"""The words of an announcement: in the reader's language, with names, dates and links filled in."""

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.presentation.table_titles import fixture_title
from leagues.announcements.audiences import Audience
from leagues.models import Announcement
from leagues.rounds.titles import fixture_of

Texts = dict[str, dict[str, str]]
"""By language, the subject and the text."""
Of = Audience | Announcement
Scope = Announcement.Scope
PLACEHOLDER: Final = re.compile(r"\{(\w{1,20})\}")
MEANINGS: Final[dict[str, Promise]] = {
    "name": gettext_lazy("the reader’s name"),
    "club": gettext_lazy("the name of the club"),
    "season": gettext_lazy("the name of the season"),
    "division": gettext_lazy("the name of the division"),
    "round": gettext_lazy("the number of the round"),
    "closes": gettext_lazy("when the round closes, in the reader’s time zone"),
    "table": gettext_lazy("which table it is"),
    "link": gettext_lazy("the address of the page: of the club, the season, the round or the table"),
}
"""What can be filled in, in braces."""
_FOR_SCOPE: Final[dict[str, tuple[str, ...]]] = {
    Scope.CLUB: ("name", "club", "link"),
    Scope.MEMBER: ("name", "club", "link"),
    Scope.SEASON: ("name", "club", "season", "link"),
    Scope.DIVISION: ("name", "club", "season", "division", "link"),
    Scope.ROUND: ("name", "club", "season", "round", "closes", "link"),
    Scope.TABLE: ("name", "club", "season", "division", "round", "closes", "table", "link"),
}


class Worded(NamedTuple):
    subject: str
    text: str
    language: str


def words_for(scope: str) -> tuple[str, ...]:
    """The names of what can be filled in."""
    return _FOR_SCOPE[scope]


def unknown_words(text: str, scope: str) -> list[str]:
    """Words in braces that can't be filled in."""
    return [word for word in dict.fromkeys(PLACEHOLDER.findall(text)) if word not in words_for(scope)]


def language_for(texts: Mapping[str, object], language: str | None) -> str:
    """The language of the texts that a reader of this one gets."""
    return language if language is not None and language in texts else next(iter(texts))


def worded(of: Of, texts: Texts, name: str) -> Worded:
    """The announcement to somebody of that name, in the active language if it is written in that."""
    language = language_for(texts, get_language())
    own = texts[language]
    if of.scope == Scope.ORGANISERS:
        return Worded(own["subject"], own["text"], language)
    words = _words(of, name)

    def fill(text: str) -> str:
        return PLACEHOLDER.sub(lambda found: words.get(found[1], found[0]), text)

    return Worded(fill(own["subject"]), fill(own["text"]), language)


def _words(of: Of, name: str) -> dict[str, str]:
    words = {"name": name, "club": of.club.name, "link": settings.SITE_URL + path_of(of)}
    division = of.table.division if of.table else of.division
    if of.season:
        words["season"] = of.season.name
    if division:
        words["division"] = str(division)
    if of.round:
        words |= {"round": str(of.round.number), "closes": _closing(of)}
    if of.table:
        words["table"] = fixture_title(fixture_of(of.table))
    return words


def _closing(of: Of) -> str:
    closes = of.round.closes_at if of.round else None
    if closes is None:
        return _("(no date yet)")
    here = timezone.localtime(closes)
    return f"{date_format(here, 'DATETIME_FORMAT')} ({here.tzname()})"


def path_of(of: Of) -> str:
    """The page that it is about."""
    if of.table and of.table.game:
        return of.table.game.get_absolute_url()
    if of.season is None:
        return of.club.get_absolute_url()
    if of.round:
        return reverse("leagues:round", args=[of.club.slug, of.season.slug, of.round.number])
    return reverse("leagues:season", args=[of.club.slug, of.season.slug])


def meanings(scopes: Iterable[str] = tuple(_FOR_SCOPE)) -> list[tuple[str, Promise]]:
    """What can be filled in for one of these, each with what it means."""
    usable = {word for scope in scopes for word in words_for(scope)}
    return [(f"{{{word}}}", meaning) for word, meaning in MEANINGS.items() if word in usable]
