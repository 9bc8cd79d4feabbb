from typing import Any

from django.db import migrations


def unlist(apps: Any, schema_editor: Any) -> None:
    """Let only those at the table watch, as in seasons of such a club."""
    games = apps.get_model("games", "Game").objects.filter(challenge__ladder__club__is_public=False, is_listed=True)
    keys = list(games.values_list("pk", flat=True))
    apps.get_model("games", "Game").objects.filter(pk__in=keys).update(is_listed=False)
    apps.get_model("games", "ArchivedDeal").objects.filter(game__in=keys, is_listed=True).update(is_listed=False)


class Migration(migrations.Migration):
    dependencies = [("games", "0020_add_house_rules_of_circles"), ("leagues", "0026_add_season_files")]

    rolling = "Old code reads these rows as before. A match that it begins in those seconds stays listed."
    operations = [migrations.RunPython(unlist, migrations.RunPython.noop)]
