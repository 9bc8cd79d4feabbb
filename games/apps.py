from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        # Accounts that are closed and profiles that are shown reach `departure` and `reliability` by signals.
        from games import followers
        from games.models import BOT_NAMES
        from games.seats import departure  # noqa: F401
        from games.turns import sweep
        from players.names import reserve
        from players.notifications.kinds import SOURCES

        reserve(*BOT_NAMES.values(), _("former player"))
        followers.register()
        SOURCES.append(sweep.notify_turns)
