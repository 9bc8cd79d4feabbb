"""The page of a set before, while and after it is open, the page of one of its boards, and the list of days."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Final, Literal, NamedTuple

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access import may_look
from games.boards import contracts
from games.boards.deals import deal_of
from games.boards.distribution import Distribution, distribution_of
from games.boards.forms import GivenCardsForm
from games.boards.given_cards import knows_cards
from games.boards.lists import (
    LINES,
    BoardRating,
    ListLine,
    days_missing,
    last_close,
    latest_plays,
    list_since,
    ratings_of,
)
from games.boards.par import ContractPar
from games.boards.scoring import Field, from_json
from games.boards.streaks import streak
from games.kernel import board_circles
from games.models import BoardField, BoardPlay, BoardResult, BoardSet, DuplicateSeat, Game
from games.presentation.board_set_titles import board_set_title
from games.presentation.cards import BidWord, Face, faces, nap_bid_word
from games.presentation.option_texts import PRESETS
from games.presentation.table_titles import title as table_title
from players.models import User

Phase = Literal["coming", "open", "closing", "closed"]
STREAK_DAYS: Final = 400
"""So far back a streak is counted."""
DAYS: Final = 31
"""How many days the list shows."""


class BoardLine(NamedTuple):
    """One board of the set, as the reader may know it."""

    number: int
    own: int | None
    """What it brought the reader."""
    above: float | None
    """Points above the field so far."""
    square: Literal["above", "level", "below", ""]
    """How the share of others that were beaten is drawn; empty before the board is compared."""
    mean: float | None
    captain: int | None
    """What a captain got with the same cards; told after the close."""
    source: int | None
    """What the host got with them at the table that they come from."""

    @property
    def square_word(self) -> str:
        words = {"above": _("above the field"), "level": _("level with the field"), "below": _("below the field")}
        return words.get(self.square, "")

    @property
    def in_words(self) -> str:
        """The square for those who hear the picture."""
        return f"{self.number}{_(': ')}{self.square_word}"


class RankingLine(NamedTuple):
    """What one has come to in a set that is closed, as the ranking shows it."""

    row: BoardPlay | DuplicateSeat
    name: str
    is_mine: bool
    note: str = ""
    match: str = ""
    """The address of how they played."""


class Revealed(NamedTuple):
    """What redoing the shuffle takes."""

    secret: str
    slug: str
    seats: list[str]
    """What the seats contributed, if the cards are those of a match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSetPage:
    """The context of ``games/boards/board_set.html``."""

    board_set: BoardSet
    title: str
    rules: str
    phase: Phase
    own: BoardPlay | None
    boards: list[BoardLine]
    done: int
    """How many members have played all boards."""
    button: str
    """What the reader can do; empty if nothing."""
    may_close: bool
    """Whether the reader may end the challenge now."""
    knows_cards: bool
    """Whether the reader sat at the table where these cards were played, so that they do not compete."""
    shows_source: bool
    """Whether the boards have what they brought at that table."""
    source: Game | None
    """That table, as far as the reader may go there."""
    source_title: str
    place: int | None
    """The reader's place: so far, or after the close for good."""
    ranking: list[RankingLine] = field(default_factory=list)
    streak: int
    squares: str
    """The reader's day in a few signs that tell nothing of the cards."""
    squares_in_words: str
    share_text: str
    """The same with the title and the address."""
    revealed: Revealed | None
    site_url: str
    home: board_circles.Home | None
    """The page it belongs to, other than the list of days."""


def phase_of(board_set: BoardSet, now: datetime) -> Phase:
    if board_set.closed_at is not None:
        return "closed"
    if now < board_set.opens_at:
        return "coming"
    is_open = board_set.closes_at is None or now < board_set.closes_at
    return "open" if is_open else "closing"


def board_set_page(board_set: BoardSet, user: User | None) -> BoardSetPage:
    phase = phase_of(board_set, timezone.now())
    own = _own_play(board_set, user)
    is_done = own is not None and own.done_at is not None
    boards = _boards(board_set, own, shows_field=is_done or phase == "closed")
    knows = phase != "closed" and user is not None and knows_cards(user, board_set)
    done = _compared(board_set).filter(counts=True, done_at__isnull=False).count()
    source = _source(board_set, user) if phase == "closed" or knows else None
    squares = "".join(SQUARES[line.square] for line in boards) if is_done else ""
    return BoardSetPage(
        board_set=board_set,
        title=board_set_title(board_set),
        rules=rules_of(board_set),
        phase=phase,
        own=own,
        boards=boards,
        done=done,
        button="" if knows else _button(board_set, phase, own, user),
        home=board_circles.home_of(board_set),
        may_close=phase == "open" and user is not None and board_set.is_challenge_of(user.pk),
        knows_cards=knows,
        shows_source=any(line.source is not None for line in boards),
        source=source,
        source_title=table_title(source) if source else "",
        place=_place(board_set, own),
        ranking=_ranking(board_set, own) if phase == "closed" else [],
        streak=streak_of(user, board_set.day) if board_set.day else 0,
        squares=squares,
        squares_in_words=_("Your boards as squares") + _(": ") + _(", ").join(line.in_words for line in boards),
        share_text=f"{board_set_title(board_set)}\n{squares}\n{settings.SITE_URL}{board_set.get_absolute_url()}",
        site_url=settings.SITE_URL,
        revealed=revealed_of(board_set) if phase == "closed" else None,
    )


def revealed_of(board_set: BoardSet) -> Revealed:
    seeds = board_set.seeds
    return Revealed(seeds.secret.hex(), seeds.game, list(filter(None, seeds.seats)))


def rules_of(board_set: BoardSet) -> str:
    """The rules in a line; what makes boards comparable is no news."""
    rules = board_set.rules
    players = ngettext("%(n)s player", "%(n)s players", rules.players) % {"n": rules.players}
    boards = ngettext("%(n)s board", "%(n)s boards", rules.deals) % {"n": rules.deals}
    return f"{PRESETS[rules.preset].name} · {players} · {boards}"


def _button(board_set: BoardSet, phase: Phase, own: BoardPlay | None, user: User | None) -> str:
    if user is not None and own is None and board_circles.refusal(board_set, user):
        return ""
    if phase == "closed":
        return _("Play these boards for practice")
    if phase != "open" or (own and own.done_at):
        return ""
    return _("Go on playing") if own else _("Play the boards")


def _source(board_set: BoardSet, user: User | None) -> Game | None:
    """The match that the cards come from, if the reader may see it."""
    if board_set.source is None or not may_look(user.pk if user else None, board_set.source):
        return None
    return board_set.source


def _own_play(board_set: BoardSet, user: User | None) -> BoardPlay | None:
    """The reader's play that counts, else their first one."""
    if user is None:
        return None
    own = board_set.plays.filter(user=user).select_related("user", "game")
    return own.order_by("-counts", "begun_at").first()


def _place(board_set: BoardSet, own: BoardPlay | None) -> int | None:
    """While the set is open, raw points decide: everybody who has finished has played the same cards."""
    if own is None or own.done_at is None or not own.counts:
        return None
    if board_set.closed_at is not None:
        return own.place
    return board_set.plays.filter(counts=True, done_at__isnull=False, points__gt=own.points).count() + 1


def _ranking(board_set: BoardSet, own: BoardPlay | None) -> list[RankingLine]:
    ranked = _compared(board_set).filter(place__isnull=False).order_by("place", "pk")
    # Names and tables are joined to the lines that are shown alone.
    shown = BoardPlay.objects.filter(pk__in=ranked.values("pk")[:LINES]).select_related("user", "game")
    lines = list(shown.order_by("place", "pk"))
    if own is not None and own.place is not None and own not in lines:
        lines.append(own)
    return [
        RankingLine(line, str(line.user or _("former player")), line == own, match=line.game.get_absolute_url())
        for line in lines
    ]


def _compared(board_set: BoardSet) -> QuerySet[BoardPlay]:
    """Those whom the ranking has: after the close all of the day, whichever of its equal sets they had."""
    if board_set.day is None or board_set.closed_at is None:
        return board_set.plays.all()
    return BoardPlay.objects.filter(board_set__day=board_set.day)


def _boards(board_set: BoardSet, own: BoardPlay | None, *, shows_field: bool) -> list[BoardLine]:
    results, captain = _points(board_set, own)
    fields = {row.board: from_json(row.field_json) for row in board_set.fields.all()} if shows_field else {}
    source = dict(enumerate(board_set.source_points_json, 1)) if shows_field else {}
    lines = [
        _line(number, results, fields.get(number), captain.get(number), counts=own is not None and own.counts)
        for number in range(1, board_set.rules.deals + 1)
    ]
    return [line._replace(source=source.get(line.number)) for line in lines]


def _points(board_set: BoardSet, own: BoardPlay | None) -> tuple[dict[int, int], dict[int, int]]:
    """By board, what it brought the reader and, after the close, a captain."""
    told = Q(pk=own.pk if own else None)
    if board_set.closed_at is not None:
        told |= Q(board_set=board_set, by_captain=True)
    rows = BoardResult.objects.filter(play__in=BoardPlay.objects.filter(told))
    points: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for by_captain, board, brought in rows.values_list("play__by_captain", "board", "points"):
        points[by_captain][board] = brought
    return points


def _line(
    number: int, results: Mapping[int, int], found: Field | None, captain: int | None, *, counts: bool
) -> BoardLine:
    own = results.get(number)
    mean = float(found.mean) if found and found.size else None
    if own is None or found is None:
        return BoardLine(number, own, None, "", mean, captain, None)
    score = (found if counts else found.with_result(own)).score(own, captain)
    return BoardLine(number, own, float(score.above), square(float(score.percent)), mean, captain, None)


def square(percent: float) -> Literal["above", "level", "below"]:
    """How the share of others that were beaten is drawn."""
    return "above" if percent >= 60 else "level" if percent >= 40 else "below"


SQUARES: Final = {"above": "🟦", "level": "🟨", "below": "⬜", "": ""}
"""The same in a text to share."""


def streak_of(user: User | None, day: date) -> int:
    if user is None:
        return 0
    sets = BoardSet.objects.filter(kind=BoardSet.Kind.DAILY, day__lte=day, day__gt=day - timedelta(days=STREAK_DAYS))
    # Practice after the close is late for it.
    own = BoardPlay.objects.filter(board_set=OuterRef("pk"), user=user, done_at__lte=OuterRef("closes_at"))
    rows = sets.annotate(is_own=Exists(own)).values_list("day", "is_own")
    return streak({held for held, is_own in rows if held and is_own}, day, {held for held, _is_own in rows if held})


@dataclass(frozen=True, slots=True)
class GivenCardsPage:
    """The context of ``games/boards/give_cards.html``."""

    form: GivenCardsForm
    game: Game
    title: str
    boards: int


# --- One board, after the close ---


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractLine:
    """All plays of a board that ended in the same contract."""

    bid: BidWord | None
    """None for a board that was passed out."""
    how: str
    """Whose contract it was, and whether it was made."""
    count: int
    mean: float
    share: int
    """In percent of all, for the bar."""
    is_mine: bool
    is_captains: bool
    par: ContractPar | None
    """What it comes to with open cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage:
    """The context of ``games/boards/board.html``."""

    board_set: BoardSet
    title: str
    number: int
    previous: int | None
    following: int | None
    hands: list[tuple[str, list[Face]]]
    """Who sat there, and the cards, from the person on, whose name is empty."""
    widow: list[Face]
    contracts: list[ContractLine]
    distribution: Distribution | None
    pars: Literal["", "waiting", "there"]
    """Whether the solver has worked out what the contracts come to with open cards."""
    count: int
    own: BoardResult | None
    best: BoardResult | None
    captain: BoardResult | None


def board_page(board_set: BoardSet, number: int, user: User | None) -> BoardPage | None:
    """The page of a board of a closed set; None if the set has no such board."""
    if not 1 <= number <= board_set.rules.deals:
        return None
    row = BoardField.objects.get(board_set=board_set, board=number)
    results = BoardResult.objects.filter(play__board_set=board_set, board=number).select_related(
        "play__game", "play__user"
    )
    own = results.filter(play__user=user).order_by("-play__counts", "play__begun_at").first() if user else None
    captain = results.filter(play__by_captain=True).first()
    hands, widow = _cards(board_set, number)
    return BoardPage(
        board_set=board_set,
        title=board_set_title(board_set),
        number=number,
        previous=number - 1 or None,
        following=number + 1 if number < board_set.rules.deals else None,
        hands=hands,
        widow=widow,
        contracts=_contract_lines(row, board_set.person_seat, own, captain),
        distribution=distribution_of(
            from_json(row.field_json), own.points if own else None, captain.points if captain else None
        ),
        pars=_pars(row),
        count=sum(count for count, _total in row.contracts_json.values()),
        own=own,
        best=_best(results, from_json(row.field_json)),
        captain=captain,
    )


def _cards(board_set: BoardSet, number: int) -> tuple[list[tuple[str, list[Face]]], list[Face]]:
    """The hands by seat with the names there, and the widow."""
    play = board_set.plays.filter(by_captain=True).select_related("game").get()
    seats = list(play.game.seats.select_related("game"))
    deal = deal_of(board_set.rules, board_set.seeds, number)
    own, players = board_set.person_seat, board_set.rules.players
    order = [(own + turn) % players for turn in range(players)]
    return [(seats[n].name if n != own else "", faces(deal.hands[n])) for n in order], faces(deal.widow)


def _best(results: QuerySet[BoardResult], field: Field) -> BoardResult | None:
    """The first of the best results; how many points that is, is known."""
    most = max(field.histogram, default=0)
    return results.filter(play__counts=True, points=most).order_by("play__begun_at").first()


def _contract_lines(
    row: BoardField, person: int, own: BoardResult | None, captain: BoardResult | None
) -> list[ContractLine]:
    every = sum(count for count, _total in row.contracts_json.values()) or 1
    lines, pars = [], row.par_json or {}
    for text, (count, total) in sorted(row.contracts_json.items(), key=lambda item: (-item[1][0], item[0])):
        contract = contracts.read(text)
        lines.append(
            ContractLine(
                bid=bid_word(contract.bid) if contract else None,
                how=_how(contract, person) if contract else "",
                count=count,
                mean=total / count,
                share=round(100 * count / every),
                is_mine=own is not None and own.contract == text,
                is_captains=captain is not None and captain.contract == text,
                par=ContractPar(**pars[text]) if text in pars else None,
            )
        )
    return lines


def _pars(row: BoardField) -> Literal["", "waiting", "there"]:
    if row.par_json is None:
        return "waiting" if settings.ANALYSE_ENDED_MATCHES else ""
    return "there" if row.par_json else ""


def _how(contract: contracts.BoardContract, person: int) -> str:
    if contract.declarer == person:
        return _("by the player, made") if contract.made else _("by the player, lost")
    return _("by a bot, made") if contract.made else _("by a bot, lost")


def bid_word(name: str) -> BidWord:
    """A bid as `games.boards.contracts` names it."""
    suit, count = name[0], name[1:]
    return BidWord(int(count), suit) if count.isdecimal() else BidWord(word=nap_bid_word(name))


# --- The list of days ---


class DayLine(NamedTuple):
    board_set: BoardSet
    title: str
    own: BoardPlay | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardListPage:
    """The context of ``games/boards/board_sets.html``."""

    days: list[DayLine]
    challenges: list[DayLine]
    """Those that the reader has opened or played."""
    weeks: list[ListLine]
    months: list[ListLine]
    days_missing: int
    """On how many days more the reader has to play before the lists have them."""
    ratings: list[BoardRating]
    """The reader's own."""
    streak: int


def board_list_page(user: User | None, today: date) -> BoardListPage:
    first = today - timedelta(days=DAYS - 1)
    pools = list(BoardSet.objects.filter(kind=BoardSet.Kind.DAILY, day__lte=today, day__gte=first))
    challenges = _challenges_of(user)
    own = {play.board_set_id: play for play in _own_plays(user, [*pools, *challenges])}
    # One line a day: the reader's own set, else the first.
    by_day = {each.day: each for each in sorted(pools, key=lambda each: (each.pk in own, -each.pool_number))}
    sets = sorted(by_day.values(), key=lambda each: each.opens_at, reverse=True)
    plays, closed = latest_plays(user), last_close()
    monday = today - timedelta(days=today.weekday())
    return BoardListPage(
        days=[DayLine(each, board_set_title(each), own.get(each.pk)) for each in sets],
        challenges=[DayLine(each, board_set_title(each), own.get(each.pk)) for each in challenges],
        weeks=list_since(monday, user, closed),
        months=list_since(today.replace(day=1), user, closed),
        days_missing=days_missing(plays) if user and not user.is_guest else 0,
        ratings=ratings_of(plays),
        streak=streak_of(user, today),
    )


def _challenges_of(user: User | None) -> list[BoardSet]:
    if user is None:
        return []
    played = BoardPlay.objects.filter(user=user, board_set__kind=BoardSet.Kind.CHALLENGE).order_by().values("board_set")
    opened = BoardSet.objects.filter(host=user).order_by().values("pk")
    return list(
        BoardSet.objects.filter(pk__in=played.union(opened)).select_related("host").order_by("-opens_at")[:DAYS]
    )


def _own_plays(user: User | None, sets: list[BoardSet]) -> list[BoardPlay]:
    if user is None:
        return []
    return list(BoardPlay.objects.filter(user=user, board_set__in=sets).select_related("game").order_by("counts"))
