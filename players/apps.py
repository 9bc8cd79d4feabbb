from django.apps import AppConfig
from django.db import connection
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    name = "players"
    verbose_name = _("Players")

    def ready(self) -> None:
        from infrastructure import stale_plans
        from players.accounts import notifications as _of_accounts  # noqa: F401
        from players.friends import notifications  # noqa: F401
        from players.own_data import people  # noqa: F401

        stale_plans.install()
        if connection.vendor == "postgresql":
            from infrastructure import quick_timestamps

            quick_timestamps.install()
