"""Announcements and letters as notifications (`players/notifications/kinds.py`)."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.announcements.wording import Worded, worded
from leagues.clubs.notifications import ClubContext, ClubNotification
from leagues.models import Announcement
from players.friends.queries import not_blocking
from players.models import User
from players.notifications.kinds import Message, SubjectRow


class AnnouncementContext(ClubContext):
    @cached_property
    def names(self) -> dict[int, str]:
        return {user.pk: str(user) for user in User.objects.filter(pk__in=self.user_ids)}


class Announced(ClubNotification):
    """An organiser has written to some members, or to one."""

    name = "club_announced"
    label: ClassVar[Promise | str] = gettext_lazy("The organisers of a club write to me")
    push = False
    title: ClassVar[Promise | str] = gettext_lazy("%(club)s: %(subject)s")
    action = pgettext_lazy("a link", "Read it on the site")
    context_class: ClassVar[type[ClubContext]] = AnnouncementContext
    context: AnnouncementContext
    announcement = SubjectRow(
        Announcement.objects.select_related(
            "club", "author", "season", "division", "round", "table__game", "table__division", "table__round__season"
        )
    )
    audit = {"announced": gettext_lazy("%(actor)s wrote to %(readers)s: %(audience)s.")}

    @classmethod
    def notify(cls, announcement: Announcement, user_ids: Iterable[int], **data: Any) -> None:
        told = not_blocking(user_ids, announcement.author_id)
        data |= {"club": announcement.club_id, "announcement": announcement.pk}
        cls.write(told, f"{cls.name}:{announcement.pk}", **data)

    @property
    def is_current(self) -> bool:
        return self.membership is not None and not self.is_from_blocked(self.announcement.author_id)

    @property
    def path(self) -> str:
        return self.announcement.get_absolute_url()

    @property
    def worded(self) -> Worded:
        return worded(self.announcement, self.announcement.texts, self.context.names[self.user_id])

    def message(self) -> Message:
        texts = self.worded
        lines = [*texts.text.splitlines(), *self._afterwards()]
        composed = self.compose(self.title, lines, subject=texts.subject)
        return Message(
            title=composed.title,
            path=composed.path,
            action=composed.action,
            lines=composed.lines,
            reply_to=self.announcement.reply_to,
        )

    def _afterwards(self) -> list[str]:
        author = self.announcement.author
        from_whom = [_("Written by %(name)s.") % {"name": author}] if author else []
        reply_to = self.announcement.reply_to
        return from_whom + ([_("Answers go to %(address)s.") % {"address": reply_to}] if reply_to else [])


class LetterToOrganisers(Announced):
    """A member has written to the organisers."""

    name = "club_letter"
    label = gettext_lazy("A member writes to the organisers of a club that I organise")
    title = gettext_lazy("%(name)s writes to the organisers of %(club)s: %(subject)s")
    audit: ClassVar[dict[str, Promise]] = {}

    @property
    def is_current(self) -> bool:
        return self.organises and super().is_current

    def words(self) -> dict[str, object]:
        return {**super().words(), "name": self.announcement.author or _("a former player")}

    def _afterwards(self) -> list[str]:
        return []
