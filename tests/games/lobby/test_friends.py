"""Friends are invited by choosing them; people who are blocked neither invite nor sit down."""

from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains

from games.comments.models import PositionKey
from games.comments.services import create_comment
from games.lobby import services
from games.models import Game
from games.table.chat import post_message
from players.friends.services import block
from players.models import Notification, User
from players.notifications import dispatch
from tests.support.friends import befriend
from tests.support.play import lobby, play_out, running
from tests.support.table_form import filled_in
from tests.support.visits import get, post, queries, text

pytestmark = pytest.mark.django_db


def kinds_told(user: User) -> set[str]:
    return set(Notification.objects.filter(user=user).values_list("kind", flat=True))


# --- Inviting ---


def test_choose_friends_for_a_new_table(ai: User, bo: User, chie: User) -> None:
    befriend(ai, bo)
    page = text(get(ai, "/tables/new/"))
    assert f'name="chosen" value="{bo.pk}"' in page
    assert f'name="chosen" value="{chie.pk}"' not in page
    response = post(ai, "/tables/new/", **filled_in("gurunapo", chosen=[bo.pk], friends="Chie"))
    assert response.status_code == 302
    game = Game.objects.get(slug=response["Location"].split("/")[2])
    invited = game.seats.order_by("number").values_list("invited__name", flat=True)
    assert list(invited) == [None, "Bo", "Chie", None, None]


def test_only_friends_can_be_chosen(ai: User, bo: User) -> None:
    assert post(ai, "/tables/new/", **filled_in("gurunapo", chosen=[bo.pk])).status_code == 422
    befriend(ai, bo)
    assert post(ai, "/tables/new/", **filled_in("gurunapo", chosen=[bo.pk], friends="Bo")).status_code == 302
    assert Game.objects.get().seats.filter(invited=bo).count() == 1


def test_invite_friends_at_an_open_table_by_one_tap(ai: User, bo: User, chie: User) -> None:
    for friend in (bo, chie):
        befriend(ai, friend)
    game = lobby(ai)
    page = text(get(ai, f"/t/{game.slug}/"))
    assert f'value="#{bo.pk}"' in page
    post(ai, f"/t/{game.slug}/invite/", number=1, name=f"#{bo.pk}")
    page = text(get(ai, f"/t/{game.slug}/"))
    assert f'value="#{bo.pk}"' not in page
    assert f'value="#{chie.pk}"' in page
    assert 'name="number" value="2"' in page
    assert f'value="#{ai.pk}"' not in text(get(bo, f"/t/{game.slug}/"))
    assert queries(ai, f"/t/{game.slug}/") <= 9


# --- Blocking ---


def test_a_blocked_person_does_not_sit_down_at_my_table(ai: User, bo: User, chie: User) -> None:
    block(user=ai, other=bo)
    game = lobby(ai)
    assert "Sit down here" in text(get(chie, f"/t/{game.slug}/"))
    assert "Sit down here" not in text(get(bo, f"/t/{game.slug}/"))
    assert game.slug in text(get(chie, "/tables/"))
    assert game.slug not in text(get(bo, "/tables/"))
    for path in (f"/t/{game.slug}/take-seat/", f"/join/{game.invitation}/"):
        assertContains(post(bo, path), "No seat is free at this table.", status_code=409)
    assert not game.seats.filter(user=bo).exists()


def test_an_invitation_by_a_blocked_person_does_not_arrive(ai: User, bo: User, chie: User) -> None:
    block(user=bo, other=ai)
    game = lobby(ai)
    for number, invited in ((1, bo), (2, chie)):
        assert post(ai, f"/t/{game.slug}/invite/", number=number, name=invited.name).status_code == 302
    assert text(get(ai, f"/t/{game.slug}/")).count("invited; the seat is kept") == 2
    assert "Ai invites you" in text(get(chie, "/"))
    assert "Ai invites you" not in text(get(bo, "/"))
    assert (kinds_told(bo), kinds_told(chie)) == (set(), {"invited"})


def test_a_seat_taken_before_stays_on_the_front_page(ai: User, bo: User) -> None:
    game = lobby(ai, bo)
    block(user=bo, other=ai)
    assert game.slug in text(get(bo, "/"))


def test_nobody_invites_whom_they_have_blocked(ai: User, bo: User) -> None:
    block(user=ai, other=bo)
    game = lobby(ai)
    response = post(ai, f"/t/{game.slug}/invite/", number=1, name="Bo")
    assert (response.status_code, "You have blocked Bo." in text(response)) == (409, True)


def test_words_of_a_blocked_person_notify_nobody(ai: User, bo: User, chie: User) -> None:
    block(user=bo, other=ai)
    game = play_out(running(ai, bo, chie, deals=1), ai, bo, chie)
    Notification.objects.all().delete()
    post_message(game=game, user=ai, text="@Bo and @Chie, well played")
    create_comment(game=game, user=ai, place=PositionKey(1, 3), text="@Bo @Chie", key=uuid4())
    dispatch.due_now(timezone.now())
    assert (kinds_told(bo), kinds_told(chie)) == (set(), {"mentioned"})


def test_a_rematch_leaves_out_whom_its_host_has_blocked(ai: User, bo: User, chie: User) -> None:
    game = play_out(running(ai, bo, chie, deals=1), ai, bo, chie)
    block(user=ai, other=bo)
    again = Game.objects.get(slug=post(ai, f"/t/{game.slug}/rematch/")["Location"].split("/")[2])
    assert set(again.seats.values_list("invited__name", flat=True)) == {None, "Chie"}
    assert post(bo, f"/t/{game.slug}/rematch/").status_code == 409
    services.cancel(game_id=again.pk)
    assert post(bo, f"/t/{game.slug}/rematch/").status_code == 302
    assert "rematch" not in text(get(ai, "/"))
