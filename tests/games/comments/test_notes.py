"""What people note for themselves: where, for whose eyes, and how it joins the comments and leaves them again."""

from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from games.comments import services
from games.comments.models import PositionKey
from games.models import Comment, Game, Note
from games.review.game_replay import replay_of
from games.review.position import latest_step, position
from players.models import Notification, User
from staff.moderation import services as moderation
from tests.napoleon.engine.records import played
from tests.napoleon.engine.twins import twins
from tests.support import table_pages
from tests.support.cast import everybody, person
from tests.support.chat import HALF_WAY, HERE, comments, finish, match_of, note, page, path, queries_again, send
from tests.support.leaks import ELSEWHERE, TABLE, Request, ask, plain, positions
from tests.support.play import lobby, play_out, running
from tests.support.stored_games import stored
from tests.support.visits import asks_to_sign_in, client_of, get, guest, post, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
over = world(lambda: match_of(everybody()))
halfway = world(lambda: match_of(everybody(), HALF_WAY))


def jot(user: User | None, game: Game, words: str, **more: object):
    """By the form beside the board."""
    return post(user, f"/t/{game.slug}/note/", text=words, side="notes", **more)


def share(user: User, game: Game, one: Note | None = None):
    """One note, or all that may be read by others."""
    return post(user, f"/t/{game.slug}/notes/share/", **({"note": one.pk} if one else {}))


def take_back(user: User, game: Game, one: Note | None = None):
    return post(user, f"/t/{game.slug}/notes/unshare/", **({"note": one.pk} if one else {}))


# --- Where it was noted ---


def test_a_note_remembers_the_position(halfway: Game, ai: User) -> None:
    assert jot(ai, halfway, "Bo has no hearts", deal=2).status_code == 303
    assert Note.objects.get().place == PositionKey(2, HALF_WAY - 60 - 1)
    shown = table_pages.text(get(ai, f"/t/{halfway.slug}/?deal=2&side=notes"))
    assert f"Deal 2, after move {HALF_WAY - 61}" in shown
    assert "Bo has no hearts" in shown


def test_after_a_note_the_same_deal_is_shown(halfway: Game, ai: User) -> None:
    for deal in (1, 2):
        answer = jot(ai, halfway, "Bo has no hearts", deal=deal)
        assert answer["Location"] == f"/t/{halfway.slug}/?deal={deal}&side=notes#side"
        refused = jot(ai, halfway, "", deal=deal)
        assert refused.status_code == 422
        assert refused.context["board"].number == deal


@pytest.mark.parametrize("seed", range(12))
def test_the_position_now_is_the_last_of_the_review(cast: list[User], seed: int) -> None:
    """Notes written at the end of a deal are beside its result, for every kind of deal."""
    match = played(seed, cut=False)
    replay = replay_of(stored([*cast, person("funabashi"), person("gin"), person("hana")], match.rules, match.events))
    for end in match.match.ended:
        number = end.number
        step = latest_step(replay, number)
        assert step is not None
        at = position(replay, None, number, step)
        assert at is not None
        assert at.is_result
    assert latest_step(replay, 999) is None


@pytest.mark.parametrize("deal", ["", "99", "32767"])
def test_a_note_without_a_deal_is_one_on_the_match(halfway: Game, ai: User, deal: str) -> None:
    jot(ai, halfway, "Watch Bo", deal=deal)
    assert Note.objects.get().place is None


def test_every_note_is_kept_and_the_newest_stands_first(halfway: Game, ai: User) -> None:
    for words in ("First", "Second"):
        jot(ai, halfway, words, deal=2)
    shown = table_pages.text(get(ai, f"/t/{halfway.slug}/?side=notes"))
    assert shown.index("Second") < shown.index("First")


def test_the_same_form_twice_keeps_one(halfway: Game, ai: User) -> None:
    key = uuid4()
    for _ in range(2):
        jot(ai, halfway, "Once", deal=2, key=key)
    assert Note.objects.count() == 1


def test_the_same_form_with_other_words_keeps_them_as_well(halfway: Game, ai: User) -> None:
    key = uuid4()
    for words in ("Once", "Twice", "Once"):
        jot(ai, halfway, words, deal=2, key=key)
    assert list(Note.objects.values_list("text", flat=True)) == ["Once", "Twice"]


@pytest.mark.parametrize("words", ["", "x" * 5001, "a\0b"])
def test_what_cannot_be_noted_comes_back(halfway: Game, ai: User, words: str) -> None:
    answer = jot(ai, halfway, words)
    assert answer.status_code == 422
    assert 'class="error"' in text(answer)
    assert words in text(answer)
    assert not Note.objects.exists()


def test_nothing_noted_at_a_table_that_waits_for_players_is_refused(ai: User) -> None:
    answer = jot(ai, lobby(ai), "")
    assert (answer.status_code, answer.templates[0].name) == (422, "games/lobby/lobby.html")
    assert not Note.objects.exists()


def test_there_is_an_end_of_notes(halfway: Game, ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST", 2)
    for words in ("One", "Two"):
        assert jot(ai, halfway, words).status_code == 303
    answer = jot(ai, halfway, "Three")
    assert answer.status_code == 422
    assert "You have 2 notes about this match." in text(answer)
    assert "Three" in text(answer)


def test_htmx_gets_the_panel_with_an_empty_form(halfway: Game, ai: User) -> None:
    client, headers = client_of(ai), {"HX-Request": "true"}
    answer = client.post(f"/t/{halfway.slug}/note/", {"text": "Kept", "deal": "2", "side": "notes"}, headers=headers)
    assert "Kept" in text(answer)
    assert "Saved." in text(answer)
    assert 'name="deal" value="2"' in text(answer)
    assert "></textarea>" in text(answer)


def test_in_the_review_too(over: Game, ai: User, bo: User) -> None:
    answer = send(ai, over, "Keep as a thought", is_private="on")
    kept = Note.objects.get()
    assert answer["Location"] == f"{path(over)}#note-{kept.pk}"
    assert kept.place == HERE
    assert "Keep as a thought" in page(ai, over)
    assert "Only you can see this" in page(ai, over)
    assert "Keep as a thought" not in page(bo, over) + page(None, over)


# --- Changing it ---


def test_its_writer_changes_and_deletes_it(over: Game, ai: User) -> None:
    kept = note(over, ai, "Helo")
    answer = post(ai, f"/t/{over.slug}/notes/{kept.pk}/edit/", text="Hello")
    assert answer["Location"] == f"/t/{over.slug}/notes/#note-{kept.pk}"
    assert Note.objects.get().text == "Hello"
    assertContains(post(ai, f"/t/{over.slug}/notes/{kept.pk}/edit/", text="y" * 6000), "y" * 6000, status_code=422)
    assert post(ai, f"/t/{over.slug}/notes/{kept.pk}/delete/").status_code == 303
    assert not Note.objects.exists()


def test_nobody_else_does(over: Game, ai: User, bo: User) -> None:
    kept = note(over, ai, "Mine")
    for act in ("edit", "delete"):
        assert post(bo, f"/t/{over.slug}/notes/{kept.pk}/{act}/", text="x").status_code == 404
    assert share(bo, over, kept).status_code == 404
    assert take_back(bo, over, kept).status_code == 404
    for address in ("", f"{kept.pk}/edit/", f"{kept.pk}/delete/", "share/", "unshare/"):
        asked = get if not address else post
        assert asks_to_sign_in(asked(None, f"/t/{over.slug}/notes/{address}"))
    assert Note.objects.get().text == "Mine"
    assert not Comment.objects.exists()


@pytest.mark.parametrize("key", ["0", "x", "9" * 30, "-1"])
def test_there_is_no_such_note(over: Game, ai: User, key: str) -> None:
    assert post(ai, f"/t/{over.slug}/notes/share/", note=key).status_code == 404


# --- Sharing it ---


def test_a_shared_note_joins_the_comments_and_is_taken_back(over: Game, ai: User, bo: User) -> None:
    kept = note(over, ai, "I feared the joker")
    assert comments(bo, over) == []
    assert share(ai, over, kept)["Location"] == f"/t/{over.slug}/notes/#note-{kept.pk}"
    assert comments(bo, over) == comments(None, over) == ["I feared the joker"]
    assert "from notes" in page(bo, over)
    said = Comment.objects.get()
    assert (said.at, said.place) == (kept.at, kept.place)
    share(ai, over, kept)
    assert Comment.objects.count() == 1
    take_back(ai, over, kept)
    assert comments(bo, over) == []
    assert "I feared the joker" in page(ai, over)


def test_beside_the_position_one_stays_there(over: Game, ai: User) -> None:
    kept = note(over, ai, "I feared the joker")
    assert post(ai, f"/t/{over.slug}/notes/share/?as=2", note=kept.pk, beside="1")["Location"] == f"{path(over)}?as=2"
    assert post(ai, f"/t/{over.slug}/notes/unshare/", note=kept.pk, beside="1")["Location"] == path(over)


def test_all_at_once_as_far_as_deals_are_open(halfway: Game, cast: list[User], bo: User, ai: User) -> None:
    for words, place in (("Of deal 1", HERE), ("Of deal 2", PositionKey(2, 5)), ("Of it all", None)):
        note(halfway, ai, words, place)
    assert "Share 1 note" in table_pages.text(get(ai, f"/t/{halfway.slug}/notes/"))
    share(ai, halfway)
    assert [said.text for said in Comment.objects.all()] == ["Of deal 1"]
    assert comments(bo, halfway) == ["Of deal 1"]
    over = finish(halfway, cast)
    assert "Share all 2 notes" in table_pages.text(get(ai, f"/t/{over.slug}/notes/"))
    share(ai, over)
    everything = table_pages.text(get(None, f"/t/{over.slug}/comments/"))
    for words in ("Of deal 1", "Of deal 2", "Of it all", "The whole match"):
        assert words in everything
    take_back(ai, over)
    assert not Comment.objects.exists()
    assert Note.objects.count() == 3


def test_a_note_on_a_running_deal_cannot_be_shared(halfway: Game, ai: User) -> None:
    """Not by a form that somebody made up either."""
    for place in (PositionKey(2, 5), None):
        share(ai, halfway, note(halfway, ai, "I hold the joker", place))
    assert not Comment.objects.exists()


def test_a_shared_note_on_the_match_is_changed_in_the_list(over: Game, ai: User, bo: User) -> None:
    share(ai, over, note(over, ai, "Wel played", None))
    said, address = Comment.objects.get(), f"/t/{over.slug}/comments/"
    assert post(ai, f"{address}{said.pk}/edit/", text="Well played")["Location"] == f"{address}#comment-{said.pk}"
    assert "Well played" in text(get(bo, address))
    assertContains(post(ai, f"{address}{said.pk}/edit/", text="y" * 6000), "y" * 6000, status_code=422)


def test_deleting_the_comment_leaves_the_note(over: Game, ai: User) -> None:
    share(ai, over, note(over, ai, "Mine"))
    post(ai, f"/t/{over.slug}/comments/{Comment.objects.get().pk}/delete/")
    assert comments(None, over) == []
    assert Note.objects.get().text == "Mine"


def test_an_older_form_replaces_no_newer_note(over: Game, ai: User) -> None:
    kept = note(over, ai, "One")
    address, older = f"/t/{over.slug}/notes/{kept.pk}/edit/", {"seen": kept.version}
    assert f'name="seen" value="{kept.version}"' in text(get(ai, f"/t/{over.slug}/notes/"))
    assert post(ai, address, text="Two", **older).status_code == 303
    assert post(ai, address, text="Three", **older).status_code == 422
    assert Note.objects.get().text == "Two"


def test_deleting_the_note_takes_the_comment_along(over: Game, ai: User) -> None:
    kept = note(over, ai, "Mine")
    share(ai, over, kept)
    post(ai, f"/t/{over.slug}/notes/{kept.pk}/delete/")
    assert not Comment.objects.exists()


@pytest.mark.parametrize("how", ["unshare", "delete"])
def test_what_a_moderator_hid_is_not_shared_anew(how: str, over: Game, ai: User, bo: User) -> None:
    kept = note(over, ai, "Bo cheats")
    share(ai, over, kept)
    comment = Comment.objects.get(note=kept)
    moderation.hide(comment, actor=bo, reason="An insult")
    if how == "unshare":
        take_back(ai, over, kept)
    else:
        assert post(ai, f"/t/{over.slug}/comments/{comment.pk}/delete/").status_code == 303
    share(ai, over, kept)
    assert Comment.objects.get(note=kept).is_hidden
    assert "Bo cheats" not in text(get(bo, f"/t/{over.slug}/comments/"))
    # What was not hidden can be taken back and shared as often as its author likes.
    other = note(over, ai, "Well played")
    for _ in range(2):
        share(ai, over, other)
        take_back(ai, over, other)
    share(ai, over, other)
    assert "Well played" in text(get(bo, f"/t/{over.slug}/comments/"))


def test_guests_keep_notes_and_share_none(over: Game) -> None:
    heron = guest()
    jot(heron, over, "Mine", deal=1)
    assert share(heron, over, Note.objects.get()).status_code == 403
    assert "Mine" in text(get(heron, f"/t/{over.slug}/notes/"))


def test_who_is_named_in_a_shared_note_is_told_then(over: Game, ai: User, bo: User) -> None:
    Notification.objects.all().delete()
    kept = note(over, ai, "@Bo: how could you?")
    assert not Notification.objects.exists()
    share(ai, over, kept)
    assert list(Notification.objects.values_list("user", "kind")) == [(bo.pk, "mentioned")]


# --- For nobody else ---


def every_request(game: Game) -> list[Request]:
    """Every way to ask for something of the table, and every page that tells of tables, that changes nothing."""
    asked = [
        request
        for requests in [*TABLE.values(), *ELSEWHERE.values()]
        for deal in (1, 2)
        for request in requests(game, deal)
    ]
    more = [f"/t/{game.slug}/comments/", f"/t/{game.slug}/notes/", path(game), "/archive/"]
    asked += [("GET", address, {}) for address in more]
    once = {request[1]: request for request in asked if request[0] == "GET"}
    return [request for address, request in once.items() if not address.endswith(".ics")]  # has the time


def answers(clients: list[Client], game: Game) -> dict[tuple[int, str], str]:
    return {
        (reader, request[1]): plain(ask(client, request), game)
        for reader, client in enumerate(clients)
        for request in every_request(game)
    }


@pytest.mark.parametrize(
    "who", ["player", *(pytest.param(who, marks=pytest.mark.slow) for who in ("staff", "later", "visitor"))]
)
def test_the_pages_of_others_are_the_same_with_notes_and_without(cast: list[User], who: str) -> None:
    """Byte by byte: for another at the table and for staff while it is played, for another and visitors later."""
    is_over = who in ("later", "visitor")
    game = play_out(running(*cast, deals=2), *cast) if is_over else match_of(cast, HALF_WAY)
    staff = person("mio")
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    readers = {"staff": User.objects.get(pk=staff.pk), "visitor": None}
    clients = [client_of(readers.get(who, cast[1]))]
    before = answers(clients, game)
    for place in (HERE, PositionKey(2, 5), None):
        note(game, cast[0], "@Bo: I hold the joker", place)
    after = answers(clients, game)
    assert [where for where, shown in before.items() if after[where] != shown] == []


@pytest.mark.slow
def test_the_comparison_would_see_a_note(halfway: Game, ai: User) -> None:
    client = client_of(ai)
    before = answers([client], halfway)
    note(halfway, ai, "Mine")
    after = answers([client], halfway)
    changed = {where[1] for where, shown in before.items() if after[where] != shown}
    marked = {where for where in changed if where.startswith(f"/t/{halfway.slug}/review/1/")}
    panels = {f"/t/{halfway.slug}/?deal={deal}&side=notes" for deal in (1, 2)}
    assert changed - marked == {*panels, f"/t/{halfway.slug}/notes/"}
    assert path(halfway) in marked


def test_the_position_tells_nothing(cast: list[User]) -> None:
    """Where two matches look the same from a seat, a note made in it remembers the same position."""
    rng, compared = Random(1), 0
    people = [*cast, person("funabashi"), person("gin"), person("hana")]
    for at in positions(20):
        for twin in twins(at.rules, at.events, rng.randrange(at.rules.players), rng, tries=1):
            pair = [stored(people, at.rules, events) for events in (at.events, twin.events)]
            first, second = (latest_step(replay_of(game), twin.deal) for game in pair)
            assert first == second
            compared += 1
    assert compared > 10


def test_queries_do_not_grow_with_notes(over: Game, ai: User) -> None:
    client, counts = client_of(ai), []
    paths = (f"/t/{over.slug}/notes/", f"/t/{over.slug}/?side=notes", path(over))
    for number in (2, 6):
        for step in range(number):
            share(ai, over, note(over, ai, "Shared", PositionKey(1, step)))
            note(over, ai, "Kept", PositionKey(2, step))
            note(over, ai, "Kept")
        counts += [queries_again(client, address) for address in paths]
    assert counts[:3] == counts[3:]
    assert max(counts) <= 12
