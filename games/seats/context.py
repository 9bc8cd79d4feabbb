"""What the page about the players of a match shows: who plays, their time, and how to leave or find a substitute."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import prefetch_related_objects
from django.utils import timezone

from games.access import Visitor, seat_of
from games.kernel.known_states import GameState
from games.kernel.log import seats_of
from games.models import Game, Pause, Seat
from games.plans.release import longest_wait
from games.presentation.table_titles import manners, title
from games.presentation.times import Until, clock_lines, rough, until
from games.seats.forms import LeaveTableForm, MeetingForm, PauseForm, SubstituteForm
from games.seats.live_play import LivePlay, live_play
from games.seats.table_messages import TableMessage, coming_meeting, current_pause, seat_offer, table_messages
from games.turns.deadlines import bank_of, is_clocked
from players.vacations.services import vacations_now


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRow:
    seat: Seat
    place: int
    is_me: bool
    bank: str
    until: Until | None
    away_until: datetime | None
    may_offer: bool
    form: SubstituteForm | None
    """The form that was refused for this seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeoplePage:
    """The context of ``games/seats/people.html``."""

    game: Game
    title: str
    is_running: bool
    is_host: bool
    own: Seat | None
    offer: list[str]
    rows: list[PlayerRow]
    clock_lines: list[str]
    pause: Pause | None
    pause_form: PauseForm
    meets_at: datetime | None
    live: LivePlay
    meeting_form: MeetingForm
    leave_form: LeaveTableForm
    happened: list[TableMessage]


def people_page(
    game: Game,
    state: GameState,
    user: Visitor,
    *,
    pause: PauseForm | None = None,
    leave: LeaveTableForm | None = None,
    offer: SubstituteForm | None = None,
    meeting: MeetingForm | None = None,
) -> PeoplePage:
    """Return the page; refused forms are shown with their errors."""
    prefetch_related_objects([game], "seats__invited")
    now, own = timezone.now(), seat_of(user, game)
    is_host = user.pk is not None and user.pk == game.host_id
    return PeoplePage(
        game=game,
        title=title(game),
        is_running=game.status == Game.Status.RUNNING,
        is_host=is_host,
        own=own,
        offer=seat_offer(user, game, state.match),
        rows=list(_rows(game, user, is_host, offer, now)),
        clock_lines=clock_and_manners(game),
        pause=current_pause(game, now),
        pause_form=pause or PauseForm(),
        meets_at=coming_meeting(game, now),
        live=live_play(game, own, state.happened, now),
        meeting_form=meeting or MeetingForm(),
        leave_form=leave or LeaveTableForm(),
        happened=table_messages(state.happened, seats_of(game, state), most=None),
    )


def clock_and_manners(game: Game) -> list[str]:
    """What the table has agreed on beside its rules, a line each."""
    return [
        *clock_lines(game.clock, longest_wait(game.release)),
        *manners(
            allows_claims=game.allows_claims,
            shows_seen_cards=game.shows_seen_cards,
            takes_back=game.takes_back,
            plays_forced=game.plays_forced,
        ),
    ]


def _rows(game: Game, user: Visitor, is_host: bool, offer: SubstituteForm | None, now: datetime) -> Iterator[PlayerRow]:
    seats = list(game.seats.all())
    clocked = is_clocked(seats) and game.status == Game.Status.RUNNING
    turns = {
        turn.seat: until(turn.due, turn.times_out_at, now)
        for turn in game.turns.filter(times_out_at__isnull=False).order_by("-times_out_at")
    }
    away = vacations_now([seat.user for seat in seats if seat.user is not None], now)
    for seat in seats:
        refused = offer is not None and offer.data.get("number") == str(seat.number)
        yield PlayerRow(
            seat=seat,
            place=seat.number + 1,
            is_me=seat.user_id == user.pk is not None,
            bank=rough(bank_of(game.clock, seat).left) if clocked and seat.is_present else "",
            until=turns.get(seat.number),
            away_until=away.get(seat.user_id or 0),
            may_offer=is_host and game.status == Game.Status.RUNNING and bool(seat.played_by),
            form=offer if refused else None,
        )
