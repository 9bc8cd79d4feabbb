"""Figures about a closed set for those who look after fair play: numbers, and no verdict.

They are read from the logs and the stored analyses of the best plays, whose number is bounded.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, NamedTuple

from django.db.models import Count, F, Q

from games.analysis.services import TooManyWaiting, ask
from games.boards.equal_lines import Likeness, Lines, most_alike
from games.models import BoardPlay, BoardSet, DealAnalysis, Event
from napoleon.judging.judgement import DealJudgement, from_json
from players.models import User

PLAYS: Final = 100
"""How many plays are compared: the best."""
PAIRS: Final = 20
"""How many pairs are listed."""
TWICE: Final = 50
"""How many people are listed whose second account is known."""
SOON: Final = timedelta(hours=1)
ASKED_AT_ONCE: Final = 9
"""Of how many plays, beside the captain's, the analysis is requested in one go."""


class SameLines(NamedTuple):
    """Two people who played alike."""

    one: BoardPlay
    other: BoardPlay
    likeness: Likeness
    is_next: bool
    """Whether the second began within an hour of the first one's end, or before it."""
    is_new: bool
    """Whether one of the accounts was made while the boards were open."""
    shares_mailbox: bool
    """Whether their addresses differ by no more than what mail servers ignore."""


class Judged(NamedTuple):
    """How somebody's decisions were judged by the analysis of their matches."""

    decisions: int
    best: int
    """How many were best with all hands open."""
    lost_open: float
    """Points lost a decision, with all hands open."""
    lost_known: float
    """Points lost a decision, given what could be known."""

    @property
    def share(self) -> float:
        return 100 * self.best / self.decisions

    @property
    def error(self) -> float:
        """The standard error of the share, in percent."""
        share = self.best / self.decisions
        return float(100 * (share * (1 - share) / self.decisions) ** 0.5)


class JudgedPlay(NamedTuple):
    play: BoardPlay
    judged: Judged


class PlayedTwice(NamedTuple):
    user: User
    plays: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FairPlay:
    compared: int
    twice: list[PlayedTwice]
    """People who played the open boards more than once, by accounts that have been merged since."""
    pairs: list[SameLines]
    judged: list[JudgedPlay]
    captain: Judged | None
    waiting: int
    """How many of the compared plays are not analysed."""


def fair_play(board_set: BoardSet) -> FairPlay:
    """The figures of a closed set."""
    plays = _best_plays(board_set)
    captain = board_set.plays.filter(by_captain=True).first()
    everyone = [*plays, *([captain] if captain else [])]
    judged = _judged(everyone, board_set.person_seat)
    return FairPlay(
        compared=len(plays),
        twice=_played_twice(board_set),
        pairs=_pairs(board_set, plays, _lines(everyone, board_set.person_seat)),
        judged=sorted(
            (JudgedPlay(play, judged[play.game_id]) for play in plays if play.game_id in judged),
            key=lambda line: -line.judged.share,
        ),
        captain=judged.get(captain.game_id) if captain else None,
        waiting=sum(play.game_id not in judged for play in everyone),
    )


def _best_plays(board_set: BoardSet) -> list[BoardPlay]:
    ranked = board_set.plays.filter(place__isnull=False, user__isnull=False).select_related("user", "game")
    return list(ranked.order_by("place", "pk")[:PLAYS])


def _played_twice(board_set: BoardSet) -> list[PlayedTwice]:
    """A merge leaves both plays to one account, of which one counts (`games.merging`)."""
    while_open = board_set.plays.filter(begun_at__lt=board_set.closes_at, user__isnull=False)
    counted = while_open.order_by().values("user").annotate(n=Count("pk")).filter(n__gt=1)
    found = dict(counted.order_by("-n", "user").values_list("user", "n")[:TWICE])
    people = User.objects.in_bulk(list(found))
    return [PlayedTwice(people[user_id], plays) for user_id, plays in found.items()]


# --- Equal lines ---


def _lines(plays: Iterable[BoardPlay], seat: int) -> dict[int, Lines]:
    """By game, what the seat of the person did."""
    lines: dict[int, dict[int, list[str]]] = {play.game_id: {} for play in plays}
    done = Event.objects.filter(by__in=(Event.By.PLAYER, Event.By.PLAN, Event.By.BOT), game__in=lines)
    rows = done.filter(payload__seat=seat).order_by("game", "seq").values_list("game", "payload")
    for game_id, payload in rows:
        if "deal" not in payload:
            continue
        choice = {name: value for name, value in payload.items() if name not in ("deal", "seat")}
        lines[game_id].setdefault(payload["deal"], []).append(json.dumps(choice, sort_keys=True))
    return lines  # type: ignore[return-value]


def _pairs(board_set: BoardSet, plays: Sequence[BoardPlay], lines: Mapping[int, Lines]) -> list[SameLines]:
    by_game = {play.game_id: play for play in plays}
    pairs = []
    for one, other, likeness in most_alike(lines, list(by_game), PAIRS):
        first, second = sorted((by_game[one], by_game[other]), key=lambda play: play.begun_at)
        people = [play.user for play in (first, second) if play.user]
        pairs.append(
            SameLines(
                first,
                second,
                likeness,
                first.done_at is not None and second.begun_at - first.done_at < SOON,
                any(user.date_joined >= board_set.opens_at for user in people),
                len({mailbox(user.email) for user in people}) == 1 and bool(people[0].email),
            )
        )
    return pairs


def mailbox(address: str) -> str:
    """The address without what many mail servers ignore.

    >>> mailbox("A.i+2@example.org")
    'ai@example.org'
    """
    name, _, domain = address.lower().partition("@")
    return f"{name.partition('+')[0].replace('.', '')}@{domain}"


# --- Decisions ---


def _judged(plays: Iterable[BoardPlay], seat: int) -> dict[int, Judged]:
    """By game, as far as it is analysed to its end."""
    found = DealAnalysis.objects.filter(
        analysis__in=[play.game_id for play in plays], analysis__is_finished=True
    ).values_list("analysis", "judgement_json")
    by_game: dict[int, list[DealJudgement]] = {}
    for game_id, stored in found.order_by("analysis", "number"):
        by_game.setdefault(game_id, []).append(from_json(stored))
    counted = {game_id: judged(judgements, seat) for game_id, judgements in by_game.items()}
    return {game_id: figures for game_id, figures in counted.items() if figures.decisions}


def judged(judgements: Iterable[DealJudgement], seat: int) -> Judged:
    """The figures of the cards of that seat whose best alternative is known exactly."""
    cards = [
        (decision, decision.exact)
        for judgement in judgements
        for decision in judgement.decisions
        if decision.seat == seat and decision.exact is not None
    ]
    n = len(cards) or 1
    return Judged(
        len(cards),
        sum(exact.best.card == decision.played.card for decision, exact in cards),
        sum(exact.lost for _decision, exact in cards) / n,
        sum(decision.known.lost for decision, _exact in cards if decision.known) / n,
    )


def ask_for_analyses(board_set: BoardSet, person: User) -> int:
    """Request the analyses of the captain's play and of the best that have none; how many were requested."""
    plays = board_set.plays.filter(Q(place__isnull=False) | Q(by_captain=True), game__analysis=None)
    best = plays.select_related("game").order_by(F("place").asc(nulls_first=True), "pk")
    asked = 0
    for play in best[: ASKED_AT_ONCE + 1]:
        try:
            ask(play.game, person)
        except TooManyWaiting:
            break
        asked += 1
    return asked
