"""Notifications of the course of a match: its beginning, its deals, its end."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Seat
from games.notifications.game_notification import GameNotification
from games.presentation.points import signed
from games.presentation.results import deal_result, match_headline
from games.presentation.table_titles import rules_line
from games.presentation.table_titles import title as table_title
from games.presentation.text_summary import result_lines
from games.seats.table_messages import WORDS as SEAT_EVENTS


class MatchBegan(GameNotification):
    name = "started"
    label = gettext_lazy("A match begins")
    title = gettext_lazy("The match has begun: %(table)s")

    @classmethod
    def notify(cls, game: Game, seats: Iterable[Seat]) -> None:
        cls.write_of(game, [seat.user_id for seat in seats])

    @property
    def is_current(self) -> bool:
        return self.seat is not None and self.game.status == Game.Status.RUNNING

    def lines(self) -> list[str]:
        names = _(", ").join(seat.name for seat in self.game.seats.all())
        return [names, rules_line(self.game.rules)]


class DealOver(GameNotification):
    name = "deal_ended"
    label = gettext_lazy("A deal has ended")
    mail = push = False
    title = gettext_lazy("Deal %(deal)s has ended: %(table)s")

    @classmethod
    def notify(cls, game: Game, seats: Iterable[Seat], deal: int) -> None:
        cls.write_of(game, [seat.user_id for seat in seats], deal, deal=deal)

    @property
    def is_current(self) -> bool:
        return self.seat is not None and self.game.status == Game.Status.RUNNING

    def words(self) -> dict[str, object]:
        return {"deal": self.deal, "table": table_title(self.game)}

    def lines(self) -> list[str]:
        if not self.context.full or self.seat is None:
            return []
        reader = self.reader_of_seat(self.seat)
        ended = {deal.number: deal for deal in reader.view.ended}
        if self.deal not in ended:
            return []
        first = self.deal
        while first - 1 in ended and ended[first - 1].passed_out:
            first -= 1
        passed = _(", ").join(str(number) for number in range(first, self.deal))
        told = [_("Passed out before: deal %(deals)s.") % {"deals": passed}] if passed else []
        return [*told, *result_lines(deal_result(reader, ended[self.deal]))]


class MatchOver(GameNotification):
    name = "match_ended"
    label = gettext_lazy("A match is over")
    push = False
    title = gettext_lazy("The match is over: %(table)s")

    @classmethod
    def notify(cls, game: Game, seats: Iterable[Seat], event: str = "") -> None:
        """``event`` is the type of the event that ended the match early."""
        data = {"event": event} if event else {}
        cls.write_of(game, [seat.user_id for seat in seats], **data)

    def lines(self) -> list[str]:
        if self.context.full and self.seat and self.game.status == Game.Status.FINISHED:
            reader = self.reader_of_seat(self.seat)
            scores = zip(reader.names, reader.view.scores, strict=True)
            result = _("; ").join(f"{name} {signed(score)}" for name, score in scores)
            last = [deal_result(reader, deal) for deal in reader.view.ended[-1:]]
            told = [line for deal in last for line in result_lines(deal)]
            return [match_headline(reader), result, *told]
        reason = SEAT_EVENTS.get(self.data.get("event", ""))
        return [str(reason)] if reason else []
