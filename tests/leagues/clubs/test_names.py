"""No club passes for another by its name."""

import pytest
from pytest_django.asserts import assertContains

from leagues.clubs import services
from leagues.clubs.forms import ClubForm
from leagues.locks import ClubError
from leagues.models import Club
from players import names
from players.models import User
from tests.support.clubs import club_of
from tests.support.visits import post, text

pytestmark = pytest.mark.django_db
ALIKE = "Тuesday"
"""It begins with a Cyrillic letter."""
REFUSED = "This name looks like another club’s. Please change it."


@pytest.mark.parametrize("name", [ALIKE, "Tuesday", " Ｔuesday "])
def test_nobody_founds_a_club_that_looks_like_another(club: Club, bo: User, name: str) -> None:
    assertContains(post(bo, "/clubs/new/", name=name, slug="bees"), REFUSED, status_code=422)
    assert list(Club.objects.all()) == [club]


def test_no_club_takes_the_look_of_another(club: Club, bo: User) -> None:
    bees = club_of(bo, slug="bees")
    assert REFUSED in text(post(bo, "/clubs/bees/settings/", name=ALIKE, is_public="on"))
    bees.refresh_from_db()
    assert (bees.name, bees.name_skeleton) == ("Bees", names.skeleton("Bees"))
    services.edit(club_id=bees.pk, user=bo, values={"name": "Wasps"})
    bees.refresh_from_db()
    assert bees.name_skeleton == names.skeleton("Wasps")


def test_a_private_club_is_not_told_of_and_is_asked_once_it_shows(club: Club, bo: User) -> None:
    Club.objects.filter(pk=club.pk).update(is_public=False)
    bees = services.create(user=bo, slug="bees", name=ALIKE)
    services.edit(club_id=bees.pk, user=bo, values={"about": "Anybody may come."})
    owner = club.memberships.get(role="owner").user
    assert owner is not None
    with pytest.raises(ClubError):
        services.edit(club_id=club.pk, user=owner, values={"is_public": True})


def test_one_may_use_a_name_again_that_is_ones_own_or_free(club: Club, bo: User) -> None:
    owner = club.memberships.get(role="owner").user
    assert owner is not None
    assert services.create(user=owner, slug="second", name=ALIKE).name == ALIKE
    Club.objects.exclude(slug="tuesday").delete()
    services.close(club_id=club.pk, user=owner)
    assert services.create(user=bo, slug="bees", name=ALIKE).name == ALIKE


def test_names_are_stored_in_one_form() -> None:
    form = ClubForm({"name": " Ｂees \u3000 ｸﾗﾌﾞ"})
    form.is_valid()
    assert form.cleaned_data["name"] == "Bees クラブ"
    # What becomes too long is refused before the database does.
    assert "name" in ClubForm({"name": "\ufdfa" * 60}).errors
