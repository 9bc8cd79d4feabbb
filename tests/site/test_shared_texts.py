"""Free text that others see is in one list, and a muted person writes none of it."""

import ast
from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.models import Game, Seat
from leagues.models import Club, JoinRequest, Season
from players.friends.models import Friendship
from players.models import User
from players.writing import SharedTextField, refuse_muted, written_by
from tests.support.clubs import club_of
from tests.support.play import lobby, running
from tests.support.visits import post

APPS = ("games", "leagues", "players", "staff")
ROOT = Path(__file__).parents[2]

SHARED = [
    "games.comments.forms.CommentForm.text",
    "games.house_rules.forms.NamedRulesForm.name",
    "games.lobby.forms.NewTableForm.friends",
    "games.lobby.forms.NewTableForm.name",
    "games.lobby.forms.SeatInviteForm.name",
    "games.lobby.forms.ShuffleSeedForm.seed",
    "games.seats.forms.PauseForm.reason",
    "games.seats.forms.SubstituteForm.name",
    "games.table.forms.ChatForm.text",
    "games.transcription.forms.TableForm.name",
    "games.transcription.forms.TableForm.players",
    "leagues.announcements.forms.LetterForm.subject",
    "leagues.announcements.forms.LetterForm.text",
    "leagues.board_weeks.forms.BoardSeriesForm.name",
    "leagues.clubs.forms.CloseClubForm.reason",
    "leagues.clubs.forms.ClubForm.about",
    "leagues.clubs.forms.ClubForm.name",
    "leagues.clubs.forms.ClubForm.reply_to",
    "leagues.clubs.forms.ClubInvitationForm.text",
    "leagues.clubs.forms.ClubInvitationForm.who",
    "leagues.clubs.forms.MemberNoteForm.note",
    "leagues.clubs.forms.NewClubForm.about",
    "leagues.clubs.forms.NewClubForm.reply_to",
    "leagues.clubs.forms.RequestToJoinForm.text",
    "leagues.evenings.forms.GuestForm.name",
    "leagues.forms.AddressForm.slug",
    "leagues.forms.GivenReasonForm.reason",
    "leagues.forms.ReasonForm.reason",
    "leagues.handicaps.forms.HandicapsForm.reason",
    "leagues.ladder.forms.LadderForm.name",
    "leagues.ladder.forms.MoveForm.reason",
    "leagues.ladder.forms.TakeOffForm.reason",
    "leagues.pauses.forms.MoreTimeForm.reason",
    "leagues.pauses.forms.PauseSeasonForm.reason",
    "leagues.seasons.forms.CopyForm.name",
    "leagues.seasons.setting_fields.NameFields.about",
    "leagues.seasons.setting_fields.NameFields.name",
    "leagues.stages.forms.StageForm.name",
    "leagues.standings.forms.AdjustForm.reason",
    "leagues.teams.forms.TeamNameForm.name",
    "players.accounts.forms.SignupForm.name",
    "players.admin.NewPersonForm.name",
    "players.admin.PersonForm.name",
    "players.friends.forms.AskFriendForm.name",
    "players.oauth.views.AppForm.name",
    "players.preferences.forms.SettingsForm.name",
]
"""Every field of a form whose text others see, by the form that declares it."""

NOT_SHARED = {
    "a search or a filter": """
        games.archive.forms.SearchForm.club
        games.archive.forms.SearchForm.player
        games.statistics.forms.PeriodForm.since
        games.statistics.forms.PeriodForm.until
        staff.give_back.forms.TableLookupForm.table
    """,
    "read by nobody else": """
        games.comments.forms.CommentForm.seen
        games.comments.forms.NoteForm.seen
        games.comments.forms.NoteForm.text
        leagues.announcements.forms.AnnouncementForm.seen
        leagues.draws.forms.LockAllForm.draws
        leagues.rounds.views.DatesForm.seen
        leagues.webhooks.forms.WebhookForm.name
        leagues.webhooks.forms.WebhookForm.recipient
        leagues.webhooks.forms.WebhookForm.token
        leagues.webhooks.forms.WebhookForm.url
        players.accounts.passkeys.AddKeyForm.name
        players.api.forms.TokenForm.name
        players.notifications.forms.PushForm.auth
        players.notifications.forms.PushForm.endpoint
        players.notifications.forms.PushForm.former
        players.notifications.forms.PushForm.p256dh
        players.oauth.views.AppForm.redirect_uris
    """,
    "chosen from a list": """
        leagues.clubs.forms.ClubForm.time_zone
        leagues.clubs.forms.NewClubForm.time_zone
        players.preferences.forms.SettingsForm.time_zone
    """,
    "cards, numbers and keys, which are parsed": """
        games.plans.forms.DropPlanForm.plan
        games.plans.forms.PlanForm.bid
        games.plans.forms.PlanForm.calls_joker
        games.plans.forms.PlanForm.led
        games.plans.forms.PlanForm.play
        games.plans.forms.PlanForm.stop_rank
        games.plans.forms.PlanForm.stop_suit
        games.plans.forms.PlanForm.suit
        games.plans.forms.PlanForm.trump
        games.transcription.forms.LineForm.add
        games.transcription.forms.LineForm.kept
        games.transcription.forms.LineForm.line
        games.transcription.forms.LineForm.text
        leagues.external_matches.forms.MatchForm.match
        leagues.external_matches.forms.SeenForm.seen
        leagues.people_import.forms.DivisionListForm.seen
        leagues.season_files.forms.SeasonFileForm.checked
        leagues.late_players.forms.WriteForm.to
        leagues.seasons.setting_fields.SchemeFields.absent
        leagues.seasons.setting_fields.SchemeFields.bye
        leagues.seasons.setting_fields.SchemeFields.places
        leagues.seasons.setting_fields.SchemeFields.void
    """,
    "refused with the whole form (`refuse_muted`)": """
        games.imports.forms.UploadForm.text
        leagues.people_import.forms.ListForm.text
    """,
    "read by staff, to whom everybody may write": """
        staff.moderation.forms.ReportForm.words
    """,
    "written by staff": """
        staff.give_back.forms.GiveBackForm.reason
        staff.merging.forms.AccountsForm.source
        staff.merging.forms.AccountsForm.target
        staff.merging.forms.MergeForm.reason
        staff.moderation.forms.DecisionForm.reason
    """,
}
"""Every other field of text, by the reason why a muted person may fill it in."""

MADE_LATER = {
    "leagues.entries.forms.AddForm.clean_who": "names of members, which are looked up",
    "leagues.evenings.forms.AttendanceForm.__init__": "the answers that the form was filled with",
    "leagues.external_matches.forms.CorrectionForm.__init__": "the fields of the results, which were checked",
    "leagues.season_files.node.Node.text": "texts of a file, which is refused with the whole form",
    "players.accounts.forms.DeleteAccountForm.__init__": "the password or a given word",
}
"""Functions that make a field of text which is not shared."""

READ_DIRECTLY = {
    "preset",
    "wished",
    "deal",
    "note",
    "card",
    "pace",
    "seen",
    "stop",
    "language",
    "device",
    "client",
    "token",
    "code",
    "refresh_token",
    "grant_type",
    "REDIRECT_FIELD_NAME",
}
"""What views read without a form: keys, numbers and choices."""


def sources() -> Iterator[tuple[str, ast.Module]]:
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts and "forms" in (text := path.read_text()):
                yield ".".join(path.relative_to(ROOT).with_suffix("").parts), ast.parse(text)


def forms_of_the_site() -> set[type[forms.BaseForm]]:
    for module, _tree in sources():
        import_module(module)
    found_forms: set[type[forms.BaseForm]] = set()
    waiting: list[type[forms.BaseForm]] = [forms.BaseForm]
    while waiting:
        for form in waiting.pop().__subclasses__():
            waiting.append(form)
            if form.__module__.partition(".")[0] in APPS:
                found_forms.add(form)
    return found_forms


def is_text(field: forms.Field) -> bool:
    return isinstance(field, forms.CharField) and not isinstance(
        field, forms.EmailField | forms.JSONField | forms.UUIDField
    )


def declaring(form: type[forms.BaseForm], name: str) -> str:
    """The first form that has this field, among the form and those it inherits from."""
    of_site = [base for base in form.__mro__ if base.__module__.partition(".")[0] in APPS]
    field = form.base_fields[name]
    first = [base for base in of_site if getattr(base, "base_fields", {}).get(name) is field][-1]
    return f"{first.__module__}.{first.__qualname__}.{name}"


def texts() -> dict[str, forms.Field]:
    return {
        declaring(form, name): field
        for form in forms_of_the_site()
        for name, field in form.base_fields.items()
        if is_text(field) and not form.__module__.startswith(("players.accounts.adapter", "players.sign_on.forms"))
    }


def test_every_text_that_others_see_is_listed_and_checked() -> None:
    shared = {name for name, field in texts().items() if isinstance(field, SharedTextField)}
    assert sorted(shared) == SHARED


def test_every_other_text_is_listed_with_a_reason() -> None:
    others = {name for name, field in texts().items() if not isinstance(field, SharedTextField)}
    assert sorted(others) == sorted(name for names in NOT_SHARED.values() for name in names.split())


def test_no_function_makes_a_field_of_text_past_the_list() -> None:
    assert set(fields_made_later()) == set(MADE_LATER)


def fields_made_later() -> Iterator[str]:
    for module, tree in sources():
        for owner in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
            for function in (node for node in owner.body if isinstance(node, ast.FunctionDef)):
                calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
                if any(ast.unparse(call.func) == "forms.CharField" for call in calls):
                    yield f"{module}.{owner.name}.{function.name}"


def test_no_view_reads_a_text_without_a_form() -> None:
    read = set()
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("request.POST.get"):
                    read.add(ast.unparse(node.args[0]).strip("'"))
                if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("request.POST"):
                    read.add(ast.unparse(node.slice))
    assert read == READ_DIRECTLY


@pytest.fixture
def muted(bo: User) -> User:
    bo.muted_until = timezone.now() + timedelta(days=3)
    bo.save()
    return bo


@pytest.mark.django_db
@pytest.mark.parametrize("name", SHARED)
def test_a_muted_person_fills_in_none_of_them(name: str, ai: User, muted: User) -> None:
    field: Any = deepcopy(texts()[name])
    for writer in (ai, muted):
        with written_by(writer):
            if writer == ai:
                assert field.clean("tuesday") == "tuesday"
            else:
                with pytest.raises(ValidationError, match="for now"):
                    field.clean("tuesday")
    # What is there already may stay.
    field.kept = "tuesday"
    with written_by(muted):
        assert field.clean("tuesday") == "tuesday"


@pytest.mark.django_db
def test_the_mute_ends_with_the_request(muted: User) -> None:
    with written_by(muted), pytest.raises(ValidationError):
        refuse_muted()
    refuse_muted()


# --- On the site ---


def test_a_muted_person_changes_settings_but_not_the_name(muted: User) -> None:
    settings = {"time_zone": "UTC", "card_style": "four"}
    assert post(muted, "/me/", name="Buy now", **settings).status_code == 422
    assert post(muted, "/me/", name="Bo", **settings).status_code == 302
    assert User.objects.get(pk=muted.pk).card_style == "four"


def test_a_muted_person_names_no_table_and_no_club(muted: User) -> None:
    table = {"preset": "gurunapo", "players": "5", "bots": "0", "is_listed": "yes", "bot_level": "captain"}
    assert "cannot write for now" in post(muted, "/tables/new/", name="Buy now", **table).content.decode()
    assert "cannot write for now" in post(muted, "/clubs/new/", name="Buy now").content.decode()
    assert not Game.objects.exists()
    assert not Club.objects.exists()


def test_a_muted_owner_changes_who_sees_the_club_but_not_its_texts(muted: User) -> None:
    club = club_of(muted)
    path = f"/clubs/{club.slug}/settings/"
    assert post(muted, path, name=club.name, about="Buy now", is_public="on").status_code == 422
    assert post(muted, path, name="Buy now", about=club.about, is_public="on").status_code == 422
    assert post(muted, path, name=club.name, about=club.about).status_code == 302
    assert not Club.objects.get().is_public


def test_a_muted_organiser_keeps_a_season_s_name(muted: User) -> None:
    club = club_of(muted)
    path = f"/clubs/{club.slug}/seasons/new/"
    # Not even where the address brings the name along.
    assert post(muted, f"{path}?name=Buy", name="Buy").status_code == 422
    assert not Season.objects.exists()


def test_a_muted_person_invites_and_asks_nobody(ai: User, muted: User) -> None:
    assert "cannot invite anybody for now" in post(muted, "/me/friends/", name="Ai").content.decode()
    assert "cannot invite anybody for now" in post(muted, f"/u/{ai.pk}/ask/").content.decode()
    assert not Friendship.objects.exists()
    game = lobby(muted)
    post(muted, f"/t/{game.slug}/invite/", number="1", name="Ai")
    assert not Seat.objects.filter(invited=ai).exists()


def test_a_muted_person_asks_to_join_without_a_message(ai: User, muted: User) -> None:
    club = club_of(ai)
    post(muted, f"/clubs/{club.slug}/requests/join/", text="Buy now")
    assert not JoinRequest.objects.exists()
    post(muted, f"/clubs/{club.slug}/requests/join/", text="")
    assert JoinRequest.objects.exists()


def test_a_muted_person_imports_nothing(muted: User) -> None:
    assert "cannot write for now" in post(muted, "/imports/", text="{}").content.decode()


def test_a_muted_person_keeps_private_notes(ai: User, muted: User) -> None:
    game = running(ai, muted)
    assert post(muted, f"/t/{game.slug}/note/", text="the joker is out").status_code == 303
    assert game.notes.count() == 1
