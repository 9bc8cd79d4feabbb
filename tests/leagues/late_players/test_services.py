"""Writing to late players: once in a while, in their own language, and no longer once they have played."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone, translation

from games.models import Turn
from leagues.late_players.services import Written, write_to_late
from leagues.late_players.texts import own_texts, save_texts, site_texts
from leagues.locks import ClubError
from leagues.models import Club, ReminderText, Season, Table
from players.models import Notification, User
from players.tasks import send_notifications
from tests.support.cast import person
from tests.support.clubs import log, tuesday
from tests.support.late_players import lag, play_on
from tests.support.notifications import is_current, message_of, reachable
from tests.support.stored_seasons import crowd, started, table_at
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
FRIENDLY = "Your table is waiting for you. Could you make your move when you find a moment?"


@world
def season() -> Season:
    """Two tables, and somebody is late at each."""
    season = started(tuesday(), person("bo"), crowd(8))
    lag(season, "1-1", 30)
    lag(season, "1-2", 40)
    return season


def write(season: Season, by: User, to: str = "all", name: str = "friendly") -> Written:
    return write_to_late(club_id=season.club_id, user=by, to=to, name=name)


def written(season: Season, at: str) -> list[Notification]:
    turns = Turn.objects.filter(game=table_at(season, at).game_id).values("user")
    return list(Notification.objects.filter(kind="season_chased", user__in=turns))


def said(notification: Notification) -> list[str]:
    message = message_of(notification, full=True)
    assert message is not None
    return [message.title, *message.lines]


def test_all_who_are_late_are_written_to_once(season: Season, ai: User, bo: User) -> None:
    assert write(season, bo) == (2, 0)
    # A second tap, and another organiser.
    assert write(season, bo) == (0, 2)
    assert write(season, ai, name="urgent") == (0, 2)
    assert Notification.objects.filter(kind="season_chased").count() == 2
    assert log(season.club)[-1] == "Bo wrote to 2 late players of Spring."


@pytest.mark.parametrize("to", ["table:{table}", "one:{table}:{user}"])
def test_one_or_one_table_can_be_written_to(season: Season, table: Table, bo: User, to: str) -> None:
    assert write(season, bo, to.format(table=table.pk, user=Turn.objects.get(game=table.game_id).user_id)) == (1, 0)
    assert (len(written(season, "1-1")), len(written(season, "1-2"))) == (1, 0)
    assert log(season.club)[-1] == "Bo wrote to 1 late player of Spring."


def test_a_round_or_a_season_can_be_written_to(season: Season, bo: User) -> None:
    second = season.rounds.get(number=2).pk
    assert write(season, bo, f"round:{second}") == (0, 0)
    assert write(season, bo, f"season:{season.pk + 1}") == (0, 0)
    assert "wrote to" not in log(season.club)[-1]
    assert write(season, bo, f"round:{season.rounds.get(number=1).pk}") == (2, 0)


def test_after_twelve_hours_they_can_be_written_to_again(season: Season, bo: User) -> None:
    write(season, bo)
    Notification.objects.update(at=timezone.now() - timedelta(hours=11))
    assert write(season, bo) == (0, 2)
    Notification.objects.update(at=timezone.now() - timedelta(hours=13))
    assert write(season, bo) == (2, 0)


def test_what_was_written_of_a_former_turn_counts_for_the_wait(season: Season, bo: User) -> None:
    """The wait is for the person and the table: a new turn does not let organisers write at once."""
    write(season, bo)
    Turn.objects.update(opened_at=timezone.now() - timedelta(hours=2))
    Notification.objects.filter(kind="season_chased").update(at=timezone.now() - timedelta(hours=5))
    assert write(season, bo) == (0, 2)


def test_who_is_no_organiser_any_more_writes_nothing(season: Season, bo: User) -> None:
    season.club.memberships.filter(user=bo).update(role="member")
    with pytest.raises(ClubError, match="no longer allowed"):
        write(season, bo)
    assert Notification.objects.filter(kind="season_chased").count() == 0


def test_the_message_names_the_table_and_the_limit_and_leads_there(season: Season, bo: User) -> None:
    write(season, bo)
    [one] = written(season, "1-1")
    title, text, limit = said(one)
    assert title == "The organisers of Tuesday write about Spring, round 1, table 1"
    assert text == FRIENDLY
    assert limit.startswith("Your time ends on ")
    message = message_of(one)
    game = table_at(season, "1-1").game
    assert message
    assert game
    assert message.path == game.get_absolute_url()


def test_it_is_dropped_once_they_have_played(season: Season, bo: User) -> None:
    write(season, bo)
    [one] = written(season, "1-1")
    assert is_current(one)
    Turn.objects.filter(user=one.user).update(opened_at=timezone.now() + timedelta(minutes=1))
    assert not is_current(one)
    play_on(one.user)
    assert not is_current(one)


def test_the_mail_is_in_the_readers_language(
    season: Season, bo: User, django_capture_on_commit_callbacks: object
) -> None:
    write(season, bo)
    [one] = written(season, "1-1")
    User.objects.filter(pk=one.user_id).update(language="ja", keeps_quiet=False)
    one.user.refresh_from_db()
    reachable(one.user)
    Notification.objects.exclude(pk=one.pk).delete()
    Notification.objects.update(at=timezone.now() - timedelta(minutes=10))
    send_notifications()
    one.deliveries.update(not_before=timezone.now())
    send_notifications()
    [letter] = [sent for sent in mail.outbox if sent.to == [one.user.email]]
    assert letter.subject == "「Tuesday」の幹事からのお願い：「Spring」第1ラウンド第1卓"
    assert "卓の皆さんがあなたの手番をお待ちです。" in letter.body


# --- The texts ---


def save(club: Club, by: User, **texts: str) -> None:
    """`friendly_en="…"`; all others stay the site's."""
    given = {tuple(key.split("_")): text for key, text in texts.items()}
    save_texts(club_id=club.pk, user=by, texts={**site_texts(), **given})  # type: ignore[dict-item]


def test_a_clubs_own_wording_is_sent_as_it_was_then(season: Season, bo: User) -> None:
    save(season.club, bo, friendly_en="Come and play!\nPlease.")
    assert log(season.club)[-1] == "Bo changed the texts for late players."
    write(season, bo)
    save(season.club, bo, friendly_en="Where are you?")
    [one] = written(season, "1-1")
    assert said(one)[1:3] == ["Come and play!", "Please."]
    # In a language for which the club has no wording, the site's is sent.
    with translation.override("ja"):
        assert said(one)[1].startswith("卓の皆さんが")


def test_only_what_differs_from_the_site_is_kept(season: Season, bo: User) -> None:
    save(season.club, bo)
    assert not ReminderText.objects.exists()
    assert "changed the texts" not in log(season.club)[-1]
    save(season.club, bo, urgent_ja="お急ぎください。", staying_en="")
    assert own_texts(season.club) == {("urgent", "ja"): "お急ぎください。"}
    save(season.club, bo)
    assert own_texts(season.club) == {}


def test_every_text_is_worded_in_every_language() -> None:
    texts = site_texts()
    assert len(set(texts.values())) == len(texts) == 6
