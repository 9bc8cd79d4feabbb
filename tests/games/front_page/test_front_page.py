"""The front page: for visitors what this is, for people where it is their turn."""

import re

import pytest

from games.front_page.showcase import PLAYED
from games.kernel.log import state_of
from games.lobby import services
from games.models import FormerSeat, Game, Turn
from games.seats.live_play import agree
from napoleon.engine import Pass, PlayerView, card_name, view
from napoleon.engine.cards import cards_in
from napoleon.time_bank import DAY, HOUR, NOTHING, ClockRules
from players.models import User
from tests.support.play import lobby, move, play_out, reread, running
from tests.support.visits import get, guest, post, queries, text
from tests.support.wall_clock import Wall

pytestmark = pytest.mark.django_db


def test_a_visitor_sees_a_table_and_may_play_at_once() -> None:
    page = text(get(None, "/"))
    for _seat, code in PLAYED:
        assert f'data-card="{code}"' in page
    assert 'action="/play-now/"' in page
    assert "Sign in" in page


def test_my_turns_stand_there_with_what_is_to_be_done(ai: User) -> None:
    game = running(ai, preset="gurunapo", first_bidder="dealer_left")
    turn = Turn.objects.get(user=ai)
    page = text(get(ai, "/"))
    assert f'href="/t/{game.slug}/?deal={turn.deal}"' in page
    assert 'Next table <span class="count">1</span>' in page


def test_turns_come_longest_waiting_first(ai: User) -> None:
    first, second = running(ai), running(ai, preset="nap")
    page = text(get(ai, "/"))
    assert page.index(first.slug) < page.index(second.slug)


def test_turns_come_by_what_runs_out_first_bank_counted(ai: User, bo: User, wall: Wall) -> None:
    """Slow has waited longer, and its move is due first; but it has a bank."""
    slow, quick = (
        running(ai, bo, preset="nap", players=2, clock=ClockRules(hours * HOUR, bank, quiet=False))
        for hours, bank in ((8, 3 * DAY), (12, NOTHING))
    )
    solo = running(ai, preset="nap")
    for game in (slow, quick):
        while not game.turns.filter(user=ai).exists():
            move(game, bo)
    page = text(get(ai, "/"))
    assert page.index(quick.slug) < page.index(slug := slow.slug) < page.index(solo.slug)
    assert '<time datetime="2026-03-03T00:00:00+00:00">tomorrow 00:00</time>, </span>in 12 hours' in page
    assert "with the bank <time" in page
    visits = [get(ai, f"/next/?from={quick.slug}&deal=1"), get(ai, "/next/")]
    assert [visit["Location"].split("?")[0] for visit in visits] == [f"/t/{slug}/", f"/t/{quick.slug}/"]


def test_those_who_wait_see_until_when(ai: User, bo: User, wall: Wall) -> None:
    game = running(ai, bo, preset="nap", players=2, clock=ClockRules(quiet=False))
    waiting, _to_act = (ai, bo) if Turn.objects.get(game=game).user == bo else (bo, ai)
    waiting.time_zone = "Asia/Tokyo"
    waiting.save()
    assert '<time datetime="2026-03-03T12:00:00+00:00">tomorrow 21:00</time>, </span>in 24 hours' in text(
        get(waiting, "/")
    )


def test_live_play_shows_no_deadlines_of_the_slow_clock(ai: User, bo: User, wall: Wall) -> None:
    game = running(ai, bo, preset="nap", players=2, clock=ClockRules(quiet=False))
    for user in (ai, bo):
        agree(game_id=game.pk, user=user)
    for page in (text(get(user, "/")) for user in (ai, bo)):
        assert game.slug in page
        assert "in 24 hours" not in page


def test_games_that_wait_for_others_name_them(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2)
    waiting, to_act = (ai, bo) if Turn.objects.get(game=game).user == bo else (bo, ai)
    page = text(get(waiting, "/"))
    assert f"you are waiting for {to_act}" in page
    assert "Next table" not in page
    assert "<h1>Your tables</h1>" in " ".join(page.split()).replace("> ", ">").replace(" <", "<")


def test_each_table_is_pictured_with_its_auction_and_my_hand(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="gurunapo", first_bidder="dealer_left")
    for reader, other in ((ai, bo), (bo, ai)):
        hand, others = (known_to(game, user).deals[0].hand for user in (reader, other))
        pictured = re.findall(r'data-card="(\w+)"', picture(reader))
        assert sorted(pictured) == sorted(card_name(card) for card in cards_in(hand))
        assert not set(pictured) & {card_name(card) for card in cards_in(others)}
    calls = known_to(game, ai).deals[0].auction
    assert picture(ai).count("pass") == len({call.seat for call in calls if isinstance(call, Pass)})


def test_the_picture_shows_the_cards_on_the_table_and_who_is_to_act(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1)
    while not any(deal.trick for deal in known_to(game, ai).deals):
        for user in (ai, bo):
            if game.turns.filter(user=user).exists():
                move(game, user)
    deal = known_to(game, ai).deals[0]
    [(_seat, card)] = deal.trick
    felt = picture(ai).split("mini-hand")[0]
    assert re.findall(r'data-card="(\w+)"', felt) == [card_name(card)]
    assert re.findall(r"mini-place[^\"]*to-act", felt)


def test_a_person_who_is_waited_for_reads_by_whom_and_for_how_long(ai: User, bo: User, wall: Wall) -> None:
    game = running(ai, bo, preset="nap", players=2)
    waiting, to_act = (ai, bo) if Turn.objects.get(game=game).user == bo else (bo, ai)
    wall.go(hours=3)
    mine, others = (" ".join(text(get(user, "/")).split()) for user in (to_act, waiting))
    assert f"{waiting} is waiting for you" in mine
    assert f"you are waiting for {to_act}" in others
    assert all("for <b>3 hours</b>" in page for page in (mine, others))


def test_bots_wait_for_nobody(ai: User) -> None:
    running(ai)
    assert "waiting for you" not in text(get(ai, "/"))


def test_a_match_with_several_deals_at_once_has_one_card(ai: User) -> None:
    game = running(ai, deals=3, deals_at_once=3)
    page = text(get(ai, "/"))
    first, *more = Turn.objects.filter(user=ai).order_by("opened_at", "pk")
    assert page.count('class="table-card') == 1
    assert f'class="what" href="/t/{game.slug}/?deal={first.deal}"' in page
    assert more
    assert all(f'<a href="/t/{game.slug}/?deal={turn.deal}">' in page for turn in more)


def test_what_asks_for_an_answer_comes_first(ai: User, bo: User) -> None:
    running(ai)
    assert "Waiting for your answer" not in text(get(ai, "/"))
    services.invite(game_id=lobby(bo).pk, number=1, user=ai)
    page = text(get(ai, "/"))
    assert page.index("Waiting for your answer") < page.index("Bo invites you") < page.index("<h1>")


def known_to(game: Game, user: User) -> PlayerView:
    return view(state_of(reread(game)).match, game.seats.get(user=user).number)


def picture(user: User) -> str:
    """The only table on the person's front page, in miniature."""
    [found] = re.findall(r'<div class="miniature".*?</div>', text(get(user, "/")), re.DOTALL)
    return str(found)


def test_invitations_and_tables_about_to_begin(ai: User, bo: User) -> None:
    game = lobby(bo)
    services.invite(game_id=game.pk, number=1, user=ai)
    invited = text(get(ai, "/"))
    assert "Bo invites you" in invited
    assert f'action="/t/{game.slug}/take-seat/"' in invited
    hosting = text(get(bo, "/"))
    assert "Bo’s table" in hosting
    assert "4 seats still free" in hosting
    assert "invites you" not in hosting


@pytest.mark.cards(2)
def test_a_finished_match_shows_who_won(ai: User, bo: User) -> None:
    game = play_out(running(ai, bo, preset="nap", players=2, deals=1), ai, bo)
    own = game.seats.get(user=ai)
    best = max(game.seats.all(), key=lambda seat: seat.score)
    page = text(get(ai, "/"))
    assert f"won by {best.name}" in page
    assert f"{own.score:+d}" in page


@pytest.mark.cards(2)
def test_a_bot_that_took_over_a_seat_has_won_for_its_owner(ai: User, bo: User, emi: User) -> None:
    game = play_out(running(ai, bo, preset="nap", players=2, deals=1), ai, bo)
    best, other = sorted(game.seats.all(), key=lambda seat: -(seat.score or 0))
    owner, reader = best.user, other.user
    game.seats.filter(pk=best.pk).update(user=None, bot="recruit")
    # A substitute came between the owner and the bot.
    for user, seq in ((emi, 9), (owner, 5)):
        FormerSeat.objects.create(game=game, number=best.number, user=user, until_seq=seq)
    name = game.seats.get(pk=best.pk).name
    assert f"won by {name} for {owner}" in re.sub(r"\s+", " ", text(get(reader, "/")))


def test_names_are_no_markup(ai: User, bo: User) -> None:
    bo.name = "<b>Bo</b>"
    bo.save()
    services.invite(game_id=lobby(bo).pk, number=1, user=ai)
    page = text(get(ai, "/"))
    assert "<b>Bo</b> invites" not in page
    assert "&lt;b&gt;Bo&lt;/b&gt; invites" in page


def test_whoever_has_nothing_is_told_where_to_begin(ai: User) -> None:
    assert "Getting started" in text(get(ai, "/"))
    assert "Getting started" in text(get(guest(), "/"))


def test_it_can_only_be_read(ai: User) -> None:
    assert post(ai, "/").status_code == 405


def test_its_queries_do_not_grow_with_the_games(ai: User, bo: User, chie: User) -> None:
    def more_games() -> None:
        play_out(running(ai, bo, preset="nap", players=2, deals=1), ai, bo)
        running(ai)
        running(bo, ai)
        lobby(ai, bo)
        services.invite(game_id=lobby(chie).pk, number=1, user=ai)

    more_games()
    few = queries(ai, "/")
    more_games()
    more_games()
    assert queries(ai, "/") == few <= 12


def test_its_queries_do_not_grow_with_the_bots_that_have_won(ai: User, bo: User) -> None:
    def won_by_bot() -> None:
        game = play_out(running(ai, bo, preset="nap", players=2, deals=1), ai, bo)
        FormerSeat.objects.create(game=game, number=game.seats.get(user=bo).number, user=bo, until_seq=9)
        game.seats.filter(user=bo).update(user=None, bot="recruit", score=99)

    won_by_bot()
    few = queries(ai, "/")
    won_by_bot()
    won_by_bot()
    assert queries(ai, "/") == few
