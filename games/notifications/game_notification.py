"""What all notifications of games share.

A message shows played cards through the view of the reader's own seat, like every page.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import cast

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.kernel.known_states import GameState
from games.kernel.log import states_of
from games.live import viewers
from games.models import ChatMessage, Comment, Game, Seat, Turn
from games.presentation.reader import Reader, reader_of
from games.presentation.table_titles import title as table_title
from napoleon.engine import view
from players.notifications.kinds import NotificationContext, NotificationKind, SubjectRow
from players.notifications.models import Group


class GameContext(NotificationContext):
    @property
    def games(self) -> dict[int, Game]:
        return GameNotification.game.among(self)

    @cached_property
    def viewed(self) -> set[tuple[int, str]]:
        """Who is reading which of these tables."""
        slugs = {game.slug for game in self.games.values()}
        return {(user_id, slug) for user_id in self.user_ids for slug in viewers.tables_viewed_by(user_id, slugs)}

    @cached_property
    def turns(self) -> dict[tuple[int, int, int], Turn]:
        """The open turns of these people in these games, by person, game and deal."""
        turns = Turn.objects.filter(user__in=self.user_ids, game__in=self.games)
        return {(cast("int", turn.user_id), turn.game_id, turn.deal): turn for turn in turns}

    @cached_property
    def states(self) -> dict[int, GameState]:
        return states_of(game for game in self.games.values() if game.started_at)

    @cached_property
    def unfinished(self) -> dict[int, GameState]:
        """The states of the matches with comments that were not played to their end."""
        commented = {n.data["game"] for n in self.notifications if "comment" in n.data}
        games = (game for key, game in self.games.items() if key in commented)
        return states_of(game for game in games if game.status != Game.Status.FINISHED)

    @cached_property
    def messages(self) -> dict[int, ChatMessage]:
        return ChatMessage.objects.select_related("user").in_bulk(self.ids("message"))

    @cached_property
    def comments(self) -> dict[int, Comment]:
        return Comment.objects.select_related("user").in_bulk(self.ids("comment"))


class GameNotification(NotificationKind):
    group = Group.MATCHES
    context_class = GameContext
    context: GameContext
    game = SubjectRow(Game.objects.with_seats())
    action = pgettext_lazy("a link", "Go to the table")

    @classmethod
    def write_of(cls, game: Game, user_ids: Iterable[int | None], /, *key: object, **data: object) -> None:
        text = ":".join(str(part) for part in (cls.name, game.pk, *key))
        cls.write(user_ids, text, game=game.pk, **data)

    @property
    def deal(self) -> int:
        """The deal that it is about; 0 for the whole match."""
        return int(self.data.get("deal", 0))

    @property
    def seat(self) -> Seat | None:
        """Where the person sits now."""
        seats = self.game.seats.all()
        return next((seat for seat in seats if seat.user_id == self.user_id), None)

    @property
    def turn(self) -> Turn | None:
        """The open turn of the person in the deal."""
        return self.context.turns.get((self.user_id, self.game.pk, self.deal))

    @property
    def path(self) -> str:
        path = self.game.get_absolute_url()
        return f"{path}?deal={self.deal}" if self.deal else path

    def words(self) -> dict[str, object]:
        return {"table": self.table}

    @property
    def table(self) -> str:
        """The name of the table, with the deal if there are several."""
        name = table_title(self.game)
        if not self.deal or self.game.rules_json.get("deals") == 1:
            return name
        return _("%(table)s, deal %(deal)s") % {"table": name, "deal": self.deal}

    @property
    def is_current(self) -> bool:
        return self.seat is not None

    @property
    def is_seen(self) -> bool:
        return (self.user_id, self.game.slug) in self.context.viewed

    def reader_of_seat(self, seat: Seat) -> Reader:
        match = self.context.states[self.game.pk].match
        return reader_of(view(match, seat.number), self.game.seats.all(), is_addressed=True)


def date_and_time(moment: datetime) -> str:
    """A full date: nobody knows when a mail is read."""
    local = timezone.localtime(moment)
    return _("%(weekday)s, %(day)s, %(time)s") % {
        "weekday": date_format(local, "l"),
        "day": date_format(local, "MONTH_DAY_FORMAT"),
        "time": f"{local:%H:%M}",
    }
