"""The pages of a review: what they show, to whom, and how one gets about."""

import re
from html.parser import HTMLParser
from random import Random
from struct import unpack

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.kernel.log import NewEvent, append, state_of
from games.models import Event, Game
from games.review.game_replay import replay_of
from napoleon.engine import Deal
from napoleon.engine.wire import event_to_json
from players.models import User
from tests.napoleon.engine.records import played
from tests.support import table_pages
from tests.support.caches import forget_games
from tests.support.cast import everybody
from tests.support.play import play_first_deal, play_out, running
from tests.support.stored_games import AT, stored
from tests.support.visits import client_of, get, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db


@world
def over() -> Game:
    """A match of two deals that is over."""
    cast = everybody()
    return play_out(running(*cast, deals=2), *cast)


def ended_deal(game: Game) -> int:
    """The number of the first deal that counts."""
    return next(end.number for end in state_of(game).match.ended if hasattr(end, "tricks"))


def last_step(game: Game, deal: int) -> int:
    return len(replay_of(game).moves_of(deal))


# --- Who may look ---


def test_finished_match_is_open_to_whoever_may_see_its_table(over: Game, cast: list[User]) -> None:
    deal = ended_deal(over)
    for user in (None, cast[0]):
        assert get(user, f"/t/{over.slug}/review/{deal}/0/").status_code == 200
    Game.objects.filter(pk=over.pk).update(is_listed=False)
    assert get(None, f"/t/{over.slug}/review/{deal}/0/").status_code == 404
    assert get(cast[0], f"/t/{over.slug}/review/{deal}/0/").status_code == 200


def test_running_match_opens_its_ended_deals_to_its_players_alone(cast: list[User]) -> None:
    ai, bo, chie, dai, emi = cast
    game = play_first_deal(running(ai, bo, chie, dai, deals=3), ai, bo, chie, dai)
    deal, path = ended_deal(game), f"/t/{game.slug}/review/"
    assert get(ai, f"{path}{deal}/0/").status_code == 200
    for reader in (None, emi):
        for address in (path, f"{path}{deal}/", f"{path}{deal}/0/", f"{path}{deal}/4/?as=1"):
            assert get(reader, address).status_code == 404
    running_deal = state_of(game).match.open[0].number
    for address in (f"{path}{running_deal}/", f"{path}{running_deal}/0/", f"{path}?deal=99"):
        assert get(ai, address).status_code == 404


def test_what_was_planned_is_told_when_the_match_is_over(people: list[User]) -> None:
    match = played(3, cut=False)
    for left, how in ((1, "plan"), (2, "player")):
        game = stored(people, match.rules, match.events[:-left])
        append(game, [NewEvent(event_to_json(match.events[-left]), Event.By.PLAN)], AT)
        assert replay_of(game).moves[-1].how == how


def test_tells_how_moves_were_made(people: list[User]) -> None:
    """Moves by a bot, a time-out and a substitute differ from the player's."""
    match = played(3, cut=False)
    dealt, first, second, *rest = map(event_to_json, match.events)
    seat = rest[0]["seat"]
    game = stored(people, match.rules, [])
    entries = [NewEvent(dealt, Event.By.SITE), NewEvent(first, Event.By.BOT)]
    entries += [NewEvent(second, Event.By.TIMEOUT)]
    entries += [NewEvent({"type": "substituted", "seat": seat}, Event.By.PLAYER)]
    append(game, entries + [NewEvent(event, Event.By.PLAYER) for event in rest], AT)
    moves = replay_of(game).moves
    assert [move.how for move in moves[:3]] == ["site", "bot", "timeout"]
    acts = [(move.how, move.event.seat) for move in moves[3:] if not isinstance(move.event, Deal)]
    assert {how for how, mover in acts if mover == seat} == {"substitute"}
    assert {how for how, mover in acts if mover != seat} == {"player"}


# --- What the pages show ---


def test_all_hands_are_open_and_one_seats_alone_are_not(over: Game) -> None:
    deal = ended_deal(over)
    assert len(table_pages.cards(get(None, f"/t/{over.slug}/review/{deal}/0/"))) == 53
    closed = get(None, f"/t/{over.slug}/review/{deal}/0/?as=2")
    assert len(table_pages.cards(closed)) == 10
    assert "What Bo knew" in table_pages.text(closed)


@pytest.mark.slow
def test_every_position_has_a_page(over: Game) -> None:
    deal = ended_deal(over)
    client, last = client_of(None), last_step(over, deal)
    for step in range(last + 1):
        for way in ("", "?as=1"):
            assert client.get(f"/t/{over.slug}/review/{deal}/{step}/{way}").status_code == 200
    assert client.get(f"/t/{over.slug}/review/{deal}/{last + 1}/").status_code == 404


@pytest.mark.parametrize("seed", [0, 2, 4, 5, 7, 9])
def test_positions_of_matches_of_any_rules_has_a_page(people: list[User], seed: int) -> None:
    match = played(seed, cut=False)
    game, rng = stored(people, match.rules, match.events), Random(seed)
    client = client_of(None)
    for end in state_of(game).match.ended[:1]:
        deal = end.number
        last = last_step(game, deal) - (0 if hasattr(end, "tricks") else 1)
        for step in {0, 1, last - 1, last, *rng.choices(range(last), k=2)}:
            seat = rng.randrange(match.rules.players) + 1
            for way in ("?times=1", f"?as={seat}"):
                assert client.get(f"/t/{game.slug}/review/{deal}/{step}/{way}").status_code == 200


def test_shows_who_took_the_trick_and_why(over: Game) -> None:
    deal = ended_deal(over)
    trick = next(end for end in state_of(over).match.ended if end.number == deal).tricks[0]
    path = re.search(r'id="jump-1" href="([^"]+)"', get(None, f"/t/{over.slug}/review/{deal}/0/").content.decode())
    assert path
    page = table_pages.text(get(None, path[1]))
    name = over.seats.get(number=trick.winner).name
    why = {"mighty": "the mighty", "trump": "the highest trump", "right_jack": "the right jack"}
    assert re.search(rf"won {name} .*?{why.get(trick.why, '')}", page)


def test_result_has_the_score_sheet_with_links_to_the_other_deals(over: Game) -> None:
    deal = ended_deal(over)
    page = get(None, f"/t/{over.slug}/review/{deal}/{last_step(over, deal)}/")
    assert "Score sheet" in table_pages.text(page)
    assert f'href="/t/{over.slug}/review/?deal={deal}"' in text(page)


def test_times_of_moves_on_demand(over: Game) -> None:
    deal = ended_deal(over)
    assert "<time" not in text(get(None, f"/t/{over.slug}/review/{deal}/9/"))
    assert text(get(None, f"/t/{over.slug}/review/{deal}/9/?times=1")).count("<time") >= 10


# --- The preview of a link ---


def test_every_position_has_a_link_to_copy_and_a_picture_for_previews(over: Game) -> None:
    deal = ended_deal(over)
    for step in (0, 2, 9, 30, last_step(over, deal)):
        path = f"/t/{over.slug}/review/{deal}/{step}/"
        page = text(get(None, f"{path}?as=2"))
        assert f'content="{settings.SITE_URL}{path}picture.png?as=2"' in page
        assert f'value="{settings.SITE_URL}{path}?as=2"' in page
        picture = get(None, f"{path}picture.png?as=2").content
        # The head of a PNG names its width and height.
        assert (picture[:8], unpack(">II", picture[16:24])) == (b"\x89PNG\r\n\x1a\n", (1200, 630))


def test_a_link_to_a_match_that_is_over_shows_its_result(over: Game, cast: list[User]) -> None:
    deal = ended_deal(over)
    picture = f"/t/{over.slug}/review/{deal}/picture.png"
    page = text(get(None, f"/t/{over.slug}/?deal={deal}"))
    assert f'property="og:image" content="{settings.SITE_URL}{picture}"' in page
    last = get(None, f"/t/{over.slug}/review/{deal}/{last_step(over, deal)}/picture.png")
    assert get(None, picture).content == last.content
    Game.objects.filter(pk=over.pk).update(status=Game.Status.RUNNING)
    assert "og:image" not in text(get(cast[0], f"/t/{over.slug}/?deal={deal}"))


def test_the_picture_is_for_those_who_may_see_the_position(over: Game, cast: list[User]) -> None:
    path = f"/t/{over.slug}/review/{ended_deal(over)}"
    assert get(None, f"{path}/999/picture.png").status_code == 404
    assert get(None, f"{path}/9/picture.png?as=9").status_code == 404
    Game.objects.filter(pk=over.pk).update(is_listed=False)
    assert get(None, f"{path}/9/picture.png").status_code == 404
    assert get(cast[0], f"{path}/9/picture.png").status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 2, 4, 5, 9])
def test_pictures_of_matches_of_any_rules(people: list[User], seed: int) -> None:
    match = played(seed, cut=False)
    game, rng = stored(people, match.rules, match.events), Random(seed)
    end = state_of(game).match.ended[0]
    last = last_step(game, end.number) - (0 if hasattr(end, "tricks") else 1)
    for step in {0, 1, last, *rng.choices(range(last), k=4)}:
        for way in ("", f"?as={rng.randrange(match.rules.players) + 1}"):
            assert get(None, f"/t/{game.slug}/review/{end.number}/{step}/picture.png{way}").status_code == 200


# --- Getting about ---


def test_leads_to_the_first_deal_and_to_the_one_asked_for(over: Game) -> None:
    deal = ended_deal(over)
    assert get(None, f"/t/{over.slug}/review/").status_code == 302
    assert get(None, f"/t/{over.slug}/review/?deal={deal}")["Location"] == f"/t/{over.slug}/review/{deal}/0/"
    slid = get(None, f"/t/{over.slug}/review/{deal}/?step=7&as=2")
    assert slid["Location"] == f"/t/{over.slug}/review/{deal}/7/?as=2"


@pytest.mark.parametrize("nonsense", ["?as=0", "?as=6", "?as=x", "?as=1%20"])
def test_there_is_no_such_seat(over: Game, nonsense: str) -> None:
    deal = ended_deal(over)
    assert get(None, f"/t/{over.slug}/review/{deal}/0/{nonsense}").status_code == 404


@pytest.mark.parametrize("nonsense", ["?step=x", "?step=-1", "?step=" + "9" * 4000, "?step="])
def test_a_slider_that_says_nothing_stands_at_the_beginning(over: Game, nonsense: str) -> None:
    deal = ended_deal(over)
    assert get(None, f"/t/{over.slug}/review/{deal}/{nonsense}")["Location"] == f"/t/{over.slug}/review/{deal}/0/"


@pytest.mark.parametrize(
    ("before", "header"),
    [
        ("5/", "HX-Replace-Url"),
        ("6/?as=1#comment-1", "HX-Replace-Url"),
        ("0/", "HX-Replace-Url"),
        ("12/", "HX-Push-Url"),
        ("", "HX-Push-Url"),
    ],
)
def test_back_undoes_jumps_and_not_each_move(over: Game, before: str, header: str) -> None:
    deal = f"/t/{over.slug}/review/{ended_deal(over)}/"
    htmx = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{deal}{before}"}
    assert client_of(None).get(f"{deal}5/", headers=htmx)[header] == f"{deal}5/"


def test_htmx_gets_the_position_alone_and_its_address(over: Game) -> None:
    deal, client = ended_deal(over), client_of(None)
    headers = {"HX-Request": "true"}
    answer = client.get(f"/t/{over.slug}/review/{deal}/?step=5&as=1", headers=headers)
    assert answer["HX-Push-Url"] == f"/t/{over.slug}/review/{deal}/5/?as=1"
    assert "<html" not in text(answer)
    assert "<title>" in text(answer)
    again = client.get(f"/t/{over.slug}/review/{deal}/5/", headers=headers | {"HX-History-Restore-Request": "true"})
    assert "<html" in text(again)


def test_the_table_and_the_front_page_link_to_it(over: Game, cast: list[User]) -> None:
    deal = ended_deal(over)
    assert f"/t/{over.slug}/review/?deal={deal}" in text(get(None, f"/t/{over.slug}/?deal={deal}"))
    assert f"/t/{over.slug}/review/" in text(get(cast[0], "/"))


def test_a_running_match_links_to_its_ended_deals_for_its_players(cast: list[User]) -> None:
    ai, bo, chie, dai, emi = cast
    game = play_first_deal(running(ai, bo, chie, dai, deals=3), ai, bo, chie, dai)
    path = f"/t/{game.slug}/?deal={ended_deal(game)}"
    assert "/review/" in text(get(ai, path))
    assert "/review/" not in text(get(emi, path))


def test_queries_do_not_grow_with_the_match(cast: list[User]) -> None:
    short = play_out(running(*cast, deals=1), *cast)
    long = play_out(running(*cast, deals=4), *cast)
    counts = []
    for game in (short, long):
        client, path = client_of(cast[0]), f"/t/{game.slug}/review/{ended_deal(game)}/9/"
        forget_games()
        with CaptureQueriesContext(connection) as first:
            assert client.get(path).status_code == 200
        with CaptureQueriesContext(connection) as again:
            assert client.get(path).status_code == 200
        counts.append((len(first), len(again)))
    assert counts[0] == counts[1]
    assert counts[0][0] <= 12
    assert counts[0][1] == counts[0][0] - 1


# --- Links ---


class Boosted(HTMLParser):
    """Where links lead whose answer takes the place of the review."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.links: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        above = self.open[-1][1] if self.open else ""
        boost = values.get("hx-boost") or above
        if tag not in ("input", "br", "img", "meta", "link", "hr", "use", "path", "rect", "line"):
            self.open.append((tag, boost))
        if tag == "a" and boost == "true":
            self.links.append(values.get("href") or "")

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass


@pytest.mark.django_db
def test_only_positions_take_the_place_of_the_review(over: Game, cast: list[User]) -> None:
    deal = ended_deal(over)
    last, review = last_step(over, deal), f"/t/{over.slug}/review/"
    for user in (None, cast[0]):
        for step in (0, 1, last):
            links = Boosted(text(get(user, f"{review}{deal}/{step}/"))).links
            assert links
            assert [link for link in links if not link.startswith((review, "?", "#"))] == []
