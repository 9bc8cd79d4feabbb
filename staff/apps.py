from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StaffConfig(AppConfig):
    name = "staff"
    verbose_name = _("Running the site")

    def ready(self) -> None:
        from staff.wiring import connect

        connect()
