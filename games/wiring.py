"""Everything that this app connects when the site starts."""

import atexit

from celery.signals import beat_init, task_failure, worker_shutting_down
from django.contrib.auth.signals import user_logged_out
from django.utils.translation import gettext_lazy as _

from games import departure, merging, notifications, own_data
from games.analysis import analyst, tallies
from games.analysis import services as analysis
from games.archive import store
from games.boards import lists, reminders
from games.boards import results as boards
from games.bot_names import BOT_NAMES, RECORD_NAMES
from games.kernel import followers, on_hold
from games.notifications import chat_and_comments, daily_boards, match, playing_together, seats, turns
from games.plans import timekeeper
from games.seats import pauses, reliability
from games.statistics import services as statistics
from games.turns import open_turns, sweep
from games.turns import services as turns_services
from players.names import reserve
from players.notifications.kinds import SOURCES, register_kinds
from players.own_data.sections import SECTIONS
from players.profiles import audience
from players.signals import account_closing, accounts_merging, merge_judged, profile_shown, vacations_changed


def connect() -> None:
    _connect_log()
    _connect_people()
    _connect_notifications()
    beat_init.connect(timekeeper.start)
    worker_shutting_down.connect(analyst.stop)
    # A command that played matches to their end has started it, too.
    atexit.register(analyst.stop)
    task_failure.connect(on_hold.hold_after_task)


def _connect_log() -> None:
    """What follows from every addition to a game's log, in this order."""
    followers.register(
        open_turns.update_open_turns,
        store.follow,
        boards.count_boards,
        reliability.count_stints,
        notifications.notify_of_change,
        turns_services.let_bots_play_on,
        followers.let_consumers_catch_up,
    )
    # After the commit, when a deal has ended.
    followers.register_consumer("statistics", statistics.tally)
    followers.register_consumer("analysis", analysis.follow)
    statistics.register_counts(tallies.counts_of)


def _connect_people() -> None:
    """What accounts and profiles need from games."""
    bot_names = (name for names in BOT_NAMES.values() for name in names)
    reserve(*RECORD_NAMES.values(), *bot_names, _("former player"))
    audience.register(statistics.have_played)
    account_closing.connect(departure.free_seats)
    user_logged_out.connect(departure.close_tables_of_guest)
    profile_shown.connect(departure.games_finished)
    profile_shown.connect(reliability.turns_in_time)
    profile_shown.connect(lists.profile_facts)
    merge_judged.connect(merging.reasons_by_tables)
    accounts_merging.connect(merging.move_seats)
    SECTIONS.extend(own_data.SECTIONS)
    vacations_changed.connect(pauses.follow_vacations)


def _connect_notifications() -> None:
    """The kinds, in the order in which the settings list them."""
    register_kinds(
        *(turns.YourTurn, turns.TurnReminder),
        *(seats.PlayedByTimeOut, seats.PutOnAutopilot, seats.BecameSubstitute),
        *(seats.SeatGivenBack, seats.PlanDropped, seats.InvitedToTable),
        *(match.MatchBegan, match.DealOver, match.MatchOver),
        *(playing_together.MeetingWasFixed, playing_together.MeetingWasCancelled),
        *(playing_together.MeetingSoon, playing_together.LivePlayOffered),
        daily_boards.DailyBoardsOpen,
        *(chat_and_comments.Mentioned, chat_and_comments.ChatWritten),
    )
    SOURCES.append(sweep.notify_turns)
    SOURCES.append(reminders.remind_of_boards)
