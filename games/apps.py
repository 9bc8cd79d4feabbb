from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        # Connects what games do when an account is closed, a profile shown, or a match over.
        from games import telling
        from games.seats import departure  # noqa: F401
        from games.statistics import hooks  # noqa: F401

        telling.connect()
