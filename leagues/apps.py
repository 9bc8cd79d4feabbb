from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    name = "leagues"
    verbose_name = _("Leagues")

    def ready(self) -> None:
        # Connects what clubs do when an account is closed or merged, a profile shown, or matches are searched or
        # imported; `own_data` registers its sections, and a module of notifications its kinds.
        from leagues import followers, own_data  # noqa: F401  # they register what is in them
        from leagues.clubs import archive_filter, departure, merging, notifications  # noqa: F401
        from leagues.entries import notifications as entry_notifications  # noqa: F401
        from leagues.external_matches import match_links  # noqa: F401
        from leagues.external_matches import notifications as match_notifications  # noqa: F401
        from leagues.late_players import notifications as late_notifications  # noqa: F401
        from leagues.ratings import accounts  # noqa: F401
        from leagues.rounds import mailing, waiting_posts  # noqa: F401
        from leagues.rounds import notifications as round_notifications  # noqa: F401
        from leagues.seasons import notifications as season_notifications  # noqa: F401
        from leagues.standings import trophies  # noqa: F401
        from leagues.statistics import acquaintances  # noqa: F401
        from leagues.substitutes import notifications as substitute_notifications  # noqa: F401

        followers.register()
