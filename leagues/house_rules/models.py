"""The house rules of a club."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import HouseRules
from leagues.clubs.models import Club


class ClubHouseRules(models.Model):
    """House rules that belong to a club and to no person, so that they outlast their author."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_rules")
    kept = models.OneToOneField(HouseRules, on_delete=models.CASCADE, related_name="of_club")

    class Meta:
        verbose_name = _("house rules of a club")
        verbose_name_plural = _("house rules of clubs")

    def __str__(self) -> str:
        return f"{self.club_id}: {self.kept_id}"
