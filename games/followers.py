"""What follows from every addition to a game's log, in this order. A new follower is a function, and its line here."""

from __future__ import annotations

from games import notifications
from games.analysis import services as analysis
from games.analysis import tallies
from games.archive import store
from games.kernel import followers
from games.live import open_pages
from games.seats import reliability
from games.statistics import services as statistics
from games.turns import open_turns
from games.turns import services as turns


def register() -> None:
    # Inside the transaction. Each takes the change and answers nothing (`games.kernel.followers`).
    followers.register(
        open_turns.follow,
        store.follow,
        reliability.follow,
        notifications.follow,
        open_pages.follow,
        turns.let_bots_play_on,
        followers.let_consumers_catch_up,
    )
    # After the commit. Each takes the key of a game in which a deal has ended (`games.kernel.followers`).
    followers.register_consumer("statistics", statistics.tally)
    followers.register_consumer("analysis", analysis.follow)
    statistics.register_counts(tallies.counts_of)
