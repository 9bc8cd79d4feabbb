"""Names are distinct: none looks like another person's, a bot's, the site's or an empty one."""

import time
from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games.lobby.forms import NewTableForm
from leagues.clubs.forms import ClubForm
from leagues.models import Club
from players import names
from players.accounts.services import guest_name
from players.models import User, validate_name, validate_title
from players.name_field import NameField
from players.profiles.find_people import find_people
from tests.support.clubs import club_of
from tests.support.visits import client_of, post

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
def test_nobody_takes_a_name_that_looks_like_another_s(bo: User) -> None:
    User.objects.create(name="Bill")
    assert sign_up("Bi11") == ["Somebody else has this name. Please choose another, or add to it."]
    assert sign_up("BiIl") == ["This name looks like another person’s. Please change it."]
    assert sign_up("Βo") == ["Somebody else has this name. Please choose another, or add to it."]
    assert sign_up("Billy") == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Ai", " Ａi ", "AI", "aI", "Ａｉ", "A i", "Аi", "ΑI", "АІ"])
def test_nobody_takes_a_name_that_differs_by_case_or_width(ai: User, name: str) -> None:
    assert sign_up(name) == ["Somebody else has this name. Please choose another, or add to it."]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["ダイ", "だい", "ﾀﾞｲ", "だイ", "ダ イ"])
def test_nor_by_kana(name: str) -> None:
    User.objects.create(name="だい")
    assert len(sign_up(name)) == 1
    assert sign_up("たい") == []


@pytest.mark.django_db
def test_guests_and_accounts_share_one_list_of_names(ai: User) -> None:
    guest = User.objects.create(name="Heron 12", is_guest=True)
    assert len(sign_up("heron 12")) == 1
    assert post(guest, "/me/", name="AI").status_code == 422
    keep = {"name": "Heron 12", "email": "h@example.org", "password1": "rather long words"}
    assert post(guest, "/me/keep/", **keep).status_code == 302


@pytest.mark.django_db
def test_two_guests_never_get_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("players.accounts.services.secrets.randbelow", lambda n: 0)
    monkeypatch.setattr("players.accounts.services.secrets.choice", lambda birds: birds[0])
    names_given = []
    for _guest in range(3):
        names_given.append(guest_name())
        User.objects.create(name=names_given[-1], is_guest=True)
    assert names_given == ["Heron 10", "Heron 1000", "Heron 100000"]


@pytest.mark.django_db
def test_staff_give_nobody_a_name_that_is_refused(admin_client: Client, ai: User, bo: User) -> None:
    def error_of(name: str) -> bool:
        page = admin_client.post(f"/admin/players/user/{bo.pk}/change/", {"name": name, "time_zone": "UTC"})
        return page.status_code == 200 and "name" in page.context["adminform"].form.errors

    assert error_of("AI")
    assert error_of("Admin\ufffc")
    assert not error_of("Bo")


@pytest.mark.parametrize(
    "text", ["Admin\ufffc", "Recruit\ufffc 3", "A\U0001d159", "A\u2423", "A\ufffd", "A\u2ff0", "A\ue000"]
)
def test_a_name_has_letters_digits_punctuation_and_emoji(text: str) -> None:
    for validate in (validate_title, validate_name):
        with pytest.raises(ValidationError):
            validate(text)


@pytest.mark.parametrize(
    "text", ["a\u0301\u0302\u0303", "é\u0302\u0303", "ก\u0e47\u0e47\u0e47", "A \u0301", "\u0301A", "👩\u0301 A"]
)
def test_marks_do_not_pile_up(text: str) -> None:
    with pytest.raises(ValidationError, match="at most two marks"):
        validate_title(names.tidy(text))


@pytest.mark.parametrize(
    "text",
    ["Tiến ệ", "กี่", "မြို့", "が", "🇯🇵 Ken", "1️⃣ A", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f Iain"],
)
def test_marks_that_a_language_needs_are_free(text: str) -> None:
    validate_name(names.tidy(text))


@pytest.mark.parametrize(
    "text",
    ["example.com", "Win at WWW.example", "http://a", "t.me/x", "x.com", "ai@example.org", "例え.みんな",
     "ｅｘａｍｐｌｅ．ｃｏｍ",
     "example。com", "10.0.0.1", "=?utf-8?b?QQ==?=", "Hi =?iso-2022-jp?Q?a?="],
)  # fmt: skip
def test_no_name_leads_elsewhere(text: str) -> None:
    for validate in (validate_title, validate_name):
        with pytest.raises(ValidationError, match="may not contain"):
            validate(names.tidy(text))


@pytest.mark.parametrize(
    "text", ["St.John", "J.Smith", "Dr. No", "v2.0", "Vol.3", "O’Neill & Co.", "晴れ。雨", "A?=", "a=?b"]
)
def test_a_dot_makes_no_address(text: str) -> None:
    validate_title(text)


@pytest.mark.parametrize(
    "name", ["Admin.", "A d m i n", "Adm1n", "★Admin★", "Admin ✅", "Ádmín", "S-t-a-f-f", "Rouen!", "なぽれおん"]
)
def test_ornaments_make_no_name_of_the_site_free(name: str) -> None:
    with pytest.raises(ValidationError, match="The site itself"):
        validate_name(name)


@pytest.mark.django_db
def test_who_has_a_name_that_is_refused_today_keeps_it_and_is_asked_for_another(ai: User, bo: User) -> None:
    User.objects.filter(pk=bo.pk).update(name="AI", name_key=names.key("AI"))
    browser = client_of(User.objects.get(pk=bo.pk))
    assertContains(browser.get("/"), "could not be chosen today")
    assertContains(browser.get("/me/"), "Somebody else has this name.")
    assert browser.post("/me/", {"name": "AI", "time_zone": "UTC", "card_style": "four"}).status_code == 302
    assert User.objects.get(pk=bo.pk).card_style == "four"
    assert browser.post("/me/", {"name": "AI 2", "time_zone": "UTC", "card_style": "four"}).status_code == 302
    assertNotContains(browser.get("/"), "could not be chosen today")
    assertNotContains(client_of(ai).get("/"), "could not be chosen today")


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


@pytest.mark.django_db
@pytest.mark.parametrize(("app", "migration"), [("players", "0003_add_name_keys"), ("leagues", "0006_add_name_keys")])
def test_names_from_before_get_their_keys(app: str, migration: str, ai: User) -> None:
    club = club_of(ai)
    for model in (User, Club):
        model.objects.update(name_key="", name_skeleton="")
    import_module(f"{app}.migrations.{migration}").fill(apps, None)
    row = User.objects.get(pk=ai.pk) if app == "players" else Club.objects.get(pk=club.pk)
    assert (row.name_key, row.name_skeleton) == (names.key(row.name), names.skeleton(row.name))


@pytest.mark.django_db
def test_a_name_stored_by_a_release_without_keys_gets_one_at_the_next_visit(ai: User) -> None:
    User.objects.filter(pk=ai.pk).update(name_key="")
    client_of(User.objects.get(pk=ai.pk)).get("/")
    assert User.objects.get(pk=ai.pk).name_key == names.key("Ai")


@pytest.mark.django_db
def test_no_club_passes_for_another_or_for_the_staff(ai: User, bo: User) -> None:
    club_of(ai)
    for name in ("TUESDAY", "Ｔｕｅｓｄａｙ", "Tues day"):
        assert "looks like another club’s" in post(bo, "/clubs/new/", name=name).content.decode()
    for name in ("Moderator", "Adm1n ★", "example.com", "Staff\ufffc"):
        assert "name" in ClubForm({"name": name}).errors
    assert post(bo, "/clubs/new/", name="Wednesday").status_code == 302
