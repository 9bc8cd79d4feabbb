"""Lists of people: every line is shown with what is wrong before anything is done, and nothing else is done."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from infrastructure.text_files import NoText, decode
from infrastructure.workbooks import Sheet, written
from leagues.models import Club, Invitation, Season
from leagues.people_import.parse import MOST_BYTES, PersonLine, left_over, mend_lines, parse_lines
from leagues.people_import.rows import ImportRefused
from players.models import User
from tests.support import visits
from tests.support.cast import person
from tests.support.clubs import add, link
from tests.support.played_seasons import season_of
from tests.support.stored_seasons import entered, states
from tests.support.table_pages import words
from tests.support.visits import client_of, post

pytestmark = pytest.mark.django_db
SEASON = "/clubs/tuesday/seasons/spring/import/"
CLUB = "/clubs/tuesday/import/"


@pytest.fixture
def season(club: Club, bo: User) -> Season:
    return season_of(club, bo, state="registration")


def names(season: Season) -> list[str]:
    return list(season.entries.order_by("order").values_list("user__name", flat=True))


# --- Reading ---


def who(text: str, *, prefer_mail: bool = False) -> list[str]:
    return [f"{line.number} {line.who}" for line in parse_lines(text, prefer_mail=prefer_mail)]


def test_names_are_read_as_the_site_writes_them() -> None:
    assert who("name\n Ｋｅｎ　Ｍ \nﾔﾏﾀﾞ\n'=Max\n'Ol\n＃１２") == ["2 Ken M", "3 ヤマダ", "4 =Max", "5 'Ol", "6 #12"]


def test_lines_keep_their_numbers() -> None:
    assert who("Ai\n\n  Bo  \n,,\nChie") == ["1 Ai", "3 Bo", "5 Chie"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name,email\nAi,ai@x.org", "2 Ai"),
        ("email;name\nai@x.org;Ai", "2 Ai"),
        ("number\tName\n1\tAi", "2 Ai"),
        ("メール,名前\nai@x.org,Ai", "2 Ai"),
        ('"name"\n"Ai, the first"', "2 Ai, the first"),
        ("order,name\n1,'=Ai", "2 =Ai"),
    ],
)
def test_the_column_of_names(text: str, expected: str) -> None:
    assert who(text) == [expected]


def test_the_column_of_addresses() -> None:
    assert who("name,email\nAi,ai@x.org", prefer_mail=True) == ["2 ai@x.org"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp932"])
def test_files_of_all_spreadsheets(encoding: str) -> None:
    assert who(decode("名前\n佐藤花子".encode(encoding))[0]) == ["2 佐藤花子"]


@pytest.mark.parametrize(
    "data",
    [b"", b"\n\n", b"name", b"\x00\x01", b"\xff\xfe\x00", b"\x81", b"x\n" * 301, b"GIF89a\x01\x07"],
    ids=["empty", "blank", "heading", "zeros", "half", "noise", "many", "picture"],
)
def test_what_is_no_list_is_refused(data: bytes) -> None:
    with pytest.raises((ImportRefused, NoText)):
        parse_lines(decode(data)[0], prefer_mail=False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a@x.org, b@x.org", ["1 a@x.org", "1 b@x.org"]),
        ("a@x.org b@x.org;c@x.org\nd@x.org", ["1 a@x.org", "1 b@x.org", "1 c@x.org", "2 d@x.org"]),
        ("Ai <a@x.org>", ["1 a@x.org"]),
        ('"Doe, Jo" <jo@x.org>, Ri Roe <ri@x.org>;<mailto:c@x.org>', ["1 jo@x.org", "1 ri@x.org", "1 c@x.org"]),
        ("＜a＠x.org＞、b@x.org", ["1 a@x.org", "1 b@x.org"]),
        ("Ai, Bo\tChie", ["1 Ai", "1 Bo", "1 Chie"]),
        ("Ai, a@x.org", ["1 Ai", "1 a@x.org"]),
        ('name;email\nAi;"a@x.org, b@x.org"', ["2 a@x.org", "2 b@x.org"]),
        ("name,email\nAi,Ai <a@x.org>", ["2 a@x.org"]),
    ],
)
def test_everybody_on_a_line_is_read(text: str, expected: list[str]) -> None:
    assert who(text, prefer_mail=True) == expected


def test_for_a_season_the_name_before_an_address_is_read() -> None:
    assert who('Ai <a@x.org>, "Doe, Jo" <jo@x.org>') == ["1 Ai", "1 Doe, Jo"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028"])
def test_lines_end_as_on_any_machine(end: str) -> None:
    assert who(end.join(["名前", "Ai", "", "Bo"])) == ["2 Ai", "4 Bo"]


@pytest.mark.parametrize("declared", ["sep=;\n", '"sep=;"\n', "SEP=;\r\n", "\ufeffsep=;\n"])
def test_the_line_that_names_the_delimiter_is_nobody(declared: str) -> None:
    assert who(f"{declared}team;name\nred, blue;Doe, Jo") == ["3 Doe, Jo"]
    assert who(f"{declared}Doe, Jo;Ai") == ["2 Doe, Jo", "2 Ai"]
    mended = mend_lines(f"{declared}team;name\nred;X", {"3": "Ai"}, prefer_mail=False)
    assert who(mended) == ["3 Ai"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('Ai\n"Bo\nChie', 2),
        ('Ai\n"Bo\nChie"\nDai', 2),
        ('"Bo\n"Chie"', 1),
        ('name,notes\nAi,x\nBo,"y\nChie,z', 3),
        ('name,notes\nAi,"x"y\nBo,', 2),
        ('name,notes\n"Ai\nBo",x', 2),
        ('sep=;\nAi;"Bo', 2),
    ],
)
def test_a_quotation_mark_that_stays_open_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(ImportRefused, match=f"Line {line}: the quotation mark"):
        parse_lines(text, prefer_mail=False)


def test_quotation_marks_that_are_closed_are_read() -> None:
    assert who('name,notes\n"Doe, ""Jo""","two\nlines"\nAi "the ace" B,\n') == ['2 Doe, "Jo"', '4 Ai "the ace" B']


@pytest.mark.parametrize(
    ("encoding", "text", "name"),
    [
        ("cp1252", "name\nJürgen\nRené\nRémy Bücher\nBjörn\n", "cp1252"),
        ("cp1252", "Ärger;Øre\n", "cp1252"),
        ("cp932", "名前\n佐藤花子\nﾔﾏﾀﾞ\nKen山田\n", "cp932"),
        ("utf-16-le", "name\nJürgen\n", "utf-16"),
        ("utf-16-be", "名前,x\n佐藤花子,y\n", "utf-16"),
        ("utf-8", "Jürgen\n佐藤花子", "utf-8"),
    ],
)
def test_an_encoding_is_recognised(encoding: str, text: str, name: str) -> None:
    assert decode(text.encode(encoding)) == (text, name)


@pytest.mark.parametrize("file", ["members.csv", "seasons/spring/files/members.csv"])
def test_the_sites_own_files_come_back_in_unchanged(season: Season, club: Club, bo: User, file: str) -> None:
    names = ["Kei", "Kei", "=Max", '"Ace" Bo', "Doe, Jo; Ri", "'tis", "名前、２"]
    people = [User.objects.create(name=name, email=f"{at}@example.org") for at, name in enumerate(names)]
    for one in people:
        add(club, one)
    entered(season, *people)
    season_of(club, slug="next", state="registration")
    sent = SimpleUploadedFile("list.csv", client_of(bo).get(f"/clubs/tuesday/{file}").getvalue())
    page = client_of(bo).post("/clubs/tuesday/seasons/next/import/", {"file": sent})
    assert {line.person for line in page.context["lines"] if not line.error} >= set(people)
    assert "will be skipped" not in words(page)


# --- Into a season ---


def test_every_line_is_shown_first(season: Season, bo: User, chie: User, dai: User) -> None:
    page = words(post(bo, SEASON, text=f"Ai\nBo\nChie\nDai\n#{chie.pk}\nNobody"))
    assert "2 lines have no errors. 4 lines have errors and will be skipped." in page
    assert "1 Ai will be entered" in page
    assert "Enter 2 members" in page
    assert "2 Bo has already entered." in page
    assert "3 Chie will be entered" in page
    assert "4 No member of the club is called “Dai”." in page
    assert "5 The same as line 3." in page
    assert "6 No member of the club is called “Nobody”." in page
    assert names(season) == ["Bo"]


def test_then_the_good_lines_are_carried_out(season: Season, bo: User) -> None:
    page = words(post(bo, SEASON, text="Ai\nNobody\nChie", confirm="yes"))
    assert names(season) == ["Bo", "Ai", "Chie"]
    assert "2 members were entered." in page
    assert "1 Ai done" in page
    assert "2 No member of the club" in page


def test_lines_with_errors_are_mended_in_place(season: Season, bo: User) -> None:
    found = post(bo, SEASON, text="Ai\nNobody\nX\n")
    assert 'name="line-2" value="Nobody"' in visits.text(found)
    # What was mended is shown before it is carried out, whichever button was pressed.
    found = post(bo, SEASON, text=found.context["text"], confirm="yes", **{"line-2": "Chie"})
    assert "2 Chie will be entered" in words(found)
    assert names(season) == ["Bo"]
    found = post(bo, SEASON, text=found.context["text"], confirm="yes", **{"line-3": "X"})
    assert names(season) == ["Bo", "Ai", "Chie"]
    # What is left has its place in a list of its own.
    assert found.context["text"] == "X\n"
    assert 'name="line-1" value="X"' in visits.text(found)


def test_a_line_that_is_emptied_is_left_out(season: Season, bo: User) -> None:
    found = post(bo, SEASON, text="team;name\nred;Nobody\nblue;Ai\n", **{"line-2": ""})
    assert "1 line has no errors." in words(found)
    assert "3 Ai will be entered" in words(found)


def test_a_mended_line_keeps_its_column_and_what_needs_quotes() -> None:
    mended = mend_lines('club,name\n"A, B",Nobody\nC\n', {"2": "Doe, Jo", "3": "Ai", "9": "Bo"}, prefer_mail=False)
    assert mended == 'club,name\n"A, B","Doe, Jo"\nC,Ai\n'
    assert [line.who for line in parse_lines(mended, prefer_mail=False)] == ["Doe, Jo", "Ai"]


def test_lines_that_are_left_have_their_places_in_a_text_of_their_own() -> None:
    placed, text = left_over([PersonLine(2, "Ai", place="2"), PersonLine(5, "Doe, Jo", error="No.", place="5")])
    assert [(line.number, line.place) for line in placed if line.error] == [(5, "1")]
    assert text == '"Doe, Jo"\n'


def test_without_an_address_the_name_is_read() -> None:
    text = "name,email\nAi,\n,bo@example.org\nChie,c@example.org\nDai\n"
    assert who(text, prefer_mail=True) == ["2 Ai", "3 bo@example.org", "4 c@example.org", "5 Dai"]


def test_without_errors_it_leads_to_the_season(season: Season, bo: User) -> None:
    assert post(bo, SEASON, text="Ai", confirm="yes")["Location"] == "/clubs/tuesday/seasons/spring/"


def test_a_file(season: Season, bo: User) -> None:
    file = SimpleUploadedFile("list.csv", "名前\nAi\n".encode("cp932"))
    assert "2 Ai will be entered" in words(client_of(bo).post(SEASON, {"file": file}))


def test_the_encoding_of_a_file_is_shown_and_can_be_changed(season: Season, bo: User, club: Club) -> None:
    add(club, User.objects.create(name="山田", email="yamada@example.org"))
    # Both bytes of each sign are letters with accents as well.
    file = SimpleUploadedFile("list.csv", "Ai\n山田\n".encode("cp932"))
    found = client_of(bo).post(SEASON, {"file": file, "encoding": "cp1252"})
    assert "The file was read as Windows-1252." in words(found)
    assert '<input type="hidden" name="read_as" value="cp1252">' in visits.text(found)
    assert re.search(r'<option\s+value="cp1252"\s+selected', visits.text(found))
    assert "1 line has an error" in words(found)
    sent = {"text": found.context["text"], "read_as": "cp1252", "encoding": "cp932", "confirm": "yes"}
    found = post(bo, SEASON, **sent)
    # Read again, it is shown before anything is done.
    assert names(season) == ["Bo"]
    assert "The file was read as Shift_JIS." in words(found)
    assert "2 山田 will be entered" in words(found)
    post(bo, SEASON, text=found.context["text"], read_as="cp932", encoding="cp932", confirm="yes")
    assert names(season) == ["Bo", "Ai", "山田"]


@pytest.mark.parametrize(
    ("data", "encoding", "error"),
    [
        (b"J\xfcrgen", "utf-8", "The file is no text in UTF-8."),
        (b"\x81", "", "This is not a text file."),
        (b"", "", "The list is empty."),
        (b"x" * (MOST_BYTES + 1), "", "The file is too large."),
        (b'Ai\n"Bo', "", "Line 2: the quotation mark is not closed at the end of the cell."),
        (b"Ai", "ebcdic", "Select a valid choice."),
    ],
)
def test_a_file_that_cannot_be_read_says_why(season: Season, bo: User, data: bytes, encoding: str, error: str) -> None:
    file = SimpleUploadedFile("list.csv", data)
    found = client_of(bo).post(SEASON, {"file": file, "encoding": encoding})
    assert found.status_code == 422
    assert error in words(found)


def test_a_file_and_a_text_at_once_are_refused(season: Season, bo: User) -> None:
    found = client_of(bo).post(SEASON, {"file": SimpleUploadedFile("list.csv", b"Ai"), "text": "Chie"})
    assert "Choose a file or paste text, not both." in words(found)


def test_the_column_that_is_read_is_named(season: Season, bo: User) -> None:
    assert "The column “名前” was read." in words(post(bo, SEASON, text="組,名前\nA,Ai"))
    assert "The column" not in words(post(bo, SEASON, text="Ai"))


def test_people_of_one_line_are_mended_one_by_one(season: Season, bo: User) -> None:
    found = post(bo, SEASON, text="Ai, Nobody, X\nBo")
    assert 'name="line-1-2" value="Nobody"' in visits.text(found)
    found = post(bo, SEASON, text=found.context["text"], **{"line-1-2": "Chie", "line-1-3": ""})
    assert [line.who for line in found.context["lines"]] == ["Ai", "Chie", "Bo"]


def test_two_of_one_name_need_a_number(season: Season, bo: User, club: Club) -> None:
    twins = [person("kei"), User.objects.create(name="Kei", email="other@example.org")]
    for one in twins:
        add(club, one)
    page = words(post(bo, SEASON, text="Kei"))
    assert f"Several people are called “Kei”: #{twins[0].pk}, #{twins[1].pk}." in page


def test_what_changes_meanwhile_is_said(season: Season, bo: User) -> None:
    Season.objects.update(cap=2, has_waiting_list=False)
    page = words(post(bo, SEASON, text="Ai\nChie", confirm="yes"))
    assert names(season) == ["Bo", "Ai"]
    assert "2 The season is full." in page


def test_too_many_for_the_season_go_on_the_waiting_list_as_the_preview_says(season: Season, bo: User) -> None:
    Season.objects.update(cap=2)
    assert "no room for 1 of them: this person goes on the waiting list" in words(post(bo, SEASON, text="Ai\nChie"))
    post(bo, SEASON, text="Ai\nChie", confirm="yes")
    assert states(season) == "Bo entered, Ai entered, Chie waiting"


def test_when_nobody_was_entered_nothing_else_is_said(season: Season, bo: User) -> None:
    Season.objects.update(cap=1, has_waiting_list=False)
    page = words(post(bo, SEASON, text="Ai", confirm="yes"))
    assert "1 The season is full." in page
    assert "0 members were entered." not in page


def test_a_season_that_is_over(season: Season, bo: User) -> None:
    Season.objects.update(state="finished")
    assert post(bo, SEASON, text="Ai").status_code == 409


def test_nonsense_is_refused(season: Season, bo: User) -> None:
    response = post(bo, SEASON, text="", confirm="yes")
    assert response.status_code == 422
    assert "The list is empty." in words(response)
    assert names(season) == ["Bo"]


def test_markup_stays_text(season: Season, bo: User) -> None:
    assert "<script>x" not in post(bo, SEASON, text="<script>x</script>").content.decode()


def test_a_number_goes_before_a_name_that_looks_like_one(season: Season, bo: User, club: Club, chie: User) -> None:
    """Nobody can be asked to enter the number instead where they have done so."""
    add(club, User.objects.create(name=f"#{chie.pk}", email="other@example.org"))
    assert "1 Chie will be entered" in words(post(bo, SEASON, text=f"#{chie.pk}"))


# --- As invitations ---


def confirmed(user: User) -> None:
    from allauth.account.models import EmailAddress

    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)


def test_people_and_addresses_are_invited(club: Club, bo: User, dai: User) -> None:
    confirmed(bo)
    text = "email\nDai\nnew@example.org\nAi\nno@address\nNEW@example.org\nNobody"
    page = words(post(bo, CLUB, text=text))
    assert "2 lines have no errors. 4 lines have errors" in page
    assert "4 Ai is already a member of this club." in page
    assert "5 This is not an email address." in page
    assert "6 The same as line 3." in page
    assert "Invite 2 people" in page
    assert not Invitation.objects.exists()
    post(bo, CLUB, text=text, confirm="yes")
    assert sorted(Invitation.objects.values_list("user__name", "email"), key=str) == [
        ("Dai", ""),
        (None, "new@example.org"),
    ]


def test_who_is_invited_already(club: Club, bo: User, dai: User) -> None:
    confirmed(bo)
    link(club, bo)
    text = "Dai\nnew@example.org"
    post(bo, CLUB, text=text, confirm="yes")
    page = words(post(bo, CLUB, text=text))
    assert "1 Dai has already been invited." in page
    assert "2 This address has already been invited." in page
    assert Invitation.objects.count() == 3


def test_a_name_beside_an_address_is_shown(club: Club, bo: User) -> None:
    confirmed(bo)
    page = words(post(bo, CLUB, text="Jo Doe <jo@example.org>, ri@example.org"))
    assert "1 jo@example.org (Jo Doe) will be invited" in page
    assert "1 ri@example.org will be invited" in page


def test_whoever_has_not_confirmed_their_address_mails_nobody(club: Club, bo: User) -> None:
    assert "confirm your own email address" in words(post(bo, CLUB, text="new@example.org", confirm="yes"))
    assert not Invitation.objects.exists()


def test_a_text_that_is_too_long_says_so(club: Club, ai: User) -> None:
    response = post(ai, CLUB, text="A" * (MOST_BYTES + 1))
    assert response.status_code == 422
    assert "at most 262144 characters" in words(response)


def test_an_excel_workbook_is_read_like_a_list(season: Season, bo: User) -> None:
    data = written([Sheet("Members", ["名前", "部"], [["Ai", 1], [None, None], ["Nobody", 2]])])
    page = words(client_of(bo).post(SEASON, {"file": SimpleUploadedFile("list.xlsx", data)}))
    assert "2 Ai will be entered" in page
    assert "4 No member of the club is called “Nobody”." in page
    page = words(client_of(bo).post(SEASON, {"file": SimpleUploadedFile("list.xlsx", data[:-40])}))
    assert "This Excel workbook can’t be read, or it is too large." in page
    assert names(season) == ["Bo"]
