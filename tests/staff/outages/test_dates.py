"""Every date that people wait for moves with an outage, and every other date says why it does not."""

from django.apps import apps
from django.db.models import DateField

from games.turns.outages import MOVERS
from staff.outages.dates import MOVES, RECKONED, STAYS


def dates_of_the_site() -> set[str]:
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.local_concrete_fields
        if isinstance(field, DateField)
    }


def test_each_date_of_the_site_has_its_place() -> None:
    listed = [*MOVES, *RECKONED, *STAYS]
    assert sorted(listed) == sorted(dates_of_the_site())
    assert all({**RECKONED, **STAYS}.values())


def test_what_is_listed_as_moving_has_somebody_who_moves_it() -> None:
    assert list(dict.fromkeys(MOVES.values())) == MOVERS
