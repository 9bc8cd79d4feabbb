"""Letting a match that was played elsewhere count for a table of a season, and taking that back.

The table's own game, if it has one, is given up for it. Like everything of organisers it is in the club's log.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import closing as game_closing
from games.models import Game
from leagues.models import RecordedMatch, Round, Season, Table
from leagues.seasons import notices
from leagues.seasons.fitting import fit
from leagues.seasons.recorded import read, seen_by, why_closed, with_people
from leagues.seasons.results import read_deals
from leagues.seasons.rounds import name_of, see_to_later, settle
from leagues.seasons.services import corrected, organised
from leagues.seasons.substitutes import forget_offers
from leagues.services import ClubError, note
from leagues.statistics.services import let_go, take_in
from leagues.tally.services import tally_again
from players.models import User

State, Outcome = Table.State, Table.Outcome


# --- Letting it count ---


@transaction.atomic
def count(
    *, club_id: int, user: User, season_id: int, table_id: int, slug: str, seats: Sequence[int]
) -> None:
    """Let the match count; ``seats`` are those of the record, by seat of the table."""
    season = organised(club_id, user, season_id)
    table = _table(season, table_id)
    if table.outcome == Outcome.RECORDED and table.game and table.game.slug == slug:
        return  # The button was pressed twice.
    if reason := why_closed(table):
        raise ClubError(reason)
    match = _match(user, slug)
    found = fit(table, match)
    if found.problems:
        raise ClubError(" ".join(found.problems))
    if found.refuses(seats):
        raise ClubError(_("Every seat needs a player of its own."))
    replaced = table.game
    _put(table, match)
    if replaced is not None and table.state == State.RUNNING:
        _give_up(replaced)
    recorded = RecordedMatch.objects.create(
        table=table,
        seats_json=list(seats),
        replaced=replaced,
        counted_at=timezone.now(),
        counted_by=user,
    )
    read_deals(table)
    take_in(match, season.pk)
    settle(table, State.FINISHED, Outcome.RECORDED)
    note(season.club, "match_counted", actor=user, table=name_of(table))
    notices.match_counted(recorded)


def _table(season: Season, table_id: int) -> Table:
    tables = Table.objects.filter(pk=table_id, round__season=season)
    table = with_people(tables).first()
    if table is None:
        raise ClubError(_("There is no such table in this season any more."))
    table.round.season = season
    return table


def _match(user: User, slug: str) -> Game:
    """The match, locked: it counts once."""
    seen = seen_by(user).filter(slug=slug)
    if not Game.objects.select_for_update(of=("self",)).filter(pk__in=seen.values("pk")).first():
        raise ClubError(_("There is no such match that was played elsewhere."))
    return read(seen).get()


def _put(table: Table, match: Game | None) -> None:
    """From now on that is the table's game."""
    table.game, table.deals_json, table.deals_seq = match, [], 0
    table.opened_at = table.opened_at or timezone.now()
    table.save(update_fields=["game", "deals_json", "deals_seq", "opened_at"])


def _give_up(game: Game) -> None:
    """End the table's own game where it stands; one that has come to its end by itself is its result."""
    if game_closing.stop(game_id=game.pk):
        return
    game.refresh_from_db(fields=["status"])
    if game.status == Game.Status.FINISHED:
        raise ClubError(_("The game of this table has ended just now: its own result counts."))


# --- Taking it back ---


@transaction.atomic
def take_back(*, club_id: int, user: User, season_id: int, table_id: int, reason: str = "") -> None:
    """Let the match count no more; also when the season is over."""
    season = corrected(club_id, user, season_id)
    table = _table(season, table_id)
    recorded = RecordedMatch.objects.select_related("replaced").filter(table=table).first()
    if recorded is None or table.game is None:
        raise ClubError(_("No match played elsewhere counts for this table any more."))
    recorded.table = table
    match = Game.objects.select_for_update().get(pk=table.game.pk)
    let_go(match, season.pk)
    recorded.delete()
    if begins_anew(table):
        _begin_anew(table)
    else:
        _leave_void(table, recorded.replaced)
    tally_again(table.division_id)
    note(season.club, "match_taken_back", actor=user, table=name_of(table), reason=reason)
    recorded.table = table
    notices.match_taken_back(recorded)


def begins_anew(table: Table) -> bool:
    """Whether the table is played once its match is taken back: where its round is over it is void."""
    season_runs = table.round.season.state == Season.State.RUNNING
    return season_runs and table.round.state == Round.State.RUNNING


def _begin_anew(table: Table) -> None:
    """The table stands as it was drawn; its game begins as every other does, and nobody has come in there yet."""
    forget_offers(table)
    table.game, table.deals_json, table.deals_seq = None, [], 0
    table.state, table.outcome = State.DRAWN, ""
    table.opened_at = table.ended_at = None
    table.save()
    transaction.on_commit(partial(see_to_later, table.round.season_id), robust=True)


def _leave_void(table: Table, game: Game | None) -> None:
    """With the game that it had, if it had one."""
    _put(table, game)
    table.state, table.outcome = State.VOID, Outcome.VOID
    table.save(update_fields=["state", "outcome"])
    read_deals(table)
