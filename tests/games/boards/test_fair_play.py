"""The figures for those who look after fair play: equal lines, second accounts, and cards best with open hands."""

import pytest

from games.boards.closing import close
from games.boards.equal_lines import likeness, most_alike, tree
from games.boards.fair_play import ASKED_AT_ONCE, ask_for_analyses, fair_play, judged
from games.models import Analysis, BoardPlay, BoardSet, DealAnalysis
from napoleon.judging.judgement import BareCommand, DealJudgement, Decision, Exact, MeanLoss, to_json
from players.models import User
from tests.support.boards import open_boards, play_boards
from tests.support.cast import person

Lines = dict[str, dict[int, list[str]]]


def lines(**by_person: str) -> Lines:
    return {who: {1: line.split()} for who, line in by_person.items()}


def test_two_who_do_the_same_where_others_do_not() -> None:
    others = {f"other{number}": " ".join("ab"[number >> place & 1] for place in range(5)) for number in range(32)}
    found = lines(ai="a b a b a", bo="a b a b a", **others)
    one, other, counted = most_alike(found, list(found), 1)[0]
    assert {one, other} <= {"ai", "bo", "other10"}
    assert (counted.choices, counted.equal) == (5, 5)
    assert counted.expected < 3


def test_where_everybody_does_the_same_there_is_no_choice() -> None:
    found = lines(ai="a b", bo="a b", chie="a c", dai="a c", emi="a d")
    counted = likeness(found, tree(found), "ai", "bo")
    assert (counted.choices, counted.equal) == (1, 1)
    assert counted.expected == pytest.approx(1 / 3)


def test_after_two_lines_have_parted_nothing_is_compared() -> None:
    found = lines(ai="a b", bo="c b", chie="a c", dai="c c", emi="c d")
    counted = likeness(found, tree(found), "ai", "bo")
    assert (counted.choices, counted.equal) == (1, 0)


def test_two_others_are_too_few_to_expect_anything() -> None:
    found = lines(ai="a", bo="a", chie="b")
    assert likeness(found, tree(found), "ai", "bo").choices == 0
    assert most_alike(found, list(found), 5) == []


def decision(seat: int, played: int, best: int, lost: float, known: float) -> Decision:
    return Decision(
        step=1,
        seat=seat,
        played=BareCommand(card=played),
        exact=Exact(best=BareCommand(card=best), value=0, best_value=0, lost=lost),
        known=MeanLoss(best=BareCommand(card=best), lost=known, error=0.1),
    )


def test_cards_are_counted_of_the_person_alone() -> None:
    decisions = (decision(0, 3, 3, 0, 1.5), decision(0, 4, 5, 2, 0.5), decision(1, 6, 7, 9, 9))
    figures = judged([DealJudgement(unit="points", goal=0, stakes=(), decisions=decisions)], 0)
    assert figures == (2, 1, 1.0, 1.0)
    assert figures.share == 50


@pytest.fixture
def closed() -> BoardSet:
    board_set = open_boards("four", 2)
    for number, name in enumerate(("ai", "bo", "chie", "emi", "itsu", "jun")):
        play_boards(board_set, person(name), seed=max(number, 1))
    close(board_set)
    board_set.refresh_from_db()
    return board_set


@pytest.mark.django_db
def test_the_figures_of_a_set(closed: BoardSet, ai: User, bo: User) -> None:
    report = fair_play(closed)
    assert report.compared == 6
    assert report.twice == []
    assert report.waiting == 7
    same = [pair for pair in report.pairs if {pair.one.user, pair.other.user} == {ai, bo}]
    # They did all alike, wherever others were in the same position.
    assert all(pair.likeness.equal == pair.likeness.choices and pair.is_next for pair in same)
    assert report.pairs[:1] == same[:1]
    assert not any(pair.shares_mailbox for pair in report.pairs)


@pytest.mark.django_db
def test_second_accounts_that_have_been_merged(closed: BoardSet, ai: User, bo: User) -> None:
    BoardPlay.objects.filter(user=bo).update(user=ai, counts=False, place=None)
    [twice] = fair_play(closed).twice
    assert twice == (ai, 2)


def analysed(play: BoardPlay, *decisions: Decision) -> None:
    judgement = DealJudgement(unit="points", goal=0, stakes=(), decisions=decisions)
    analysis = Analysis.objects.get(game=play.game_id)
    DealAnalysis.objects.create(analysis=analysis, number=1, judgement_json=to_json(judgement))
    Analysis.objects.filter(pk=analysis.pk).update(is_finished=True)


@pytest.mark.django_db
def test_analyses_are_requested_some_at_a_time(closed: BoardSet, ai: User, bo: User) -> None:
    assert ask_for_analyses(closed, ai) == 7 <= ASKED_AT_ONCE
    assert ask_for_analyses(closed, ai) == 0
    analysed(closed.plays.get(by_captain=True), decision(0, 3, 4, 1, 0))
    analysed(closed.plays.get(user=ai), decision(0, 3, 4, 1, 0), decision(0, 3, 3, 0, 1))
    analysed(closed.plays.get(user=bo), decision(0, 3, 3, 0, 2), decision(0, 3, 3, 0, 1))
    report = fair_play(closed)
    assert [(line.play.user, line.judged.share) for line in report.judged] == [(bo, 100), (ai, 50)]
    assert report.captain == (1, 0, 1.0, 0.0)
    assert report.waiting == 4
