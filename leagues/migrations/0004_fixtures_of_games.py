from django.db import migrations
from django.db.models import Q


def name_fixtures(apps, schema_editor):
    """Say of each game of a season which table it is; a match that was played elsewhere keeps its own name."""
    divisions = apps.get_model("leagues", "Division").objects
    tables = apps.get_model("leagues", "Table").objects
    games = apps.get_model("games", "Game").objects
    several = set(divisions.filter(number__gt=1).values_list("season", flat=True))
    tables = tables.filter(~Q(outcome="recorded"), game__isnull=False)
    tables = tables.select_related("division", "round__season").order_by("pk")
    for table in tables.iterator(chunk_size=500):
        division, season = table.division, table.round.season
        fixture = {
            "season": season.name,
            "division": division.number if season.pk in several else 0,
            "division_name": division.name,
            "round": table.round.number,
            "table": table.number,
        }
        games.filter(pk=table.game_id).update(fixture_json=fixture)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0003_look_of_club_names"), ("games", "0006_fixtures")]

    operations = [migrations.RunPython(name_fixtures, migrations.RunPython.noop)]
