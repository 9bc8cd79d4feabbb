"""Names are distinct: none looks like another person's, a bot's, the site's or an empty one."""

import time

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from pytest_django.asserts import assertContains

from games.lobby.forms import NewTableForm
from leagues.clubs.forms import ClubForm
from players import names
from players.models import User, validate_name, validate_title
from players.name_field import NameField
from players.profiles.find_people import find_people
from tests.support.visits import post

EMPTY = [
    "\u3164",
    "\u115f\u1160",
    "\uffa0",
    "\u2800",
    "\u200b",
    "\u00ad",
    "\u034f",
    "\ufe0f",
    "\u180e",
    "\u2060",
    "\U000e0041",
    "\u17b4",
    "…",
    "☆",
    "❤️",
    "#",
    "\u0301",
    "\ue000",
]
HIDDEN = [
    "Bo\u3164",
    "B\u200do",
    "Bo\u2800",
    "Bo\ufe0f",
    "\u202eoB",
    "Bo\U000e0020",
    "Bo\u034f",
    "Bo\u180b",
    "Bo\ue000",
]
PLAIN = [
    "愛",
    "Bo 2",
    "O’Neill",
    "<b>Chie</b>",
    "ダイ☆",
    "12",
    "👩🏽‍🚀 Emi",
    "Bo ❤️",
    "ﾀﾞｲ",
    "Ｂｏ",
    "Ян",
    "محمد",
    "दीया",
    "김",
    "ー一郎",
]


@pytest.mark.parametrize("name", EMPTY)
def test_a_name_that_shows_nothing_is_none(name: str) -> None:
    for validate in (validate_title, validate_name):
        with pytest.raises(ValidationError):
            validate(name)


@pytest.mark.parametrize("name", HIDDEN)
def test_a_name_hides_nothing(name: str) -> None:
    with pytest.raises(ValidationError, match="invisible"):
        validate_title(name)


@pytest.mark.parametrize("name", PLAIN)
def test_other_names_are_free(name: str) -> None:
    validate_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Recruit", "Recruit 3", "recruit 12", "RECRUIT 1", "Rеcruit 2", "Recruіt l", "Corporal 1",
        "Ｃｏｒｐｏｒａｌ １",
        "former player", "Former Player", "fоrmer plаyer", "forrner player", "Napoleon", "NAPOLEON", "Nаpoleon",
        "ΝΑPOLEON",
        "Admin", "ADMIN 1", "Staff", "ナポレオン",
    ],
)  # fmt: skip
def test_nobody_is_called_like_the_site_and_its_bots(name: str) -> None:
    with pytest.raises(ValidationError, match="The site itself"):
        validate_name(name)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_bots_are_meant_in_every_language(language: str) -> None:
    from django.utils import translation

    from games.bot_names import BOT_NAMES, RECORD_NAMES

    with translation.override(language):
        shown = [str(name) % {"number": 3} for name in RECORD_NAMES.values()]
        shown += [str(name) for names in BOT_NAMES.values() for name in names]
    for name in shown:
        with pytest.raises(ValidationError):
            validate_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Аi", "Ai"),
        ("Bill", "Bi11"),
        ("Bill", "BiIl"),
        ("Emma", "Ernrna"),
        ("ニ", "二"),
        ("ロ", "口"),
        ("Zoë", "Zoe\u0308"),
        ("O0", "OO"),
    ],
)
def test_looks_are_the_same(one: str, other: str) -> None:
    assert names.skeleton(one) == names.skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ai", "ai"), ("Ai", "Al"), ("Bo", "Bø"), ("Dai", "Dei"), ("愛", "受")])
def test_looks_differ(one: str, other: str) -> None:
    assert names.skeleton(one) != names.skeleton(other)


def sign_up(name: str) -> list[str]:
    form = {"name": name, "email": "new@example.org", "password1": "rather long words"}
    response = Client().post("/accounts/signup/", form)
    return [] if response.status_code == 302 else list(response.context["form"].errors["name"])


@pytest.mark.django_db
def test_nobody_takes_a_name_that_looks_like_another_s(ai: User) -> None:
    assert sign_up("Аi") == ["This name looks like another person’s. Please change it."]
    # The same name is no deception: numbers tell people apart.
    assert sign_up("Ai") == []
    assert sign_up(" Ａi ") == []
    assert set(User.objects.values_list("name", flat=True)) == {"Ai"}


@pytest.mark.django_db
def test_a_name_with_a_nul_is_refused_in_words(ai: User) -> None:
    assertContains(post(ai, "/me/", name="a\x00b"), "Null characters are not allowed.", status_code=422)


@pytest.mark.django_db
def test_a_person_may_mend_their_own_name(client: Client, ai: User, bo: User) -> None:
    def rename(name: str) -> int:
        return client.post("/me/", {"name": name, "time_zone": "UTC", "card_style": "two"}).status_code

    User.objects.filter(pk=bo.pk).update(name="Вo", name_skeleton=names.skeleton("Bo"))
    client.force_login(User.objects.get(pk=bo.pk))
    assert rename("Bo") == 302
    assert rename("Аi") == 422
    assert User.objects.get(pk=bo.pk).name_skeleton == names.skeleton("Bo")


@pytest.mark.django_db
def test_names_are_stored_and_found_in_one_form() -> None:
    assert NameField().clean("  Ｂｏ\u3000  ﾀﾞｲ ") == "Bo ダイ"
    person = User.objects.create(name="Bo ダイ")
    assert find_people(["Ｂｏ ﾀﾞｲ"]) == [person]


@pytest.mark.django_db
def test_no_accents_are_put_in_order_in_what_is_too_long_for_a_name() -> None:
    """Half a megabyte of them would take minutes, and hold up everybody else."""
    accents = "a" + "\u0315" * 400 + "\u0300" * 400
    assert names.tidy(accents) == accents
    assert names.skeleton(accents) == names.skeleton(accents[:500])
    assert "Ensure this value has at most 40 characters (it has 801)." in sign_up(accents)


def test_no_number_is_looked_for_in_what_is_too_long_for_a_name() -> None:
    """In 64 KB the time would be a minute, and in all that a form may hold an hour."""
    begun = time.process_time()
    validate_name("1 " * 32_000 + "a")
    assert time.process_time() - begun < 5


def test_clubs_and_tables_show_their_names(db: None) -> None:
    assert "name" in ClubForm({"name": "\u3164"}).errors
    assert "name" in ClubForm({"name": "Tues\u202eday"}).errors
    field = NewTableForm.base_fields["name"]
    for name in ("\u3164", "Tues\u202eday"):
        with pytest.raises(ValidationError):
            field.clean(name)
    assert field.clean("") == ""


def test_a_very_long_look_fits(db: None) -> None:
    assert len(NameField(max_length=40).clean("m" * 40)) == 40
    with pytest.raises(ValidationError):
        NameField(max_length=40).clean("\ufdfa" * 40)
