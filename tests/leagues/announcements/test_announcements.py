"""Announcements of organisers: to whom they go, in which words, and how often."""

from uuid import uuid4

import pytest
from django.core import mail
from django.utils import timezone

from leagues import own_data
from leagues.announcements import services
from leagues.announcements.audiences import find_audience
from leagues.locks import ClubError
from leagues.models import Announcement, Club, Entry, Membership, Season
from players.accounts import merging
from players.friends import services as friends
from players.models import Notification, User
from tests.support.announcements import BOTH, announced, letter
from tests.support.cast import person
from tests.support.clubs import add, log, told, tuesday
from tests.support.late_players import lag
from tests.support.notifications import is_current, message_of, pass_time, reachable
from tests.support.stored_seasons import crowd, started, table_at
from tests.support.visits import get, post, queries, text
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
LIST = "/clubs/tuesday/announcements/"
WRITE = f"{LIST}write/"
LETTER = f"{LIST}organisers/"
season = world(lambda: started(tuesday(), person("bo"), crowd(8)))


@pytest.fixture
def club(season: Season) -> Club:
    return season.club


def readers(made: Announcement) -> set[str]:
    return set(made.recipients.values_list("user__name", flat=True))


def form(**values: object) -> dict[str, object]:
    return {"to": "club", "key": uuid4(), "subject_en": "Hello", "text_en": "Dear {name}", **values}


def sent(user: User, **values: object) -> Announcement | None:
    """Preview it and send it as the page does."""
    given = form(**values)
    page = post(user, WRITE, **given)
    assert page.status_code == 200, text(page)
    seen = page.context["form"]["seen"].value()
    assert post(user, WRITE, **given, seen=seen, send="yes").status_code == 302
    return Announcement.objects.filter(key=given["key"]).first()


# --- To whom ---


def test_the_club_gets_it_but_not_its_author(club: Club, bo: User) -> None:
    made = announced(club, bo)
    members = set(club.current_memberships().values_list("user__name", flat=True))
    assert readers(made) == members - {"Bo"}
    assert told(person("ai"))[-1] == "club_announced"


def test_a_season_a_division_a_round_and_a_table_have_their_own_players(season: Season, club: Club, bo: User) -> None:
    entries = Entry.objects.filter(season=season)
    table, round_ = table_at(season, "1-2"), season.rounds.get(number=1)
    names = set(entries.values_list("user__name", flat=True))
    assert readers(announced(club, bo, f"season:{season.pk}")) == names
    assert readers(announced(club, bo, f"division:{season.divisions.get().pk}")) == names
    assert readers(announced(club, bo, f"round:{round_.pk}")) == names
    at_table = set(table.seats.values_list("entry__user__name", flat=True))
    assert readers(announced(club, bo, f"table:{table.pk}")) == at_table != names


def test_who_withdrew_gets_it_only_where_the_club_does(season: Season, club: Club, bo: User) -> None:
    one = Entry.objects.filter(season=season).first()
    assert one is not None
    Entry.objects.filter(pk=one.pk).update(state=Entry.State.WITHDRAWN)
    assert one.name not in readers(announced(club, bo, f"season:{season.pk}"))
    assert one.name in readers(announced(club, bo))


def test_nothing_goes_to_seasons_of_others_or_ones_that_only_organisers_know(season: Season, club: Club) -> None:
    other = Club.objects.create(slug="away", name="Away", created_at=timezone.now())
    assert find_audience(other, f"season:{season.pk}") is None
    assert find_audience(other, f"table:{table_at(season, '1-1').pk}") is None
    Season.objects.update(announced_at=None)
    assert find_audience(club, f"season:{season.pk}") is None
    for key in ("", "season:", "season:x", "member:99999999999999999999", "organisers", "round:²"):
        assert find_audience(club, key) is None


def test_one_member(club: Club, bo: User, chie: User) -> None:
    made = announced(club, bo, f"member:{Membership.objects.get(club=club, user=chie).pk}")
    assert readers(made) == {"Chie"}
    # The log, which everybody reads, says nothing of it.
    assert not any("wrote to" in line for line in log(club))


def test_the_log_says_to_whom_the_others_went(season: Season, club: Club, bo: User) -> None:
    announced(club, bo)
    announced(club, bo, f"table:{table_at(season, '1-2').pk}")
    lines = log(club)[-2:]
    assert lines[0].endswith("people: the whole club.")
    assert lines[1] == "Bo wrote to 4 people: Spring, round 1, table 2."


# --- In which words ---


def test_each_reader_gets_their_own_language(club: Club, bo: User, chie: User) -> None:
    reachable(chie, person("ai"))
    User.objects.filter(pk=chie.pk).update(language="ja")
    announced(club, bo, texts=BOTH)
    pass_time()
    subjects = {letter.to[0].split("@")[0]: letter for letter in mail.outbox}
    assert len(subjects) == 2
    assert {letter.subject for letter in mail.outbox} == {"Tuesday: Hello", "Tuesday：お知らせ"}
    bodies = "\n".join(letter.body for letter in mail.outbox)
    assert "Chieさん" in bodies
    assert "Dear Ai, see http" in bodies
    assert "Written by Bo." in bodies


def test_of_one_language_everybody_gets_it(club: Club, bo: User, chie: User) -> None:
    User.objects.filter(pk=chie.pk).update(language="ja")
    made = announced(club, bo)
    assert "Dear Chie" in text(get(chie, made.get_absolute_url()))


def test_dates_and_links_of_a_round_are_filled_in(season: Season, club: Club, bo: User) -> None:
    texts = {"en": {"subject": "Round {round}", "text": "{season}, {closes}: {link}"}}
    round_ = season.rounds.get(number=1)
    announced(club, bo, f"round:{round_.pk}", texts=texts)
    told_to = Notification.objects.filter(kind="club_announced").first()
    assert told_to is not None
    message = message_of(told_to)
    assert message is not None
    assert message.title == "Tuesday: Round 1"
    assert message.lines[0].startswith("Spring, ")
    assert message.lines[0].endswith("/clubs/tuesday/seasons/spring/rounds/1/")


def test_a_word_that_cannot_be_filled_in_is_refused(bo: User, club: Club) -> None:
    page = post(bo, WRITE, **form(text_en="In {season} of {nothing}"))
    assert page.status_code == 422
    assert "{season}, {nothing}" in text(page)


def test_half_of_a_language_is_refused_and_nothing_at_all_as_well(bo: User, club: Club) -> None:
    assert post(bo, WRITE, **form(text_en="")).status_code == 422
    assert post(bo, WRITE, **form(text_en="", subject_en="")).status_code == 422
    assert post(bo, WRITE, **form(to="season:1x")).status_code == 422
    assert not Announcement.objects.exists()


# --- The preview, and sending once ---


def test_the_preview_says_what_goes_to_whom(bo: User, chie: User, club: Club) -> None:
    User.objects.filter(pk=chie.pk).update(language="ja")
    page = text(post(bo, WRITE, **form(subject_ja="お知らせ", text_ja="{name}さん")))
    count = club.current_memberships().count() - 1
    assert f"This goes to {count} people" in page
    assert "日本語 (1)" in page
    assert "Chieさん" in page
    assert f"Send it ({count})" in page
    assert not Announcement.objects.exists()


def test_what_was_changed_after_the_preview_is_previewed_again(bo: User, club: Club) -> None:
    given = form()
    seen = post(bo, WRITE, **given).context["form"]["seen"].value()
    page = post(bo, WRITE, **{**given, "text_en": "Something else"}, seen=seen, send="yes")
    assert page.status_code == 200
    assert "Something else" in text(page)
    assert not Announcement.objects.exists()


def test_the_same_form_sent_twice_writes_once(bo: User, club: Club) -> None:
    key = uuid4()
    first = announced(club, bo, key=key)
    assert announced(club, bo, key=key) == first
    assert Notification.objects.filter(kind="club_announced").count() == first.recipients.count()
    assert sent(bo) is not None
    assert Announcement.objects.count() == 2


def test_a_club_writes_ten_times_a_day_to_many_and_more_to_one(bo: User, club: Club, chie: User) -> None:
    for _each in range(services.MOST_A_DAY):
        announced(club, bo)
    with pytest.raises(ClubError, match="10 announcements"):
        announced(club, person("ai"))
    announced(club, bo, f"member:{Membership.objects.get(club=club, user=chie).pk}")
    Announcement.objects.update(at=timezone.now() - 2 * services.DAY)
    announced(club, bo)


def test_answers_go_to_the_address_that_the_club_has_chosen(bo: User, chie: User, club: Club) -> None:
    reachable(chie)
    assert (
        post(bo, "/clubs/tuesday/settings/", name="Tuesday", reply_to="no address", time_zone="UTC").status_code == 422
    )
    values = {"name": "Tuesday", "reply_to": "us@example.org", "time_zone": "UTC", "is_public": "on"}
    assert post(bo, "/clubs/tuesday/settings/", **values).status_code == 302
    assert sent(bo, takes_replies="on") is not None
    pass_time()
    assert mail.outbox[0].reply_to == ["us@example.org"]
    assert "Answers go to us@example.org." in mail.outbox[0].body
    made = sent(bo)
    assert made is not None
    assert made.reply_to == ""


# --- Reading ---


def test_the_list_holds_what_reached_the_reader(season: Season, club: Club, bo: User, chie: User) -> None:
    to_all = announced(club, bo)
    to_round = announced(club, bo, f"round:{season.rounds.get(number=1).pk}")
    letter(club, person("dai") if club.membership_of(person("dai")) else chie)
    shown = text(get(chie, LIST))
    assert to_all.get_absolute_url() in shown
    assert to_round.get_absolute_url() not in shown
    assert get(chie, to_round.get_absolute_url()).status_code == 404
    everything = text(get(bo, LIST))
    assert to_round.get_absolute_url() in everything
    assert "A question" in everything


def test_organisers_read_whom_it_reached_and_others_do_not(club: Club, bo: User, chie: User) -> None:
    path = announced(club, bo).get_absolute_url()
    assert "It went to" in text(get(bo, path))
    assert "It went to" not in text(get(chie, path))


def test_an_organiser_whom_it_did_not_reach_reads_every_language(club: Club, bo: User, chie: User) -> None:
    made = announced(club, bo, f"member:{Membership.objects.get(club=club, user=chie).pk}", texts=BOTH)
    page = text(get(person("ai"), made.get_absolute_url()))
    assert "{name}さん" in page
    assert "Dear {name}" in page


def test_a_text_is_no_markup(club: Club, bo: User, chie: User) -> None:
    texts = {"en": {"subject": "<b>x</b>", "text": "<script>alert(1)</script> https://example.org/"}}
    page = get(chie, announced(club, bo, texts=texts).get_absolute_url()).content.decode()
    assert "<script>alert" not in page
    assert "<b>x</b>" not in page
    assert 'href="https://example.org/"' in page


def test_who_has_left_reads_nothing_more(club: Club, bo: User, chie: User) -> None:
    path = announced(club, bo).get_absolute_url()
    club.memberships.filter(user=chie).update(ended_at=timezone.now())
    assert get(chie, path).status_code == 403
    assert not is_current(Notification.objects.get(user=chie, kind="club_announced"))


def test_the_pages_ask_as_many_questions_whatever_there_is(club: Club, bo: User, chie: User) -> None:
    announced(club, bo)
    before = queries(chie, LIST), queries(bo, LIST), queries(bo, WRITE)
    for _each in range(4):
        announced(club, bo)
    assert (queries(chie, LIST), queries(bo, LIST), queries(bo, WRITE)) == before
    assert max(before) <= 12


# --- Blocks, mutes and what remains of a person ---


def test_who_has_blocked_the_author_hears_nothing_of_them(club: Club, bo: User, chie: User) -> None:
    friends.block(user=chie, other=bo)
    made = announced(club, bo)
    assert "club_announced" not in told(chie)
    assert get(chie, made.get_absolute_url()).status_code == 404


def test_a_muted_organiser_writes_nothing(club: Club, bo: User, chie: User) -> None:
    User.objects.filter(pk__in=(bo.pk, chie.pk)).update(muted_until=timezone.now() + services.DAY)
    page = post(bo, WRITE, **form())
    assert page.status_code == 422
    assert "cannot write for now" in text(page)
    assert post(chie, LETTER, key=uuid4(), subject="Buy", text="now").status_code == 422


def test_own_data_has_what_one_wrote_and_got(club: Club, bo: User, chie: User) -> None:
    announced(club, bo)
    letter(club, chie)
    data = own_data.clubs(chie)
    assert [one["scope"] for one in data["written"]] == ["organisers"]
    assert [one["texts"]["en"]["subject"] for one in data["received"]] == ["Hello"]


def test_two_accounts_of_one_reader_become_one(club: Club, bo: User, chie: User) -> None:
    add(club, person("fu"))
    made = announced(club, bo)
    count = made.recipients.count()
    merging.merge(person("fu"), chie)
    assert made.recipients.count() == count - 1


# --- Letters to the organisers ---


def test_a_member_writes_to_all_organisers(club: Club, chie: User, bo: User) -> None:
    key = uuid4()
    given = {"key": key, "subject": "A question {name}", "text": "When?"}
    assert post(chie, LETTER, **given).status_code == 302
    assert post(chie, LETTER, **given).status_code == 302
    made = Announcement.objects.get()
    assert readers(made) == {"Ai", "Bo"}
    message = message_of(Notification.objects.get(user=bo, kind="club_letter"), full=True)
    assert message is not None
    assert message.title == "Chie writes to the organisers of Tuesday: A question {name}"
    assert message.lines == ["When?"]


def test_an_organiser_answers_a_letter(club: Club, chie: User, bo: User) -> None:
    made = letter(club, chie)
    page = text(get(bo, made.get_absolute_url()))
    member = Membership.objects.get(club=club, user=chie).pk
    path = f"{WRITE}?to=member:{member}&letter={made.pk}"
    assert path.replace("&", "&amp;") in page
    given = form(to=f"member:{member}", text_en="On Tuesday.")
    seen = post(bo, path, **given).context["form"]["seen"].value()
    post(bo, path, **given, seen=seen, send="yes")
    answer = made.answered_by.get()
    assert readers(answer) == {"Chie"}
    assert answer.get_absolute_url() in text(get(bo, made.get_absolute_url()))


def test_a_member_writes_five_letters_a_day(club: Club, chie: User) -> None:
    for _each in range(services.MOST_LETTERS_A_DAY):
        letter(club, chie)
    with pytest.raises(ClubError, match="five times"):
        letter(club, chie)


def test_other_members_read_no_letter(club: Club, chie: User) -> None:
    made = letter(club, chie)
    other = club.current_memberships().filter(role="member").exclude(user=chie).select_related("user").first()
    assert other is not None
    assert get(other.user, made.get_absolute_url()).status_code == 404
    assert get(chie, made.get_absolute_url()).status_code == 200


def test_whoever_no_longer_organises_is_told_of_no_letter(club: Club, chie: User, bo: User) -> None:
    reachable(bo)
    letter(club, chie)
    Membership.objects.filter(club=club, user=bo).update(role="member")
    pass_time()
    assert mail.outbox == []


def test_the_text_of_reminders_can_be_read_before_it_goes(season: Season, bo: User) -> None:
    lag(season, "1-1", 30)
    page = text(get(bo, "/clubs/tuesday/late/"))
    assert "Your table is waiting for you." in page
    assert '<p lang="ja">' in page
