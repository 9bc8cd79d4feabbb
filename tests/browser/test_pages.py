"""Every page, in both languages, for axe, in light and dark, and on the narrowest phone."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client
from django.utils import timezone

from games.comments.services import share_notes
from games.imports import services
from games.models import Game
from games.presentation.option_texts import PRESETS
from games.seats.live_play import agree
from games.seats.meetings import fix_meeting
from games.seats.pauses import pause
from games.table.chat import post_message
from napoleon.engine import Call, LegalExchanges, Play
from napoleon.time_bank import HOUR
from players.models import User
from players.notifications.mail import token
from staff.moderation.services import hide
from tests.browser.looks import looks
from tests.browser.tables import brought_to
from tests.browser.visitor import Look, Visit
from tests.support import account_pages as accounts
from tests.support import chat
from tests.support.analyses import analysed, blundered, of_blunder
from tests.support.drafts import begun
from tests.support.golden import lines_of
from tests.support.play import in_play, lobby, move, play_out, running
from tests.support.scribe import a_match, without_hands
from tests.support.sign_in import mailed_link, sign_in

pytestmark = pytest.mark.browser
SIDES = ("rules", "chat", "notes", "plans")


def test_pages_open_to_all(someone: Visit, look: Look, bo: User) -> None:
    visitor = someone()
    visitor.expect_problem("/nowhere/: 404")
    look(visitor, ["/", "/nowhere/", "/rules/", "/learn/luck/"])
    look(visitor, [f"/rules/{preset}/" for preset in PRESETS])
    private = lobby(bo, listed=False)
    look(visitor, [lobby(bo).get_absolute_url(), "/tables/", f"/join/{private.invitation}/"])
    look(visitor, [running(bo).get_absolute_url()])


def test_pages_of_a_member(someone: Visit, look: Look, ai: User, bo: User) -> None:
    visitor = someone(ai)
    running(ai)
    look(visitor, ["/", "/tables/", f"/u/{bo.pk}/"])
    look(visitor, [f"/tables/new/?preset={preset}" for preset in PRESETS])
    private = lobby(bo, listed=False)
    look(visitor, [lobby(bo).get_absolute_url(), f"/join/{private.invitation}/"])
    look(visitor, [lobby(ai).get_absolute_url()])


def test_tables(someone: Visit, look: Look, ai: User, bo: User) -> None:
    visitor = someone(ai)
    for phase in (Call, LegalExchanges, Play):
        look(visitor, [brought_to(phase, ai).get_absolute_url()])
    look(visitor, [running(ai).get_absolute_url()])
    look(visitor, [running(ai, preset="nap", players=4).get_absolute_url()])
    sealed = running(ai, players=7, auction="sealed", deals_at_once=3)
    look(visitor, [sealed.get_absolute_url(), until_bo(ai, bo).get_absolute_url()])


def test_a_table_with_all_that_may_stand_above_it(someone: Visit, look: Look, cast: list[User]) -> None:
    """An hour that is fixed, an offer of live play, something said; then clocks that are stopped."""
    game = in_play(*cast)
    ai, bo, *_others = cast
    fix_meeting(game_id=game.pk, user=bo, at=timezone.now() + HOUR)
    agree(game_id=game.pk, user=bo)
    post_message(game=game, user=bo, text="Hello")
    look(someone(ai), ["/", game.get_absolute_url(), f"{game.get_absolute_url()}people/"])
    pause(game_id=game.pk, user=ai, days=3, reason="Mountains")
    look(someone(bo), [game.get_absolute_url(), "/me/notifications/"])


def test_what_an_analysis_found(someone: Visit, look: Look, ai: User, bo: User) -> None:
    game = blundered([ai, bo])
    analysed(game, of_blunder())
    here = game.get_absolute_url()
    look(someone(ai), [f"{here}analysis/", f"{here}review/1/3/", "/exercise/", f"{here}exercise/1/3/"])


def test_what_can_only_be_pressed_is_not_on_paper(visit: Visit, ai: User) -> None:
    over = play_out(running(ai, deals=1), ai).get_absolute_url()
    page = visit(ai).page
    for path in (over, f"{over}review/1/9/", f"{over}score-sheet/", "/rules/compare/", "/rules/nap/"):
        page.goto(path)
        # A page that has just been opened may not be on paper yet.
        page.emulate_media(media="print")
        page.wait_for_function("matchMedia('print').matches")
        pressed = page.locator("nav, button, select, input, textarea, :not([open], .rules *) > summary")
        assert [one.inner_text() for one in pressed.all() if one.is_visible()] == []
    # The rules hide nothing on paper.
    assert page.locator(".fold td").first.is_visible()
    cut = "card => getComputedStyle(card).breakInside != 'avoid'"
    assert not page.locator(".card-row .card").first.evaluate(cut)


def test_pages_of_the_staff(someone: Visit, look: Look, ai: User, bo: User) -> None:
    User.objects.filter(pk=ai.pk).update(is_staff=True, is_superuser=True)
    pages = ("health", "reports", "give-back", "merge", "log")
    look(someone(ai), [f"/staff/{page}/" for page in pages])
    look(someone(bo), [f"/report/person/{ai.pk}/", "/offline/"])


def test_beside_and_after_a_match(someone: Visit, look: Look, ai: User) -> None:
    visitor = someone(ai)
    playing = brought_to(Play, ai, preset="leaflet").get_absolute_url()
    look(visitor, [f"{playing}?side={side}" for side in SIDES])
    look(visitor, [f"{playing}rules/", f"{playing}shuffle/", f"{playing}people/"])
    for over in (running(ai, deals=2), running(ai, preset="nap", deals=2)):
        address = play_out(over, ai).get_absolute_url()
        look(visitor, [address, f"{address}?deal=1", f"{address}shuffle/"])


def test_talk_about_a_match(someone: Visit, look: Look, cast: list[User]) -> None:
    game = chat.match_of(cast)
    hide(chat.say(game, cast[0], "Something rude"), actor=cast[1], reason="An insult")
    notes = [chat.note(game, cast[0], words, place) for words, place in (("1", chat.HERE), ("2", None))]
    share_notes(notes, chat.EVERYTHING)
    chat.note(game, cast[0], "For myself")
    here = chat.path(game)
    look(someone(cast[0]), [here, f"/t/{game.slug}/comments/", f"/t/{game.slug}/notes/"])
    look(someone(), [f"{here}?as=1", f"/t/{game.slug}/comments/"])


def test_typing_in_matches(someone: Visit, look: Look, ai: User) -> None:
    match = a_match(0, preset="gurunapo", deals=1)
    lines = list(without_hands(match.rules, match.events))
    # The empty one last: begun once more at once, it would be the same.
    drafts = [begun(ai, match, *lines[:written]) for written in (len(lines), 4, 2, 1, 0)]
    paths = [f"/transcriptions/{draft.slug}/" for draft in reversed(drafts)]
    ways = [f"{paths[0]}?deal=1&line=hand-0", f"{paths[3]}?deal=1&line=trick-1", f"{paths[3]}table/"]
    look(someone(ai), ["/transcriptions/new/", *paths, *ways, f"{paths[4]}finish/"])


def test_looking_for_and_bringing_matches(someone: Visit, look: Look, ai: User) -> None:
    visitor = someone(ai)
    sheet = play_out(running(ai, deals=1), ai).get_absolute_url() + "score-sheet/"
    records = "\n".join([*lines_of("leaflet"), *lines_of("nap")[:9], *lines_of("nap")])
    upload = services.begin(user=ai, data=records.encode())
    look(visitor, ["/archive/", "/archive/?player=Ai", "/imports/", f"/imports/{upload.slug}/", sheet])
    services.confirm(upload=upload, members={}, is_listed=True)
    [brought] = Game.objects.filter(is_imported=True)[:1]
    look(visitor, [f"/imports/{upload.slug}/", brought.get_absolute_url(), "/archive/?source=imported"])
    visitor.expect_problem("/archive/.bid=99: 400")
    look(visitor, ["/archive/?bid=99"])


def until_bo(ai: User, bo: User) -> Game:
    """A table at which Ai waits for Bo."""
    game = running(ai, bo)
    while move(game, ai):
        pass
    return game


def test_pages_of_an_account(someone: Visit, look: Look, fumi: User, fumis: Client) -> None:
    look(someone(), accounts.OPEN.values())
    mine = someone(client=fumis)
    look(mine, [path.format(pk=fumi.pk) for path in accounts.OWN.values()])
    TOTP.activate(fumi, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(fumi)
    key = Authenticator.objects.create(user=fumi, type="webauthn", data={"name": "Phone", "credential": {}})
    # What begins to ask a device needs a real one: test_passkeys.py.
    paths = {name: path for name, path in accounts.WITH_KEYS.items() if name not in ASKS_A_DEVICE}
    look(mine, [path.format(key=key.pk) for path in paths.values()])


ASKS_A_DEVICE = ("mfa_reauthenticate", "mfa_reauthenticate_webauthn")


def test_pages_of_a_guest(someone: Visit, look: Look, guest: User) -> None:
    look(someone(guest), ["/", *accounts.AS_GUEST.values()])


def test_pages_on_the_way_to_an_account(someone: Visit, look: Look, client: Client, fumi: User) -> None:
    client.post("/accounts/login/code/", {"email": fumi.email})
    look(someone(client=client), ["/accounts/login/code/confirm/"])
    client.post("/accounts/password/reset/", {"email": fumi.email})
    path = client.get(mailed_link()).headers["Location"]
    look(someone(client=client), [path, "/accounts/password/reset/key/1-nonsense/"])
    look(someone(), ["/accounts/confirm-email/no-such-key/"])
    look(someone(), [f"/stop/{token(fumi, ['turn', 'invited'])}/"])
    TOTP.activate(fumi, "JBSWY3DPEHPK3PXP")
    sign_in(client)
    look(someone(client=client), ["/accounts/2fa/authenticate/"])


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/"])
def test_forms_with_errors(someone: Visit, look: Look, path: str, language: str) -> None:
    page = someone().go(path)
    page.locator("main form").first.evaluate("form => { form.noValidate = true; form.submit() }")
    page.locator("[aria-invalid=true]").first.wait_for()
    assert not list(looks(page))
