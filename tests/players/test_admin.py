"""The staff's pages: people in full, games without their secrets."""

from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core import mail
from django.db.models import Model
from django.test import Client, RequestFactory

from games.kernel import early_end
from games.models import ChatMessage, Comment, Event, Game, GameSecret, Note, Turn
from games.plans import services as planning
from games.plans.plan import PassPlan
from players.accounts.services import erase
from players.models import Delivery, Session, User
from tests.support.notifications import Post, letter, pass_time
from tests.support.notifications import post as post
from tests.support.play import play_out, reread, running
from tests.support.wall_clock import Wall
from tests.support.wall_clock import wall as wall

pytestmark = pytest.mark.django_db
# Every card of the deal stands in the payload of its first event.
CARD = "&quot;SA&quot;"


def text(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, (path, response.status_code)
    return response.content.decode()


def every_page(client: Client, game: Game) -> str:
    """All that the staff's pages say about one game."""
    paths = [
        "/admin/",
        "/admin/games/game/",
        f"/admin/games/game/{game.pk}/change/",
        "/admin/games/event/",
        f"/admin/games/event/?q={game.slug}",
        "/admin/games/chatmessage/",
        "/admin/games/comment/",
        *(f"/admin/games/event/{event.pk}/change/" for event in game.events.all()[:9]),
        *(f"/admin/games/chatmessage/{line.pk}/change/" for line in game.messages.all()),
        *(f"/admin/games/comment/{said.pk}/change/" for said in game.comments.all()),
    ]
    return "\n".join(text(client, path) for path in paths)


def test_a_running_game_shows_no_secret(admin_client: Client, ai: User, bo: User) -> None:
    game = running(ai, bo)
    ChatMessage.objects.create(game=game, user=ai, text="I hold the joker", is_thought=True, at=game.created_at)
    Comment.objects.create(game=game, user=ai, text="Bo had the mighty", at=game.created_at)
    seen = every_page(admin_client, game)
    assert CARD not in seen
    assert "I hold the joker" not in seen
    assert "Bo had the mighty" not in seen
    assert game.invitation not in seen
    assert game.secret_row.secret not in seen
    assert not [event.digest for event in game.events.all() if event.digest in seen]


def test_that_a_move_was_planned_is_told_after_the_match(admin_client: Client, ai: User, bo: User, wall: Wall) -> None:
    game = running(ai, bo, preset="nap", players=2)
    planning.add_plan(slug=game.slug, user=Turn.objects.get(game=game).user, deal=1, plan=PassPlan())
    wall.go(minutes=10)
    assert planning.release(game_id=game.pk)
    event = game.events.get(by=Event.By.PLAN)
    paths = ("/admin/games/event/", f"/admin/games/event/{event.pk}/change/")
    assert not [path for path in paths if "by a plan" in text(admin_client, path)]
    early_end.stop(game_id=game.pk)
    assert [path for path in paths if "by a plan" in text(admin_client, path)] == [*paths]


def test_a_finished_game_is_open(admin_client: Client, ai: User, bo: User) -> None:
    game = running(ai, bo)
    ChatMessage.objects.create(game=game, user=ai, text="I held the joker", is_thought=True, at=game.created_at)
    seen = every_page(admin_client, play_out(game, ai, bo))
    assert CARD in seen
    assert "I held the joker" in seen


@pytest.mark.parametrize(
    "path",
    [
        "event/?payload__icontains=SA",
        "event/?type=bid",
        "event/?type__startswith=b",
        "event/?digest__startswith=0",
        "event/?game__secret_row__secret__startswith=0",
        "game/?invitation__startswith=a",
        "game/?secret_row__secret__startswith=0",
        "chatmessage/?text__contains=joker",
        "comment/?text__contains=joker",
        "chatmessage/?game__events__payload__contains=SA",
    ],
)
def test_nothing_is_found_out_by_filtering(admin_client: Client, ai: User, path: str) -> None:
    running(ai)
    assert admin_client.get(f"/admin/games/{path}").status_code in (302, 400)


def test_finding_games_still_works(admin_client: Client, ai: User) -> None:
    game = running(ai)
    assert game.slug in text(admin_client, "/admin/games/game/?status__exact=running")
    assert game.slug not in text(admin_client, "/admin/games/game/?status__exact=lobby")
    assert game.slug in text(admin_client, f"/admin/games/game/?q={game.slug}")


def test_games_are_looked_at_only(admin_client: Client, ai: User) -> None:
    game = running(ai)
    event = game.events.first()
    assert event is not None
    for path in (f"game/{game.pk}", f"event/{event.pk}"):
        for what in ("change", "delete"):
            assert admin_client.post(f"/admin/games/{path}/{what}/", {"post": "yes"}).status_code == 403
    for model in ("game", "event", "chatmessage", "comment"):
        assert admin_client.get(f"/admin/games/{model}/add/").status_code == 403
    assert Event.objects.filter(pk=event.pk).exists()


@pytest.mark.parametrize("model", [ChatMessage, Comment])
def test_a_line_of_chat_and_a_comment_can_be_taken_down(
    model: type[ChatMessage | Comment], admin_client: Client, ai: User
) -> None:
    game = running(ai)
    said = model.objects.create(game=game, user=ai, text="!", at=game.created_at)
    admin_client.post(f"/admin/games/{model._meta.model_name}/{said.pk}/delete/", {"post": "yes"})
    assert not model.objects.exists()


def test_secrets_and_notes_are_not_there_at_all() -> None:
    assert not any(admin.site.is_registered(model) for model in (GameSecret, Note))


def test_staff_cannot_read_the_secret_of_an_authenticator_app(admin_client: Client, fumi: User) -> None:
    key = TOTP.activate(fumi, "JBSWY3DPEHPK3PXP").instance
    page = text(admin_client, f"/admin/mfa/authenticator/{key.pk}/change/")
    assert "JBSWY3DPEHPK3PXP" not in page
    assert fumi.name in page
    assert admin_client.get("/admin/mfa/authenticator/?data__icontains=JBSW").status_code in (302, 400)
    assert admin_client.get("/admin/mfa/authenticator/add/").status_code == 403


def test_deliveries_are_looked_at_only(admin_client: Client, post: Post, fumi: User) -> None:
    User.objects.update(keeps_quiet=False)
    letter(fumi, "secret")
    pass_time()
    delivery = Delivery.objects.get()
    page = text(admin_client, "/admin/players/delivery/?state__exact=sent")
    page += text(admin_client, f"/admin/players/delivery/{delivery.pk}/change/")
    assert "Fumi" in page
    assert "secret" not in page
    for what in (f"{delivery.pk}/delete/", "add/"):
        assert admin_client.post(f"/admin/players/delivery/{what}").status_code == 403
    assert admin_client.get("/admin/players/delivery/?notification__kind=plan_dropped").status_code in (302, 400)


def test_people_are_added_found_and_shown(admin_client: Client) -> None:
    admin_client.post("/admin/players/user/add/", {"email": "carol@example.org", "name": "Carol"})
    carol = User.objects.get(email="carol@example.org")
    assert "Carol" in text(admin_client, "/admin/players/user/?q=carol")
    text(admin_client, f"/admin/players/user/{carol.pk}/change/")


def lookups_of(model: type[Model], hops: int = 2) -> Iterator[str]:
    """Everything that a filter could ask about a model: its fields, and those of what it is tied to."""
    for field in model._meta.get_fields():
        name = getattr(field, "name", "")
        yield from (f"{name}{kind}" for kind in ("", *KINDS))
        if hops and field.is_relation and field.related_model:
            yield from (f"{name}__{one}" for one in lookups_of(field.related_model, hops - 1))  # type: ignore[arg-type]


KINDS = ("__exact", "__startswith", "__icontains", "__regex", "__gt", "__isnull", "__in")


@pytest.mark.parametrize("page", admin.site._registry.values(), ids=str)
def test_pages_filter_by_what_they_name_alone(page: Any, rf: RequestFactory) -> None:
    allowed = {one for one in set(lookups_of(page.model)) if page.lookup_allowed(one, "x", rf.get("/"))}
    assert allowed == set(page.lookups)
    assert allowed <= {f"{field.name}__exact" for field in page.model._meta.get_fields()}


@pytest.fixture
def helper(db: None) -> Client:
    """Staff with nothing but the right to view and change people."""
    user = User.objects.create(name="Helper", email="helper@example.org", is_staff=True)
    rights = Permission.objects.filter(content_type__app_label="players", content_type__model="user")
    user.user_permissions.add(*rights.filter(codename__in=("view_user", "change_user")))
    client = Client()
    client.force_login(user)
    return client


def test_a_session_cannot_be_guessed(helper: Client, fumis: Client) -> None:
    for path in ("players/user", "account/emailaddress"):
        assert helper.get(f"/admin/{path}/?sessions__session_key__startswith=a").status_code in (302, 400, 403)
    stored = set(Session.objects.values_list("session_key", flat=True))
    assert len(stored) == 2
    for client in (helper, fumis):
        assert client.cookies["sessionid"].value not in stored
        # What is stored is not a key.
        thief = Client()
        for key in stored:
            thief.cookies["sessionid"] = key
            assert thief.get("/me/").status_code == 302


def test_staff_set_no_password_and_no_address(helper: Client, fumi: User) -> None:
    fumi.set_password("rather long words")
    fumi.save()
    assert helper.get(f"/admin/players/user/{fumi.pk}/password/").status_code == 404
    form = {
        "name": "Fumiko",
        "email": "mine@example.org",
        "password": "x",
        "password1": "x",
        "is_superuser": "on",
        "is_staff": "on",
        "theme": "auto",
    }
    page = f"/admin/players/user/{fumi.pk}/change/"
    fields = {
        **{name: str(getattr(fumi, name) or "") for name in ("language", "time_zone", "theme", "card_style")},
        "is_active": "on",
    }
    assert helper.post(page, {**form, **fields}).status_code == 302
    fumi.refresh_from_db()
    assert (fumi.name, fumi.email) == ("Fumiko", "fumi@example.org")
    assert fumi.check_password("rather long words")
    assert not fumi.is_staff
    assert not fumi.is_superuser


def test_a_link_for_a_new_password_is_mailed_and_logged(helper: Client, fumi: User, fumis: Client) -> None:
    EmailAddress.objects.get_or_create(user=fumi, email=fumi.email, verified=True, primary=True)
    helper.post("/admin/players/user/", {"action": "mail_password_link", "_selected_action": [fumi.pk]})
    assert [message.to for message in mail.outbox] == [[fumi.email]]
    assert "/accounts/password/reset/key/" in str(mail.outbox[0].body)
    assert "Mailed a link to set a new password" in text(fumis, "/me/devices/")


def test_the_link_is_mailed_in_the_language_of_who_reads_it(admin_client: Client, fumi: User) -> None:
    User.objects.filter(pk=fumi.pk).update(language="ja")
    admin_client.post("/admin/players/user/", {"action": "mail_password_link", "_selected_action": [fumi.pk]})
    [message] = mail.outbox
    assert "パスワード" in message.subject
    assert "パスワード" in str(message.body)


def test_what_staff_delete_of_a_player_stands_in_the_players_log(
    admin_client: Client, fumi: User, fumis: Client
) -> None:
    key = TOTP.activate(fumi, "JBSWY3DPEHPK3PXP").instance
    admin_client.post(f"/admin/mfa/authenticator/{key.pk}/delete/", {"post": "yes"})
    assert not fumi.authenticator_set.exists()
    assert "authenticator" in text(fumis, "/me/devices/").lower()


@pytest.mark.parametrize("by_staff", [False, True])
def test_no_name_and_no_address_stays_in_the_log_of_staff(admin_client: Client, fumi: User, by_staff: bool) -> None:
    key, other = fumi.pk, EmailAddress.objects.create(user=fumi, email="fumi@example.net")
    admin_client.post(f"/admin/account/emailaddress/{other.pk}/delete/", {"post": "yes"})
    admin_client.post("/admin/players/user/", {"action": "mail_password_link", "_selected_action": [key]})
    if by_staff:
        admin_client.post(f"/admin/players/user/{key}/delete/", {"post": "yes"})
    else:
        erase(fumi)
    logged = LogEntry.objects.order_by("pk").values_list("object_repr", flat=True)
    assert list(logged) == [f"#{other.pk}", *[f"#{key}"] * (2 + by_staff)]


@pytest.mark.parametrize("way", ["page", "list"])
def test_whom_staff_delete_leaves_their_games_to_bots(way: str, admin_client: Client, ai: User, bo: User) -> None:
    game = running(ai, bo)
    if way == "page":
        admin_client.post(f"/admin/players/user/{ai.pk}/delete/", {"post": "yes"})
    else:
        chosen = {"action": "delete_selected", "_selected_action": [ai.pk], "post": "yes"}
        admin_client.post("/admin/players/user/", chosen)
    assert not User.objects.filter(name="Ai").exists()
    assert game.seats.get(number=0).bot == "captain"
    play_out(game, bo)
    assert reread(game).status == Game.Status.FINISHED


@pytest.mark.parametrize("key", ["²", "x", "9" * 30, "\x00"])
def test_a_row_that_cannot_be_chosen_is_refused(key: str, admin_client: Client) -> None:
    chosen = {"action": "delete_selected", "_selected_action": key, "post": "yes"}
    for path in ("players/user", "account/emailaddress", "games/comment"):
        assert admin_client.post(f"/admin/{path}/", chosen).status_code in (302, 400)


@pytest.mark.parametrize("term", ["x" * 70_000, "x " * 35_000])
def test_a_search_may_be_long(term: str, admin_client: Client, fumi: User) -> None:
    for page in ("/admin/players/user/", "/admin/games/game/"):
        assert admin_client.get(page, {"q": term}).status_code == 200


def test_only_staff_get_in(fumis: Client) -> None:
    assert fumis.get("/admin/").status_code in (302, 403)
