"""Notifications of the person's seat: who plays in it, and seats that are offered to them."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Seat
from games.notifications.game_notification import GameNotification
from games.notifications.turns import TurnNotification
from games.presentation.table_titles import rules_line
from games.seats.table_messages import offer_lines
from players.friends.queries import not_blocking
from players.models import User
from players.notifications.kinds import Message
from players.notifications.models import Group


class UnmissableNotification(GameNotification):
    """Goes out even to players who are reading the table."""

    group = Group.TURNS
    is_seen = False


class PlayedByTimeOut(UnmissableNotification):
    name = "timed_out"
    label = gettext_lazy("A bot has played for me")
    title = gettext_lazy("You ran out of time, so a bot has played: %(table)s")

    @classmethod
    def notify(cls, game: Game, seat: Seat, deal: int) -> None:
        cls.write_of(game, [seat.user_id], game.seq, deal=deal)


class SeatNotification(GameNotification):
    group = Group.TURNS

    @classmethod
    def notify(cls, game: Game, seat: Seat) -> None:
        cls.write_of(game, [seat.user_id], game.seq, seat=seat.number)


class PutOnAutopilot(UnmissableNotification, SeatNotification):
    name = "autopilot"
    label = gettext_lazy("A bot has taken over my seat")
    title = gettext_lazy("A bot is playing for you: %(table)s")

    @property
    def is_current(self) -> bool:
        return self.seat is not None and self.seat.autopilot

    def lines(self) -> list[str]:
        return [_("You can take your seat back at any time.")]


class BecameSubstitute(SeatNotification):
    name = "substitute"
    label = gettext_lazy("I become a substitute")
    title = gettext_lazy("You are the substitute now: %(table)s")

    def lines(self) -> list[str]:
        return [rules_line(self.game.rules)]


class SeatGivenBack(SeatNotification):
    """Staff have given the seat back, as after an outage that nobody had noticed."""

    name = "given_back"
    label = gettext_lazy("I have my seat back")
    title = gettext_lazy("Your seat is yours again: %(table)s")

    def lines(self) -> list[str]:
        text = _("The people who run the site have given it back to you, with all of your time.")
        return [text, rules_line(self.game.rules)]


class PlanDropped(TurnNotification):
    name = "plan_dropped"
    label = gettext_lazy("A plan no longer fits")
    title = gettext_lazy("Your plan no longer fits: %(table)s")

    @classmethod
    def notify(cls, game: Game, seat: Seat, deal: int) -> None:
        cls.write_of(game, [seat.user_id], game.seq, deal, seat.number, deal=deal)


class InvitedToTable(GameNotification):
    """A seat is reserved for the person, in a new table or as a substitute in a running match."""

    name = "invited"
    label = gettext_lazy("Invitations")

    @classmethod
    def notify(cls, game: Game, user: User) -> None:
        """Once for each table, however often the host changes their mind."""
        cls.write_of(game, _told(game, user), burst=game.host_id)

    @classmethod
    def notify_substitute(cls, game: Game, user: User) -> None:
        """Once between two moves."""
        cls.write_of(game, _told(game, user), game.seq, plays_on=True, burst=game.host_id)

    @property
    def is_substitution(self) -> bool:
        return "plays_on" in self.data

    @property
    def is_current(self) -> bool:
        status = self.game.status
        seats = [seat for seat in self.game.seats.all() if seat.invited_id == self.user_id]
        if self.is_from_blocked(self.game.host_id):
            return False
        if self.is_substitution:
            return status == Game.Status.RUNNING and any(seat.played_by for seat in seats)
        return status == Game.Status.LOBBY and any(seat.is_open for seat in seats)

    @property
    def topic(self) -> object:
        return self.name, self.game.pk

    def message(self) -> Message:
        name, rules = self.game.host or _("Somebody"), rules_line(self.game.rules)
        if self.game.rematch_of_id and not self.is_substitution:
            return self.compose(_("%(name)s asks you for a rematch"), [rules], name=name)
        if not self.is_substitution:
            return self.compose(_("%(name)s invites you to a table"), [rules], name=name)
        text = _("%(name)s asks you to substitute: %(table)s")
        return self.compose(text, [*self._offer(), rules], name=name)

    def _offer(self) -> list[str]:
        match = self.context.states[self.game.pk].match
        seats = self.game.seats.all()
        return [line for seat in seats if seat.invited_id == self.user_id for line in offer_lines(match, seat)]


def _told(game: Game, user: User) -> list[int]:
    """The person, unless a guest with whom they have not played asks: anybody can be as many guests as they like.

    Their front page shows the invitation in any case, unless they have blocked the host.
    """
    is_stranger = game.host is not None and game.host.is_guest and game.rematch_of_id is None
    return [] if is_stranger else not_blocking([user.pk], game.host_id)
