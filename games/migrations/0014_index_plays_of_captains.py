from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_pool_of_daily_boards'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name='boardplay',
            index=models.Index(condition=models.Q(('by_captain', True)), fields=['board_set'], name='games_boardplay_captain'),
        ),
    ]
