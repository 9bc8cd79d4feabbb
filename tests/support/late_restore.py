"""A site of which a backup is made in the middle of everything, and what became of it after a late restore."""

import json
from collections import Counter
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from games.models import Event, Game, Outage, Upload
from games.seats import meetings, pauses
from leagues.clubs import invitations
from leagues.clubs.services import admit
from leagues.models import Club, Invitation, Offer, Season
from leagues.seasons import services
from leagues.seasons.sweep import advance_season
from leagues.substitutes import services as substitutes
from napoleon_site.celery import app
from players.models import Notification, User
from tests.support.cast import person
from tests.support.clubs import tuesday
from tests.support.play import lobby, running
from tests.support.stored_seasons import course, crowd, drawn_season, enter, open_season
from tests.support.substitutes import replace

LATE = timedelta(days=10)


def fill() -> None:
    """Everything that would be over ten days later, if the site ran."""
    club, now = tuesday(), timezone.now()
    bo, dai = person("bo"), person("dai")
    season = drawn_season(club, bo, crowd(4), starts_at=now, round_days=7, rounds_planned=2)
    services.start(club_id=club.pk, user=bo, season_id=season.pk)
    advance_season(season.pk)
    admit(club, dai)
    substitutes.volunteer(club_id=club.pk, user=dai, season_id=season.pk)
    replace(season, bo, "P02")
    _open_entries(club, bo, dai)
    invitations.invite(club_id=club.pk, user=bo, person=person("emi"))
    _tables(bo, dai)
    guest = User.objects.create(name="Heron", is_guest=True, last_login=now)
    lobby(guest)
    Upload.objects.create(user=dai, at=now, state=Upload.State.READY)


def _open_entries(club: Club, bo: User, dai: User) -> None:
    now = timezone.now()
    dates = {"starts_at": now + timedelta(days=3), "registration_closes_at": now + timedelta(days=2)}
    enter(open_season(club, bo, slug="summer", round_days=7, **dates), dai)


def _tables(bo: User, dai: User) -> None:
    meeting, paused = running(bo, dai), running(bo, dai)
    meetings.fix_meeting(game_id=meeting.pk, user=bo, at=timezone.now() + timedelta(days=1))
    pauses.pause(game_id=paused.pk, user=bo, days=2, reason="New Year")


def report() -> dict[str, Any]:
    """What has not changed if nobody has lost anything, and what everybody has been told."""
    now = timezone.now()
    return {
        "seasons": {season.slug: [season.state, *course(season)] for season in Season.objects.order_by("pk")},
        "offers": [offer.state for offer in Offer.objects.order_by("pk")],
        "invitations": [invitation.is_open(now) for invitation in Invitation.objects.order_by("pk")],
        "entries are open": not Season.objects.get(slug="summer").is_registration_over,
        "meetings to come": Game.objects.filter(meets_at__gt=now).count(),
        "pauses": Game.objects.filter(paused_until__gt=now).count(),
        "time-outs": Event.objects.filter(by=Event.By.TIMEOUT).count(),
        "tables": dict(Counter(Game.objects.values_list("status", flat=True))),
        "guests": User.objects.filter(is_guest=True).count(),
        "uploads": Upload.objects.count(),
    }


def notifications() -> dict[str, int]:
    return dict(Counter(Notification.objects.values_list("kind", flat=True)))


def run_first_minutes(order: str) -> None:
    """Run everything that the scheduler starts, nightly tasks as well, twice; print what has become of the site."""
    app.loader.import_default_modules()
    app.conf.task_always_eager = app.conf.task_eager_propagates = True
    entries = list(settings.CELERY_BEAT_SCHEDULE.values())
    for _ in range(2):
        for entry in reversed(entries) if order == "backwards" else entries:
            app.tasks[entry["task"]].apply(kwargs=entry.get("kwargs", {}), throw=True)
    told = {"report": report(), "notifications": notifications(), "outages": Outage.objects.count()}
    print(json.dumps(told))
