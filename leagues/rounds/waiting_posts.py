"""Posts to a club's webhooks of who is to act at a table: one for each person and table, and only while it is true."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Turn
from games.presentation.table_titles import title
from leagues.models import Club, Post, Season, Table, Webhook
from leagues.seasons.notifications import SeasonPost, dated
from players.notifications.kinds import Message

UNDISTURBED: Final = timedelta(minutes=10)
"""A turn is posted after this time, so players who move at once are not named."""
POST_AGAIN: Final = timedelta(hours=6)
"""The wait before the same person is named at the same table again."""


class PlayerToAct(SeasonPost):
    """Says what everybody may see on the table's page, so only tables that anyone may watch are posted."""

    name = "to_act"
    webhook_label = gettext_lazy("Whose turn it is (at tables that anyone may watch)")
    is_opt_in = True

    @classmethod
    def webhook_message(cls, club: Club, data: dict[str, Any]) -> Message | None:
        turns = _open_turns().filter(game=data["game"], user=data["user"])
        turn = turns.select_related("game", "user").order_by("times_out_at").first()
        if turn is None:
            return None
        text = _("%(table)s: it is %(name)s’s turn.") % {"table": title(turn.game), "name": turn.user}
        lines = dated(_("Time runs out on %(date)s (%(zone)s)."), turn.times_out_at)
        return Message(title=text, path=turn.game.get_absolute_url(), lines=lines)


def post_waiting(now: datetime) -> None:
    """Post who is to act, for the clubs that wish it; running it again posts nothing twice."""
    hooks: defaultdict[int, list[Webhook]] = defaultdict(list)
    for hook in Webhook.objects.all():
        if PlayerToAct.name not in hook.muted:
            hooks[hook.club_id].append(hook)
    if not hooks:
        return
    named = {(post.data["game"], post.data["user"]) for post in _latest(now)}
    turns = _open_turns().filter(game__league_table__round__season__club__in=hooks, opened_at__lte=now - UNDISTURBED)
    related = turns.select_related("game__league_table__round__season__club")
    for turn in related.order_by("opened_at", "pk"):
        where = turn.game_id, turn.user_id
        if where not in named:
            named.add(where)
            key = f"{turn.game_id}:{turn.user_id}:{turn.opened_at.isoformat()}"
            table = turn.game.league_table
            season = table.round.season
            if not any(hook.follows(season.pk, table.pk) for hook in hooks[season.club_id]):
                continue
            data = {"table": table.pk, "game": turn.game_id, "user": turn.user_id}
            PlayerToAct.enqueue_of(season, key, **data)


def _open_turns() -> QuerySet[Turn]:
    return Turn.objects.filter(
        user__isnull=False,
        game__is_listed=True,
        game__league_table__state=Table.State.RUNNING,
        game__league_table__outcome="",
        game__league_table__round__season__state=Season.State.RUNNING,
    )


def _latest(now: datetime) -> Iterator[Post]:
    return Post.objects.filter(kind=PlayerToAct.name, at__gte=now - POST_AGAIN).iterator()
