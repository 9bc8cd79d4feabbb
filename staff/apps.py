from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from infrastructure import telemetry


class StaffConfig(AppConfig):
    name = "staff"
    verbose_name = _("Running the site")

    def ready(self) -> None:
        from staff import own_data  # noqa: F401  # registers its section
        from staff.processes import beats  # noqa: F401  # listens for the start of workers and schedulers

        if settings.METRICS_TOKEN:
            # Only here: a site without metrics does not even load their library.
            from staff.metrics import instruments

            instruments.install()
        telemetry.install()
