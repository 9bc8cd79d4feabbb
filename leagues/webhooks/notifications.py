"""What organisers are notified of about their club's webhooks."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.clubs.notifications import ClubNotification
from leagues.models import Membership, Role, Webhook
from players.notifications.kinds import SubjectRow


class WebhookSwitchedOff(ClubNotification):
    """Goes to the organisers, who can set another address."""

    name = "webhook_off"
    label = gettext_lazy("The webhook of a club that I organise was switched off")
    title = gettext_lazy("The webhook of %(club)s was switched off")
    action = pgettext_lazy("a link", "Go to the webhook")
    webhook = SubjectRow(Webhook.objects.all())
    audit_by_site = {
        "webhook_off": gettext_lazy("A webhook was switched off: its service no longer knows the address.")
    }

    @classmethod
    def notify(cls, webhook: Webhook, at: datetime) -> None:
        members = Membership.objects.filter(club=webhook.club_id, ended_at=None).exclude(role=Role.MEMBER)
        key = f"{cls.name}:{webhook.pk}:{at.timestamp()}"
        cls.write(members.values_list("user", flat=True), key, club=webhook.club_id, webhook=webhook.pk)

    @property
    def is_current(self) -> bool:
        return self.webhook.off_at is not None and self.organises

    @property
    def path(self) -> str:
        return reverse("leagues:webhook", args=[self.club.slug, self.webhook.pk]) if self.organises else super().path

    def lines(self) -> list[str]:
        name = [_("It is the webhook “%(name)s”.") % {"name": self.webhook.name}] if self.webhook.name else []
        return [
            *name,
            _("For a week the service has answered that it does not know the address, so nothing is posted any more."),
            _("Set another address, or save the same one again if the service knows it now."),
        ]
