from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        # Connects what games do when an account is closed or a profile shown.
        from games import departure, telling  # noqa: F401

        telling.connect()
