"""Seasons whose tables all play the same deals, and people who play there somehow."""

from random import Random
from typing import Any

from django.db.transaction import atomic
from django.utils import timezone

from games.boards.closing import close_due
from games.kernel.game_queries import locked
from games.kernel.transaction import GameTransaction
from games.models import Event, Game
from leagues.models import Club, Season, Table
from leagues.rounds.closing import update_table
from leagues.seasons import sweep
from leagues.standings.store import update_standings
from napoleon.engine import Claim, Concede, is_over, legal
from napoleon.engine.events import LegalCommand
from napoleon.engine.wire import event_to_json
from players.models import User
from tests.support.play import command
from tests.support.stored_seasons import crowd, reread, started


def duplicate_season(club: Club, organiser: User, people: int = 8, **values: Any) -> Season:
    """A running season of so many people at tables of four, whose first round has begun."""
    values = {"is_duplicate": True, "rounds_planned": 1, **values}
    return started(club, organiser, crowd(people), **values)


def play_somehow(game_id: int, seed: int, moves: int = 10_000) -> None:
    """Everybody at the table does anything that is allowed; the same seed plays alike."""
    rng = Random(seed)
    with atomic():
        writing = GameTransaction(locked(key=game_id))
        for _move in range(moves):
            writing.deal()
            if is_over(writing.running.match()):
                break
            state = next(iter(writing.running.open.values()))
            choices = [each for each in legal(writing.running.match(), state.to_act()[0]) if not _ends_deal(each)]
            writing.push(event_to_json(command(rng.choice(choices), rng)), Event.By.PLAYER)
        writing.deal()
        writing.commit()


def _ends_deal(choice: LegalCommand) -> bool:
    return isinstance(choice, Claim | Concede)


def play_a_part(table: Table, seed: int) -> None:
    """The first deal, and a part of the second."""
    play_somehow(table.game_id or 0, seed, moves=60)
    update_table(table.pk)


def play_table(table: Table, seed: int) -> None:
    play_somehow(table.game_id or 0, seed)
    update_table(table.pk)


def close_boards(season: Season) -> Season:
    """Do what tasks do once the last table of a round is over."""
    close_due(timezone.now())
    for division in season.divisions.all():
        update_standings(division.pk)
    sweep.advance_season(season.pk)
    return reread(season)


def play_round(season: Season, number: int = 1) -> Season:
    """Play all tables of the round to their end, each in its own way, and close it."""
    for table in Table.objects.filter(round__season=season, round__number=number).order_by("pk"):
        play_table(table, seed=table.pk)
    return close_boards(season)


def games_of(season: Season) -> list[Game]:
    return list(Game.objects.filter(league_table__round__season=season).order_by("pk"))
