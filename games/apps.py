from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        # Accounts that are closed or merged and profiles that are shown reach `departure`, `merging` and
        # `reliability` by signals; `own_data` registers its sections.
        from games import departure, followers, merging, own_data  # noqa: F401  # they register what is in them
        from games.bot_names import BOT_NAMES, RECORD_NAMES
        from games.notifications import chat_and_comments, match, playing_together, seats, turns
        from games.turns import sweep
        from players.names import reserve
        from players.notifications.kinds import SOURCES, register_kinds

        own = (name for names in BOT_NAMES.values() for name in names)
        reserve(*RECORD_NAMES.values(), *own, _("former player"))
        followers.register()
        register_kinds(
            *(turns.YourTurn, turns.TurnReminder),
            *(seats.PlayedByTimeOut, seats.PutOnAutopilot, seats.BecameSubstitute),
            *(seats.SeatGivenBack, seats.PlanDropped, seats.InvitedToTable),
            *(match.MatchBegan, match.DealOver, match.MatchOver),
            *(playing_together.MeetingWasFixed, playing_together.MeetingWasCancelled),
            *(playing_together.MeetingSoon, playing_together.LivePlayOffered),
            *(chat_and_comments.Mentioned, chat_and_comments.ChatWritten),
        )
        SOURCES.append(sweep.notify_turns)
