"""First deals to learn by: the scripts keep to the rules, every answer is met, and their pages stand open to all."""

import re
from itertools import combinations
from typing import Any

import pytest
from pytest_django.asserts import assertContains

from games.learning.context import find_step, page, reply_to
from games.learning.glossary import WORDS
from games.learning.lesson import LEARNER, LESSONS, Lesson
from games.learning.stage import LessonStep, codes, steps_of
from games.presentation.option_texts import PRESETS
from games.templatetags.games import with_cards
from napoleon.engine import advance, legal
from napoleon.engine.cards import CARD_NAMES, cards_in, names
from napoleon.engine.events import LegalExchanges
from napoleon.engine.view import deal_view
from napoleon.engine.wire import event_from_json, event_to_json
from players.models import User
from tests.support.visits import client_of, get, guest, post, queries, text

pytestmark = pytest.mark.django_db
Json = dict[str, Any]
QUESTIONS = [(key, step) for key in LESSONS for step in steps_of(LESSONS[key]) if step.question]


def name_of(value: object) -> str:
    return str(value.question.key) if isinstance(value, LessonStep) and value.question else str(value)


every_question = pytest.mark.parametrize(("game", "step"), QUESTIONS, ids=name_of)


def choices(step: LessonStep) -> list[Json]:
    """Every move that the rules allow the learner."""
    moves: list[Json] = []
    for action in legal(step.before, LEARNER):
        if isinstance(action, LegalExchanges):
            laid = combinations(names(action.among), action.size)
            moves += [{"type": "exchange", "discard": list(cards)} for cards in laid]
        else:
            moves.append(event_to_json(action))
    return moves


def step_of(game: str, key: str) -> LessonStep:
    steps = [step for own, step in QUESTIONS if own == game]
    return next(step for step in steps if step.question and step.question.key == key)


def visit(game: str, number: int, query: str = "") -> str:
    return text(get(None, f"/learn/{game}/{number}/{query}"))


def drawn(html: str) -> set[str]:
    """The cards that lie on the table or in the hand; words of the text are none of them."""
    return set(re.findall(r'<span class="card" data-card="(\w+)"', html))


# --- The scripts ---

DECISIONS = {
    "napoleon": [
        *("bid", "call", "exchange", "lead", "partner", "follow", "left-jack", "joker", "void"),
        *("same-two", "joker-call", "yoromeki"),
    ],
    "mighty": ["bid", "exchange", "call", "lead", "draw", "weak", "called"],
    "nap": ["bid", "trumps", "again", "void", "misere", "low", "high"],
}


def test_there_are_decisions_enough() -> None:
    assert {key: [name_of(step) for game, step in QUESTIONS if game == key] for key in LESSONS} == DECISIONS


@every_question
def test_the_deal_goes_on_with_a_right_answer(game: str, step: LessonStep) -> None:
    reply = reply_to(step, step.answer)
    assert reply is not None
    assert (reply.is_right, reply.refused) == (True, "")


@every_question
def test_every_answer_is_met_and_everything_is_said_to_some(game: str, step: LessonStep) -> None:
    assert step.question is not None
    said = {id(verdict) for verdict in step.question.verdicts}
    for move in choices(step):
        given = codes(move)
        said.discard(id(next(verdict for verdict in step.question.verdicts if verdict.fits(given))))
    assert not said


@every_question
def test_what_it_leads_to_is_there(game: str, step: LessonStep) -> None:
    assert step.question is not None
    assert set(step.question.words.split()) <= WORDS.keys()
    rules = text(get(None, f"/rules/{LESSONS[game].preset}/"))
    assert f'id="rules-{step.question.section}"' in rules


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_texts_name_cards_that_there_are(lesson: Lesson) -> None:
    for step in steps_of(lesson):
        question = step.question
        told = [step.scene.result] if question is None else [question.told, question.ask]
        told += [verdict.text for verdict in question.verdicts] if question else []
        text = " ".join(map(str, told))
        assert set(re.findall(r"\[(\w*)\]", text)) <= {*CARD_NAMES, *"SHDC"}
        assert set(re.findall(r"\[([a-z-]+):[^\]]+\]", text)) <= WORDS.keys()


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_the_first_step_shows_its_cards_first_and_explains_its_words(lesson: Lesson) -> None:
    page = text(get(None, f"/learn/{lesson.key}/1/"))
    told = page.partition('<section class="lesson-text">')[2].partition("</section>")[0]
    assert told.index('class="card-row"') < told.index("<p>")
    question = steps_of(lesson)[0].question
    assert question is not None
    for key in question.words.split():
        assert f'popovertarget="word-told-{key}"' in told or f'popovertarget="word-ask-{key}"' in told


def test_results_are_those_that_are_told() -> None:
    (made,) = [step for step in steps_of(LESSONS["napoleon"]) if step.question is None]
    assert page(LESSONS["napoleon"], made).board.result
    assert [end.outcome.scores for end in made.before.ended] == [(4, 0, 0, 2, 0)]  # type: ignore[union-attr]
    assert made.before.ended[0].outcome.side_pictures == 14  # type: ignore[union-attr]
    three, misere = [step for step in steps_of(LESSONS["nap"]) if step.question is None]
    for step in (three, misere):
        assert step.before.scores == (9, -3, -3, -3)


def winner_after(key: str, cards: str) -> str:
    """The card that would win the trick, were it finished with these cards."""
    match = step_of("napoleon", key).before
    for card in cards.split():
        (seat,) = deal_view(match.open[0], None).to_act
        event = event_from_json({"type": "play", "deal": 1, "seat": seat, "card": card}, match)
        assert event is not None
        match = advance(match, event)
    trick = deal_view(match.open[0], None).tricks[-1]
    return CARD_NAMES[trick.cards[trick.seats().index(trick.winner)]]


@pytest.mark.parametrize(
    ("key", "cards", "best"),
    [
        ("follow", "C8 CA C6", "CA"),
        ("left-jack", "D7", "DA"),
        ("void", "C8 S8 SJ ST", "SK"),
        ("void", "HT S8 SJ ST", "HT"),
        ("same-two", "C9", "CA"),
        ("same-two", "C3", "CA"),
        ("yoromeki", "D9 S7", "SA"),
        ("yoromeki", "HT S7", "SA"),
    ],
)
def test_other_answers_would_end_as_is_told(key: str, cards: str, best: str) -> None:
    assert winner_after(key, cards) == best


# --- Answers ---


@pytest.mark.parametrize(
    ("key", "move", "is_right"),
    [
        ("bid", {"type": "pass"}, False),
        ("call", {"type": "call", "card": "HJ"}, False),
        ("exchange", {"type": "exchange", "discard": ["S6", "S2", "D7"]}, True),
        ("exchange", {"type": "exchange", "discard": ["S6", "S2", "DJ"]}, False),
        ("follow", {"type": "play", "card": "C8"}, True),
        ("joker", {"type": "play", "card": "JK", "suit": "S"}, False),
        ("yoromeki", {"type": "play", "card": "D9"}, False),
    ],
)
def test_other_answers_are_judged(key: str, move: Json, is_right: bool) -> None:
    reply = reply_to(step_of("napoleon", key), move)
    assert reply is not None
    assert (reply.is_right, reply.refused) == (is_right, "")


@pytest.mark.parametrize(
    ("key", "move", "why"),
    [
        ("bid", {"type": "bid", "count": 11, "trump": "C"}, "The bid must be higher than the last."),
        ("exchange", {"type": "exchange", "discard": ["S2"]}, "Exactly 3 different cards must be discarded."),
        ("follow", {"type": "play", "card": "HT"}, "Clubs were led, and the hand holds one."),
        ("left-jack", {"type": "play", "card": "H6"}, "Diamonds were led, and the hand holds one."),
        ("joker", {"type": "play", "card": "JK"}, "A led joker must name a suit."),
        ("void", {"type": "play", "card": "XX"}, "This card is not in the hand."),
        ("call", {"type": "pass"}, "This cannot be done at this stage of the deal."),
    ],
)
def test_what_the_rules_forbid_the_engine_refuses(key: str, move: Json, why: str) -> None:
    reply = reply_to(step_of("napoleon", key), move)
    assert reply is not None
    assert (reply.is_right, reply.refused) == (False, why)


# --- The pages ---


@pytest.mark.parametrize("game", LESSONS)
def test_every_page_is_open_to_all_and_asks_the_database_nothing(game: str, ai: User) -> None:
    last = len(steps_of(LESSONS[game]))
    paths = [f"/learn/{game}/", f"/learn/{game}/end/", *[f"/learn/{game}/{n}/" for n in range(1, last + 1)]]
    for path in paths:
        assert queries(None, path) == 0
        assert post(None, path).status_code == 405
    for reader in (ai, guest()):
        assert get(reader, paths[0]).status_code == get(reader, paths[-1]).status_code == 200
    for path in ("/learn/poker/", f"/learn/{game}/0/", f"/learn/{game}/{last + 1}/"):
        assert get(None, path).status_code == 404


@every_question
def test_a_page_shows_what_the_learner_may_know(game: str, step: LessonStep) -> None:
    deal = deal_view(step.before.open[0], LEARNER)
    seen = {CARD_NAMES[card] for card in cards_in(deal.seen)}
    assert {CARD_NAMES[card] for card in cards_in(deal.hand)} <= drawn(visit(game, step.number)) <= seen


def test_a_wrong_answer_is_explained_and_may_be_mended() -> None:
    html = visit("napoleon", 4, "?do=play&deal=1&card=C8")
    assert "Not the best." in html
    assert "A weak card gives the lead away at once." in html
    assert 'value="HJ"' in html
    assert 'id="onward"' not in html


def test_a_right_answer_shows_the_trick_and_leads_on() -> None:
    html = visit("napoleon", 4, "?do=play&deal=1&card=HJ")
    assert '<a class="button primary" id="onward" href="/learn/napoleon/5/"' in html
    assert {"HJ", "H3", "H9", "H4", "H2"} <= drawn(html)
    assert 'name="card"' not in html


def test_a_refused_answer_tells_the_rule() -> None:
    html = visit("napoleon", 6, "?do=play&deal=1&card=HT")
    assert "Not allowed." in html
    assert "Clubs were led, and the hand holds one." in html
    assert "/rules/gurunapo/#rules-tricks" in html


def test_where_following_is_the_question_the_hand_keeps_quiet() -> None:
    assert "barred" not in visit("napoleon", 6)
    assert "the hand holds one" not in visit("napoleon", 6)
    assert "barred" in visit("napoleon", 11)


@pytest.mark.parametrize("query", ["?do=dance&deal=1", "?do=play&card=HJ", "?do=play&deal=x&card=HJ", "?do="])
def test_what_is_no_answer_is_refused(query: str) -> None:
    assertContains(get(None, f"/learn/napoleon/4/{query}"), "This form could not be read.", status_code=400)


def test_at_a_result_there_is_nothing_to_answer() -> None:
    assert get(None, "/learn/napoleon/10/?do=pass&deal=1").status_code == 400
    html = visit("napoleon", 10)
    assert 'id="onward" href="/learn/napoleon/11/"' in html
    assert "Napoleon made it" in html


def test_a_declarer_reads_of_their_own_result() -> None:
    assert "You made it" in visit("nap", 5)
    html = client_of(None).get("/learn/nap/5/", headers={"accept-language": "ja"}).content.decode()
    assert "あなたの成功" in html
    assert "あなたさん" not in html


def test_the_last_page_leads_to_a_table() -> None:
    assert 'href="/learn/napoleon/end/"' in visit("napoleon", 13, "?do=play&deal=1&card=HQ")
    html = text(get(None, "/learn/nap/end/"))
    assert 'action="/play-now/"' in html
    assert '<input type="hidden" name="preset" value="nap">' in html


def test_texts_show_cards_and_no_markup() -> None:
    html = with_cards("<b> [HQ] [JK] [XX]")
    assert html.startswith("&lt;b&gt; ")
    assert re.findall(r'data-card="(\w+)"', html) == ["HQ", "JK"]
    assert html.endswith("[XX]")


def test_where_to_begin_and_how_to_go_on(ai: User) -> None:
    for reader in (None, guest(), ai):
        page = text(get(reader, "/learn/"))
        ways = [
            "/learn/napoleon/",
            "/play-now/",
            "/rules/gurunapo/",
            "/learn/glossary/",
            "/rules/compare/",
            "/archive/",
        ]
        body = page.partition("</header>")[2]
        places = [body.index(f'"{way}"') for way in ways]
        assert places == sorted(places)
        assert all(f'href="/rules/{preset}/"' in body for preset in PRESETS)
        assert "13 pages" in page
    assert queries(None, "/learn/") == 0
    assert post(None, "/learn/").status_code == 405


def test_the_head_of_every_page_leads_newcomers_to_learning_and_others_to_the_rules(ai: User) -> None:
    for reader, way in ((None, "/learn/"), (guest(), "/learn/"), (ai, "/rules/")):
        head = text(get(reader, "/tables/")).partition("</header>")[0]
        assert {path for path in ("/learn/", "/rules/") if f'href="{path}"' in head} == {way}


def test_the_way_there() -> None:
    assert 'href="/learn/napoleon/"' in text(get(None, "/"))
    for path in ("/", "/rules/", "/learn/napoleon/", "/learn/nap/end/"):
        assert 'href="/learn/"' in text(get(None, path)).partition("</header>")[2]
    index = text(get(None, "/rules/"))
    assert 'href="/learn/napoleon/"' in index
    assert 'href="/learn/nap/"' in index


def test_steps_are_numbered_from_one() -> None:
    lesson = LESSONS["napoleon"]
    assert [step.number for step in steps_of(lesson)] == list(range(1, 14))
    assert find_step(lesson, 0) is find_step(lesson, 14) is None


@pytest.mark.parametrize("kind", ["claim", "concede", "agree"])
def test_what_no_lesson_asks_for_is_not_understood(kind: str) -> None:
    for number in range(1, 14):
        for game in ("napoleon", "nap"):
            assert get(None, f"/learn/{game}/{number}/?do={kind}&deal=1").status_code in (400, 404)
