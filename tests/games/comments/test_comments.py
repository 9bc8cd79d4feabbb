"""What is said of positions: by whom, to whom, how it is changed, and put out of sight."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.core import mail
from django.http import HttpResponse
from django.utils import timezone

from games.comments import context, services
from games.comments.models import PositionKey
from games.imports.parse import records
from games.imports.store import store_record
from games.models import Comment, Game
from players.models import Notification, User
from staff.models import StaffAction
from staff.moderation import services as moderation
from tests.support import table_pages
from tests.support.cast import everybody, person
from tests.support.chat import HALF_WAY, HERE, comments, finish, match_of, page, path, queries_again, say, send
from tests.support.golden import lines_of
from tests.support.notifications import MINUTE, pass_time, reachable, subjects
from tests.support.stored_games import AT
from tests.support.visits import asks_to_sign_in, client_of, get, guest, post, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
FIRST, SECOND = PositionKey(1, 20), PositionKey(2, 3)
over = world(lambda: match_of(everybody()))
halfway = world(lambda: match_of(everybody(), HALF_WAY))


@pytest.fixture
def moderator(db: None) -> User:
    """Staff who may moderate, and do nothing else."""
    user = person("mio")
    user.is_staff = True
    user.save(update_fields=["is_staff"])
    user.user_permissions.add(Permission.objects.get(codename="moderate"))
    return User.objects.get(pk=user.pk)


@pytest.fixture
def outsider(db: None) -> User:
    return person("itsu")


# --- Who says something, and who reads it ---


def test_a_comment_stands_beside_its_position_alone(over: Game, ai: User, bo: User) -> None:
    answer = send(ai, over, "Why not the <b>joker</b>?\r\nIt was high.")
    said = Comment.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"{path(over)}#comment-{said.pk}")
    assert (said.game, said.user, said.place) == (over, ai, HERE)
    for reader in (ai, bo, None):
        assert comments(reader, over) == ["Why not the &lt;b&gt;joker&lt;/b&gt;?<br>It was high."]
        assert comments(reader, over, PositionKey(1, 21)) == []


def test_the_newest_is_last(over: Game, ai: User, bo: User) -> None:
    for user, words in ((ai, "One"), (bo, "Two"), (ai, "Three")):
        send(user, over, words)
    assert comments(None, over) == ["One", "Two", "Three"]


def test_an_address_in_it_is_a_link_out_of_the_review(over: Game, ai: User) -> None:
    say(over, ai, "<b> https://example.org/?a=1&b=2")
    link = '<a href="https://example.org/?a=1&amp;b=2" rel="nofollow">'
    assert f'hx-boost="false">&lt;b&gt; {link}' in page(None, over)


def test_as_one_seat_knew_it_too(over: Game, ai: User) -> None:
    answer = post(ai, f"{path(over)}comment/?as=2&times=1", text="He could not know.")
    assert answer["Location"].startswith(f"{path(over)}?as=2&times=1#comment-")
    assert "He could not know." in text(get(None, f"{path(over)}?as=3"))


def test_whoever_sees_the_match_may_say_something(over: Game, outsider: User) -> None:
    assert send(outsider, over, "Well played").status_code == 303
    assert comments(None, over) == ["Well played"]


def test_visitors_and_guests_read_only(over: Game, ai: User) -> None:
    say(over, ai, "Hello")
    heron = guest()
    assert asks_to_sign_in(send(None, over, "Hi"))
    assert send(heron, over, "Hi").status_code == 403
    assert comments(None, over) == comments(heron, over) == ["Hello"]
    assert "comment-text" not in page(None, over) + page(heron, over)
    assert f"/accounts/login/?next={path(over)}" in page(None, over)


def test_an_unlisted_match_is_talked_of_by_those_who_belong_to_it(cast: list[User], outsider: User) -> None:
    game = match_of(cast, is_listed=False)
    said = say(game, cast[0], "Hello")
    assert comments(cast[1], game) == ["Hello"]
    for reader in (outsider, None):
        assert get(reader, f"/t/{game.slug}/comments/").status_code == 404
    assert send(outsider, game, "Hi").status_code == 404
    for act in ("edit", "delete"):
        assert post(outsider, f"/t/{game.slug}/comments/{said.pk}/{act}/").status_code == 404


def test_players_talk_of_an_ended_deal_while_the_match_goes_on(halfway: Game, cast: list[User], outsider: User) -> None:
    assert send(cast[0], halfway, "You had the joker!").status_code == 303
    assert comments(cast[1], halfway) == ["You had the joker!"]
    for reader in (outsider, None):
        assert get(reader, path(halfway)).status_code == 404
        assert get(reader, f"/t/{halfway.slug}/comments/").status_code == 404
    assert send(outsider, halfway, "Hi").status_code == 404
    assert send(cast[0], halfway, "Of the running deal", PositionKey(2, 1)).status_code == 404
    assert comments(None, finish(halfway, cast)) == ["You had the joker!"]


def test_what_is_said_of_a_deal_that_is_not_open_is_shown_to_nobody(halfway: Game, cast: list[User]) -> None:
    """Even if it were stored: reading decides whether a deal is open, not writing."""
    said = say(halfway, cast[0], "I hold the joker", PositionKey(2, 1))
    for reader in (*cast, None):
        for address in ("", "?side=chat", "comments/", "review/1/20/"):
            assert "I hold the joker" not in text(get(reader, f"/t/{halfway.slug}/{address}"))
    for act in ("edit", "delete"):
        assert post(cast[0], f"/t/{halfway.slug}/comments/{said.pk}/{act}/", text="x").status_code == 404


def test_imported_matches_are_talked_of_too(ai: User, bo: User) -> None:
    (record,) = records("\n".join(lines_of("gurunapo")).encode())
    game = store_record(record, host=ai, members={}, is_listed=True, now=AT)
    assert send(bo, game, "From 1998!").status_code == 303
    assert comments(None, game) == ["From 1998!"]


# --- Bad input ---


@pytest.mark.parametrize("words", ["", " \n ", "x" * 5001, "a\0b"])
def test_what_cannot_be_said_comes_back(over: Game, ai: User, words: str) -> None:
    answer = send(ai, over, words)
    assert answer.status_code == 422
    assert 'class="error"' in text(answer)
    assert words.strip() in text(answer)
    assert not Comment.objects.exists()


def test_line_ends_count_once(over: Game, ai: User) -> None:
    assert send(ai, over, "x\r\n" * 2499 + "xy").status_code == 303
    assert len(Comment.objects.get().text) == 5000


def test_the_same_form_twice_says_it_once(over: Game, ai: User) -> None:
    key = str(uuid4())
    first, again = send(ai, over, "Hello", key=key), send(ai, over, "Hello", key=key)
    assert first["Location"] == again["Location"]
    assert comments(None, over) == ["Hello"]


def test_the_same_form_with_other_words_says_them_as_well(over: Game, ai: User) -> None:
    """As from a page that one has gone back to."""
    key = str(uuid4())
    for words in ("Hello", "Goodbye", "Hello"):
        send(ai, over, words, key=key)
    assert comments(None, over) == ["Hello", "Goodbye"]


def test_words_that_cannot_be_seen_say_nothing(over: Game, ai: User) -> None:
    assert send(ai, over, "\u200b\u2060").status_code == 422
    assert not Comment.objects.exists()


@pytest.mark.parametrize("where", ["9/0", "1/999", "1/99999999999999999999", "0/0"])
def test_there_is_no_such_position(over: Game, ai: User, where: str) -> None:
    assert post(ai, f"/t/{over.slug}/review/{where}/comment/", text="Hello").status_code == 404


def test_there_is_no_such_comment(over: Game, ai: User, cast: list[User]) -> None:
    for number in (say(match_of(cast), ai, "Elsewhere").pk, 0, 10**30):
        assert post(ai, f"/t/{over.slug}/comments/{number}/delete/").status_code == 404
    assert Comment.objects.exists()


def test_there_is_an_end_of_what_one_person_says(
    over: Game, ai: User, bo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST", 2)
    for words in ("One", "Two"):
        assert send(ai, over, words, FIRST).status_code == 303
    answer = send(ai, over, "Three", SECOND)
    assert answer.status_code == 422
    assert "You have written 2 comments on this match." in text(answer)
    assert "Three</textarea>" in text(answer)
    assert send(bo, over, "Three", FIRST).status_code == 303


def test_nobody_floods_a_match(over: Game, ai: User) -> None:
    assert [send(ai, over, f"{number}").status_code for number in range(21)] == [303] * 20 + [429]


# --- Changing it ---


def test_its_author_changes_it_and_that_shows(over: Game, ai: User, bo: User) -> None:
    said = say(over, ai, "Helo")
    assert "edited" not in page(None, over)
    answer = post(ai, f"/t/{over.slug}/comments/{said.pk}/edit/?as=1", text="Hello")
    assert answer["Location"] == f"{path(over)}?as=1#comment-{said.pk}"
    assert comments(bo, over) == ["Hello"]
    assert "edited" in page(None, over)


def test_a_change_that_cannot_be_made_comes_back_with_the_page(over: Game, ai: User) -> None:
    said = say(over, ai, "Hello")
    answer = post(ai, f"/t/{over.slug}/comments/{said.pk}/edit/", text="y" * 6000)
    assert answer.status_code == 422
    assert "y" * 6000 in text(answer)
    assert '<details class="change" open>' in text(answer)
    assert comments(None, over) == ["Hello"]


def test_an_older_form_replaces_no_newer_text(over: Game, ai: User) -> None:
    said = say(over, ai, "One")
    address, older = f"/t/{over.slug}/comments/{said.pk}/edit/", {"seen": said.version}
    assert f'name="seen" value="{said.version}"' in page(ai, over)
    assert post(ai, address, text="Two", **older).status_code == 303
    answer = post(ai, address, text="Three", **older)
    assert answer.status_code == 422
    assert "You have since changed this text elsewhere." in text(answer)
    assert ">Three</textarea>" in text(answer)
    assert comments(None, over) == ["Two"]


def test_its_author_deletes_it(over: Game, ai: User) -> None:
    said = say(over, ai, "Hello")
    assert post(ai, f"/t/{over.slug}/comments/{said.pk}/delete/")["Location"] == path(over)
    assert comments(None, over) == []


@pytest.mark.parametrize("act", ["edit", "delete"])
def test_others_change_nothing(over: Game, ai: User, bo: User, act: str) -> None:
    """The host of the table neither: they may do no more than anybody, as in the chat."""
    said = say(over, bo, "Hello")
    assert over.host == ai
    for reader in (ai, guest()):
        assert post(reader, f"/t/{over.slug}/comments/{said.pk}/{act}/", text="Bye").status_code == 404
    assert asks_to_sign_in(post(None, f"/t/{over.slug}/comments/{said.pk}/{act}/", text="Bye"))
    assert comments(None, over) == ["Hello"]
    assert "/edit/" not in page(ai, over)


# --- Moderation ---


def decide(user: User, comment: Comment, do: str, **more: str) -> HttpResponse:
    return post(user, f"/staff/decide/comment/{comment.pk}/", do=do, reason="An insult", **more)


def test_a_moderator_hides_it_and_lets_it_be_read_again(over: Game, ai: User, bo: User, moderator: User) -> None:
    said = say(over, ai, "Something rude")
    report = moderation.report(reporter=bo, target=said, reason="insult", words="")
    assert f'action="/staff/decide/comment/{said.pk}/"' in page(moderator, over)
    assert decide(moderator, said, "hide", back="1")["Location"] == f"{path(over)}#comment-{said.pk}"
    report.refresh_from_db()
    assert (report.outcome, report.settled_by) == ("acted", moderator)
    for reader in (bo, None):
        for address in (path(over), f"/t/{over.slug}/comments/", f"{path(over)}?times=1"):
            assert "Something rude" not in text(get(reader, address))
        assert "A moderator has hidden this comment." in page(reader, over)
    for reader in (ai, moderator):
        assert comments(reader, over) == ["Something rude"]
    decide(moderator, said, "show", back="1")
    assert comments(None, over) == ["Something rude"]
    logged = StaffAction.objects.values_list("actor", "action", "target")
    name = f"comment:{said.pk}"
    assert list(logged) == [(moderator.pk, "show", name), (moderator.pk, "hide", name)]


def test_a_change_does_not_open_a_hidden_one(over: Game, ai: User, moderator: User) -> None:
    said = say(over, ai, "Something rude")
    decide(moderator, said, "hide")
    post(ai, f"/t/{over.slug}/comments/{said.pk}/edit/", text="Something else")
    assert comments(None, over) == []
    assert comments(ai, over) == ["Something else"]


def test_staff_without_the_permission_do_not_moderate(over: Game, ai: User, bo: User) -> None:
    User.objects.filter(pk=bo.pk).update(is_staff=True)
    said = say(over, ai, "Hello")
    bo.refresh_from_db()
    assert "/staff/decide/" not in page(bo, over)
    assert decide(bo, said, "hide").status_code == 403


# --- Where comments are ---


def test_all_comments_of_a_match_with_their_positions(over: Game, ai: User, bo: User) -> None:
    say(over, bo, "The second deal", SECOND)
    say(over, ai, "The first deal", FIRST)
    everything = get(None, f"/t/{over.slug}/comments/")
    words = table_pages.text(everything)
    assert words.index("The first deal") < words.index("The second deal")
    assert f'href="{path(over, SECOND)}"' in text(everything)
    only = table_pages.text(get(None, f"/t/{over.slug}/comments/?deal=2"))
    assert "The second deal" in only
    assert "The first deal" not in only


def test_the_list_comes_in_pages(over: Game, ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "ON_A_PAGE", 2)
    for number in range(5):
        say(over, ai, f"Number {number}")
    last = table_pages.text(get(None, f"/t/{over.slug}/comments/?page=3"))
    assert "Number 4" in last
    assert "Number 3" not in last
    for nonsense in ("?page=x", "?page=99", "?page=" + "9" * 5000, "?deal=x", "?deal=99999"):
        assert get(None, f"/t/{over.slug}/comments/{nonsense}").status_code == 200


def test_a_long_thread_leaves_its_beginning_to_the_list(over: Game, ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "BESIDE", 2)
    for number in range(5):
        say(over, ai, f"Number {number}")
    assert comments(None, over) == ["Number 3", "Number 4"]
    assert "3 earlier comments" in page(None, over)


def test_marks_lead_to_the_positions_with_comments(over: Game, ai: User, bo: User) -> None:
    say(over, ai, "Before", PositionKey(1, 18))
    say(over, ai, "Here")
    say(over, bo, "Here as well")
    say(over, ai, "After", PositionKey(1, 25))
    shown = page(None, over)
    assert [f'd="M{step} 0v1"' in shown for step in (18, 20, 25, 21)] == [True] * 3 + [False]
    assert f'id="talk-back" href="{path(over, PositionKey(1, 18))}"' in shown
    assert f'id="talk-on" href="{path(over, PositionKey(1, 25))}"' in shown
    assert '<span class="vh">2 comments</span>' in shown
    assert "4 in this match" in shown


def test_the_table_and_the_archive_tell_how_many(over: Game, ai: User) -> None:
    assert "comment" not in table_pages.text(get(None, f"/t/{over.slug}/?deal=1"))
    say(over, ai, "Here")
    assert "1 comment" in table_pages.text(get(None, f"/t/{over.slug}/?deal=1"))
    assert "comment" not in table_pages.text(get(None, f"/t/{over.slug}/?deal=2"))
    assert table_pages.text(get(None, "/archive/")).count("1 comment") == 1


def test_htmx_gets_the_position_with_what_was_said(over: Game, ai: User) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{path(over)}"}
    client = client_of(ai)
    answer = client.post(f"{path(over)}comment/", {"text": "Hello"}, headers=headers)
    again = client.get(answer["Location"].partition("#")[0], headers=headers)
    assert again["HX-Replace-Url"] == path(over)
    assert "Hello" in text(again)
    assert "<html" not in text(again)


@pytest.mark.parametrize("reader", [None, "ai", "mio"])
def test_queries_do_not_grow_with_what_is_said(
    over: Game, ai: User, bo: User, moderator: User, reader: str | None
) -> None:
    client = client_of({None: None, "ai": ai, "mio": moderator}[reader])
    paths = (path(over), f"/t/{over.slug}/comments/", "/archive/", f"/t/{over.slug}/?deal=1")
    counts = []
    for number in (2, 6):
        for _ in range(number):
            say(over, ai, "Hello")
            say(over, bo, "Hello there", PositionKey(1, number))
        counts += [queries_again(client, address) for address in paths]
    assert counts[:4] == counts[4:]
    assert max(counts) <= 12


# --- Who is spoken to ---


@pytest.fixture
def heard(cast: list[User]) -> list[User]:
    """They can be reached at any hour."""
    reachable(*cast)
    User.objects.update(keeps_quiet=False)
    return cast


def told(user: User) -> int:
    return Notification.objects.filter(user=user, kind="mentioned").count()


def test_who_is_named_is_told_and_led_to_the_position(over: Game, heard: list[User]) -> None:
    ai, bo, chie, *_ = heard
    Notification.objects.all().delete()
    said = say(over, ai, "@bo and @Ai: you had the joker")
    assert (told(bo), told(ai), told(chie)) == (1, 0, 0)
    pass_time(timezone.now())
    assert subjects() == ["Ai mentioned you: Ai’s table, deal 1"]
    assert "you had the joker" in mail.outbox[0].body
    assert f"{path(over)}#comment-{said.pk}" in mail.outbox[0].body


def test_who_has_joined_the_talk_is_spoken_to_as_well(over: Game, heard: list[User], outsider: User) -> None:
    say(over, heard[0], "@Itsu: nobody knows you yet")
    assert told(outsider) == 0
    say(over, outsider, "Well played")
    say(over, heard[0], "@Itsu: thank you")
    assert told(outsider) == 1


def test_a_name_that_is_added_later_is_told_once(over: Game, heard: list[User]) -> None:
    ai, bo, chie, *_ = heard
    said = say(over, ai, "@Bo: look")
    for words in ("@Bo and @Chie: look", "@Bo and @Chie: look!"):
        post(ai, f"/t/{over.slug}/comments/{said.pk}/edit/", text=words)
    assert (told(bo), told(chie)) == (1, 1)


def test_nobody_is_called_from_position_to_position(over: Game, heard: list[User]) -> None:
    ai, bo, *_ = heard
    Notification.objects.all().delete()
    begin = timezone.now()
    for step in range(1, 7):
        say(over, ai, f"@Bo: look at this, {step}", PositionKey(1, step))
        pass_time(begin + step * 5 * MINUTE, minutes=3)
    assert told(bo) == 6
    assert subjects() == ["Ai mentioned you: Ai’s table, deal 1"]


def test_nobody_is_called_from_match_to_match(over: Game, heard: list[User]) -> None:
    ai, bo, *_ = heard
    others = [match_of(heard), match_of(heard)]
    Notification.objects.all().delete()
    begin = timezone.now()
    for number, game in enumerate([over, *others]):
        say(game, ai, "@Bo: look at this")
        pass_time(begin + number * 5 * MINUTE, minutes=3)
    assert told(bo) == 3
    assert subjects() == ["Ai mentioned you: Ai’s table, deal 1"]


@pytest.mark.parametrize("what", ["delete", "hide"])
def test_what_is_gone_is_not_told(over: Game, heard: list[User], moderator: User, what: str) -> None:
    ai, bo, *_ = heard
    Notification.objects.all().delete()
    said = say(over, ai, "@Bo: rude")
    if what == "delete":
        post(ai, f"/t/{over.slug}/comments/{said.pk}/delete/")
    else:
        decide(moderator, said, "hide")
    pass_time(timezone.now())
    assert subjects() == []
    assert "rude" not in text(get(bo, "/me/notifications/"))


def test_who_may_not_look_back_is_not_told(halfway: Game, heard: list[User], outsider: User) -> None:
    """Neither of a deal that is not open to them, nor of a table that is closed to them now."""
    reachable(outsider)
    User.objects.update(keeps_quiet=False)
    Notification.objects.all().delete()
    halfway.turns.update(tell_at=None)
    ai, bo, *_ = heard
    say(halfway, outsider, "Hello")
    say(halfway, ai, "@Itsu, @Bo: he had the joker")
    say(halfway, ai, "@Bo: I have the joker", PositionKey(2, 1))
    assert (told(bo), told(outsider)) == (2, 1)
    pass_time(timezone.now())
    assert [message.to for message in mail.outbox] == [[bo.email]]
    assert "he had the joker" in mail.outbox[0].body
    assert "I have the joker" not in mail.outbox[0].body
    assert "mentioned you" not in text(get(outsider, "/me/notifications/"))
    assert text(get(bo, "/me/notifications/")).count("mentioned you") == 1


def test_who_is_muted_edits_nothing(over: Game, ai: User) -> None:
    post(ai, f"/t/{over.slug}/review/1/1/comment/", text="kind")
    said = Comment.objects.get(user=ai)
    User.objects.filter(pk=ai.pk).update(muted_until=timezone.now() + timedelta(days=3))
    assert post(User.objects.get(pk=ai.pk), f"/t/{over.slug}/comments/{said.pk}/edit/", text="rude").status_code == 403
    assert Comment.objects.get(pk=said.pk).text == "kind"
