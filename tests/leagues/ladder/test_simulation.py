"""Years on ladders of 8, 31 and 200 members, through the services, and their order computed again from events alone."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games.models import Game, Seat
from leagues.clubs.services import admit
from leagues.ladder import services, sweep
from leagues.ladder.places import rungs_of
from leagues.locks import ClubError
from leagues.models import Challenge, Ladder, LadderEvent, Rung
from tests.support.clubs import tuesday
from tests.support.ladders import ladder_of
from tests.support.stored_seasons import crowd

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def told_again(ladder: Ladder) -> list[int]:
    """The order by a list of names and the words of each event, without the code that made it."""
    names: list[int] = []
    for event in LadderEvent.objects.filter(ladder=ladder).order_by("pk"):
        about = event.rungs_json
        if event.kind == "joined":
            names.append(about[0])
        elif event.kind == "left":
            names.remove(about[0])
        elif event.kind == "idle":
            at = names.index(about[0])
            names[at], names[at + 1] = names[at + 1], names[at]
        elif event.kind in ("refused", "expired"):
            winner, loser = about
            if names.index(winner) > names.index(loser):
                names.remove(winner)
                names.insert(names.index(loser), winner)
        else:
            free = sorted(names.index(each) for each in about if each in names)
            for place, each in zip(free, [each for each in about if each in names], strict=True):
                names[place] = each
    return names


def finish(rng: Random) -> None:
    """All matches end, with points by chance; equal ones are frequent."""
    for found in Challenge.objects.filter(state="running"):
        for seat in Seat.objects.filter(game=found.game_id):
            Seat.objects.filter(pk=seat.pk).update(score=rng.randint(0, 4))
        Game.objects.filter(pk=found.game_id).update(status=Game.Status.FINISHED)
        sweep.update_from_game(found.game_id or 0)


@pytest.mark.parametrize(("members", "days"), [(8, 25), (31, 12), (200, 3)])
def test_the_order_follows_from_the_events(members: int, days: int) -> None:
    club, rng = tuesday(), Random(members)
    owner = club.current_memberships().get(role="owner").user
    assert owner is not None
    ladder = ladder_of(club, owner, reach=3, repeat_days=0, idle_days=5)
    people = crowd(members)
    for user in people:
        admit(club, user)
        services.join(club_id=club.pk, user=user, ladder_id=ladder.pk)
    refused = 0
    for _day in range(days):
        for user in rng.sample(people, min(len(people), 12)):
            rungs = rungs_of(ladder)
            mine = next((rung for rung in rungs if rung.user_id == user.pk), None)
            above = [rung for rung in rungs if mine and 0 < mine.place - rung.place <= 4]
            if not above:
                continue
            try:
                made = services.challenge(club_id=club.pk, user=user, ladder_id=ladder.pk, rung_id=rng.choice(above).pk)
            except ClubError:
                refused += 1
                continue
            other = made.challenged.user
            assert other is not None
            if rng.random() < 0.8:
                accept = rng.random() < 0.7
                services.answer(club_id=club.pk, user=other, ladder_id=ladder.pk, challenge_id=made.pk, accept=accept)
        finish(rng)
        if rng.random() < 0.5:
            gone = rng.choice(people)
            if Rung.objects.filter(user=gone, left_at=None).exists():
                services.leave(club_id=club.pk, user=gone, ladder_id=ladder.pk)
        # A day passes.
        day = timedelta(days=1)
        for rung in Rung.objects.all():
            Rung.objects.filter(pk=rung.pk).update(idle_since=rung.idle_since - day)
        for open_one in Challenge.objects.filter(state="open"):
            Challenge.objects.filter(pk=open_one.pk).update(answer_by=open_one.answer_by - day)
        sweep.advance(timezone.now())
    rungs = rungs_of(ladder)
    assert [rung.place for rung in rungs] == list(range(1, len(rungs) + 1))
    assert [rung.pk for rung in rungs] == told_again(ladder)
    kinds = set(LadderEvent.objects.values_list("kind", flat=True))
    assert {"joined", "left", "played", "refused"} <= kinds
    assert refused
