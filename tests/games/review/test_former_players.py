"""Deals whose seats have changed hands since: they name, and open to, those who played them."""

import json

import pytest

from games.archive.search import ArchiveSearch, all_of, names_of
from games.bot_names import bot_name
from games.integrity.rebuild import rebuild
from games.kernel.replay import replay
from games.models import ArchivedDeal, ArchivedPlayer, Game, Note
from games.records import own_record, whole_record
from games.seats import substitution
from players.models import User
from tests.support.cast import everybody, person
from tests.support.play import play_deals, play_out, reread, running
from tests.support.visits import client_of, get, post, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db


def handed_over(game: Game, number: int, leaver: User, substitute: User) -> Game:
    substitution.leave(game_id=game.pk, user=leaver)
    substitution.offer(game_id=game.pk, number=number, user=substitute)
    substitution.sit_in(game_id=game.pk, user=substitute)
    return reread(game)


@world
def unlisted() -> Game:
    """A match at Nap of five deals; Dai plays the first, Emi the others."""
    *people, emi = everybody()
    game = play_deals(running(*people, preset="nap", players=4, deals=5, listed=False), people, 1)
    return handed_over(game, 3, people[3], emi)


@pytest.fixture
def second(unlisted: Game, cast: list[User]) -> Game:
    """The same after a second deal, which Emi has played."""
    return play_deals(unlisted, [*cast[:3], cast[4]], 2)


def names_in(page: str) -> set[str]:
    return {name for name in ("Dai", "Emi") if name in page}


def deal_page(user: User | None, game: Game, deal: int, step: int = 0) -> str:
    return text(get(user, f"/t/{game.slug}/review/{deal}/{step}/?times=1"))


def last_step(user: User, game: Game, deal: int) -> int:
    step = 0
    while get(user, f"/t/{game.slug}/review/{deal}/{step + 1}/").status_code == 200:
        step += 1
    return step


def without_footer(page: str) -> str:
    """The page without the reader's own name, which is on every page."""
    return page.partition("<footer")[0]


def test_a_deal_names_those_who_played_it(second: Game, cast: list[User]) -> None:
    ai = cast[0]
    for step in (0, last_step(ai, second, 1) - 1):
        assert names_in(deal_page(ai, second, 1, step)) == {"Dai"}
    # The result names Dai as well: it shows the score sheet of both deals.
    for step in (0, last_step(ai, second, 2) - 1):
        assert "Dai" not in deal_page(ai, second, 2, step)


def test_each_step_knows_its_seats(second: Game, cast: list[User]) -> None:
    holders = [step.seats[3] for step in replay(second)]
    assert {holder.user_id for holder in holders} == {cast[3].pk, None, cast[4].pk}
    assert [holder.name for holder in (holders[0], holders[-1])] == ["Dai", "Emi"]
    bots = [holder for holder in holders if not holder.is_person]
    its_name = bot_name("captain", second.pk, 3)
    assert {(holder.name, holder.bot, holder.substitute) for holder in bots} == {(its_name, "captain", 0)}
    assert holders[-1].substitute == 1


def test_results_and_sheets_name_who_played(second: Game, cast: list[User]) -> None:
    ai = cast[0]
    assert "Dai" in text(get(ai, f"/t/{second.slug}/?deal=1"))
    paper = text(get(ai, f"/t/{second.slug}/score-sheet/"))
    assert "Dai / Emi" in paper
    assert names_in(paper.replace("Dai / Emi", "")) == {"Dai", "Emi"}


def test_whoever_played_a_deal_may_look_back_on_it(second: Game, cast: list[User]) -> None:
    dai = cast[3]
    assert get(dai, f"/t/{second.slug}/review/").status_code == 302
    page = without_footer(deal_page(dai, second, 1))
    assert "/review/1/" in page
    assert "/review/2/" not in page
    for step in range(last_step(dai, second, 1) + 1):
        assert names_in(without_footer(deal_page(dai, second, 1, step))) == {"Dai"}
    for path in ("review/2/0/", "review/2/", "review/?deal=2", "record/", "score-sheet/", "people/"):
        assert get(dai, f"/t/{second.slug}/{path}").status_code == 404


def test_an_old_link_to_the_table_leads_to_the_deals_that_one_played(second: Game, cast: list[User]) -> None:
    path = f"/t/{second.slug}/"
    answer = client_of(cast[3]).get(f"{path}?deal=2", follow=True)
    assert answer.redirect_chain[0] == (f"{path}review/", 302)
    page = without_footer(text(answer))
    assert "/review/1/" in page
    assert "/review/2/" not in page
    assert names_in(page) == {"Dai"}
    # Nobody else learns that there is such a table.
    assert get(person("fumi"), path).status_code == 404


def test_a_listed_match_opens_no_other_deal_to_them(cast: list[User]) -> None:
    *people, emi = cast
    game = running(*people, preset="nap", players=4, deals=5, no_shuffle=False)
    game = play_deals(handed_over(play_deals(game, people, 1), 3, people[3], emi), [*people[:3], emi], 2)
    assert get(people[3], f"/t/{game.slug}/review/1/0/").status_code == 200
    assert get(people[3], f"/t/{game.slug}/review/2/0/").status_code == 404
    assert get(None, f"/t/{game.slug}/review/1/0/").status_code == 404


def test_the_shuffle_of_gathered_cards_stays_secret_from_them(cast: list[User]) -> None:
    *people, emi = cast
    game = running(*people, preset="nap", players=4, deals=5, no_shuffle=True)
    game = handed_over(play_deals(game, people, 1), 3, people[3], emi)
    assert get(people[3], f"/t/{game.slug}/review/1/0/").status_code == 404


def test_a_bare_seat_at_the_table_opens_nothing(unlisted: Game, cast: list[User]) -> None:
    """A person who came and went between two deals has played none."""
    *_others, dai, emi = cast
    substitution.leave(game_id=unlisted.pk, user=emi)
    game = reread(unlisted)
    path = f"/t/{game.slug}/review/1/0/"
    assert get(dai, path).status_code == 200
    assert get(emi, path).status_code == 404


def test_records_and_the_archive_credit_both(second: Game, cast: list[User]) -> None:
    ai, bo, chie, dai, emi = cast
    [own, *_] = own_record(second, second.seats.get(user=emi)).splitlines()
    assert json.loads(own)["players"] == ["Ai", "Bo", "Chie", "Dai"]
    game = play_out(second, ai, bo, chie, emi)
    head, *_ = map(json.loads, whole_record(game).splitlines())
    assert head["players"] == ["Ai", "Bo", "Chie", "Dai"]
    assert [(substitute["seat"], substitute["player"]) for substitute in head["substitutes"]] == [
        (3, "Captain 4"),
        (3, "Emi"),
    ]
    rows = ArchivedPlayer.objects.filter(deal__game=game, seat=3).order_by("deal__number")
    assert rows[0].user == dai
    assert {row.user for row in rows[1:]} == {emi}
    listed = text(get(dai, f"/archive/?player=%23{dai.pk}"))
    assert f"/t/{game.slug}/review/?deal={rows[0].deal.number}" in listed
    assert get(dai, f"/t/{game.slug}/review/1/0/").status_code == 200
    assert get(dai, f"/t/{game.slug}/review/2/0/").status_code == 404


def streamed(user: User, path: str) -> str:
    return b"".join(get(user, path).streaming_content).decode()  # type: ignore[attr-defined]


def test_a_file_of_the_archive_holds_no_deal_that_they_did_not_play(second: Game, cast: list[User]) -> None:
    ai, bo, chie, dai, emi = cast
    game = play_out(second, ai, bo, chie, emi)
    assert streamed(dai, f"/archive/records.jsonl?player=%23{dai.pk}") == ""
    assert game.slug in streamed(ai, f"/archive/records.jsonl?player=%23{ai.pk}")


def test_the_archive_names_those_who_played_the_deal(second: Game, cast: list[User]) -> None:
    ai, bo, chie, dai, emi = cast
    game = play_out(second, ai, bo, chie, emi)
    deal = ArchivedDeal.objects.prefetch_related("players__user").get(game=game, number=1)
    assert names_of(deal) == ["Ai", "Bo", "Chie", "Dai"]
    listed = text(get(dai, f"/archive/?player=%23{dai.pk}"))
    assert names_in(listed.partition('class="ledger')[2].partition("</ul>")[0]) == {"Dai"}


def test_the_archive_names_no_bot_for_a_deal_of_a_deleted_account(cast: list[User]) -> None:
    ai, bo, chie, dai, _emi = cast
    game = play_deals(running(ai, bo, chie, dai, preset="nap", players=4, deals=2), [ai, bo, chie, dai], 1)
    substitution.leave(game_id=game.pk, user=dai)
    play_out(reread(game), ai, bo, chie)
    dai.delete()
    names = [names_of(deal)[3] for deal in all_of(ArchiveSearch(oldest_first=True), most=2)]
    assert names == ["former player", bot_name("captain", game.pk, 3)]
    # Old rows do not distinguish the two.
    ArchivedPlayer.objects.update(is_bot=None)
    names = [names_of(deal)[3] for deal in all_of(ArchiveSearch(oldest_first=True), most=2)]
    assert names == [bot_name("captain", game.pk, 3)] * 2
    assert rebuild(game.pk)
    assert rebuild(game.pk) == []
    rows = ArchivedPlayer.objects.filter(seat=3).order_by("deal__number")
    assert list(rows.values_list("is_bot", flat=True)) == [False, True]


def test_the_archive_names_nobody_for_a_deal_that_a_bot_played(cast: list[User]) -> None:
    ai, bo, chie, dai, emi = cast
    game = running(ai, bo, chie, dai, preset="nap", players=4, deals=2)
    substitution.leave(game_id=game.pk, user=dai)
    play_deals(game, [ai, bo, chie], 1)
    substitution.offer(game_id=game.pk, number=3, user=emi)
    substitution.sit_in(game_id=game.pk, user=emi)
    play_out(reread(game), ai, bo, chie, emi)
    assert [names_of(deal)[3] for deal in all_of(ArchiveSearch(oldest_first=True), most=2)] == ["Bot", "Emi"]


def test_a_seed_stands_beside_who_gave_it(second: Game, cast: list[User]) -> None:
    assert names_in(text(get(cast[0], f"/t/{second.slug}/shuffle/")).partition("What each player added")[2]) == {"Dai"}


def test_their_private_notes_are_theirs_to_change(second: Game, cast: list[User]) -> None:
    dai, table = cast[3], f"/t/{second.slug}"
    post(dai, f"{table}/review/1/1/comment/", text="mine", is_private="on")
    note = Note.objects.get(user=dai)
    assert post(dai, f"{table}/notes/{note.pk}/edit/", text="other").status_code in (302, 303)
    assert get(dai, f"{table}/notes/").status_code == 200
    assert post(dai, f"{table}/notes/{note.pk}/delete/").status_code in (302, 303)
    assert not Note.objects.exists()
