"""The analysis on pages: to whom, beside which positions, and how far it is."""

import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from django.utils import timezone

from games.analysis import services
from games.models import Analysis, Game
from napoleon.engine import Agree, Claim, Concede, Refuse, parse_card
from napoleon.judging.judgement import (
    PASS,
    BareCommand,
    CoursePoint,
    DealJudgement,
    Decision,
    Gains,
    MeanLoss,
    ProposalJudged,
)
from players.models import User
from tests.support import table_pages
from tests.support.analyses import analysed, blundered, of_blunder
from tests.support.blunder import NAP, blunder
from tests.support.cast import everybody
from tests.support.leaks import plain
from tests.support.play import play_first_deal, running
from tests.support.stored_games import stored
from tests.support.visits import asks_to_sign_in, client_of, get, post, queries, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db


def told() -> Game:
    """A match that is analysed: Ai's first card is pointed out."""
    game = blundered(everybody())
    analysed(game, of_blunder())
    return game


over = world(told)


def path(game: Game, rest: str = "") -> str:
    return f"/t/{game.slug}/analysis/{rest}"


# --- Who may look ---


def test_whoever_may_review_the_match_may_read_its_analysis(over: Game, emi: User) -> None:
    for reader in (None, emi):
        assert get(reader, path(over)).status_code == 200
        assert get(reader, path(over, "1/curve.svg")).status_code == 200
    Game.objects.filter(pk=over.pk).update(is_listed=False)
    for rest in ("", "progress/", "1/curve.svg"):
        assert get(None, path(over, rest)).status_code == 404
        assert get(emi, path(over, rest)).status_code == 404
    assert get(over.host, path(over)).status_code == 200


def test_there_is_none_of_a_running_match(ai: User, bo: User) -> None:
    game = play_first_deal(running(ai, bo, preset="nap", players=2, deals=3), ai, bo)
    deal = game.events.filter(payload__type="deal").first().payload["deal"]
    before = get(ai, f"/t/{game.slug}/review/{deal}/3/")
    analysed(game, of_blunder())
    for reader in (None, ai):
        for rest in ("", "progress/", "1/curve.svg"):
            assert get(reader, path(game, rest)).status_code == 404
    assert post(ai, path(game, "ask/")).status_code == 404
    after = get(ai, f"/t/{game.slug}/review/{deal}/3/")
    assert plain(after, game) == plain(before, game)
    assert "Turning points" not in text(after)


def test_an_analysis_of_one_match_shows_at_no_other(over: Game, ai: User, bo: User) -> None:
    other = blundered([ai, bo])
    assert "better:" not in text(get(None, f"/t/{other.slug}/review/1/13/"))
    assert get(None, path(other, "1/curve.svg")).status_code == 404


# --- Beside positions ---


def test_a_review_points_out_the_decision_and_leads_to_it(over: Game) -> None:
    page = text(get(None, f"/t/{over.slug}/review/1/13/"))
    assert "Turning points" in page
    assert f'href="/t/{over.slug}/review/1/2/?better=1"' in page
    assert "−6.0 points (± 1.0)" in page
    assert "As the cards lay, it cost 4 tricks and 8 points." in page
    assert "wins them points in 90 deals of 100, their own choice in 15." in page
    assert "a costly decision" in page


@pytest.mark.parametrize(
    ("step", "value", "words"),
    [
        (2, 4.0, "from the first card on, the deal ends with 4 tricks and these points: Ai 4 , Bo −4"),
        (4, 0.0, "after trick 1, the deal ends with 0 tricks and these points: Ai −4 , Bo 4"),
    ],
)
def test_a_review_tells_what_the_deal_was_worth_by_perfect_play(
    ai: User, bo: User, step: int, value: float, words: str
) -> None:
    """Only what was done made this deal one of no tricks: with every better card Ai has four."""
    game = blundered([ai, bo])
    course = (CoursePoint(step, value, True), CoursePoint(6, 0.0, True))
    analysed(game, replace(of_blunder(), course=course))
    page = text(get(None, f"/t/{game.slug}/review/1/13/"))
    told = " ".join(re.sub("<[^>]+>", " ", page).split()).replace(" ,", " ,")
    assert f"With perfect play by both sides {words}" in told


@pytest.mark.parametrize(
    ("best_value", "lost", "words"),
    [
        (1, 1.0, "it cost 1 trick and 1 point."),
        (1, 0.0, "it cost 1 trick and no points."),
        (0, 2.0, "it cost 2 points."),
        (0, 0.0, "it cost nothing."),
    ],
)
def test_what_a_card_cost_as_the_cards_lay(ai: User, bo: User, best_value: int, lost: float, words: str) -> None:
    judgement = of_blunder()
    [decision] = judgement.decisions
    assert decision.exact
    exact = replace(decision.exact, best_value=best_value, lost=lost)
    game = blundered([ai, bo])
    analysed(game, replace(judgement, decisions=(replace(decision, exact=exact),)))
    assert f"As the cards lay, {words}" in text(get(None, f"/t/{game.slug}/review/1/13/"))


def test_at_misere_a_card_costs_points_and_no_tricks(ai: User, bo: User) -> None:
    """The declarer has taken a trick, so tricks lost are not what it cost."""
    game = blundered([ai, bo])
    analysed(game, replace(of_blunder(), goal=0))
    assert "As the cards lay, it cost 8 points." in text(get(None, f"/t/{game.slug}/review/1/13/"))


def test_the_better_card_is_shown_before_the_decision(over: Game) -> None:
    plain = text(get(None, f"/t/{over.slug}/review/1/2/"))
    assert re.findall(r'class="turning" d="M(\d+) 0v1"', plain) == ["3"]
    assert 'data-state="better"' not in hands(plain)
    shown = text(get(None, f"/t/{over.slug}/review/1/2/?better=1"))
    assert hands(shown).count('data-state="better"') == 1
    assert "What was done" in shown
    assert "Show what was better" in text(get(None, f"/t/{over.slug}/review/1/3/"))
    assert 'data-state="better"' not in hands(text(get(None, f"/t/{over.slug}/review/1/4/?better=1")))


def hands(page: str) -> str:
    return page.partition('class="hands"')[2].partition('class="review-steps"')[0]


def test_without_javascript_and_with_it_the_address_names_the_better_card(over: Game) -> None:
    address = f"/t/{over.slug}/review/1/2/?better=1"
    assert client_of(None).get(address, headers={"HX-Request": "true"})["HX-Push-Url"] == address


def test_a_loss_that_is_not_clear_or_small_is_not_pointed_out(ai: User, bo: User) -> None:
    for lost, error in ((1.0, 0.9), (0.5, 0.01)):
        game = blundered([ai, bo])
        analysed(game, of_blunder(lost, error))
        page = text(get(None, f"/t/{game.slug}/review/1/13/"))
        assert "No decision of this deal clearly cost its player points or picture cards." in page


def test_decisions_of_one_player_for_one_reason_are_one_point(ai: User, bo: User) -> None:
    judgement = of_blunder()
    [first] = judgement.decisions
    later, other = replace(first, step=5), replace(first, step=6, seat=1)
    game = blundered([ai, bo])
    analysed(game, replace(judgement, decisions=(first, later, other)))
    for address in (f"/t/{game.slug}/review/1/13/", path(game)):
        page = text(get(None, address))
        assert page.count("For the same reason:") == 1
        again = page.partition("For the same reason:")[2].partition("</p>")[0]
        assert "review/1/4/?better=1" in again
        assert "review/1/5/?better=1" not in again
        assert page.partition("points-of-deal")[2].count("The other side took the trick") == 2


def with_decision(game: Game, **fields: Any) -> Game:
    """The match with a decision of Ai before the play in its analysis."""
    lost = MeanLoss(best=fields.pop("best"), lost=6.0, error=0.5, gains=Gains(0.301, 0.299))
    decision = Decision(seat=0, known=lost, as_dealt=replace(lost, lost=-1.5, error=0.5), **fields)
    analysed(game, replace(of_blunder(), decisions=(decision,)))
    return game


def test_a_bid_is_pointed_out_with_the_better_one(ai: User, bo: User) -> None:
    game = with_decision(
        blundered([ai, bo]),
        step=1,
        kind="bid",
        played=BareCommand(bid="four"),
        best=BareCommand(bid=PASS),
        reason="not_worth_the_bid",
    )
    page = text(get(None, f"/t/{game.slug}/review/1/1/"))
    assert re.search(r'review/1/0/\?better=1">\s*Auction', page)
    assert "On average this hand was not worth so high a bid." in page
    assert "As the cards lay, it brought 1.5 points (± 1.0), bots playing on." in page
    assert "wins them points" not in page
    assert page.partition("So far")[2].count("a costly decision") == 1
    for step in (1, 0):
        assert get(None, f"/t/{game.slug}/exercise/1/{step}/").status_code == 404
    assert "There is none yet." in text(get(ai, "/exercise/"))
    assert re.search(r'better=1">\s*Auction', text(get(ai, path(game))))


def test_cards_that_were_better_laid_away_are_marked_in_the_hand(ai: User, bo: User) -> None:
    game = with_decision(
        blundered([ai, bo]),
        step=3,
        kind="exchange",
        played=BareCommand(discards=(parse_card("SA"), parse_card("SK"))),
        best=BareCommand(discards=(parse_card("SJ"), parse_card("C2"))),
        reason="laid_picture_away",
    )
    page = text(get(None, f"/t/{game.slug}/review/1/2/?better=1"))
    assert hands(page).count('data-state="better"') == 2
    assert "A picture card was discarded." in page


# --- One sentence first ---


def told_first(page: str) -> str:
    """The sentence that the analysis begins with."""
    before, _, rest = page.partition('class="key-moment"')
    assert "points-of-deal" not in before
    return plainly(rest.partition("</p>")[0])


def test_an_analysis_begins_with_the_decision_that_turned_the_deal_and_its_position(over: Game, ai: User) -> None:
    for reader, words in ((ai, "Your two of clubs 2 in trick 1"), (None, "Ai’s two of clubs 2 in trick 1")):
        page = text(get(reader, f"/t/{over.slug}/review/1/13/"))
        words = words.replace("two of clubs 2", "2 of clubs 2")
        assert told_first(page) == f"{words} turned the deal."
        assert told_first(text(get(reader, path(over)))) == f"Deal 1: {words} turned the deal."
        position = page.partition('class="key-moment"')[2].partition("</figure>")[0]
        assert re.findall(r'data-card="(\w+)" data-suit="\w" data-state="(\w+)"', position) == [
            ("SA", "better"),
            ("C2", "chosen"),
        ]


def test_ones_own_decision_comes_before_a_costlier_one_of_another(ai: User, bo: User) -> None:
    [first] = of_blunder().decisions
    of_bo = replace(first, step=4, seat=1, known=MeanLoss(best=first.played, lost=1.0, error=0.1))
    game = blundered([ai, bo])
    analysed(game, replace(of_blunder(), decisions=(first, of_bo)))
    assert told_first(text(get(bo, path(game)))).startswith("Deal 1: Your")
    assert told_first(text(get(bo, path(game)))).endswith("cost the most.")
    assert "Ai’s" in told_first(text(get(None, path(game))))


def of_tricks_alone() -> DealJudgement:
    """The blunder where no points hung on it."""
    judgement = of_blunder(lost=0.0, error=0.0)
    [decision] = judgement.decisions
    lost = MeanLoss(best=BareCommand(parse_card("SA")), lost=2.5, error=0.2)
    return replace(judgement, decisions=(replace(decision, taken=lost),))


def test_without_points_to_lose_the_analysis_judges_by_what_was_taken(ai: User, bo: User) -> None:
    game = blundered([ai, bo])
    analysed(game, of_tricks_alone())
    page = text(get(ai, f"/t/{game.slug}/review/1/13/"))
    assert told_first(page).endswith("mattered most, but no points hung on it: −2.5 tricks (± 0.4), no points.")
    assert get(ai, "/exercise/")["Location"] == f"/t/{game.slug}/exercise/1/3/"
    answered = text(client_of(ai).post(f"/t/{game.slug}/exercise/1/3/", {"card": "SA"}))
    assert "Right: this is the card" in answered
    assert "−2.5 tricks (± 0.4), no points" in answered


# --- Claims ---


def test_a_claim_that_was_refused_is_held_against_the_cards(ai: User, bo: User) -> None:
    """After Ai's deuce of clubs Bo holds nothing but trumps, so that the rest is theirs."""
    first, rest = blunder()[:4], blunder()[4:]
    game = stored([ai, bo], NAP, [*first, Claim(1, 1, False), Refuse(1, 0), *rest])
    services.ask(game, ai)
    assert services.analyse_next()
    page = plainly(text(get(None, f"/t/{game.slug}/review/1/15/")))
    assert "Trick 1 Bo claimed all remaining tricks. As the cards lay, the other side could take nothing more." in page


@pytest.mark.parametrize(
    ("stands", "verdict"),
    [
        (True, "As the cards lay, their side could take nothing more."),
        (False, "As the cards lay, their side could still take a trick."),
        (None, "With all hands open: not computed so early in the deal."),
    ],
)
def test_giving_up_is_held_against_the_cards(ai: User, bo: User, stands: bool | None, verdict: str) -> None:
    game = stored([ai, bo], NAP, [*blunder()[:4], Concede(1, 1), Agree(1, 0)])
    analysed(game, replace(of_blunder(), proposals=(ProposalJudged(4, stands),)))
    assert f"Trick 1 Bo offered to give up. {verdict}" in plainly(text(get(None, f"/t/{game.slug}/review/1/3/")))


# --- The match ---


def test_the_page_of_the_match_counts_by_player(over: Game, ai: User, bo: User) -> None:
    page = text(get(ai, path(over)))
    assert '<tr class="mine"><th scope="row">Ai</th>' in page
    cells = [cell.strip() for cell in page.partition('aria-labelledby="losses"')[2].split('<td class="num">')[1:5]]
    assert [cell.split("<")[0].strip() for cell in cells] == ["1", "1.0", "6.0", "8.0"]


def test_points_stand_beside_what_the_cards_were_worth(over: Game, ai: User) -> None:
    for address in (path(over), f"/t/{over.slug}/review/1/13/"):
        page = text(get(ai, address))
        table = page.partition('aria-label="Luck of the cards"')[2].partition("</table>")[0]
        assert '<tr class="mine"><th scope="row">Ai</th>' in table
        cells = [cell.partition("</td>")[0] for cell in table.split('<td class="num')[1:4]]
        assert [plainly(cell) for cell in cells] == ["−4", "2.5", "−6.5 ± 0.6"]
        assert 'href="/learn/luck/"' in page


def plainly(cell: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", cell.partition(">")[2]).split())


def test_the_result_of_a_match_leads_there_and_that_of_a_deal_before_its_end_does_not(
    over: Game, ai: User, bo: User
) -> None:
    assert f'href="{path(over)}"' in text(get(ai, f"/t/{over.slug}/"))
    game = play_first_deal(running(ai, bo, preset="nap", players=2, deals=3), ai, bo)
    deal = game.events.filter(payload__type="deal").first().payload["deal"]
    assert path(game) not in text(get(ai, f"/t/{game.slug}/?deal={deal}"))


def test_an_older_analysis_says_nothing_of_luck(ai: User, bo: User) -> None:
    game = blundered([ai, bo])
    analysed(game, of_blunder(), luck=None)
    for address in (path(game), f"/t/{game.slug}/review/1/13/"):
        assert "Luck of the cards" not in text(get(ai, address))


def test_filters_leave_out_small_ones_and_those_of_others(ai: User, bo: User) -> None:
    game = blundered([ai, bo])
    analysed(game, of_blunder(lost=1.5, error=0.1))
    assert "−1.5 points" in text(get(ai, path(game)))
    assert "−1.5 points" in text(get(ai, path(game, "?mine=on")))
    assert "None of them match" in text(get(ai, path(game, "?large=on")))
    assert "None of them match" in text(get(bo, path(game, "?mine=on")))


def test_the_curve_is_an_image_with_a_text_alternative(over: Game) -> None:
    answer = get(None, path(over, "1/curve.svg"))
    assert answer["Content-Type"] == "image/svg+xml"
    assert ElementTree.fromstring(answer.content).get("aria-label") == (
        "Tricks that the declarer could expect after each trick."
    )
    assert get(None, path(over, "2/curve.svg")).status_code == 404


# --- Asking, and waiting ---


def test_somebody_asks_and_sees_how_far_it_is(ai: User, bo: User, emi: User) -> None:
    game = blundered([ai, bo])
    assert "Analyse this match" not in text(get(None, path(game)))
    assert "Analyse this match" in text(get(emi, path(game)))
    assert asks_to_sign_in(post(None, path(game, "ask/")))
    assert post(emi, path(game, "ask/")).status_code == 302
    assert Analysis.objects.get().person == emi
    page = text(get(None, path(game)))
    assert "0 of 1 deals are finished." in page
    assert 'hx-trigger="load delay:2s"' in page


def test_the_bar_gives_way_to_a_link(over: Game) -> None:
    client, htmx = client_of(None), {"HX-Request": "true"}
    assert client.get(path(over, "progress/")).status_code == 302
    assert "show it" in text(client.get(path(over, "progress/"), headers=htmx))
    Analysis.objects.update(is_finished=False, attempts=3)
    assert "could not be analysed" in text(client.get(path(over, "progress/"), headers=htmx))
    Analysis.objects.update(attempts=0, claimed_until=timezone.now())
    assert "hx-get" in text(client.get(path(over, "progress/"), headers=htmx))


def test_pages_ask_few_queries(over: Game, ai: User) -> None:
    for address in (path(over), f"/t/{over.slug}/review/1/2/?better=1", f"/t/{over.slug}/review/1/13/"):
        assert queries(ai, address) <= 12


# --- Find the better card ---


def test_the_next_exercise_is_of_ones_own_matches_and_seats(over: Game, ai: User, bo: User) -> None:
    assert get(ai, "/exercise/")["Location"] == f"/t/{over.slug}/exercise/1/3/"
    assert "There is none yet." in text(get(bo, "/exercise/"))
    assert asks_to_sign_in(get(None, "/exercise/"))


def test_without_an_own_exercise_there_are_those_of_the_archive(over: Game, ai: User, emi: User) -> None:
    """Emi did not sit there. What is not open to everybody is no exercise for strangers."""
    client = client_of(emi)
    assert client.get("/exercise/")["Location"] == f"/t/{over.slug}/exercise/1/3/"
    assert "Right: this is the card" in text(client.post(f"/t/{over.slug}/exercise/1/3/", {"card": "SA"}))
    assert "You have answered all positions" in text(client.get("/exercise/"))
    Game.objects.filter(pk=over.pk).update(is_listed=False)
    assert "There is none yet." in text(get(emi, "/exercise/"))
    assert get(ai, "/exercise/").status_code == 302


def test_the_better_card_is_asked_for_only_where_there_is_one(over: Game, ai: User, bo: User) -> None:
    assert 'href="/exercise/"' in text(get(ai, path(over)))
    for reader in (bo, None):
        assert 'href="/exercise/"' not in text(get(reader, path(over)))


def test_without_an_exercise_the_page_leads_to_a_match_to_be_analysed(ai: User, bo: User) -> None:
    assert "Play a match" in text(get(ai, "/exercise/"))
    game = blundered([ai, bo], name="Last week")
    page = text(get(ai, "/exercise/"))
    assert "Your match “Last week” has not been analysed yet." in page
    assert f'href="{path(game)}"' in page
    analysed(game, replace(of_blunder(), decisions=()))
    assert "Last week" not in text(get(ai, "/exercise/"))


def test_an_exercise_shows_what_the_seat_knew_and_nothing_of_the_answer(over: Game) -> None:
    page = get(None, f"/t/{over.slug}/exercise/1/3/")
    assert table_pages.cards(page) == {"SA", "SK", "SQ", "SJ", "C2"}
    assert "better:" not in text(page)
    assert "Deal 1, trick 1" in text(page)
    for step in (2, 4, 99):
        assert get(None, f"/t/{over.slug}/exercise/1/{step}/").status_code == 404


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("SA", "Right: this is the card"),
        ("C2", "This is the card that was played."),
        ("SK", "Neither the card actually played"),
    ],
)
def test_an_answer_is_told_and_not_asked_for_again(over: Game, ai: User, card: str, words: str) -> None:
    client = client_of(ai)
    page = text(client.post(f"/t/{over.slug}/exercise/1/3/", {"card": card}))
    assert words in page
    assert "−6.0 points" in page
    assert "You have answered all positions" in text(client.get("/exercise/"))


def test_a_card_that_cannot_be_played_is_no_answer(over: Game, ai: User) -> None:
    assert "better:" not in text(post(ai, f"/t/{over.slug}/exercise/1/3/", card="HA"))


def test_there_are_no_exercises_of_a_running_match(ai: User, bo: User) -> None:
    game = play_first_deal(running(ai, bo, preset="nap", players=2, deals=3), ai, bo)
    analysed(game, of_blunder())
    assert get(ai, f"/t/{game.slug}/exercise/1/3/").status_code == 404
    assert "There is none yet." in text(get(ai, "/exercise/"))
