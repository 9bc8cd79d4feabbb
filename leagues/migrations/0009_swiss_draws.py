from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0008_webhooks_of_services")]

    operations = [
        migrations.AddField(
            model_name="season",
            name="pairing",
            field=models.CharField(
                choices=[
                    ("even", "Everybody meets everybody as evenly as possible"),
                    ("swiss", "Neighbours in the standings, seldom the same ones twice"),
                    ("fresh", "Neighbours in the standings, the same ones only where unavoidable"),
                ],
                default="even",
                max_length=5,
            ),
        ),
    ]
