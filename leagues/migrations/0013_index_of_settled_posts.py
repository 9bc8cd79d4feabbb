from django.db import migrations, models

from napoleon_site.migration_operations import AddIndexBesideWrites


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("leagues", "0012_choose_posts_of_turns")]

    operations = [
        AddIndexBesideWrites(
            model_name="post",
            index=models.Index(
                condition=models.Q(("settled_at__isnull", False)),
                fields=["settled_at"],
                name="leagues_post_settled",
            ),
        ),
    ]
