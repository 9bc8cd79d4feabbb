"""The cards of a match that is over, given to friends: a set of boards with the same deals, in the same seat."""

from itertools import takewhile
from typing import Final

from django.utils.translation import gettext as _

from games.boards.deals import comparable, deal_of
from games.boards.results import points_of
from games.kernel.log import state_of
from games.kernel.transaction import TableError, seeds_of
from games.models import BoardSet, Game
from napoleon.engine.variants import End
from players.models import User

MOST_BOARDS: Final = 8


def may_be_given(game: Game) -> bool:
    """Whether this is a match that was played to its end with a shuffle of its own, and shuffled for each deal."""
    return game.may_have_rematch and game.status == Game.Status.FINISHED and not game.rules.no_shuffle


def given_deals(game: Game) -> list[End]:
    """The first deals of the match, as far as boards are dealt alike: after one that was dealt again they are not."""
    rules, seeds = comparable(game.rules), seeds_of(game, list(game.seats.all()))
    ended = sorted(state_of(game).match.ended, key=lambda end: end.number)
    return list(
        takewhile(
            lambda end: (end.dealt.dealer, end.dealt.hands, end.dealt.widow) == deal_of(rules, seeds, end.number)[1:],
            ended[:MOST_BOARDS],
        )
    )


def points_in(deals: list[End], seat: int) -> list[int]:
    return [points_of(end, seat) for end in deals]


def knows_cards(user: User, board_set: BoardSet) -> bool:
    """Whether the person has sat at the table that the cards come from."""
    game = board_set.source
    if game is None:
        return False
    return game.seats.filter(user=user).exists() or game.former_seats.filter(user=user).exists()


def refuse_unless_given(game: Game) -> list[End]:
    """The deals that can be given. Raises `TableError` if there are none."""
    deals = given_deals(game) if may_be_given(game) else []
    if not deals:
        raise TableError(_("The cards of this match can’t be dealt again for others."))
    return deals
