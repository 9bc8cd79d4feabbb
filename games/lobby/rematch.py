"""A rematch: another table with the rules, the clock, the bots and the people of a match that is over."""

from collections.abc import Iterator, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from games.kernel.transaction import NotSeated, TableError
from games.lobby import services
from games.models import Game, Seat
from infrastructure import broadcast
from players.account_locks import lock_accounts
from players.models import Block, User


@transaction.atomic
def join_rematch(*, game_id: int, user: User) -> Game:
    """Open the rematch and invite the others; if one of them has opened it already, sit down there.

    The lock of the old game makes sure that two people who ask at once get one table.
    """
    # For the limit of listed tables. Accounts are locked before games, as in a merge.
    lock_accounts(user)
    game = Game.objects.select_for_update(no_key=True, of=("self",)).get(pk=game_id)
    if not game.may_have_rematch:
        raise TableError(_("This match is not over yet."))
    seats = list(game.seats.select_related("user"))
    if all(seat.user_id != user.pk for seat in seats):
        raise NotSeated(_("You are not at this table."))
    rematch = game.rematches.exclude(status=Game.Status.CANCELLED).first()
    if rematch is None:
        return _open(game, seats, user)
    if rematch.seats.filter(user=user).exists():
        return rematch
    return services.take_seat(game_id=rematch.pk, user=user)


def _open(game: Game, seats: Sequence[Seat], host: User) -> Game:
    terms = services.TableTerms(
        rules=game.rules,
        name=game.name,
        is_listed=game.is_listed,
        clock=game.clock,
        release=Game.Release(game.release),
        takes_back=game.takes_back,
        allows_claims=game.allows_claims,
        plays_forced=game.plays_forced,
        shows_seen_cards=game.shows_seen_cards,
        fixture=game.fixture_json,
    )
    rematch = services.create(terms, host=host, rematch_of=game)
    Game.objects.filter(pk=game.pk).update(has_rematch=True)
    broadcast.publish_after_commit(game.slug, broadcast.PLAYER_CAME)
    people = [seat.user_id for seat in seats]
    wanted = set(people).difference(
        Block.objects.filter(user=host, blocked__in=people).values_list("blocked", flat=True)
    )
    for number, seat in _around(seats, host):
        if seat.user is not None and seat.user_id in wanted:
            services.invite(game_id=rematch.pk, number=number, user=seat.user)
    # The last bot may start the match, so the bots come after the people.
    for number, seat in _around(seats, host):
        if seat.bot:
            services.seat_bot(game_id=rematch.pk, number=number, level=seat.bot)
    return rematch


def _around(seats: Sequence[Seat], host: User) -> Iterator[tuple[int, Seat]]:
    """The other seats in the order of the old table, with their numbers at the new one: its host sits first."""
    first = next(seat.number for seat in seats if seat.user_id == host.pk)
    for number in range(1, len(seats)):
        yield number, seats[(first + number) % len(seats)]
