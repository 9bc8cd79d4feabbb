"""Typing a match in through its pages: from the first name to the archive, by one's own hand alone."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains

from games.models import ArchivedDeal, Draft, Game
from games.records import content_of
from games.review.game_replay import replay_of
from games.tasks import tidy_uploads
from games.transcription import services
from games.transcription.services import TableTold
from games.transcription.sheet import sheet_from_json
from games.transcription.transcript_check import check
from napoleon.engine import Rules
from napoleon.engine.events import Event
from napoleon.engine.rules import options_of
from players.models import User
from tests.support import table_pages
from tests.support.drafts import begun
from tests.support.scribe import Line, Match, a_match, with_garnets, with_hands, without_hands
from tests.support.visits import client_of, get, guest, post, queries, text

pytestmark = pytest.mark.django_db
Way = Callable[[Rules, Sequence[Event]], Iterator[Line]]
NAMES = "Ai, Bo, Chie、Dai\nEmi"


def browser(user: User) -> Any:
    """A browser in which they are signed in."""
    return client_of(user)


def options(rules: Rules) -> dict[str, Any]:
    """The options as the form sends them: a box that is not ticked is left out."""
    values = {key: getattr(rules, key) for key in options_of(rules.preset)}
    left_out = ("players", "deals_at_once")
    return {
        key: "on" if value is True else value
        for key, value in values.items()
        if value is not False and key not in left_out
    }


def begin(user: User, match: Match, **data: object) -> Draft:
    names = "\n".join(f"Player {number}" for number in range(1, match.rules.players + 1))
    fields = {
        "preset": match.rules.preset,
        "players": names,
        "dealer": match.dealer + 1,
        "played_on": "2026-11-03",
        "name": "Club evening",
        **options(match.rules),
        **data,
    }
    response = post(user, "/transcriptions/new/", **fields)
    assert response.status_code == 302, table_pages.text(response)
    return Draft.objects.get(slug=response["Location"].split("/")[2])


def gurunapo(user: User, **data: object) -> Draft:
    """A draft of five at a table, with nothing written."""
    return begin(user, a_match(7, preset="gurunapo", deals=2), dealer=1, **data)


def write(user: User, draft: Draft, *lines: Line, **data: object) -> HttpResponse:
    """Write the lines one after the other, each with the form of the page before it."""
    client, path = browser(user), f"/transcriptions/{draft.slug}/"
    response = HttpResponse()
    for index, line, words in lines:
        cache.clear()
        fields = table_pages.fields(client.get(path, {"deal": index, "line": line}))
        sent = {**fields, "deal": index, "line": line, "kept": "", "text": words, **data}
        response = client.post(f"{path}write/", sent)
    return response


def store(user: User, draft: Draft, **data: object) -> Game:
    path = f"/transcriptions/{draft.slug}/finish/"
    response = post(user, path, version=table_pages.fields(get(user, path))["version"], is_listed="on", **data)
    assert response.status_code == 302
    return Game.objects.get(slug=response["Location"].split("/")[2])


LINE_OF_DEAL = re.compile(r'href="\?deal=(\d)&amp;line=')
FIRST: list[Line] = [(1, "auction", "p 12h ..."), (1, "call", "HJ"), (1, "discards", "?")]


# --- Whole matches ---


@pytest.mark.parametrize("way", [with_hands, without_hands])
@pytest.mark.parametrize("preset", ["gurunapo", "leaflet", "booklet", "four", "nap"])
def test_a_match_that_is_typed_in_is_the_one_that_was_played(ai: User, preset: str, way: Way) -> None:
    match = a_match(7, preset=preset, deals=1)
    draft = begin(ai, match)
    response = write(ai, draft, *way(match.rules, match.events))
    assert response.status_code == 302, table_pages.text(response)
    game = store(ai, draft)
    assert game.content == content_of(match.rules, match.events)
    assert game.is_imported
    assert game.status == Game.Status.FINISHED
    assert not Draft.objects.exists()


def test_the_record_says_that_it_was_typed_in(ai: User) -> None:
    match = a_match(7, preset="nap", deals=1)
    draft = begin(ai, match)
    write(ai, draft, *with_hands(match.rules, match.events))
    game = store(ai, draft)
    assert game.name == "Club evening"
    assert game.started_at is not None
    assert f"{game.started_at:%F}" == "2026-11-03"
    assert '"entered": "by hand"' in get(ai, f"/t/{game.slug}/record/").content.decode().split("\n")[0]


def test_a_stored_match_is_looked_back_on_and_found_like_others(ai: User, bo: User) -> None:
    match = a_match(7, preset="gurunapo", deals=1)
    draft = begin(ai, match, players="Ai, Bo, Uncle Dai, Chie, Emi")
    write(ai, draft, *without_hands(match.rules, match.events))
    game = store(ai, draft, **{"name-0": ai.pk, "name-1": bo.pk})
    assert get(None, f"/t/{game.slug}/review/1/0/").status_code == 200
    assert game.seats.get(number=1).user == bo
    assert ArchivedDeal.objects.filter(game=game).exists()


def test_of_a_widow_that_nobody_noted_every_page_says_so(ai: User) -> None:
    match = a_match(7, preset="gurunapo", deals=1)
    told, not_told = (begin(ai, match, name=name) for name in ("Told", "Not told"))
    lines = list(without_hands(match.rules, match.events))
    write(ai, told, *lines)
    unknown = [(n, line, "?" if line == "widow" else words) for n, line, words in lines]
    write(ai, not_told, *unknown)
    words = "The widow of this deal was not recorded. It is shown here as if the same cards had been discarded"
    for draft, is_said in ((told, False), (not_told, True)):
        game = store(ai, draft)
        deal = ArchivedDeal.objects.get(game=game).number
        last = replay_of(game).moves_of(deal)
        steps = [f"review/{deal}/{step}/" for step in (0, len(last) - 1, len(last))]
        for path in (*steps, f"{steps[0]}?as=1", "score-sheet/", f"?deal={deal}"):
            assert (words in text(get(None, f"/t/{game.slug}/{path}"))) == is_said


@pytest.mark.parametrize("way", [with_hands, without_hands])
def test_a_match_with_a_spare_hand_is_typed_in(ai: User, way: Way) -> None:
    match = with_garnets(4, deals=3)
    draft = begin(ai, match)
    write(ai, draft, *way(match.rules, match.events))
    game = store(ai, draft)
    assert game.content == content_of(match.rules, match.events)
    assert "was not recorded" not in text(get(None, f"/t/{game.slug}/score-sheet/"))


def test_of_a_spare_hand_that_nobody_noted_every_page_says_so(ai: User) -> None:
    match = with_garnets(4, deals=3)
    draft = begin(ai, match)
    lines = without_hands(match.rules, match.events)
    write(ai, draft, *[(n, line, "?" if line == "spare" else words) for n, line, words in lines])
    game = store(ai, draft)
    for path in ("score-sheet/", "review/1/0/", "?deal=1"):
        assert "The spare hand of this deal was not recorded." in text(get(None, f"/t/{game.slug}/{path}"))


def test_the_page_asks_for_discards_and_spare_hand(ai: User) -> None:
    draft = begun(ai, with_garnets(4, deals=3), (1, "auction", "garnet p p p"))
    page = text(get(ai, f"/transcriptions/{draft.slug}/"))
    assert "discards: 5 cards" in page
    assert "Not seen" in page
    assert "the cards never played" not in page
    write(ai, draft, (1, "discards", "?"))
    for number in range(1, 6):
        cards = " ".join(f"{suit}{'AKQJT'[number - 1]}" for suit in "SHDC")
        write(ai, draft, (1, f"trick-{number}", cards))
    assert "The spare hand held: 5 cards" in text(get(ai, f"/transcriptions/{draft.slug}/"))
    assert "Nobody remembers" in text(get(ai, f"/transcriptions/{draft.slug}/"))


def test_fewer_deals_than_planned_are_a_whole_match_or_one_broken_off(ai: User) -> None:
    match = a_match(7, preset="gurunapo", deals=1)
    longer = replace(match, rules=replace(match.rules, deals=5))
    lines = list(with_hands(match.rules, match.events))
    whole, broken = begun(ai, longer, *lines), begun(ai, longer, *lines)
    game = store(ai, broken, ending="broken")
    assert game.status == Game.Status.ABANDONED
    assert game.rules.deals == 5
    game = store(ai, whole, ending="over")
    assert game.status == Game.Status.FINISHED
    assert game.rules.deals == 1


def test_a_match_that_is_here_already_is_not_stored_twice(ai: User) -> None:
    match = a_match(7, preset="nap", deals=1)
    for draft in (begin(ai, match), begin(ai, match, name="Again")):
        write(ai, draft, *with_hands(match.rules, match.events))
    store(ai, Draft.objects.order_by("pk")[0])
    (draft,) = Draft.objects.all()
    assert "This match is already here" in table_pages.text(get(ai, f"/transcriptions/{draft.slug}/finish/"))
    sent = {"version": draft.version + 0, "is_listed": "on"}
    assert post(ai, f"/transcriptions/{draft.slug}/finish/", **sent).status_code == 422
    assert Game.objects.count() == 1


def test_an_account_stores_no_more_matches_than_it_may_import(ai: User, settings: Any) -> None:
    settings.MOST_IMPORTED_MATCHES = 1
    first, second = a_match(7, preset="nap", deals=1), a_match(8, preset="nap", deals=1)
    for match in (first, second):
        write(ai, begin(ai, match), *with_hands(match.rules, match.events))
    store(ai, Draft.objects.order_by("pk")[0])
    (draft,) = Draft.objects.all()
    sent = {"version": draft.version, "is_listed": "on"}
    refused = post(ai, f"/transcriptions/{draft.slug}/finish/", **sent)
    assert refused.status_code == 422
    assert "An account may import 1 matches in all. You can still import 0." in table_pages.text(refused)
    assert Game.objects.count() == 1
    assert Draft.objects.count() == 1


# --- Line by line ---


def test_the_page_asks_for_what_comes_next(ai: User) -> None:
    draft = gurunapo(ai)
    path = f"/transcriptions/{draft.slug}/"
    assert "Player 2 to bid" in table_pages.text(get(ai, path))
    for line, asked in zip(
        [*FIRST, (1, "trick-1", "sa 3")],
        ["Which card does Player 3 call?", "Player 3 discards: 3 cards", "Player 3 leads", "Player 5’s card"],
        strict=True,
    ):
        assert write(ai, draft, line).status_code == 302
        assert asked in table_pages.text(get(ai, path))


def test_cards_are_tapped_one_by_one(ai: User) -> None:
    draft = gurunapo(ai)
    write(ai, draft, *FIRST)
    client, path = browser(ai), f"/transcriptions/{draft.slug}/"
    for card in ("JK=S", "S3", "H2"):
        page = client.get(path)
        assert card in table_pages.choices(page, "add")
        assert client.post(f"{path}write/", {**table_pages.fields(page), "text": "", "add": card}).status_code == 302
    page = client.get(path)
    assert not {"S3", "JK", "JK=S", "H2"} & set(table_pages.choices(page, "add"))
    draft.refresh_from_db()
    assert draft.sheet_json[0][-1] == ["trick-1", "JK=S S3 H2"]


def test_the_last_is_taken_back(ai: User) -> None:
    draft = gurunapo(ai)
    write(ai, draft, *FIRST, (1, "trick-1", "sa 3"))
    path = f"/transcriptions/{draft.slug}/"
    assert post(ai, f"{path}take-back/", version=table_pages.fields(get(ai, path))["version"]).status_code == 302
    draft.refresh_from_db()
    assert draft.sheet_json[0][-1] == ["trick-1", "SA"]


def test_a_line_is_corrected_or_taken_out(ai: User) -> None:
    draft = gurunapo(ai)
    write(ai, draft, *FIRST, (1, "trick-1", "sa 3 2 9 5"), (1, "call", "DJ"))
    draft.refresh_from_db()
    assert dict(draft.sheet_json[0])["call"] == "DJ"
    assert write(ai, draft, (1, "trick-1", ""), remove="yes").status_code == 302
    draft.refresh_from_db()
    assert "trick-1" not in dict(draft.sheet_json[0])


def test_deals_beyond_the_end_are_taken_out_line_by_line(ai: User) -> None:
    match = a_match(1, preset="nap", players=3, deals=3)
    draft = begun(ai, match, *with_hands(match.rules, match.events))
    shorter = TableTold(
        name="",
        played_on=draft.played_on,
        rules=replace(draft.rules, deals=1),
        players=draft.players,
        dealer=draft.dealer,
    )
    services.change_table(draft=draft, version=draft.version, table=shorter)
    draft.refresh_from_db()
    wrong_from = services.checked(draft).deals[-1].index
    before = len(draft.sheet_json)
    while wrong := services.checked(draft).current:
        line, _ = draft.sheet_json[wrong.index - 1][-1]
        assert write(ai, draft, (wrong.index, line, ""), remove="yes").status_code == 302
        assert get(ai, f"/transcriptions/{draft.slug}/").status_code == 200
        draft.refresh_from_db()
    assert len(draft.sheet_json) == wrong_from - 1 < before


def test_no_more_tricks_than_cards(ai: User) -> None:
    draft = gurunapo(ai)
    write(ai, draft, *FIRST, (1, "trick-1", "sa 3 2 9 5"))
    more = "/".join(["ha"] * 12)
    response = write(ai, draft, (1, "trick-1", f"sa 3 2 9 5/{more}"))
    assert response.status_code == 422
    assert "All cards had been played before this trick." in text(response)
    draft.refresh_from_db()
    assert len(draft.sheet_json[0]) == len(FIRST) + 1


@pytest.mark.parametrize(
    ("line", "words", "told"),
    [
        ("trick-1", ",", "Type something"),
        ("trick-1", "/", "“/”"),
        ("hand-0", "s", "Type something"),
        ("hand-0", "JK JK=H", "twice"),
    ],
)
def test_words_without_a_card_take_nothing_away(ai: User, line: str, words: str, told: str) -> None:
    draft = gurunapo(ai)
    write(ai, draft, *FIRST, (1, "trick-1", "sa 3 2 9 5"), (1, "trick-2", "ha 3 2 9 5"))
    draft.refresh_from_db()
    before = draft.sheet_json
    assertContains(write(ai, draft, (1, line, words)), told, status_code=422)
    draft.refresh_from_db()
    assert draft.sheet_json == before


def test_a_slash_before_a_trick_is_none(ai: User) -> None:
    draft = gurunapo(ai)
    write(ai, draft, *FIRST, (1, "trick-1", "sa 3 2 9 5"), (1, "trick-2", "/ ha 3 2 9 5"))
    draft.refresh_from_db()
    assert [line for line, _ in draft.sheet_json[0]][-2:] == ["trick-1", "trick-2"]


def test_a_wrong_line_comes_back_as_it_was_typed(ai: User) -> None:
    draft = gurunapo(ai)
    response = write(ai, draft, *FIRST, (1, "trick-1", "sa 3 sa <b>"))
    assert response.status_code == 422
    assert "“&lt;B&gt;” is not a card." in response.content.decode()
    assert 'value="sa 3 sa &lt;b&gt;"' in response.content.decode()
    draft.refresh_from_db()
    assert len(draft.sheet_json[0]) == len(FIRST)


def test_earlier_deals_are_links_until_they_are_asked_for(ai: User) -> None:
    match = a_match(7, preset="nap", deals=3)
    draft = begun(ai, match, *with_hands(match.rules, match.events))

    def written_out(address: str) -> list[str]:
        page = get(ai, f"/transcriptions/{draft.slug}/{address}").content.decode()
        assert page.count('href="?written=') == 3 - len(set(LINE_OF_DEAL.findall(page)))
        return sorted(set(LINE_OF_DEAL.findall(page)))

    assert written_out("") == ["3"]
    assert written_out("?written=1") == ["1", "3"]
    assert written_out("?deal=2") == ["2", "3"]
    assert written_out("?deal=2&line=trick-1") == ["2", "3"]


def test_both_lines_of_a_revoke_are_named(ai: User) -> None:
    draft = gurunapo(ai)
    write(ai, draft, *FIRST, (1, "trick-1", "sa 3 h2 9 5"), (1, "trick-2", "ck 2 sk c4 5"))
    page = table_pages.text(get(ai, f"/transcriptions/{draft.slug}/"))
    assert "Player 5 did not follow with the 2 of hearts, yet played the king of spades later" in page
    assert 'href="?deal=1&amp;line=trick-2"' in get(ai, f"/transcriptions/{draft.slug}/").content.decode()


def test_it_is_checked_while_it_is_typed_and_nothing_is_written(ai: User) -> None:
    draft = gurunapo(ai)
    write(ai, draft, *FIRST)
    path = f"/transcriptions/{draft.slug}/check/?deal=1&line=trick-1&kept=SA&text="
    assert table_pages.cards(get(ai, f"{path}3+h2")) == {"SA", "S3", "H2"}
    assert "The 3 of spades is here twice." in table_pages.text(get(ai, f"{path}3+3"))
    draft.refresh_from_db()
    assert len(draft.sheet_json[0]) == len(FIRST)


def test_another_window_does_not_write_over_this_one(ai: User) -> None:
    draft = gurunapo(ai)
    client, path = browser(ai), f"/transcriptions/{draft.slug}/"
    old = table_pages.fields(client.get(path))
    write(ai, draft, (1, "auction", "p 12h"))
    response = client.post(f"{path}write/", {**old, "text": "13h p"})
    assert response.status_code == 409
    assert 'value="13h p"' in response.content.decode()
    draft.refresh_from_db()
    assert draft.sheet_json == [[["auction", "P 12H"]]]
    assert client.post(f"{path}take-back/", {"version": old["version"]}).status_code == 409
    assert client.post(f"{path}table/", {**old, "preset": "gurunapo"}).status_code == 422


def test_rules_and_names_may_be_corrected_and_all_is_checked_anew(ai: User) -> None:
    draft = gurunapo(ai)
    write(ai, draft, (1, "auction", "p 11h"))
    page = get(ai, f"/transcriptions/{draft.slug}/table/")
    match = a_match(7, preset="gurunapo", deals=2)
    sent = {
        **options(match.rules),
        "preset": "gurunapo",
        "version": table_pages.fields(page)["version"],
        "players": NAMES,
        "dealer": 1,
        "played_on": "2026-11-04",
        "min_bid": 12,
    }
    assert post(ai, f"/transcriptions/{draft.slug}/table/", **sent).status_code == 302
    assert "The number must be between 12 and 20." in table_pages.text(get(ai, f"/transcriptions/{draft.slug}/"))
    draft.refresh_from_db()
    assert draft.players == ["Ai", "Bo", "Chie", "Dai", "Emi"]
    fewer = {**sent, "version": draft.version, "players": "Ai, Bo, Chie, Dai"}
    response = post(ai, f"/transcriptions/{draft.slug}/table/", **fewer)
    assert "Once deals have been entered, the number of names cannot change" in table_pages.text(response)


def test_storing_by_a_double_tap_leads_to_the_match_both_times(ai: User, bo: User) -> None:
    match = a_match(7, preset="nap", deals=1)
    draft = begin(ai, match)
    write(ai, draft, *with_hands(match.rules, match.events))
    path = f"/transcriptions/{draft.slug}/finish/"
    game = store(ai, draft)
    for answer in (post(ai, path, version=draft.version), get(ai, path)):
        assert answer["Location"] == f"/t/{game.slug}/review/"
    assert get(bo, path).status_code == 404
    assert Game.objects.count() == 1


def test_two_who_store_at_once_store_one_match(ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match = a_match(7, preset="nap", deals=1)
    draft = begin(ai, match)
    write(ai, draft, *with_hands(match.rules, match.events))
    path = f"/transcriptions/{draft.slug}/finish/"
    version = table_pages.fields(get(ai, path))["version"]
    real = services.finish

    def late(**told: Any) -> Game:
        real(**told)
        return real(**told)

    monkeypatch.setattr(services, "finish", late)
    client = browser(ai)
    assert client.post(path, {"version": version})["Location"] == path
    answer = client.get(path)
    assert answer["Location"] == f"/t/{Game.objects.get().slug}/review/"
    assert "in another window" not in table_pages.text(client.get(answer["Location"], follow=True))


# --- The table ---


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("players", "Ai, Bo", "The number must be between 4 and 7."),
        ("players", "Ai, Ai, Bo, Chie, Dai", "Two of the names are the same."),
        ("players", f"Ai, Bo, Chie, Dai, {'x' * 81}", "A name has between 1 and 80 characters."),
        ("players", "", "This field is required."),
        ("dealer", 6, "There are not that many names."),
        ("played_on", "2999-01-01", "This date is not possible."),
        ("played_on", "yesterday", "Enter a valid date."),
    ],
)
def test_a_table_that_cannot_be_is_refused(ai: User, field: str, value: object, text: str) -> None:
    rules = a_match(7, preset="gurunapo", deals=2).rules
    sent = {**options(rules), "preset": "gurunapo", "players": NAMES, "dealer": 1}
    response = post(ai, "/transcriptions/new/", **{**sent, "played_on": "2026-11-03", field: value})
    assert response.status_code == 422
    assert text in table_pages.text(response)
    assert not Draft.objects.exists()


def test_a_button_pressed_twice_begins_one_draft(ai: User) -> None:
    draft = gurunapo(ai)
    assert gurunapo(ai) == draft
    # Other details make another draft, and so do the same ones after a line was written.
    other = gurunapo(ai, name="Another evening")
    write(ai, draft, *FIRST)
    assert len({draft, other, gurunapo(ai)}) == 3


def test_five_drafts_may_wait_and_are_found_again(ai: User) -> None:
    made = [gurunapo(ai, name=f"Table {number}") for number in range(5)]
    page = get(ai, "/imports/").content.decode()
    assert all(f"/transcriptions/{draft.slug}/" in page for draft in made)
    rules = made[0].rules
    sent = {**options(rules), "preset": "gurunapo", "players": NAMES, "dealer": 1}
    response = post(ai, "/transcriptions/new/", **sent, played_on="2026-11-03")
    assert response.status_code == 422
    assert "You have several unfinished matches" in table_pages.text(response)
    assert post(ai, f"/transcriptions/{made[0].slug}/discard/").status_code == 302
    assert Draft.objects.count() == 4


def test_a_draft_that_nobody_changes_is_forgotten(ai: User) -> None:
    old, new = (gurunapo(ai, name=name) for name in ("Old", "New"))
    Draft.objects.filter(pk=old.pk).update(changed_at=timezone.now() - services.KEPT - timedelta(days=1))
    tidy_uploads()
    assert list(Draft.objects.all()) == [new]


# --- Whose it is ---


def test_a_draft_is_its_scribes_own(ai: User, bo: User) -> None:
    draft = gurunapo(ai)
    path = f"/transcriptions/{draft.slug}/"
    for way in ("", "check/?deal=1&line=auction", "finish/", "table/"):
        assert get(bo, path + way).status_code == 404
    for way in ("write/", "take-back/", "discard/", "finish/", "table/"):
        assert post(bo, path + way, version=0).status_code == 404
    assert Draft.objects.count() == 1


def test_visitors_sign_in_and_guests_keep_their_games_first(ai: User) -> None:
    assert get(None, "/transcriptions/new/").status_code == 302
    assert get(guest(), "/transcriptions/new/")["Location"] == "/imports/"
    assert post(guest(), "/transcriptions/new/", preset="gurunapo").status_code == 302
    assert not Draft.objects.exists()


# --- What anybody might send ---


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("?deal=1&line=trick-0", 404),
        ("?deal=1&line=trick-1%D9%A3", 404),
        ("?deal=x&line=auction", 404),
        ("?line=auction", 404),
        ("?deal=9&line=auction", 404),
        ("?deal=9", 200),
        ("check/?deal=1", 400),
        ("check/?deal=1&line=auction&text=p", 200),
        ("check/?deal=1&line=hello&text=p", 400),
        ("check/?deal=7&line=auction&text=p", 200),
        ("check/?deal=1&line=hand-7&text=p", 400),
        ("?deal=1&line=hand-7", 404),
        ("finish/", 302),
    ],
)
def test_odd_addresses_have_an_answer(ai: User, path: str, status: int) -> None:
    draft = gurunapo(ai)
    assert get(ai, f"/transcriptions/{draft.slug}/{path}").status_code == status


@pytest.mark.slow
def test_no_garbage_leaves_a_trace(ai: User) -> None:
    """Whatever is sent has an answer, and what is then written can still be replayed."""
    rng = random.Random(1)
    draft = gurunapo(ai)
    client, path = browser(ai), f"/transcriptions/{draft.slug}/"
    lines = ["auction", "call", "discards", "recipient", "widow", "end", "trick-1", "trick-2"]
    lines += ["hand-0", "hand-7", "left-1", "trick-99", "x", ""]
    words = ["P", "12H", "SA", "S2", "JK", "JK=H", "?", "/", "...", "", "<b>", "\u2028", "９", "🂡", "10", "h" * 500]
    for _ in range(60):
        cache.clear()
        draft.refresh_from_db()
        sent = {
            "version": rng.choice([draft.version, draft.version, draft.version, 0, "x"]),
            "deal": rng.choice([1, 1, 1, 2, 0, 999, "-"]),
            "line": rng.choice(lines),
            "kept": "",
            "text": " ".join(rng.choice(words) for _ in range(rng.randint(0, 6))),
        }
        if rng.random() < 0.1:
            sent["remove"] = "yes"
        assert client.post(f"{path}write/", sent).status_code in (302, 400, 404, 409, 422), sent
        assert client.get(path).status_code == 200, sent
        del sent["version"]
        assert client.get(f"{path}check/", sent).status_code in (200, 400), sent
    draft.refresh_from_db()
    check(draft.rules, draft.dealer, sheet_from_json(draft.sheet_json))
    assert Client().get(path).status_code == 302


def test_the_page_takes_few_queries_however_long_the_match_is(ai: User) -> None:
    match = a_match(7, preset="gurunapo", deals=2)
    short, long = begin(ai, match), begin(ai, match)
    write(ai, long, *without_hands(match.rules, match.events))
    paths = [f"/transcriptions/{draft.slug}/" for draft in (short, long)]
    few, many = (queries(ai, path) for path in paths)
    assert few == many <= 12
    assert queries(ai, f"{paths[1]}finish/") <= 12
    assert queries(ai, "/imports/") <= 12
    assert long.rules.preset == "gurunapo"
