"""The page of duplicate tables before and after their set closes, and the page of one of their boards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access import Visitor, may_look, seat_of
from games.boards import contracts
from games.boards.context import RankingLine, Revealed, bid_word, revealed_of, rules_of
from games.boards.deals import deal_of
from games.boards.scoring import FEWEST
from games.kernel.log import state_of
from games.models import BoardSet, DuplicateSeat, Game, Seat
from games.presentation.board_set_titles import board_set_title
from games.presentation.cards import BidWord, Face, faces
from napoleon.engine.deal import PassedOut


class TableLine(NamedTuple):
    """One of the tables, as the reader may know it."""

    number: int
    game: Game
    state: str
    names: str
    """Who sits there."""
    free: int
    """Seats that are free before its match begins."""
    is_mine: bool
    may_look: bool
    by_captains: bool


class OwnBoard(NamedTuple):
    number: int
    points: int
    above: float
    others: str
    """What it is compared with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateSetPage:
    """The context of ``games/boards/duplicate_set.html``."""

    board_set: BoardSet
    title: str
    rules: str
    is_closed: bool
    tables: list[TableLine]
    own: list[OwnBoard]
    ranking: list[RankingLine]
    boards: range
    has_captains: bool
    """Whether captains at a table of their own joined the field."""
    gathers: bool
    """Whether the reader gathers people for tables that still wait, or gives the free seats to captains."""
    site_url: str
    revealed: Revealed | None


def may_see(board_set: BoardSet, user: Visitor) -> bool:
    """Whether the person finds the page: everybody by its address, but if its tables are private, only their people.

    Before the match of a table begins, its people are not known yet.
    """
    if board_set.is_listed or (user.pk is not None and board_set.host_id == user.pk):
        return True
    games = board_set.games.filter(Q(seats__user=user.pk) | Q(former_seats__user=user.pk))
    return user.pk is not None and games.exists()


def duplicate_set_page(board_set: BoardSet, user: Visitor, site_url: str) -> DuplicateSetPage:
    is_closed = board_set.closed_at is not None
    tables = _tables(board_set, user)
    rows = list(board_set.duplicate_seats.select_related("user").order_by("place", "-above", "pk")) if is_closed else []
    has_captains = any(line.by_captains for line in tables)
    in_lobby = any(line.game.status == Game.Status.LOBBY for line in tables)
    is_host = user.pk is not None and board_set.host_id == user.pk
    return DuplicateSetPage(
        board_set=board_set,
        title=board_set_title(board_set),
        rules=rules_of(board_set),
        is_closed=is_closed,
        tables=tables,
        own=_own(rows, user),
        ranking=_ranking(board_set, rows, tables, user),
        boards=range(1, board_set.rules.deals + 1),
        has_captains=has_captains,
        gathers=is_host and in_lobby,
        site_url=site_url,
        revealed=revealed_of(board_set) if is_closed else None,
    )


def _tables(board_set: BoardSet, user: Visitor) -> list[TableLine]:
    """The tables in their order; that of captains last, once it has played."""
    games = board_set.games.exclude(status=Game.Status.CANCELLED).with_seats().select_related("board_set")
    ordered = games.filter(board_play=None).order_by("pk")
    lines = [_table_line(number, game, user, by_captains=False) for number, game in enumerate(ordered, start=1)]
    if board_set.closed_at is not None:
        captains = games.filter(board_play__by_captain=True)
        lines += [_table_line(len(lines) + 1, game, user, by_captains=True) for game in captains]
    return lines


def _table_line(number: int, game: Game, user: Visitor, *, by_captains: bool) -> TableLine:
    seats = list(game.seats.all())
    return TableLine(
        number=number,
        game=game,
        state=_state(game),
        names=_(", ").join(seat.name for seat in seats if not seat.is_open),
        free=sum(seat.is_open for seat in seats) if game.status == Game.Status.LOBBY else 0,
        is_mine=seat_of(user, game) is not None,
        may_look=may_look(user.pk, game) and not by_captains,
        by_captains=by_captains,
    )


def _state(game: Game) -> str:
    """How far the table is, as everybody may know it."""
    if game.status == Game.Status.LOBBY:
        return _("waiting for players")
    if game.status == Game.Status.ABANDONED:
        return _("broken off")
    return _("over") if game.is_over else _("being played")


def _own(rows: Sequence[DuplicateSeat], user: Visitor) -> list[OwnBoard]:
    row = next((row for row in rows if user.pk is not None and row.user_id == user.pk), None)
    if row is None:
        return []
    by_board: dict[int, int] = {}
    for other in rows:
        if other.number == row.number:
            for board in other.boards_json:
                by_board[board["board"]] = by_board.get(board["board"], 0) + 1
    return [
        OwnBoard(each["board"], each["points"], float(Fraction(each["above"])), _others(by_board[each["board"]] - 1))
        for each in row.boards_json
    ]


def _others(others: int) -> str:
    """Who else had the cards: few are joined by captains."""
    if not others:
        return _("captains only")
    text = ngettext("%(n)s other", "%(n)s others", others) % {"n": others}
    return text if others + 1 >= FEWEST else _("%(others)s and captains") % {"others": text}


def _ranking(
    board_set: BoardSet, rows: Sequence[DuplicateSeat], tables: Sequence[TableLine], user: Visitor
) -> list[RankingLine]:
    """Everybody with a place, then the others: bots, and those whose table was broken off."""
    by_game = {line.game.pk: line for line in tables}
    lines = [
        RankingLine(
            row=row,
            name=_name(row, by_game[row.game_id].game),
            is_mine=user.pk is not None and row.user_id == user.pk,
            note=_note(row, by_game[row.game_id].number, board_set.rules.deals - len(row.boards_json)),
        )
        for row in rows
        if row.game_id in by_game
    ]
    return sorted(lines, key=lambda line: (line.row.place is None, line.row.place or 0))


def _note(row: DuplicateSeat, table: int, missing: int) -> str:
    """Where they sat, and how many boards were not played to their end."""
    seat = _("table %(table)s, seat %(seat)s") % {"table": table, "seat": row.number + 1}
    if not missing:
        return seat
    return f"{seat} · " + ngettext("%(n)s board not played", "%(n)s boards not played", missing) % {"n": missing}


def _name(row: DuplicateSeat, game: Game) -> str:
    if row.user is not None:
        return str(row.user)
    seat: Seat = next(seat for seat in game.seats.all() if seat.number == row.number)
    return seat.name if row.bot else _("former player")


# --- One board, after the close ---


class BoardLine(NamedTuple):
    """What a table made of the board."""

    table: TableLine
    contract: contracts.BoardContract | None
    """None if it was passed out."""
    how: str
    scores: list[int]
    """By seat; empty if the board was not played to its end."""

    @property
    def bid(self) -> BidWord | None:
        return bid_word(self.contract.bid) if self.contract else None


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateBoardPage:
    """The context of ``games/boards/duplicate_board.html``."""

    board_set: BoardSet
    title: str
    number: int
    previous: int | None
    following: int | None
    hands: list[tuple[str, list[Face]]]
    """By seat, with its name."""
    widow: list[Face]
    lines: list[BoardLine]
    means: list[float]
    """By seat, the mean over the tables of people."""
    seats: range


def duplicate_board_page(board_set: BoardSet, number: int, user: Visitor) -> DuplicateBoardPage | None:
    """The page of a board of a closed set; None if the set has no such board."""
    rules = board_set.rules
    if not 1 <= number <= rules.deals:
        return None
    deal = deal_of(rules, board_set.seeds, number)
    lines = [_board_line(table, number) for table in _tables(board_set, user) if table.game.started_at]
    played = [line.scores for line in lines if line.scores and not line.table.by_captains]
    return DuplicateBoardPage(
        board_set=board_set,
        title=board_set_title(board_set),
        number=number,
        previous=number - 1 or None,
        following=number + 1 if number < rules.deals else None,
        hands=[(_("Seat %(n)s") % {"n": n}, faces(hand)) for n, hand in enumerate(deal.hands, start=1)],
        widow=faces(deal.widow),
        lines=lines,
        means=[sum(of_seat) / len(played) for of_seat in zip(*played, strict=True)],
        seats=range(1, rules.players + 1),
    )


def _board_line(table: TableLine, number: int) -> BoardLine:
    end = next((end for end in state_of(table.game).match.ended if end.number == number), None)
    if end is None:
        return BoardLine(table, None, _("not played to its end"), [])
    contract = contracts.read(contracts.written(end))
    if contract is None or isinstance(end, PassedOut):
        return BoardLine(table, None, _("passed out"), [0] * table.game.rules.players)
    words: Mapping[str, object] = {"seat": contract.declarer + 1}
    how = _("seat %(seat)s, made") if contract.made else _("seat %(seat)s, lost")
    return BoardLine(table, contract, how % words, list(end.scores))
