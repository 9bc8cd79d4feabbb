"""Whoever has come in for somebody keeps what is credited to him, also when he leaves the site."""

from django.db import migrations
from django.db.models import OuterRef, Subquery


def credit(apps, schema_editor):
    entries = apps.get_model("leagues", "Entry").objects.filter(
        season=OuterRef("seat__table__round__season"), user=OuterRef("user")
    )
    offers = apps.get_model("leagues", "Offer").objects.filter(state="accepted")
    for pk, entry in offers.annotate(own=Subquery(entries.values("pk"))).values_list("pk", "own"):
        if entry is not None:
            offers.filter(pk=pk).update(entry=entry)


def forget(apps, schema_editor):
    """There was no offer without a person before."""
    apps.get_model("leagues", "Offer").objects.filter(user=None).delete()


class Migration(migrations.Migration):
    dependencies = [("leagues", "0007_keep_offers_of_former_players")]
    operations = [migrations.RunPython(credit, forget)]
