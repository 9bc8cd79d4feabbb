"""The pages of standings in both languages, for axe in light and dark, on the narrowest phone and on paper.

With PICTURES=folder they are drawn there, to be looked at.
"""

from fractions import Fraction
from random import Random

import pytest

from games.models import Game, SeatTally
from leagues.models import Adjustment, Club, Division, HandicapChange, Membership, Rating, Season, Standing, Table
from leagues.seasons.services import copy
from leagues.standings.core import Scheme
from players.models import User
from tests.browser.looks import looks
from tests.browser.pictured import LOCALES, look
from tests.browser.visitor import Visit, Visitor
from tests.support.clubs import *  # noqa: F403
from tests.support.played_seasons import AT, bye, division_of, entry, season_of, table, tallied
from tests.support.rated_matches import match, rated
from tests.support.stored_seasons import entered

pytestmark = pytest.mark.browser
HERE = "/clubs/tuesday/seasons/spring/standings/1/"
NAMES = ["Fu", "Gin", "Hana", "Itsu", "Jun", "Kei", "Lin", "Momo", "Nao", "Osamu-with-a-very-long-name", "佐藤花子"]


@pytest.fixture(params=LOCALES)
def someone(visit: Visit, request: pytest.FixtureRequest, ai: User) -> Visitor:
    return visit(ai, locale=LOCALES[request.param])


@pytest.fixture
def season(cast: list[User], club: Club) -> Season:
    """Sixteen members, six rounds, the last of them running; most counts for some of it."""
    more = [User.objects.create(name=name, email=f"{n}@example.org") for n, name in enumerate(NAMES)]
    people, rng = [*cast, *more], Random(3)
    for user in people:
        Membership.objects.get_or_create(club=club, user=user, ended_at=None, defaults={"joined_at": AT})
    scheme = Scheme(
        points="both",
        places=(tuple(map(Fraction, (5, 3, 2, 1, 0))),),
        best=4,
        bye=None,
        tie_breaks=("head_to_head", "points_per_deal", "strength", "registration"),
    )
    season = season_of(club, *people, rounds=6, scheme=scheme)
    for number in range(1, 7):
        order = rng.sample(people, len(people))
        for at in range(3):
            seats: list[User | None] = list(order[5 * at : 5 * at + 5])
            running = number == 6 and at < 2
            deals = [_deal(rng) for _ in range(1 if running else 2)]
            state = "running" if running else "finished"
            table(season, f"{number}/{at + 1}", seats, *deals, state=state)
        bye(season, number, order[15])
    Adjustment.objects.create(entry=entry(season, cast[2]), points="-1.5", reason="Late", made_at=season.created_at)
    _handicaps(season, cast)
    division_of(season).__class__.objects.update(promoted=3, relegated=3)
    tallied(season)
    rated(*cast[:3], scores="1 3 2")
    game = match(*cast[:3], scores="3 2 1")
    Table.objects.filter(number=1, round__number=1).update(game=game)
    _counted(game, people[:8])
    for at, user in enumerate(people[:8]):
        Rating.objects.create(user=user, family="napoleon", mu=35 - 3 * at, sigma=3 + at % 4, matches=9 - at)
    return season


def _handicaps(season: Season, cast: list[User]) -> None:
    season.entries.filter(user=cast[1]).update(starting_points="12")
    season.entries.filter(user=cast[3]).update(starting_points="-2.5", handicap="1.5")
    HandicapChange.objects.create(
        entry=entry(season, cast[3]),
        start_before=0,
        start_after="-2.5",
        match_before="0.5",
        match_after="1.5",
        reason="Has won twice",
        made_at=AT,
        made_by=cast[0],
    )


def _counted(game: Game, people: list[User]) -> None:
    for at, user in enumerate(people):
        counts = {"napoleon.deals": 3, "napoleon.won": at % 3, "ally.deals": 9, "ally.won": at}
        counts |= {f"bid.{13 + at % 4}S.made": at % 3, "bid.16N.made": at // 6, "why.trump": 9 * at}
        SeatTally.objects.create(
            game=game,
            number=0,
            holder=at,
            user=user,
            preset="gurunapo",
            is_imported=False,
            month=AT,
            counts_json=counts,
        )


def _deal(rng: Random) -> str:
    napoleon, adjutant = rng.sample(range(5), 2)
    made = rng.random() < 0.6
    scores = [0 if made else 2] * 5
    scores[napoleon], scores[adjutant] = (4, 2) if made else (0, 0)
    return f"{' '.join(map(str, scores))} {'made' if made else 'lost'} {napoleon}"


def test_a_list_line_by_line(someone: Visitor, season: Season) -> None:
    page = someone.go("/clubs/tuesday/seasons/spring/import/")
    page.locator("textarea[name=text]:visible").fill("Ai\nNobody")
    page.locator("main form button").last.click()
    page.wait_for_selector("table")
    assert not list(looks(page))


def test_on_paper(someone: Visitor, season: Season) -> None:
    for path, shown in ((HERE, ".standings .wide"), ("/clubs/tuesday/seasons/spring/sheets/6/", ".score-sheet")):
        page = someone.go(path)
        page.set_viewport_size({"width": 360, "height": 740})
        page.emulate_media(media="print")
        assert page.locator(shown).first.is_visible()
        assert not page.locator(".masthead").is_visible()
        assert not page.locator(".leaves").is_visible()
        page.emulate_media(media="screen")


def test_standings(someone: Visitor, season: Season, ai: User) -> None:
    pages = {
        "standings": HERE,
        "figure": f"{HERE}{entry(season, ai).pk}/",
        "rounds": f"{HERE}rounds/",
        "meetings": f"{HERE}meetings/",
        "leaders": f"{HERE}leaders/",
        "adjustments": f"{HERE}adjustments/",
        "handicaps": "/clubs/tuesday/seasons/spring/handicaps/",
        "ratings": "/clubs/tuesday/ratings/",
        "rating": f"/u/{ai.pk}/ratings/",
        "files": "/clubs/tuesday/files/",
        "import": "/clubs/tuesday/import/",
        "sheets": "/clubs/tuesday/seasons/spring/sheets/6/",
    }
    assert not [problem for name, path in pages.items() for problem in look(someone, name, path)]


def test_a_finished_season_and_the_next(someone: Visitor, season: Season, ai: User) -> None:
    Table.objects.update(state="finished")
    Season.objects.update(state="finished", other_size=4)
    tallied(season)
    # A tie that relegation cuts.
    Standing.objects.filter(position__in=(13, 14)).update(points="14", place=13, ties_json=[])
    following = copy(club_id=season.club_id, user=ai, season_id=season.pk, slug="summer", name="Summer")
    Season.objects.filter(pk=following.pk).update(state="registration", announced_at=AT)
    Division.objects.update(size=9)
    people = [one.user for one in season.entries.order_by("order") if one.user]
    entered(following, *people, at=AT)
    Division.objects.create(season=following, number=2)
    pages = {
        "final": HERE,
        "promotion": "/clubs/tuesday/seasons/summer/promotion/",
        "profile": Standing.objects.get(position=1).entry.user.get_absolute_url(),  # type: ignore[union-attr]  # a person of the test
    }
    assert not [problem for name, path in pages.items() for problem in look(someone, name, path)]
