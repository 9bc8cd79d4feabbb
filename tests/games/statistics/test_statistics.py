"""Statistics: recounted independently from the records, kept up to date, rebuilt, shown to permitted readers only."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from functools import partial
from io import StringIO
from math import sqrt
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.management import call_command
from pytest_django.asserts import assertContains

from games import tasks as game_tasks
from games.imports.parse import records
from games.imports.services import leave_name
from games.imports.store import store_record
from games.kernel.events import EventRow
from games.kernel.followers import behind
from games.kernel.log import state_of
from games.models import Event, Game, PairTally, PersonTally, SeatTally
from games.records import whole_record
from games.seats import substitution
from games.statistics import services
from games.statistics.context import figure_tables
from games.statistics.counting import add, count
from games.statistics.figures import figures
from games.statistics.means import mean
from napoleon.engine import rules_from_json
from players.models import User
from tests.napoleon.engine.records import played
from tests.napoleon.referee import referee
from tests.support.cast import everybody, person
from tests.support.concurrency import at_once
from tests.support.counted_matches import counted, recounted
from tests.support.play import move, play_out, reread, running
from tests.support.visits import asks_to_sign_in, client_of, get, queries, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
AT = datetime(2026, 3, 1, 12, tzinfo=UTC)


@world
def over() -> Game:
    """A match of three deals that is over and counted."""
    cast = everybody()
    return counted(play_out(running(*cast, deals=3), *cast))


def of(user: User) -> Counter[str]:
    """All that is stored of the person but the pace, summed up."""
    counts: dict[str, int] = {}
    for row in PersonTally.objects.filter(user=user):
        add(counts, row.counts_json)
    return Counter({key: value for key, value in counts.items() if not key.startswith("pace.")})


# --- What is counted ---


@pytest.mark.parametrize("preset", ["gurunapo", "leaflet", "booklet", "four", "nap"])
def test_matches_counted_again_from_their_records(preset: str, cast: list[User]) -> None:
    size = 4 if preset in ("four", "nap") else 5
    people = cast[:size]
    rules = {"players": 4} if preset == "nap" else {}
    game = counted(play_out(running(*people, preset=preset, deals=2, **rules), *people))
    for seat, user in enumerate(people):
        assert of(user) == recounted(whole_record(game), seat)


def test_any_rules_counted_again(ai: User) -> None:
    """Records of all kinds of rules, whose players are no members: each seat by itself."""
    seen = 0
    for seed in range(12):
        (record,) = records("\n".join(played(seed, cut=False).lines).encode())
        game = counted(store_record(record, host=ai, members={}, is_listed=True, now=AT))
        for row in SeatTally.objects.filter(game=game):
            assert row.counts_json == recounted(whole_record(game), row.number)
            seen += len(row.counts_json)
    assert seen > 200
    assert not PersonTally.objects.exists()


def test_with_and_against_whom(over: Game, cast: list[User]) -> None:
    [told] = referee(whole_record(over).split("\n"))
    for first, user in enumerate(cast):
        for second, other in enumerate(cast):
            if first == second:
                continue
            right = [0, 0, 0, 0]
            for deal in told["deals"]:
                side = (deal["napoleon"], deal["adjutant"])
                at = 0 if (first in side) == (second in side) else 2
                right[at] += 1
                right[at + 1] += deal["scores"][first]
            pair = PairTally.objects.get(user=user, other=other)
            assert right == [*(pair.with_deals, pair.with_points, pair.against_deals, pair.against_points)]


def test_the_pace_is_that_of_people(cast: list[User]) -> None:
    """The time from one's turn to one's own move: not to those of plans, bots and the clock."""
    game = play_out(running(*cast, preset="nap", players=5, deals=1), *cast)
    rows = [EventRow(*row) for row in game.events.order_by("seq").values_list(*EventRow._fields)]
    ways = [Event.By.PLAYER, Event.By.PLAN, Event.By.TIMEOUT, Event.By.BOT]
    late, right = [], Counter[str]()
    for number, row in enumerate(rows):
        minutes = number * (number + 1) // 2
        by = ways[number % 4] if "seat" in row.payload else row.by
        late.append(row._replace(at=AT + timedelta(minutes=minutes), by=by))
        if "seat" in row.payload and by == Event.By.PLAYER:
            # Since the move before, which came `number` minutes earlier.
            right["pace.1" if number < 10 else "pace.2"] += 1
    rules = rules_from_json(game.rules_json)
    counts: Counter[str] = Counter()
    for [seat] in count(rules, late, is_timed=True):
        counts.update({key: n for key, n in seat.own.items() if key.startswith("pace.")})
    assert counts == right
    assert len(right) == 2
    assert not any(key.startswith("pace.") for [seat] in count(rules, late, is_timed=False) for key in seat.own)


def test_everybody_has_the_deals_that_end_while_the_seat_is_theirs(cast: list[User]) -> None:
    *people, emi = cast
    game = running(*people, preset="four", deals=2)
    while not (past := len(state_of(game).match.ended)):
        moved = [move(game, user) for user in people]
        assert any(moved)
        game = reread(game)
    substitution.leave(game_id=game.pk, user=people[3])
    substitution.offer(game_id=game.pk, number=3, user=emi)
    substitution.sit_in(game_id=game.pk, user=emi)
    game = counted(play_out(reread(game), *people[:3], emi))
    record = whole_record(game)
    assert of(people[0]) == recounted(record, 0)
    assert of(emi) == recounted(record, 3, since=past + 1) != recounted(record, 3)
    rows = SeatTally.objects.filter(game=game, number=3).order_by("holder")
    # The person who left, the bot that played on, and the substitute.
    assert [row.user for row in rows] == [people[3], None, emi]
    whole: dict[str, int] = {}
    for row in rows:
        add(whole, row.counts_json)
    assert {k: n for k, n in whole.items() if "pace" not in k} == recounted(record, 3)
    assert of(people[3]) + of(emi) == recounted(record, 3)
    for other, deals in ((people[3], past), (emi, 1)):
        pair = PairTally.objects.get(user=people[0], other=other)
        assert pair.with_deals + pair.against_deals == deals
    assert not PairTally.objects.filter(user=emi, other=people[3]).exists()


# --- Brought along ---


def test_it_follows_the_end_of_a_match(cast: list[User], django_capture_on_commit_callbacks: Any) -> None:
    game = running(*cast, deals=1)
    with django_capture_on_commit_callbacks(execute=True):
        play_out(game, *cast)
    assert sum(of(user)["napoleon.deals"] for user in cast) == 1
    assert game.pk not in behind()


def test_once_more_is_no_harm(over: Game, cast: list[User]) -> None:
    before = [of(user) for user in cast]
    assert not services.tally(over.pk)
    assert [of(user) for user in cast] == before
    assert sum(counts["napoleon.deals"] for counts in before) == 3


def test_a_running_match_is_not_counted(cast: list[User]) -> None:
    assert not services.tally(running(*cast).pk)
    assert not SeatTally.objects.exists()


def test_what_was_left_out_is_found(cast: list[User]) -> None:
    game = play_out(running(*cast, deals=1), *cast)
    assert behind() == [game.pk]
    game_tasks.catch_up()
    assert of(cast[0])
    assert behind() == []


@pytest.mark.django_db(transaction=True)
def test_several_matches_are_counted_at_once(cast: list[User]) -> None:
    """Matches of the same people, each of them counted twice, by threads that begin at the same moment."""
    people = cast[:2]
    games = [play_out(running(*people, preset="nap", players=2, deals=2), *people) for _ in range(3)]
    # The tasks have counted them already where nothing holds the commits back.
    SeatTally.objects.all().delete()
    PersonTally.objects.all().delete()
    PairTally.objects.all().delete()
    done = at_once(*[partial(services.tally, game.pk) for game in games for _ in range(2)])
    assert Counter(done) == {True: 3, False: 3}
    for seat, user in enumerate(people):
        right: Counter[str] = Counter()
        for game in games:
            right.update(recounted(whole_record(game), seat))
        assert of(user) == right
    assert services.recompute_sums() == 0


def test_rebuilding_sets_sums_right(over: Game, cast: list[User]) -> None:
    right = [of(user) for user in cast]
    pairs = list(PairTally.objects.order_by("user", "other").values_list("with_deals", flat=True))
    PersonTally.objects.filter(user=cast[0]).update(counts_json={"napoleon.deals": 99})
    PersonTally.objects.filter(user=cast[1]).delete()
    PairTally.objects.filter(user=cast[2]).update(with_deals=7)
    SeatTally.objects.filter(game=over, number=3).update(counts_json={"why.joker": 5})
    told = StringIO()
    call_command("rebuild", stdout=told)
    assert "Statistics: 1 games counted again" in told.getvalue()
    assert [of(user) for user in cast] == right
    assert pairs == list(PairTally.objects.order_by("user", "other").values_list("with_deals", flat=True))
    told = StringIO()
    call_command("rebuild", stdout=told)
    assert "Statistics" not in told.getvalue()


def test_a_member_who_leaves_a_name_loses_its_counts(ai: User, bo: User) -> None:
    (record,) = records("\n".join(played(3, cut=False).lines).encode())
    names = list(dict.fromkeys(record.players))
    members = {names[0]: ai.pk, names[1]: bo.pk}
    game = counted(store_record(record, host=ai, members=members, is_listed=True, now=AT))
    assert all(row.is_imported for row in PersonTally.objects.all())
    assert of(bo)
    assert PairTally.objects.count() == 2
    leave_name(game_id=game.pk, user=bo)
    assert services.tally(game.pk)
    assert not of(bo)
    assert of(ai)
    assert not PairTally.objects.exists()


def test_who_leaves_the_site_takes_theirs_along(over: Game, cast: list[User]) -> None:
    right = of(cast[1])
    cast[0].delete()
    assert PersonTally.objects.count() == 4
    assert not PairTally.objects.filter(other=cast[0].pk).exists()
    services.tally(over.pk)
    assert of(cast[1]) == right
    assert PersonTally.objects.count() == 4


# --- Figures ---


def test_the_interval_is_that_of_student() -> None:
    values = [3, -1, 4, 1, -5, 9, 2, -6]
    interval = mean(len(values), sum(values), sum(value * value for value in values))
    # Mean 0.875, standard deviation 4.8826, t(7) = 2.365.
    assert interval.value == 0.875
    assert interval.span == pytest.approx((-3.208, 4.958), abs=0.002)
    assert mean(1, 4, 16).span is None
    assert mean(3, 6, 12).span == (2.0, 2.0)
    # Where the table of t ends, it goes on smoothly.
    assert half_a_span(31) == pytest.approx(half_a_span(32), abs=0.01)
    assert half_a_span(101) == pytest.approx(1.984, abs=0.001)


def half_a_span(deals: int) -> float:
    """Half of the interval of so many deals in standard errors, which is t; their mean is 0, their deviation 1000."""
    span = mean(deals, 0, (deals - 1) * 1000**2).span
    assert span
    return span[1] * sqrt(deals) / 1000


def test_tables_add_up() -> None:
    counts = {"napoleon.deals": 2, "napoleon.won": 1, "napoleon.points": 3, "napoleon.squares": 29}
    counts |= {"ally.deals": 6, "ally.won": 3, "ally.points": -6, "ally.squares": 36}
    counts |= {"bid.13S.said": 4, "bid.13S.held": 2, "bid.13S.made": 1, "bid.14N.said": 1}
    counts |= {"call.SA": 2, "call.SA.alone": 1, "call.SA.made": 1, "why.mighty": 1, "why.trump": 3}
    counts |= {"call.nobody": 1, "call.nobody.alone": 1}
    sheets = {sheet.name: sheet for sheet in figure_tables(figures([(date(2026, 3, 1), counts)]))}
    assert list(sheets) == ["roles", "bids", "calls", "tricks", "months"]
    assert sheets["roles"].rows[0][:5] == ("Napoleon", "2", "25 %", "50 %", "1.50")
    assert sheets["bids"].rows[0] == ("13", "0", "4", "0", "0", "0", "4", "2", "50 %")
    assert sheets["calls"].rows == [("Ace of spades", "2", "1", "50 %"), ("Nobody", "1", "1", "0 %")]
    assert [row[1:] for row in sheets["tricks"].rows] == [("1", "25 %"), ("3", "75 %")]
    assert sheets["months"].rows[0][:3] == ("March 2026", "8", "−0.38")


# --- Pages ---


def path(user: User, end: str = "") -> str:
    return f"/u/{user.pk}/statistics/{end}"


def test_the_page_has_every_table_and_chart(over: Game, cast: list[User]) -> None:
    page = text(get(cast[0], path(cast[0])))
    for name in ("roles", "calls", "tricks", "months", "pace"):
        if f'id="{name}"' not in page:
            assert name == "calls"
            continue
        # A single month makes no line, so only the table shows it.
        is_shown = f'src="/u/{cast[0].pk}/statistics/{name}.svg"' in page
        assert is_shown == (name != "months")
        picture = get(cast[0], path(cast[0], f"{name}.svg"))
        assert picture["Content-Type"] == "image/svg+xml"
        assert ElementTree.fromstring(picture.content).tag == "{http://www.w3.org/2000/svg}svg"
    assert "Bo</a>" in page
    assert 'alt=""' not in page


def test_pictures_load_and_run_nothing(over: Game, ai: User) -> None:
    picture = get(ai, path(ai, "roles.svg"))
    policy = picture["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'none'" in policy
    assert b"<script" not in picture.content
    assert b"window.pygal" not in picture.content
    assert b"kozea.github.io/pygal.js" not in picture.content
    assert b"onload" not in picture.content
    assert "unsafe-inline" not in get(ai, path(ai))["Content-Security-Policy"]


def test_pictures_follow_the_theme(over: Game, ai: User) -> None:
    def colours() -> str:
        return text(get(ai, path(ai, "roles.svg")))

    assert "prefers-color-scheme" in colours()
    User.objects.filter(pk=ai.pk).update(theme="dark")
    assert "prefers-color-scheme" not in colours()
    assert "#8fb5e2" in colours()
    User.objects.filter(pk=ai.pk).update(theme="light")
    assert "#8fb5e2" not in colours()


def test_the_address_says_what_is_counted(over: Game, ai: User) -> None:
    month = f"{over.ended_at:%Y-%m}"
    for query in ("", "?game=napoleon", "?game=gurunapo", f"?since={month}&until={month}", "?until=2099-12"):
        assert "3 deals were counted." in text(get(ai, path(ai, query))), query
    for query in ("?game=nap", "?game=leaflet", "?until=2020-01", "?source=imported"):
        assert "There is nothing to count yet." in text(get(ai, path(ai, query))), query
        assert get(ai, path(ai, f"roles.svg{query}")).status_code == 404
    assert f"roles.svg?since={month}" in text(get(ai, path(ai, f"?game=&since={month}")))


@pytest.mark.parametrize(
    "query", ["?game=bridge", "?since=yesterday", "?since=2026-13", "?since=2026-05&until=2026-04", "?source=x"]
)
def test_nonsense_is_refused(query: str, ai: User) -> None:
    assert get(ai, path(ai, query)).status_code == 400
    assert get(ai, path(ai, f"roles.svg{query}")).status_code == 400


def test_without_matches_there_is_nothing(ai: User) -> None:
    assert "There is nothing to count yet." in text(get(ai, path(ai)))
    assert get(ai, path(ai, "nonsense.svg")).status_code == 404
    assert get(ai, "/u/999999/statistics/").status_code == 404


def test_japanese(over: Game, ai: User) -> None:
    client = client_of(ai)
    client.post("/language/", {"language": "ja"})
    assert "統計" in text(client.get(path(ai)))
    assert "役割別" in text(client.get(path(ai, "roles.svg")))


def test_queries_do_not_grow(over: Game, cast: list[User]) -> None:
    ai, bo = cast[:2]
    pages = [(ai, path(ai)), (bo, path(ai)), (ai, path(ai, "roles.svg"))]
    before = [queries(*page) for page in pages]
    assert max(before) <= 12
    for months, user in enumerate(person(f"other{n}") for n in range(8)):
        month = date(2025, 1 + months, 1)
        PersonTally.objects.create(user=ai, preset="four", is_imported=False, month=month, counts_json={"why.joker": 1})
        PairTally.objects.create(user=ai, other=user, preset="four", is_imported=False, month=month, with_deals=3)
    assert [queries(*page) for page in pages] == before


# --- Who may see it ---


@pytest.mark.parametrize(
    ("audience", "played_with", "stranger"), [("all", 200, 200), ("circle", 200, 403), ("none", 403, 403)]
)
def test_the_person_chooses_who_sees_it(
    audience: str, played_with: int, stranger: int, over: Game, ai: User, bo: User
) -> None:
    User.objects.filter(pk=ai.pk).update(statistics_for=audience)
    for end in ("", "roles.svg"):
        assert get(ai, path(ai, end)).status_code == 200
        assert get(bo, path(ai, end)).status_code == played_with
        assert get(person("fumi" + end), path(ai, end)).status_code == stranger
        assert asks_to_sign_in(get(None, path(ai, end)))


def test_it_is_for_acquaintances_unless_chosen(ai: User, bo: User) -> None:
    assertContains(get(bo, path(ai)), "Ai does not share these figures with you.", status_code=403)
    client_of(ai).post("/me/", {"name": "Ai", "time_zone": "UTC", "card_style": "two"})
    assert User.objects.get(pk=ai.pk).statistics_for == "circle"
    client_of(ai).post("/me/", {"name": "Ai", "time_zone": "UTC", "card_style": "two", "statistics_for": "all"})
    assert User.objects.get(pk=ai.pk).statistics_for == "all"
    assert get(bo, path(ai)).status_code == 200


def test_a_record_that_was_brought_makes_nobody_an_acquaintance(ai: User, bo: User) -> None:
    (record,) = records("\n".join(played(3, cut=False).lines).encode())
    names = list(dict.fromkeys(record.players))
    counted(store_record(record, host=bo, members={names[0]: ai.pk, names[1]: bo.pk}, is_listed=True, now=AT))
    assert PairTally.objects.filter(user=ai, other=bo).exists()
    assert get(bo, path(ai)).status_code == 403


def test_others_read_of_others_nothing(over: Game, cast: list[User]) -> None:
    """Partners and opponents is the person's own; others see what they have to do with it themselves."""
    ai, bo, *_ = cast
    page = text(get(bo, path(ai)))
    assert "With and against you" in page
    assert "Bo</a>" in page
    assert "Chie" not in page
    assert "Chie</a>" in text(get(ai, path(ai)))


def test_whom_a_replica_still_counts_though_they_have_left_is_left_out(over: Game, cast: list[User]) -> None:
    ai, bo, *_ = cast
    gone = 0
    PairTally.objects.filter(user=ai, other=bo).update(other=gone)
    page = text(get(ai, path(ai)))
    assert "Bo</a>" not in page
    assert "Chie</a>" in page
    # The database looks for the account at the end.
    PairTally.objects.filter(other=gone).delete()


def test_points_lost_to_others_have_a_minus_sign(over: Game, cast: list[User]) -> None:
    ai, bo, *_ = cast
    PairTally.objects.filter(user=ai, other=bo).update(against_deals=2, against_points=-5)
    page = text(get(ai, path(ai)))
    assert ">−2.50<" in page
    assert ">-" not in page
