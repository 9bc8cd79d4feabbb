from django.db import migrations

KIND = "to_act"


def leave_out(apps, schema_editor):
    """Webhooks from before are posted who is to act only once their organisers choose it."""
    for webhook in apps.get_model("leagues", "Webhook").objects.all():
        webhook.muted = [*webhook.muted, KIND]
        webhook.save(update_fields=["muted"])


def forget(apps, schema_editor):
    for webhook in apps.get_model("leagues", "Webhook").objects.all():
        webhook.muted = [name for name in webhook.muted if name != KIND]
        webhook.save(update_fields=["muted"])


class Migration(migrations.Migration):
    dependencies = [("leagues", "0011_allow_claims")]
    rolling = "old code has no such posts; a webhook that it adds meanwhile gets them, and can leave them out"

    operations = [migrations.RunPython(leave_out, forget)]
