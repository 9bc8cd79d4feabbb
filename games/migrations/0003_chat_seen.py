from django.db import migrations, models
from django.db.models import Exists, OuterRef, Subquery
from django.db.models.functions import Coalesce


def count_lines(apps, schema_editor):
    """Count the lines that there are; all of them are taken for seen, since nobody knows who has read which."""
    message, game = apps.get_model("games", "ChatMessage"), apps.get_model("games", "Game")
    lines = message.objects.filter(game=OuterRef("pk"), is_thought=False).order_by()
    counted = lines.values("game").annotate(n=models.Count("pk")).values("n")
    game.objects.filter(Exists(lines)).update(chat_lines=Coalesce(Subquery(counted), 0))
    talked = game.objects.filter(pk=OuterRef("game"), chat_lines__gt=0)
    seats = apps.get_model("games", "Seat").objects.filter(Exists(talked))
    seats.update(chat_seen=Subquery(talked.values("chat_lines")))


class Migration(migrations.Migration):
    dependencies = [("games", "0002_one_table_for_one_form")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="chat_lines",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="chat_seen",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.RunPython(count_lines, migrations.RunPython.noop),
    ]
