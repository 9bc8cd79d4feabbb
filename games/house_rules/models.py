"""Rules under a name."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.imports.models import new_slug
from games.kernel.stored_rules import StoredRules, columns_of
from napoleon.engine import Rules


class HouseRules(StoredRules):
    """Rules that somebody has kept. Tables and seasons take a copy, so a change reaches only those still to come."""

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="house_rules")
    """None: a circle keeps them (`games.house_rules.circles`)."""
    name = models.CharField(max_length=60)

    class Meta:
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")
        indexes = [models.Index(fields=["user", "name"], name="games_house_rules_of_user")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("games:house_rule_set", args=[self.slug])

    def keep(self, name: str, rules: Rules) -> None:
        """Store them under this name."""
        self.name = name
        for column, value in columns_of(rules).items():
            setattr(self, column, value)
        self.save()
