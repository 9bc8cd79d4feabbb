from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    name = "leagues"
    verbose_name = _("Leagues")

    def ready(self) -> None:
        # Connects what clubs do when an account is closed, when a match is over, and when matches are searched
        # or brought here.
        from leagues import archive, departure, telling  # noqa: F401
        from leagues.ratings import hooks as ratings  # noqa: F401
        from leagues.seasons import departure as seasons  # noqa: F401
        from leagues.seasons import hooks, uses  # noqa: F401
        from leagues.seasons import telling as season_telling
        from leagues.statistics import hooks as statistics  # noqa: F401
        from leagues.tally import hooks as tally  # noqa: F401

        telling.connect()
        season_telling.connect()
