"""The bots of people: who made them, how they have done, and which of them wait for a table."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Count, Q, QuerySet, Sum

from games.models import Game
from games.presentation.points import decimal
from infrastructure.paging import Page, page
from players.models import User

SHOWN: Final = 50
LONGEST_OFFER: Final = timedelta(days=1)


class BotRecord(NamedTuple):
    """A bot with what it has made of its finished matches at listed tables."""

    user: User
    matches: int
    points: int
    is_waiting: bool

    @property
    def mean(self) -> str:
        """Points a match; empty before the first."""
        return decimal(self.points / self.matches) if self.matches else ""


@dataclass(frozen=True, slots=True)
class BotsPage:
    """The context of ``games/lobby/bots.html``."""

    bots: list[BotRecord]
    page: Page[User]


def bots() -> QuerySet[User]:
    """All bot accounts, with the figures that anybody could add up from the archive."""
    ended = Q(seats__game__status=Game.Status.FINISHED, seats__game__is_listed=True, seats__game__is_imported=False)
    found = User.objects.filter(is_bot=True, is_active=True)
    return found.annotate(matches=Count("seats", filter=ended), points=Sum("seats__score", filter=ended))


def record_of(bot: User, now: datetime) -> BotRecord:
    """The record of one of `bots`."""
    figures = vars(bot)
    waits = bot.bot_offers_until is not None and bot.bot_offers_until > now
    return BotRecord(bot, figures["matches"], figures["points"] or 0, waits)


def bots_page(after: str | None, now: datetime) -> BotsPage:
    found = page(bots(), after, SHOWN, newest=True)
    return BotsPage([record_of(bot, now) for bot in found.rows], found)


def offer(bot: User, now: datetime, minutes: int) -> None:
    """Let the bot wait for tables that long; with 0, no longer."""
    bot.bot_offers_until = now + timedelta(minutes=minutes) if minutes else None
    bot.save(update_fields=["bot_offers_until"])
