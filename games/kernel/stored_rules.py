"""Rules as columns: whole, with the version of the presets and of the engine by which they are read."""

from typing import Any

from django.db import models

from napoleon.engine import Rules, rules_from_json, rules_to_json
from napoleon.engine.editions import FIRST_VERSION


def columns_of(rules: Rules) -> dict[str, Any]:
    return {"rules_json": rules_to_json(rules), "rules_version": rules.version}


class StoredRules(models.Model):
    """A model with rules. Rows from before there were versions have a preset and what differed from it."""

    rules_json = models.JSONField()
    rules_version = models.PositiveSmallIntegerField(default=FIRST_VERSION, db_default=FIRST_VERSION)

    class Meta:
        abstract = True

    @property
    def rules(self) -> Rules:
        return rules_from_json(self.rules_json, self.rules_version)
