from django.db import migrations


def read_again(apps, schema_editor):
    """Deals in which somebody substituted are read from the log again: they now say who that was."""
    seats = apps.get_model("leagues", "Offer").objects.filter(state="accepted").values("seat")
    tables = apps.get_model("leagues", "Table").objects.filter(seats__in=seats)
    apps.get_model("leagues", "Table").objects.filter(pk__in=tables.values("pk")).update(
        deals_seq=0
    )


class Migration(migrations.Migration):
    dependencies = [("leagues", "0009_swiss_draws")]

    operations = [migrations.RunPython(read_again, migrations.RunPython.noop)]
