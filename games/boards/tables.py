"""Duplicate tables: people at several tables play the same deals, and each seat is compared with the same one there."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final, NamedTuple, TypeAlias, cast

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.boards.deals import comparable
from games.boards.scoring import FEWEST, Field, Order, SetScore, ranking, set_score
from games.boards.services import open_set
from games.kernel.board_bots import CAPTAIN
from games.kernel.game_queries import game_with_seats_by_key, locked
from games.kernel.log import state_of
from games.kernel.stored_rules import columns_of
from games.kernel.transaction import GameTransaction, TableError
from games.lobby import services as lobby
from games.models import BoardPlay, BoardSet, DuplicateSeat, Event, Game, Seat
from games.presentation.board_set_titles import RoundFixture
from games.turns.services import start
from napoleon.engine import Rules
from napoleon.engine.deal import PassedOut
from napoleon.engine.variants import End
from napoleon.time_bank import ClockRules, clock_to_json
from players.account_locks import TWICE, lock_accounts
from players.models import User

Boards: TypeAlias = Mapping[int, Sequence[int]]
"""By board, the points of the seats at one table."""

MOST_OPEN: Final = 3
"""Sets of duplicate tables of one host at once."""
LONGEST: Final = timedelta(days=60)
"""After which a set of tables closes, even if somebody still plays."""
MOST_MOVES: Final = 100
"""Of captains in one transaction."""


def open_tables(
    rules: Rules, *, is_listed: bool, host: User | None = None, fixture: RoundFixture | None = None
) -> BoardSet:
    """Fix the deals that several tables will play."""
    return open_set(
        BoardSet.Kind.DUPLICATE,
        comparable(rules),
        bots=[],
        opens_at=timezone.now(),
        closes_at=None,
        host=host,
        is_listed=is_listed,
        fixture=fixture,
    )


@transaction.atomic
def open_for_people(host: User, rules: Rules, clock: ClockRules, number: int) -> BoardSet:
    """Open so many tables with free seats. The host sits at the first; each begins once it is full."""
    lock_accounts(host)
    lately = BoardSet.objects.filter(
        host=host, kind=BoardSet.Kind.DUPLICATE, closed_at=None, opens_at__gt=timezone.now() - TWICE
    )
    for board_set in lately:
        if board_set.rules == comparable(rules) and board_set.games.count() == number:
            # The button was pressed twice.
            return board_set
    if BoardSet.objects.filter(host=host, kind=BoardSet.Kind.DUPLICATE, closed_at=None).count() >= MOST_OPEN:
        raise TableError(_("You have too many duplicate tables that are not over."))
    board_set = open_tables(rules, is_listed=True, host=host)
    BoardSet.objects.filter(pk=board_set.pk).update(closes_at=board_set.opens_at + LONGEST)
    terms = lobby.TableTerms(rules=board_set.rules, clock=clock, is_listed=False, board_set=board_set)
    for table in range(1, number + 1):
        lobby.open_empty(terms, host=host, name=str(table), seated=host if table == 1 else None)
    return board_set


def fill_with_captains(board_set: BoardSet, host: User) -> None:
    """Let captains take all free seats. A table without anybody is not needed: captains play one of their own."""
    if board_set.host_id != host.pk:
        raise TableError(_("Only the host can do that."))
    for game in board_set.games.filter(status=Game.Status.LOBBY).order_by("pk"):
        if game.seats.filter(user__isnull=False).exists():
            lobby.fill_with_bots(game_id=game.pk, level=CAPTAIN)
        else:
            lobby.cancel(game_id=game.pk)


# --- What the tables came to ---


class Table(NamedTuple):
    """A match of the set, and what its boards brought."""

    game: Game
    seats: list[Seat]
    boards: Boards


def tables_of(board_set: BoardSet) -> list[Table]:
    """The tables of people, in the order in which they began."""
    games = board_set.games.filter(started_at__isnull=False, board_play=None).order_by("pk")
    return [_table(game.pk) for game in games]


def _table(game_id: int) -> Table:
    game = game_with_seats_by_key(game_id)
    return Table(game, list(game.seats.all()), boards_of(state_of(game).match.ended))


def boards_of(ended: Sequence[End]) -> Boards:
    """The points of the boards that were played to their end."""
    return {
        end.number: [0] * end.dealt.rules.players if isinstance(end, PassedOut) else list(end.scores) for end in ended
    }


def boards_of_captains(board_set: BoardSet) -> Boards:
    """What captains at a table of their own made of the boards; nothing where enough people played."""
    play = board_set.plays.filter(by_captain=True).first()
    return _table(play.game_id).boards if play else {}


def fields_of(tables: Sequence[Boards], seat: int) -> dict[int, Field]:
    """By board, the results of everybody who had the seat. A board that a table did not end is in no field."""
    numbers = {number for boards in tables for number in boards}
    return {number: Field.of(boards[number][seat] for boards in tables if number in boards) for number in numbers}


def compare(board_set: BoardSet) -> None:
    """Store how each seat did against the same seat at the other tables. It may be done again."""
    tables, captains = tables_of(board_set), boards_of_captains(board_set)
    rows: list[DuplicateSeat] = []
    scores: dict[int, SetScore] = {}
    for seat in range(board_set.rules.players):
        fields = fields_of([table.boards for table in tables], seat)
        for table in tables:
            row = DuplicateSeat(board_set=board_set, game=table.game, number=seat, **_who(table.seats[seat]))
            score = _note(row, table.boards, fields, captains)
            if score is not None and row.user is not None and score.boards == board_set.rules.deals:
                scores[len(rows)] = score
            rows.append(row)
    for place in ranking(scores, cast(Order, board_set.order)):
        rows[place.who].place = place.place
    with transaction.atomic():
        board_set.duplicate_seats.all().delete()
        DuplicateSeat.objects.bulk_create(rows)


def _who(seat: Seat) -> dict[str, Any]:
    return {"user": seat.user, "bot": seat.bot}


def _note(row: DuplicateSeat, boards: Boards, fields: Mapping[int, Field], captains: Boards) -> SetScore | None:
    """Write the figures of a seat into its row; None without a board that was played to its end."""
    found = {}
    for number, points in sorted(boards.items()):
        captain = captains[number][row.number] if number in captains else None
        found[number] = fields[number].score(points[row.number], captain)
    row.boards_json = [
        {"board": number, "points": score.points, "above": str(score.above), "percent": str(score.percent)}
        for number, score in found.items()
    ]
    if not found:
        return None
    whole = set_score(found.values())
    row.points = sum(score.points for score in found.values())
    row.above, row.above_error, row.percent = float(whole.above), whole.error, float(whole.percent)
    return whole


# --- The table of captains ---


def let_captains_play(board_set: BoardSet) -> None:
    """Have captains play the boards at a table of their own, if fewer tables of people did than make a field."""
    play = board_set.plays.filter(by_captain=True).first()
    if play is None:
        if not 0 < len(tables_of(board_set)) < FEWEST:
            return
        play = _seat_captains(board_set)
    while _captains_move(play.game_id):
        pass


@transaction.atomic
def _seat_captains(board_set: BoardSet) -> BoardPlay:
    """The play of the captains' table. There is one, though two workers may close the set at the same time."""
    BoardSet.objects.select_for_update(no_key=True).get(pk=board_set.pk)
    if seated := board_set.plays.filter(by_captain=True).first():
        return seated
    rules, now = board_set.rules, timezone.now()
    game = Game.objects.create(
        **columns_of(rules),
        clock_json=clock_to_json(ClockRules()),
        is_listed=False,
        commitment=board_set.commitment,
        board_set=board_set,
        created_at=now,
    )
    Seat.objects.bulk_create(Seat(game=game, number=number, bot=CAPTAIN) for number in range(rules.players))
    play = BoardPlay.objects.create(board_set=board_set, game=game, by_captain=True, counts=False, begun_at=now)
    start(game=locked(key=game.pk), tells=False)
    return play


def _captains_move(game_id: int) -> bool:
    """Let them make some moves; whether the match goes on."""
    with transaction.atomic():
        writing = GameTransaction(locked(key=game_id))
        if writing.game.status != Game.Status.RUNNING:
            return False
        for _move in range(MOST_MOVES):
            writing.deal()
            state = next(iter(writing.running.open.values()), None)
            if state is None:
                break
            writing.bot_move(state, state.to_act()[0], CAPTAIN, Event.By.BOT)
        writing.commit()
        return writing.game.status == Game.Status.RUNNING
