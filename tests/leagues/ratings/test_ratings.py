"""Ratings: one update for each match, by the final ranks of the people who played it."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from io import StringIO
from itertools import combinations
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from openskill.models import PlackettLuce

from games import tasks
from games.kernel.followers import behind, catch_up
from games.models import Game, Stint
from games.seats import substitution
from leagues.corrections import services as corrections
from leagues.models import Club, Membership, Rating, RatingChange
from leagues.ratings import services
from leagues.ratings.context import in_words
from leagues.ratings.scale import START, ranks_of, to_shown, update
from leagues.tasks import update_ratings
from players.models import User
from tests.support import table_pages
from tests.support.cast import person
from tests.support.concurrency import at_once
from tests.support.play import play_out, running
from tests.support.played_seasons import season_of, table
from tests.support.rated_matches import match, rated
from tests.support.sign_in import PASSWORD
from tests.support.visits import get, guest, post, queries, text

pytestmark = pytest.mark.django_db


def rating(user: User, family: str = "nap") -> Rating:
    return Rating.objects.get(user=user, family=family)


def rows(model: type[Rating] | type[RatingChange]) -> list[dict[str, object]]:
    return list(model.objects.order_by("pk").values())


def test_a_match_is_one_update_by_ranks(ai: User, bo: User, chie: User) -> None:
    assert rated(ai, bo, chie, scores="3 9 3")
    model = PlackettLuce()
    teams = [[model.rating()], [model.rating()], [model.rating()]]
    expected = [team[0].mu for team in model.rate(teams, ranks=[2, 1, 2])]
    assert [rating(user).mu for user in (ai, bo, chie)] == expected
    assert [change.rank for change in RatingChange.objects.order_by("rating__user")] == [2, 1, 2]
    assert rating(bo).mu > START.mu > rating(ai).mu == rating(chie).mu
    assert all(one.sigma < START.sigma and one.matches == 1 for one in Rating.objects.all())


def test_each_match_counts_once(ai: User, bo: User) -> None:
    game = match(ai, bo, scores="1 0")
    assert services.rate(game.pk)
    before = list(Rating.objects.values())
    assert not services.rate(game.pk)
    catch_up(game.pk)
    assert list(Rating.objects.values()) == before


def test_the_two_games_have_ratings_of_their_own(ai: User, bo: User) -> None:
    rated(ai, bo, scores="1 0")
    game = match(ai, bo, scores="0 5")
    Game.objects.filter(pk=game.pk).update(rules_json={"preset": "gurunapo"})
    services.rate(game.pk)
    assert rating(ai).mu > rating(bo).mu
    assert rating(ai, "napoleon").mu < rating(bo, "napoleon").mu


def test_a_player_who_was_gone_is_not_rated(ai: User, bo: User, chie: User) -> None:
    """A bot made most of Ai's moves, and just half of Bo's."""
    game = match(ai, bo, chie, scores="9 3 0")
    for user, missed in ((ai, 11), (bo, 10), (chie, 0)):
        Stint.objects.create(game=game, user=user, turns=20, missed=missed)
    assert services.rate(game.pk)
    ranks = RatingChange.objects.order_by("rank").values_list("rating__user", "rank")
    assert list(ranks) == [(bo.pk, 1), (chie.pk, 2)]


def test_who_is_not_rated(ai: User, bo: User, chie: User) -> None:
    assert not rated(ai, guest(), scores="5 0")
    assert not rated(ai, bo, scores="5 0", is_imported=True)
    assert not rated(ai, scores="5 0")
    assert not services.rate(running(ai, bo, preset="nap", players=2).pk)
    assert not Rating.objects.filter(matches__gt=0).exists()


def test_matches_of_the_last_week_count_once_a_guest_has_signed_up(
    ai: User, bo: User, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    heron = guest()
    alone = match(ai, heron, scores="5 0", result_seq=1)
    with_bo = match(ai, bo, heron, scores="5 0 0", result_seq=1)
    old = match(ai, heron, scores="5 0", result_seq=1)
    Game.objects.filter(pk=old.pk).update(ended_at=timezone.now() - timedelta(days=8))
    for game in (alone, with_bo, old):
        catch_up(game.pk)
    assert set(RatingChange.objects.values_list("game", flat=True)) == {with_bo.pk}
    with django_capture_on_commit_callbacks(execute=True):
        post(heron, "/me/keep/", name="Gen", email="gen@example.org", password1=PASSWORD)
    assert RatingChange.objects.filter(rating__user=heron).get().game == alone
    assert set(RatingChange.objects.values_list("game", flat=True)) == {alone.pk, with_bo.pk}


def test_a_seat_that_has_changed_hands_is_nobodys(ai: User, bo: User, chie: User) -> None:
    game = running(ai, bo, chie, preset="nap", players=3, deals=1)
    substitution.leave(game_id=game.pk, user=chie)
    substitution.offer(game_id=game.pk, number=2, user=chie)
    substitution.sit_in(game_id=game.pk, user=chie)
    play_out(game, ai, bo, chie)
    services.rate(game.pk)
    assert set(Rating.objects.values_list("user__name", flat=True)) == {"Ai", "Bo"}


@pytest.mark.django_db(transaction=True)
def test_a_match_is_rated_when_it_ends(ai: User, bo: User) -> None:
    game = play_out(running(ai, bo, preset="nap", players=2, deals=1), ai, bo)
    assert RatingChange.objects.filter(game=game).count() == 2


def test_what_was_left_out_is_rated_later(ai: User, bo: User) -> None:
    game = match(ai, bo, scores="1 0")
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now(), result_seq=1)
    assert behind() == [game.pk]
    tasks.catch_up()
    assert RatingChange.objects.filter(game=game).count() == 2
    assert behind() == []


def test_everything_can_be_computed_again(cast: list[User]) -> None:
    rng = Random(4)
    for _ in range(8):
        rated(*rng.sample(cast, 3), scores=f"{rng.randrange(4)} {rng.randrange(4)} 2")
    before = rows(Rating), rows(RatingChange)
    assert services.rebuild() == 0
    User.objects.filter(pk=cast[0].pk).update(is_active=False)
    Rating.objects.filter(user=cast[1]).update(mu=0, matches=99)
    RatingChange.objects.update(mu=1)
    wrong, out = (rows(Rating), rows(RatingChange)), StringIO()
    call_command("rebuild_standings", "--dry-run", "--json", stdout=out)
    told = json.loads(out.getvalue())
    assert (told["ratings"] > 0, told["done"]) == (True, False)
    assert (rows(Rating), rows(RatingChange)) == wrong
    call_command("rebuild_standings")
    assert (rows(Rating), rows(RatingChange)) == before


def test_a_rating_into_which_another_was_merged_is_computed_at_night(ai: User, bo: User, chie: User) -> None:
    rated(ai, bo, scores="2 1")
    rated(chie, bo, scores="2 1")
    RatingChange.objects.filter(rating=rating(ai)).update(rating=rating(chie))
    rating(ai).delete()
    assert services.are_stale()
    update_ratings()
    assert rating(chie).matches == 2
    assert not services.are_stale()


def test_a_match_that_was_voided_before_it_was_rated_counts_for_nobody(
    club: Club, ai: User, bo: User, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    season, game = season_of(club, ai, bo), match(ai, bo, scores="1 0")
    of = {"club_id": club.pk, "season_id": season.pk, "table_id": table(season, "1/1", [ai, bo], "1 0", game=game).pk}
    corrections.void_match(**of, user=ai, reason="A revoke")
    with django_capture_on_commit_callbacks(execute=True):
        assert services.rate(game.pk)
    assert [(one.mu, one.matches) for one in (rating(ai), rating(bo))] == [(START.mu, 0)] * 2
    with django_capture_on_commit_callbacks(execute=True):
        corrections.undo(**of, user=ai)
    assert rating(ai).mu > START.mu > rating(bo).mu


def test_who_leaves_the_site_leaves_the_ratings_of_others_alone(ai: User, bo: User, chie: User) -> None:
    rated(ai, bo, scores="2 1")
    rated(bo, chie, scores="1 0")
    before = rating(chie).mu
    Rating.objects.filter(user=ai).update(user=None)
    assert services.rebuild() == 0
    assert rating(chie).mu == before


@pytest.mark.django_db(transaction=True)
def test_at_once_on_many_workers(cast: list[User]) -> None:
    games = [match(*pair, scores="2 1") for pair in combinations(cast, 2)]
    work = [lambda key=game.pk: services.rate(key) for game in games * 2]
    answers = [answer for start in range(0, 20, 5) for answer in at_once(*work[start : start + 5])]
    assert sorted(map(str, answers)) == ["False"] * 10 + ["True"] * 10
    assert [one.matches for one in Rating.objects.all()] == [4] * 5
    assert services.rebuild() == 0


def test_profiles_say_how_sure_it_is(ai: User, bo: User) -> None:
    User.objects.update(statistics_for="all")
    assert "Rating" not in text(get(bo, f"/u/{ai.pk}/"))
    rated(ai, bo, scores="2 1")
    page = text(get(bo, f"/u/{ai.pk}/"))
    assert "Rating at Nap" in page
    assert in_words(rating(ai)) == "provisional: 1 of 10" in page
    Rating.objects.update(matches=10)
    assert in_words(rating(ai)) == "1105 ± 645 (10 matches)" in text(get(bo, f"/u/{ai.pk}/"))


def test_a_rating_is_a_number_from_ten_matches_on(ai: User, bo: User, club: Club) -> None:
    """Nine matches rate nobody before those of ten, however high they came out."""
    User.objects.update(statistics_for="all")
    for user, mu, matches in ((ai, 40.0, 9), (bo, 20.0, 10)):
        Rating.objects.create(user=user, family="nap", mu=mu, sigma=1.0, matches=matches)
    assert names(ai) == ["Bo", "Ai"]
    listed = text(get(ai, "/clubs/tuesday/ratings/?game=nap"))
    assert "800<small>± 80</small>" in " ".join(listed.split()).replace("<small >", "<small>")
    assert "1600" not in listed
    assert listed.count("provisional") == 2  # Ai's line, and the sentence that explains the word.
    game = match(ai, bo, scores="1 0")
    assert services.rate(game.pk)
    page = table_pages.text(get(bo, f"/u/{ai.pk}/ratings/"))
    assert f"Nap {rating(ai).shown.points} ± {rating(ai).shown.give_or_take}" in page


def test_the_better_come_to_the_top() -> None:
    """A world where the true order is known: after sixty matches the model has it."""
    rng = Random(7)
    skill = [4.0, 2.0, 0.0, -2.0, -4.0]
    strengths = [START] * 5
    for _ in range(60):
        scores = [round(10 * (own + rng.gauss(0, 3))) for own in skill]
        strengths = update(strengths, ranks_of(scores))
    assert sorted(strengths, reverse=True) == strengths
    assert all(to_shown(one).give_or_take < to_shown(START).give_or_take for one in strengths)


# --- The club's list ---


def names(user: User | None, path: str = "/clubs/tuesday/ratings/?game=nap") -> list[str]:
    """Those in the list, in its order."""
    return re.findall(r'<th scope="row">(?:<a[^>]*>)?(\w+)', get(user, path).content.decode())


def test_the_clubs_list_is_by_what_each_is_sure_of(ai: User, bo: User, chie: User, dai: User, club: Club) -> None:
    for user, mu, sigma in ((ai, 30.0, 8.0), (bo, 28.0, 2.0), (chie, 20.0, 1.0), (dai, 50.0, 1.0)):
        Rating.objects.create(user=user, family="nap", mu=mu, sigma=sigma, matches=10)
    # Dai is not in the club; what Ai is worth is not sure yet.
    assert names(ai) == ["Bo", "Chie", "Ai"]
    page = text(get(ai, "/clubs/tuesday/ratings/?game=nap"))
    assert "1120<small>± 160</small>" in page
    # They are ordered by the lower end of the rating.
    assert [int(least) for least in re.findall(r'<b class="big">(\d+)</b>', page)] == [960, 720, 560]
    assert names(ai, "/clubs/tuesday/ratings/") == []
    assert names(ai, "/clubs/tuesday/ratings/?game=chess") == []


def test_the_clubs_list_falls_by_the_figures_that_it_shows(ai: User, bo: User, club: Club) -> None:
    """Ai is sure of 899.8 points, shown as 1000 ± 101, Bo of 899.2, shown as 1001 ± 101."""
    for user, mu, sigma in ((ai, 25.01, 1.2575), (bo, 25.015, 1.2675)):
        Rating.objects.create(user=user, family="nap", mu=mu, sigma=sigma, matches=10)
    assert re.findall(r'<b class="big">(\d+)</b>', text(get(ai, "/clubs/tuesday/ratings/?game=nap"))) == ["900", "899"]
    assert names(ai) == ["Bo", "Ai"]


def test_outsiders_see_who_shows_figures_to_everybody(ai: User, bo: User, chie: User, dai: User, club: Club) -> None:
    for user, audience in ((ai, "all"), (bo, "circle"), (chie, "none")):
        Rating.objects.create(user=user, family="nap", mu=30.0, sigma=2.0, matches=3)
        User.objects.filter(pk=user.pk).update(statistics_for=audience)
    assert names(None) == []
    assert names(dai) == ["Ai"]
    assert names(bo) == ["Ai", "Bo", "Chie"]


def test_queries_of_the_list_do_not_grow(cast: list[User], club: Club) -> None:
    path = "/clubs/tuesday/ratings/?game=nap"
    before = queries(cast[0], path)
    for user in cast:
        Membership.objects.get_or_create(club=club, user=user, ended_at=None, defaults={"joined_at": timezone.now()})
    rated(*cast[:3], scores="3 2 1")
    rated(*cast[2:], scores="3 2 1")
    assert len(names(cast[0])) == 5
    assert queries(cast[0], path) == before <= 12


# --- How a rating came about ---


@pytest.mark.parametrize(
    ("audience", "member", "stranger"), [("all", 200, 200), ("circle", 200, 403), ("none", 403, 403)]
)
def test_the_person_chooses_who_sees_the_changes(
    audience: str, member: int, stranger: int, ai: User, bo: User, dai: User, club: Club
) -> None:
    rated(ai, bo, scores="5 3")
    User.objects.filter(pk=ai.pk).update(statistics_for=audience)
    for reader, status in ((ai, 200), (bo, member), (dai, stranger)):
        assert get(reader, f"/u/{ai.pk}/ratings/").status_code == status
        assert ("Rating at Nap" in text(get(reader, f"/u/{ai.pk}/"))) == (status == 200)


def test_every_change_is_told(ai: User, bo: User, chie: User) -> None:
    User.objects.update(statistics_for="all")
    rated(ai, bo, chie, scores="5 3 3")
    rated(ai, bo, scores="0 1")
    page = unescape(table_pages.text(get(chie, f"/u/{ai.pk}/ratings/")))
    assert "2 of 2" in page
    assert "1 of 3" in page
    assert page.index("2 of 2") < page.index("1 of 3")
    assert "Nap provisional: 2 of 10 matches" in page
    assert f"{rating(ai).shown.points} ± " not in page
    assert f'href="/u/{ai.pk}/ratings/"' in text(get(bo, f"/u/{ai.pk}/"))


def test_matches_that_are_not_open_have_no_name(ai: User, bo: User, chie: User) -> None:
    User.objects.update(statistics_for="all")
    game = match(ai, bo, scores="1 0", is_listed=False, name="Secret")
    services.rate(game.pk)
    for reader, shows in ((ai, True), (chie, False)):
        page = text(get(reader, f"/u/{ai.pk}/ratings/"))
        assert (game.slug in page) == ("Secret" in page) == shows


def test_queries_of_the_changes_do_not_grow(ai: User, bo: User) -> None:
    User.objects.update(statistics_for="all")
    rated(ai, bo, scores="1 0")
    path = f"/u/{ai.pk}/ratings/"
    before = queries(bo, path)
    for _ in range(5):
        rated(ai, bo, scores="1 0")
    assert queries(bo, path) == before <= 12
    dai = person("dai")
    assert "No match has been rated yet." in text(get(dai, f"/u/{dai.pk}/ratings/"))
