"""What organisers write to late players (`players/notifications/kinds.py`)."""

from datetime import datetime

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.models import Seat, Turn
from games.presentation.table_titles import title
from leagues.late_players.late import WRITTEN, LatePlayer
from leagues.late_players.texts import Texts, worded
from leagues.rounds.gone import is_gone
from leagues.seasons.notifications import SeasonContext, SeasonNotification, dated


class LateContext(SeasonContext):
    @cached_property
    def gone(self) -> set[tuple[int | None, int]]:
        """Those of these people for whom a bot plays, with the game."""
        games = [table.game_id for table in WrittenToLate.table.among(self).values()]
        seats = Seat.objects.filter(is_gone(""), user__in=self.user_ids, game__in=games, game__status="running")
        return set(seats.values_list("user", "game"))

    @cached_property
    def turns(self) -> dict[tuple[int | None, int], list[Turn]]:
        """The open turns of these people at these tables, by person and game."""
        games = [table.game_id for table in WrittenToLate.table.among(self).values()]
        found: dict[tuple[int | None, int], list[Turn]] = {}
        turns = Turn.objects.filter(user__in=self.user_ids, game__in=games)
        for turn in turns.order_by("times_out_at"):
            found.setdefault((turn.user_id, turn.game_id), []).append(turn)
        return found


class WrittenToLate(SeasonNotification):
    """An organiser writes to somebody who is late or gone; nothing goes out any more once they have played."""

    name = WRITTEN
    label = gettext_lazy("The organisers write to me because I am late")
    is_urgent = True
    title = gettext_lazy("The organisers of %(club)s write about %(table)s")
    context_class = LateContext
    context: LateContext
    link = pgettext_lazy("a link", "Go to the table")
    audit = {
        "late_written": gettext_lazy("%(actor)s wrote to %(people)s of %(season)s."),
        "texts_changed": gettext_lazy("%(actor)s changed the texts for late players."),
    }

    @classmethod
    def notify(cls, late: LatePlayer, name: str, texts: Texts, at: datetime) -> None:
        """``texts`` is the club's own wording, which is sent as it is now."""
        own = {language: text for (of, language), text in texts.items() if of == name}
        key = f"{late.table.pk}:{at.timestamp()}"
        data = {"table": late.table.pk, "text": name, "own": own, "written": at.isoformat()}
        cls.write_of(late.season, [late.user.pk], key, **data)

    @property
    def late_turn(self) -> Turn | None:
        """The turn that it was written about, if it is still open."""
        written = datetime.fromisoformat(self.data["written"])
        turns = self.context.turns.get((self.user_id, self.table.game_id or 0), [])
        return next((turn for turn in turns if turn.opened_at <= written), None)

    @property
    def is_current(self) -> bool:
        return self.late_turn is not None or self.is_gone

    @property
    def is_gone(self) -> bool:
        """Whether a bot plays for them."""
        return (self.user_id, self.table.game_id or 0) in self.context.gone

    @property
    def path(self) -> str:
        return self.table.game.get_absolute_url() if self.table.game else super().path

    def words(self) -> dict[str, object]:
        name = title(self.table.game) if self.table.game else ""
        return {**super().words(), "club": self.club, "table": name}

    def lines(self) -> list[str]:
        text = worded(self.data["text"], self.data["own"]).splitlines()
        turn = self.late_turn
        limit = turn.times_out_at if turn else None
        gone = [_("A bot is playing for you. You can take your seat back at the table.")] if self.is_gone else []
        return [*filter(None, text), *gone, *dated(_("Your time ends on %(date)s."), limit)]
