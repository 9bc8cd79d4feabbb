from django.db import migrations

from players.accounts import encryption


def change_secrets(apps, change):
    rows = apps.get_model("mfa", "Authenticator").objects.filter(type__in=encryption.HAVE_SECRETS)
    for row in rows.iterator():
        row.data = encryption.with_secrets(row.data, change)
        row.save(update_fields=["data"])


def encrypt(apps, schema_editor):
    change_secrets(apps, encryption.encrypt)


def decrypt(apps, schema_editor):
    change_secrets(apps, encryption.decrypt)


class Migration(migrations.Migration):
    dependencies = [("players", "0003_look_of_names"), ("mfa", "0003_authenticator_type_uniq")]

    operations = [migrations.RunPython(encrypt, decrypt)]
