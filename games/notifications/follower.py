"""Notifications that follow from the log of a game."""

from collections.abc import Sequence

from games.kernel.events import (
    AutopilotSwitched,
    BotsPlayOut,
    LivePlayAgreed,
    MatchAbandoned,
    MatchAdjudicated,
    SubstituteSeated,
    TableEvent,
)
from games.kernel.followers import Change
from games.models import Event, Game, Seat
from games.notifications.match import DealOver, MatchOver
from games.notifications.playing_together import LivePlayOffered
from games.notifications.seats import BecameSubstitute, PlayedByTimeOut, PutOnAutopilot, SeatGivenBack
from games.seats.table_messages import is_given_back, who_agreed
from napoleon.engine import Deal, Match, is_over
from napoleon.engine.deal import PassedOut


def notify_of_change(change: Change) -> None:
    """A follower: tell those concerned of what has happened at the table."""
    game, seats = change.game, change.seats
    _notify_of_ends(game, seats, change.before.match, change.after.match)
    late = {
        logged.event.seat: logged.event.deal
        for logged in change.events
        if logged.by == Event.By.TIMEOUT and not isinstance(logged.event, TableEvent | Deal)
    }
    for number, deal in late.items():
        PlayedByTimeOut.notify(game, seats[number], deal)
    bots_play_out = any(isinstance(logged.event, BotsPlayOut) for logged in change.after.happened)
    for logged in change.events:
        event = logged.event
        if isinstance(event, AutopilotSwitched) and event.on and not bots_play_out:
            PutOnAutopilot.notify(game, seats[event.seat])
        elif isinstance(event, AutopilotSwitched | SubstituteSeated) and is_given_back(logged):
            SeatGivenBack.notify(game, seats[event.seat])
        elif isinstance(event, SubstituteSeated):
            BecameSubstitute.notify(game, seats[event.seat])
        elif isinstance(event, LivePlayAgreed):
            others = who_agreed(change.before.happened, logged.at)
            if not others and game.live_since is None:
                LivePlayOffered.notify(game, seats, event.seat, logged.seq)
        elif isinstance(event, MatchAbandoned | MatchAdjudicated):
            MatchOver.notify(game, seats, event.type)


def _notify_of_ends(game: Game, seats: Sequence[Seat], before: Match, after: Match) -> None:
    """Notify of the deals that have ended between two states, or of the match if it has."""
    known = {end.number for end in before.ended}
    ended = [end for end in after.ended if end.number not in known]
    # Of deals that were passed out the next one tells: three in a row are no three pieces of news.
    played = [end.number for end in ended if not isinstance(end, PassedOut)]
    if ended and is_over(after):
        MatchOver.notify(game, seats)
    elif played:
        DealOver.notify(game, seats, max(played))
