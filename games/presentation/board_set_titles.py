"""What a set of boards is called."""

from typing import TypedDict

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models import BoardSet


class RoundFixture(TypedDict):
    """A round of a season whose tables play the same deals; stored with their set."""

    season: str
    round: int
    players: int
    """At a table: tables of another size play other deals. 0 if all tables have one size."""


def board_set_title(board_set: BoardSet) -> str:
    if board_set.name:
        return board_set.name
    if board_set.fixture_json:
        return _round_title(board_set.fixture_json)
    if board_set.is_duplicate:
        return _duplicate_title(board_set)
    if board_set.day is not None:
        day = date_format(board_set.day, "DATE_FORMAT")
        if board_set.pool_number > 1:
            return _("Daily boards, %(day)s, set %(number)s") % {"day": day, "number": board_set.pool_number}
        return _("Daily boards, %(day)s") % {"day": day}
    if board_set.host is None:
        return _("A challenge")
    return _("A challenge by %(name)s") % {"name": board_set.host}


def _round_title(fixture: RoundFixture) -> str:
    if fixture["players"]:
        return _("%(season)s, round %(round)s, boards of the tables of %(players)s") % fixture
    return _("%(season)s, round %(round)s: the boards") % fixture


def _duplicate_title(board_set: BoardSet) -> str:
    if board_set.host is None:
        return _("Duplicate tables")
    return _("Duplicate tables of %(name)s") % {"name": board_set.host}
