"""The daily boards: which rules on which day, and the change of days."""

from __future__ import annotations

import secrets
from datetime import date, datetime, time, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import IntegrityError
from django.db.transaction import atomic

from games.boards.deals import deal_of
from games.boards.models import PERSON
from games.boards.services import board_rules, bots_for, open_set
from games.kernel.board_bots import AUCTION, bid_for_all
from games.models import BoardSet
from napoleon.engine import Match, Rules, advance, start
from napoleon.engine.shuffle import SECRET_BYTES, Seeds
from napoleon.engine.view import deal_view

BOARDS: Final = 4
AHEAD: Final = timedelta(minutes=30)
"""So long before midnight the boards of the next day are drawn, so that they open at the stroke."""
MOST_DRAWS: Final = 20_000
"""One secret in a few hundred makes the person Napoleon on each board."""


class DailyPlan(NamedTuple):
    """What is played on one day of the week."""

    preset: str
    skips_auction: bool

    @classmethod
    def of(cls, day: date) -> DailyPlan:
        """The plan of that day: a preset of `settings.DAILY_BOARDS`, marked by ``!`` where the auction is skipped."""
        written = settings.DAILY_BOARDS[day.weekday()]
        return cls(written.removesuffix("!"), written.endswith("!"))


def today(now: datetime) -> date:
    """The day of the boards, in the site's own zone."""
    return now.astimezone(ZoneInfo(settings.DAILY_BOARDS_ZONE)).date()


def begins(day: date) -> datetime:
    return datetime.combine(day, time(), ZoneInfo(settings.DAILY_BOARDS_ZONE))


def open_daily_boards(now: datetime) -> list[BoardSet]:
    """Open the sets of today that are not there, and shortly before midnight those of tomorrow."""
    if not settings.DAILY_BOARDS:
        return []
    days = sorted({today(now), today(now + AHEAD)})
    there = set(BoardSet.objects.filter(day__in=days).values_list("day", "pool_number"))
    wanted = [(day, number) for day in days for number in range(1, settings.DAILY_POOL + 1)]
    opened = [_open(day, number) for day, number in wanted if (day, number) not in there]
    return [board_set for board_set in opened if board_set is not None]


def _open(day: date, number: int) -> BoardSet | None:
    """The set, unless another process has opened it in the meantime: secrets take seconds to draw."""
    plan = DailyPlan.of(day)
    rules = board_rules(plan.preset, BOARDS)
    slug = day.isoformat() if number == 1 else f"{day.isoformat()}-{number}"
    secret = secret_for(rules, slug, skips_auction=plan.skips_auction)
    try:
        with atomic():
            return open_set(
                BoardSet.Kind.DAILY,
                rules,
                bots=bots_for(rules),
                opens_at=begins(day),
                closes_at=begins(day + timedelta(days=1)),
                slug=slug,
                day=day,
                pool_number=number,
                skips_auction=plan.skips_auction,
                secret=secret,
            )
    except IntegrityError:
        return None


# --- Boards on which the person is Napoleon ---


def secret_for(rules: Rules, slug: str, *, skips_auction: bool) -> bytes:
    """Draw the secret of a set; where the auction is skipped, until the person is Napoleon on each board."""
    for _draw in range(MOST_DRAWS):
        secret = secrets.token_bytes(SECRET_BYTES)
        seeds = Seeds(secret, slug, ("",) * rules.players)
        if not skips_auction or all(is_declared_by_person(rules, seeds, n) for n in range(1, rules.deals + 1)):
            return secret
    raise ValueError("the person never is Napoleon")


def is_declared_by_person(rules: Rules, seeds: Seeds, number: int) -> bool:
    """Whether captains who bid for everybody make the person Napoleon on that board."""
    deal = deal_of(rules, seeds, number)
    # A match whose deal of that number is due: how those before it ended changes nothing.
    blank = start(rules)
    match = Match(rules, (), blank.ledger._replace(opened=number - 1, counted=number - 1, rotation=deal.dealer))
    match = advance(match, deal)
    while match.open and (seat := match.open[0].to_act()[0]) is not None:
        view = deal_view(match.open[0], seat)
        if view.phase not in AUCTION:
            return view.declarer == PERSON
        match = advance(match, bid_for_all(view, rules, seat))
    return False
