"""Plays the scripts of lessons on the engine: the position of each question and the result of its answer.

Pure, like the engine: matches in, matches out. Pages show the learner's `PlayerView` of them.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

from games.learning.lesson import Lesson, LessonQuestion, Scene
from napoleon.engine import Deal, Match, advance, card_set, rules_from_json, start
from napoleon.engine.view import Phase, deal_view
from napoleon.engine.wire import event_from_json

Json: TypeAlias = dict[str, Any]
DEAL: Final = 1
"""The number of every scene's deal: each scene is a match of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonStep:
    """A page of a lesson: a question, or the result of a finished deal."""

    number: int
    """Counted from 1."""
    scene: Scene
    question: LessonQuestion | None
    before: Match
    """The match at the question, or the finished match."""
    answer: Json
    """The move with which the deal goes on, in the record format."""
    after: Match
    """The match after the answer and the rest of its trick."""


@cache
def steps_of(lesson: Lesson) -> tuple[LessonStep, ...]:
    """All pages of a lesson, in order."""
    steps: list[LessonStep] = []
    for scene in lesson.scenes:
        steps += _steps(scene, len(steps) + 1)
    return tuple(steps)


def _steps(scene: Scene, first: int) -> list[LessonStep]:
    questions = {question.key: question for question in scene.questions}
    moves = scene.moves.split()
    match, asked = _dealt(scene), ""
    steps: list[LessonStep] = []
    for place, word in enumerate(moves):
        if word.startswith("?"):
            asked = word[1:]
            continue
        move = _move(match, word)
        if asked:
            steps.append(
                LessonStep(
                    number=first + len(steps),
                    scene=scene,
                    question=questions.pop(asked),
                    before=match,
                    answer=move,
                    after=_finish_trick(_after(match, move), moves[place + 1 :]),
                )
            )
            asked = ""
        match = _after(match, move)
    if questions:
        raise ValueError(f"questions that are never asked: {sorted(questions)}")
    if not match.open:
        end = LessonStep(number=first + len(steps), scene=scene, question=None, before=match, answer={}, after=match)
        steps.append(end)
    return steps


def _dealt(scene: Scene) -> Match:
    hands = tuple(card_set(hand.split()) for hand in scene.hands)
    deal = Deal(DEAL, scene.dealer, hands, card_set(scene.widow.split()))
    return advance(start(rules_from_json({"preset": scene.preset, "deals": 1})), deal)


def _after(match: Match, move: Json) -> Match:
    """The match after a move, which the engine checks."""
    event = event_from_json(move, match)
    if event is None:
        raise ValueError(f"no move: {move}")
    return advance(match, event)


def _finish_trick(match: Match, moves: list[str]) -> Match:
    """Let the others play to the end of the trick, or bid to the end of the auction."""
    for word in moves:
        if word.startswith("?") or not match.open or _between_tricks(match):
            break
        match = _after(match, _move(match, word))
    return match


def _between_tricks(match: Match) -> bool:
    """Whether the auction is over and no card is on the table."""
    deal = deal_view(match.open[0], None)
    return deal.phase in ("calling", "exchanging", "playing") and not deal.trick


# --- Moves in words, in the record format, and in codes ---


def _move(match: Match, word: str) -> Json:
    """The move that a word of the script stands for, by the seat whose turn it is."""
    deal = deal_view(match.open[0], None)
    (seat,) = deal.to_act
    return {"deal": DEAL, "seat": seat, **_said(deal.phase, word)}


def _said(phase: Phase, word: str) -> Json:
    if phase == "calling":
        return {"type": "call", "card": word}
    if phase == "exchanging":
        return {"type": "exchange", "discard": word.split("/")}
    if phase == "playing":
        card, _, suit = word.removesuffix("!").partition("=")
        played = {"type": "play", "card": card} | ({"calls_joker": True} if word.endswith("!") else {})
        return {**played, "suit": suit} if suit else played
    if word == "pass":
        return {"type": "pass"}
    if word[0].isdigit():
        return {"type": "bid", "count": int(word[:-1]), "trump": word[-1]}
    return {"type": "bid", "bid": word}


def codes(move: Json) -> set[str]:
    """The codes by which verdicts match a move: ``12H``, ``12`` and ``H``; ``JK=H`` and ``JK``; each discard."""
    match move["type"]:
        case "pass":
            return {"pass"}
        case "bid" if "bid" in move:
            return {str(move["bid"])}
        case "bid":
            return {f"{move['count']}{move['trump']}", str(move["count"]), str(move["trump"])}
        case "exchange":
            return set(move["discard"])
        case "redeal" | "raise":
            return {str(move["type"])}
        case "call" if "who" in move:
            return {str(move["who"])}
        case _:
            card = str(move["card"])
            return {card, f"{card}={move['suit']}"} if "suit" in move else {card}


def judged(step: LessonStep, move: Json) -> None:
    """Check an answer on the engine. Raises `IllegalCommand` if the rules forbid it."""
    _after(step.before, {**move, "deal": DEAL, "seat": step.answer["seat"]})
