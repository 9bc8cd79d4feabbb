"""The kinds of posts to webhooks."""

from typing import Any, Final

from django.utils.translation import gettext as _

from leagues.board_weeks.notifications import BoardWeekOpened, BoardWeekOver
from leagues.clubs.notifications import MemberJoined
from leagues.models import Club
from leagues.pauses.notifications import SeasonPaused
from leagues.rounds.notifications import KnockOutRoundOver, RoundOpened, RoundOver, TableOver
from leagues.rounds.waiting_posts import PlayerToAct
from leagues.seasons.notifications import RegistrationOpened, SeasonOver, SeasonStarted
from leagues.webhooks.webhook_post import WebhookPost
from players.models import User
from players.notifications.kinds import Message


class WebhookTest(WebhookPost):
    """Goes to one webhook, even if it is switched off, to find out whether its address works again."""

    name = "test"

    @classmethod
    def webhook_message(cls, club: Club, data: dict[str, Any]) -> Message:
        user = User.objects.filter(pk=data["user"], is_active=True).first()
        words = {"name": user or _("Somebody"), "club": club}
        text = _("%(name)s is testing the webhook of %(club)s.")
        return Message(title=text % words, path=club.get_absolute_url())


POSTS: Final[dict[str, type[WebhookPost]]] = {
    kind.name: kind
    for kind in (
        WebhookTest,
        MemberJoined,
        RegistrationOpened,
        SeasonStarted,
        SeasonOver,
        RoundOpened,
        RoundOver,
        KnockOutRoundOver,
        SeasonPaused,
        TableOver,
        BoardWeekOpened,
        BoardWeekOver,
        PlayerToAct,
    )
}
"""By name, in the order in which organisers choose among them."""


def kinds_to_choose() -> list[tuple[str, Any]]:
    """The kinds that organisers may leave out, with their labels."""
    return [(name, kind.webhook_label) for name, kind in POSTS.items() if kind.webhook_label]


def kinds_at_first() -> list[str]:
    """The kinds that a new webhook is posted, unless its organisers choose others."""
    return [name for name, _label in kinds_to_choose() if not POSTS[name].is_opt_in]


def label_of(kind: str) -> Any:
    """What the log of deliveries calls a kind."""
    return getattr(POSTS.get(kind), "webhook_label", "") or _("Test")
