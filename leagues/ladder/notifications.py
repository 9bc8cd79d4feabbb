"""What people are notified of about ladders (`players/notifications/kinds.py`)."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.clubs.notifications import ClubContext, ClubNotification, reason_lines
from leagues.models import Challenge, Club, Ladder, LadderEvent, Rung
from leagues.seasons.notifications import dated
from players.notifications.kinds import Message, SubjectRow
from players.notifications.models import Group


class LadderContext(ClubContext):
    @property
    def club_ids(self) -> set[int]:
        return {ladder.club_id for ladder in LadderNotification.ladder.among(self).values()}


class LadderNotification(ClubNotification):
    group = Group.SEASONS
    context_class = LadderContext
    context: LadderContext
    ladder = SubjectRow(Ladder.objects.select_related("club"))

    @classmethod
    def write_of(cls, ladder: Ladder, rungs: Sequence[Rung], key: str, /, **data: object) -> None:
        cls.write([rung.user_id for rung in rungs], f"{cls.name}:{key}", ladder=ladder.pk, **data)

    @property
    def club(self) -> Club:  # type: ignore[override]
        return self.ladder.club

    @property
    def path(self) -> str:
        return self.ladder.get_absolute_url() if self.sees_club else super().path

    @property
    def action(self) -> Promise | str:
        return pgettext_lazy("a link", "Go to the ladder") if self.sees_club else super().action

    def words(self) -> dict[str, object]:
        return {"ladder": self.ladder}


class ChallengeNotification(LadderNotification):
    challenge = SubjectRow(Challenge.objects.select_related("challenger__user", "game"))

    def words(self) -> dict[str, object]:
        return {**super().words(), "name": self.challenge.challenger.name}


class Challenged(ChallengeNotification):
    name = "ladder_challenged"
    label = gettext_lazy("Somebody challenges me on a ladder")
    is_urgent = True
    title = gettext_lazy("%(ladder)s: %(name)s challenges you")

    @classmethod
    def notify(cls, made: Challenge) -> None:
        cls.write_of(made.ladder, [made.challenged], f"{made.pk}", challenge=made.pk)

    @property
    def is_current(self) -> bool:
        return self.challenge.state == Challenge.State.OPEN and self.challenge.answer_by > timezone.now()

    def lines(self) -> list[str]:
        return [
            *dated(_("Please answer by %(date)s."), self.challenge.answer_by),
            _("Who declines or does not answer loses the place to the challenger."),
        ]


class LadderMatchBegan(ChallengeNotification):
    """Goes to everybody at the table."""

    name = "ladder_match"
    label = gettext_lazy("A match of a ladder begins at which I sit")
    title = gettext_lazy("%(ladder)s: your match has begun")

    @classmethod
    def notify(cls, found: Challenge, rungs: Sequence[Rung]) -> None:
        cls.write_of(found.ladder, rungs, f"{found.pk}", challenge=found.pk)

    @property
    def is_current(self) -> bool:
        return self.challenge.state == Challenge.State.RUNNING

    @property
    def path(self) -> str:
        return self.challenge.game.get_absolute_url() if self.challenge.game else super().path

    @property
    def action(self) -> Promise | str:
        return pgettext_lazy("a link", "Go to the table")

    def lines(self) -> list[str]:
        play_by = self.challenge.play_by
        return dated(_("If it is not over by %(date)s, bots play it to its end."), play_by) if play_by else []


class PlaceChanged(LadderNotification):
    """Goes to everybody whose place has changed, but for who just joined or left."""

    name = "ladder_place"
    label = gettext_lazy("My place on a ladder changes")
    push = False
    event = SubjectRow(LadderEvent.objects.all())

    @classmethod
    def notify(cls, event: LadderEvent, rungs: Sequence[Rung]) -> None:
        for rung in rungs:
            cls.write_of(event.ladder, [rung], f"{event.pk}:{rung.pk}", event=event.pk, rung=rung.pk)

    @property
    def is_current(self) -> bool:
        return self.membership is not None and self.ladder.ended_at is None

    def message(self) -> Message | None:
        change: list[Any] | None = next(
            (each for each in self.event.changes_json if each[0] == self.data["rung"]), None
        )
        if change is None:
            return None
        lines = [str(self.event.get_kind_display()), *reason_lines({"reason": self.event.reason})]
        return self.compose(_("%(ladder)s: place %(old)s → %(new)s"), lines, old=change[1], new=change[2])
