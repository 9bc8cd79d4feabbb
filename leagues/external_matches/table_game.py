"""The game of a season's table, which makes way for an external match."""

from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel import early_end as game_closing
from games.models import Game
from leagues.external_matches.search import with_people
from leagues.locks import ClubError
from leagues.models import Season, Table


def get_table(season: Season, table_id: int) -> Table:
    """A table of the locked season, with its seats and people."""
    tables = Table.objects.filter(pk=table_id, round__season=season)
    table = with_people(tables).first()
    if table is None:
        raise ClubError(_("There is no such table in this season any more."))
    table.round.season = season
    return table


def set_game(table: Table, game: Game | None) -> None:
    """Make this the table's game, with none of its deals read yet."""
    table.game, table.deals_json, table.deals_seq = game, [], 0
    table.opened_at = table.opened_at or timezone.now()
    table.save(update_fields=["game", "deals_json", "deals_seq", "opened_at"])


def stop_own_game(game: Game) -> None:
    """Stop the table's own game. If it has just finished, its own result counts."""
    if game_closing.stop(game_id=game.pk):
        return
    game.refresh_from_db(fields=["status"])
    if game.status == Game.Status.FINISHED:
        raise ClubError(_("The game at this table has just ended, so its own result counts."))
