"""Invitations to a club: by a link, by name and by mail, and who may join by them."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client

from leagues.clubs import invitation_mail, invitations, services
from leagues.locks import ClubError
from leagues.models import Club, Invitation, InvitationMail, Role
from players.friends.services import block
from players.models import Notification, User
from players.notifications import outbox
from tests.support.clubs import link, log, membership, role, told
from tests.support.notifications import MailServer, is_current, message_of, pass_time, reachable, subjects
from tests.support.notifications import mail_server as mail_server
from tests.support.stored_seasons import season_of
from tests.support.visits import client_of, get, guest, post, text
from tests.support.wall_clock import Wall
from tests.support.wall_clock import wall as wall

pytestmark = pytest.mark.django_db


def by_mail(club: Club, user: User, address: str = "new@example.org") -> Invitation:
    return invitations.invite_by_mail(club_id=club.pk, user=user, address=address)


def by_name(club: Club, user: User, person: User) -> Invitation:
    return invitations.invite(club_id=club.pk, user=user, person=person)


def join(invitation: Invitation, user: User) -> None:
    invitations.join(invitation_id=invitation.pk, user=user)


def revoke(invitation: Invitation, user: User) -> None:
    invitations.revoke(club_id=invitation.club_id, user=user, invitation_id=invitation.pk)


def letters() -> list[EmailMessage]:
    return [message for message in mail.outbox if "club Tuesday" in message.subject]


# --- Who may join ---


def test_a_link_lets_so_many_in_and_no_more(club: Club, ai: User, dai: User, emi: User) -> None:
    made = link(club, ai, uses=1)
    join(made, dai)
    assert role(club, dai) == Role.MEMBER
    assert log(club)[-1] == "Dai joined, invited by Ai."
    with pytest.raises(ClubError, match="no longer valid"):
        join(made, emi)
    # Who belongs to the club already uses nothing up, and is refused nothing.
    join(made, dai)
    made.refresh_from_db()
    assert made.uses == 1


def test_who_makes_a_link_is_led_to_it(club: Club, ai: User) -> None:
    answer = post(ai, "/clubs/tuesday/invitations/link/", days=14, uses=20)
    made = Invitation.objects.get()
    assert answer.headers["Location"] == f"/clubs/tuesday/invitations/#invitation-{made.pk}"
    assert f'id="invitation-{made.pk}"' in text(get(ai, "/clubs/tuesday/invitations/"))


def test_signing_up_leads_back_to_the_invitation(club: Club, ai: User, client: Client) -> None:
    path = link(club, ai).get_absolute_url()
    assert "Either way, you come back to this invitation." in client.get(path).content.decode()
    form = {"name": "Gen", "email": "gen@example.org", "password1": "correct-horse-battery"}
    assert client.post(f"/accounts/signup/?next={path}", form).headers["Location"] == path
    assert "Join the club" in client.get(path).content.decode()


def test_a_link_ends_with_its_days(club: Club, ai: User, dai: User, wall: Wall) -> None:
    made = link(club, ai, days=2)
    wall.go(days=2)
    with pytest.raises(ClubError, match="no longer valid"):
        join(made, dai)
    assert "no longer valid" in text(get(dai, made.get_absolute_url()))


def test_a_link_ends_with_the_role_of_who_made_it(club: Club, ai: User, bo: User, dai: User) -> None:
    here = {"club_id": club.pk, "user": ai}
    first = link(club, bo)
    services.set_role(**here, membership_id=membership(club, bo).pk, role=Role.MEMBER)
    services.set_role(**here, membership_id=membership(club, bo).pk, role=Role.ORGANISER)
    second = link(club, bo)
    services.leave(club_id=club.pk, user=bo)
    for made in (first, second):
        with pytest.raises(ClubError, match="no longer valid"):
            join(made, dai)


def test_an_invitation_by_name_is_for_nobody_else(club: Club, ai: User, dai: User, emi: User) -> None:
    made = by_name(club, ai, dai)
    with pytest.raises(ClubError, match="somebody else"):
        join(made, emi)
    join(made, dai)
    assert role(club, dai) == Role.MEMBER


def test_who_was_removed_needs_another_invitation(club: Club, ai: User, chie: User, wall: Wall) -> None:
    former = link(club, ai)
    wall.go(hours=1)
    services.remove(club_id=club.pk, user=ai, membership_id=membership(club, chie).pk)
    with pytest.raises(ClubError, match="You were removed"):
        join(former, chie)
    wall.go(hours=1)
    join(by_name(club, ai, chie), chie)
    assert role(club, chie) == Role.MEMBER


def test_a_guest_joins_nothing(club: Club, ai: User) -> None:
    with pytest.raises(ClubError, match="You need an account to use clubs"):
        join(link(club, ai), guest())


def test_a_link_tells_about_the_club_while_it_can_be_used(club: Club, ai: User, dai: User) -> None:
    Club.objects.update(about="We meet at Fumi's.", is_public=False)
    made = link(club, ai)
    assert "We meet at" in text(get(dai, made.get_absolute_url()))
    revoke(made, ai)
    answer = text(get(dai, made.get_absolute_url()))
    assert "no longer valid" in answer
    assert "We meet at" not in answer


def test_a_revoked_invitation_lets_nobody_in(club: Club, ai: User, dai: User) -> None:
    made = link(club, ai)
    revoke(made, ai)
    revoke(made, ai)
    assert log(club)[-1] == "Ai revoked an invitation."
    assert len([line for line in log(club) if "revoked" in line]) == 1
    assert post(dai, made.get_absolute_url()).status_code == 409


def again(invitation: Invitation, user: User) -> Invitation:
    return invitations.invite_again(club_id=invitation.club_id, user=user, invitation_id=invitation.pk)


def test_an_invitation_that_is_sent_again_replaces_the_earlier_one(club: Club, ai: User, wall: Wall) -> None:
    reachable(ai)
    earlier = invitations.invite_by_mail(club_id=club.pk, user=ai, address="new@example.org", text="See you on Tuesday")
    wall.go(days=20)
    later = again(earlier, ai)
    earlier.refresh_from_db()
    assert not earlier.is_open()
    assert (later.email, later.text) == ("new@example.org", "See you on Tuesday")
    assert later.is_open()
    invitation_mail.send(later.mail.pk, wall.now)
    [letter] = letters()
    assert "Ai writes: “See you on Tuesday”" in str(letter.body)


def test_only_an_unanswered_invitation_of_one_person_is_sent_again(club: Club, ai: User, dai: User) -> None:
    with pytest.raises(ClubError, match="can’t be sent again"):
        again(link(club, ai), ai)
    made = by_name(club, ai, dai)
    join(made, dai)
    with pytest.raises(ClubError, match="has been accepted"):
        again(made, ai)


def test_a_muted_organiser_sends_none_again(club: Club, ai: User, dai: User) -> None:
    made = by_name(club, ai, dai)
    ai.muted_until = datetime.max.replace(tzinfo=UTC)
    with pytest.raises(ClubError, match="cannot invite"):
        again(made, ai)
    made.refresh_from_db()
    assert made.is_open()


def test_the_invited_person_reads_the_line_to_them(club: Club, ai: User, dai: User) -> None:
    post(ai, "/clubs/tuesday/invitations/invite/", who="Dai", text="Play with us")
    [made] = Invitation.objects.filter(user=dai)
    assert "Play with us" in text(get(dai, made.get_absolute_url()))
    response = post(ai, "/clubs/tuesday/invitations/invite/", who="new@example.org", text="Win at example.com")
    assert response.status_code == 422


def test_who_has_invited_is_led_to_the_first_season(club: Club, ai: User) -> None:
    first = 'href="/clubs/tuesday/seasons/new/"'
    assert first not in text(get(ai, "/clubs/tuesday/invitations/"))
    link(club, ai)
    assert first in text(get(ai, "/clubs/tuesday/invitations/"))
    assert first not in text(get(ai, "/clubs/tuesday/invitations/?over"))
    season_of(club, ai)
    assert first not in text(get(ai, "/clubs/tuesday/invitations/"))


def test_open_invitations_are_listed_apart_from_those_that_are_over(club: Club, ai: User, dai: User) -> None:
    reachable(ai)
    revoke(by_mail(club, ai, "old@example.org"), ai)
    by_mail(club, ai, "new@example.org")
    page, over = (text(get(ai, f"/clubs/tuesday/invitations/{query}")) for query in ("", "?over"))
    assert "new@example.org" in page
    assert "old@example.org" not in page
    assert "old@example.org" in over
    assert "new@example.org" not in over


def test_an_invitation_that_is_forgotten_meanwhile_leads_nowhere(
    club: Club, ai: User, dai: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = link(club, ai)
    found = invitations.join

    def late(**arguments: Any) -> object:
        Invitation.objects.all().delete()
        return found(**arguments)

    monkeypatch.setattr(invitations, "join", late)
    assert post(dai, made.get_absolute_url()).status_code == 409
    assert role(club, dai) == ""


# --- By name ---


def test_who_is_invited_by_name_is_told(club: Club, ai: User, chie: User, dai: User) -> None:
    by_name(club, ai, dai)
    assert told(dai) == ["club_invited"]
    for person, words in ((dai, "Dai has already been invited"), (chie, "Chie is already a member")):
        with pytest.raises(ClubError, match=words):
            by_name(club, ai, person)


def test_who_is_invited_by_name_and_by_mail_sees_one_and_their_address_stays_their_own(
    club: Club, ai: User, dai: User
) -> None:
    """One line for both would tell the organisers whose address it is."""
    reachable(ai, dai)
    named, mailed = by_name(club, ai, dai), by_mail(club, ai, dai.email)
    assert mailed.user == dai
    assert told(dai) == ["club_invited"]
    assert text(get(dai, "/clubs/")).count("Ai invites you") == 1

    def listed() -> list[tuple[str, str]]:
        page = "".join(text(get(ai, f"{club.get_absolute_url()}invitations/{query}")) for query in ("", "?over"))
        return re.findall(r'id="invitation-\d+"\s*>([^<]+)</b>\s*<small>\s*([a-z]+)', page)

    assert listed() == [(dai.email, "valid"), ("Dai", "valid")]
    join(named, dai)
    assert "Ai invites you" not in text(get(dai, "/clubs/"))
    assert listed() == [(dai.email, "valid"), ("Dai", "accepted")]


def test_an_invitation_whose_sender_is_blocked_meanwhile_does_not_go_out(club: Club, ai: User, dai: User) -> None:
    by_name(club, ai, dai)
    waiting = Notification.objects.get(user=dai)
    assert is_current(waiting)
    block(user=dai, other=ai)
    assert not is_current(waiting)


def test_an_invitation_by_a_blocked_person_does_not_arrive(club: Club, ai: User, dai: User, emi: User) -> None:
    block(user=dai, other=ai)
    for person in (emi, dai):
        by_name(club, ai, person)
    assert [notification.user for notification in Notification.objects.filter(kind="club_invited")] == [emi]
    pages = [text(get(person, "/clubs/")) for person in (emi, dai)]
    assert ["Ai invites you" in page for page in pages] == [True, False]


def test_who_is_invited_by_name_accepts_on_the_page_of_the_club(club: Club, ai: User, dai: User, emi: User) -> None:
    made, path = by_name(club, ai, dai), club.get_absolute_url()
    page = text(get(dai, path))
    assert "Ai invites you to this club." in page
    assert f'action="{made.get_absolute_url()}"' in page
    assert "Ask to join" not in page
    assert made.token not in text(get(emi, path))
    assert made.token not in text(get(None, path))
    assert "Ask to join" in text(get(emi, path))
    revoke(made, ai)
    assert "Ask to join" in text(get(dai, path))


def test_inviting_again_and_again_mails_little(club: Club, ai: User, dai: User, wall: Wall) -> None:
    User.objects.update(keeps_quiet=False)
    reachable(dai)
    for _ in range(12):
        made = by_name(club, ai, dai)
        pass_time(wall.go(minutes=2), minutes=4)
        revoke(made, ai)
        wall.go(minutes=2)
    assert subjects() == ["Ai invites you to the club Tuesday"]
    # The site lists all of it.
    assert told(dai) == ["club_invited"] * 12


def test_changing_a_role_again_and_again_mails_little(club: Club, ai: User, chie: User, wall: Wall) -> None:
    User.objects.update(keeps_quiet=False)
    reachable(chie)
    for number in range(12):
        services.set_role(
            club_id=club.pk,
            user=ai,
            membership_id=membership(club, chie).pk,
            role=Role.MEMBER if number % 2 else Role.ORGANISER,
        )
        pass_time(wall.go(minutes=2), minutes=2)
    assert subjects() == ["Your role in Tuesday is now: organiser"]


def test_an_invitation_that_is_gone_is_told_to_nobody(club: Club, ai: User, dai: User) -> None:
    made = by_name(club, ai, dai)
    notification = Notification.objects.get(user=dai)
    assert is_current(notification)
    assert message_of(notification) is not None
    made.delete()
    assert not is_current(notification)
    assert message_of(notification) is None


# --- By mail ---


def test_only_who_can_be_answered_invites_by_mail(club: Club, ai: User) -> None:
    with pytest.raises(ClubError, match="confirm your own"):
        by_mail(club, ai)
    EmailAddress.objects.create(user=ai, email=ai.email, primary=True)
    with pytest.raises(ClubError, match="confirm your own"):
        by_mail(club, ai)


def test_an_address_is_mailed_once(club: Club, ai: User, dai: User, wall: Wall) -> None:
    reachable(ai)
    made = by_mail(club, ai, "New@Example.org")
    assert invitation_mail.due(wall.now) == [made.mail.pk]
    invitation_mail.send(made.mail.pk, wall.now)
    invitation_mail.send(made.mail.pk, wall.go(days=1))
    [letter] = letters()
    assert letter.to == ["new@example.org"]
    assert letter.subject == "Ai invites you to the club Tuesday"
    assert settings.SITE_URL + made.get_absolute_url() in letter.body
    # The members of the club, who all read its log, learn of no address.
    assert log(club)[-1] == "Ai invited somebody by email."
    join(made, dai)
    assert role(club, dai) == Role.MEMBER


def test_the_mail_is_in_the_language_of_who_invites(club: Club, ai: User, wall: Wall) -> None:
    reachable(ai)
    User.objects.filter(pk=ai.pk).update(browser_language="ja")
    invitation_mail.send(by_mail(club, ai).mail.pk, wall.now)
    assert "クラブ" in mail.outbox[-1].subject


def test_the_mail_names_the_last_day_in_the_time_zone_of_the_club(club: Club, ai: User) -> None:
    reachable(ai)
    Club.objects.update(time_zone="Asia/Tokyo")
    invitation = by_mail(Club.objects.get(), ai)
    Invitation.objects.update(expires_at=datetime(2026, 3, 15, 20, tzinfo=UTC))
    body = str(invitation_mail.letter(Invitation.objects.get(pk=invitation.pk)).body)
    assert "It is valid until March 16, 2026" in body


def test_names_make_no_headers(club: Club, ai: User, wall: Wall) -> None:
    reachable(ai)
    Club.objects.update(name="Tuesday\r\nBcc: all@example.org")
    invitation_mail.send(by_mail(club, ai).mail.pk, wall.now)
    [letter] = letters()
    assert "Bcc" not in letter.message()
    assert letter.recipients() == ["new@example.org"]


def test_nobody_learns_whether_an_address_is_known(club: Club, ai: User, dai: User, chie: User, wall: Wall) -> None:
    reachable(ai, dai, chie)
    for address in ("dai@example.org", "chie@example.org", "new@example.org"):
        by_mail(club, ai, address)
    assert (told(dai), told(chie)) == (["club_invited"], [])
    assert len(invitation_mail.due(wall.now)) == 1
    page = text(get(ai, "/clubs/tuesday/invitations/"))
    for name in ("dai", "chie", "new"):
        assert "valid until" in page.partition(f">{name}@example.org</b>")[2].partition("</small>")[0], name
    assert ">Dai<" not in page


def test_an_address_is_not_flooded(club: Club, ai: User, wall: Wall) -> None:
    reachable(ai)
    for _ in range(invitations.MOST_MAILS):
        made = by_mail(club, ai)
        with pytest.raises(ClubError, match="has already been invited"):
            by_mail(club, ai)
        revoke(made, ai)
    with pytest.raises(ClubError, match="No more invitations can be sent to this address today"):
        by_mail(club, ai)
    wall.go(days=1, minutes=1)
    by_mail(club, ai)


def test_not_more_stand_open_than_somebody_can_look_after(club: Club, ai: User) -> None:
    made = [link(club, ai) for _ in range(invitations.MOST_OPEN)]
    with pytest.raises(ClubError, match="Too many invitations"):
        link(club, ai)
    revoke(made[0], ai)
    link(club, ai)


def send_due(now: datetime) -> None:
    for key in invitation_mail.due(now):
        invitation_mail.send(key, now)


def test_a_server_that_does_not_answer_is_asked_again_a_few_times(
    club: Club, ai: User, wall: Wall, mail_server: MailServer
) -> None:
    reachable(ai)
    made = by_mail(club, ai)
    mail_server.refusals = ["450 later"] * 100
    for _ in range(24 * 12):
        send_due(wall.now)
        wall.go(minutes=5)
    assert len(mail_server.refusals) == 100 - len(outbox.PAUSES) - 1
    made.mail.refresh_from_db()
    assert made.mail.state == InvitationMail.State.FAILED
    assert "could not be delivered" in text(get(ai, "/clubs/tuesday/invitations/"))


def test_an_address_that_is_refused_is_not_tried_again(
    club: Club, ai: User, wall: Wall, mail_server: MailServer
) -> None:
    reachable(ai)
    made = by_mail(club, ai)
    mail_server.refusals = ["550 unknown"]
    invitation_mail.send(made.mail.pk, wall.now)
    assert invitation_mail.due(wall.go(days=1)) == []
    assert mail_server.mails == []
    assert "could not be delivered" in text(get(ai, "/clubs/tuesday/invitations/"))


def test_a_mail_whose_sender_died_has_the_same_identity(
    club: Club, ai: User, wall: Wall, mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process dies between the server's answer and the update of the row."""
    reachable(ai)
    made = by_mail(club, ai)

    def die(*_arguments: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(outbox, "settle", die)
        with pytest.raises(SystemExit):
            invitation_mail.send(made.mail.pk, wall.now)
    assert invitation_mail.due(wall.now) == []
    send_due(wall.go(minutes=5))
    first, second = mail_server.mails
    assert first["Message-ID"] == second["Message-ID"]
    made.mail.refresh_from_db()
    assert made.mail.state == InvitationMail.State.SENT
    assert invitation_mail.due(wall.go(days=1)) == []


def test_what_was_revoked_is_not_mailed(club: Club, ai: User, wall: Wall) -> None:
    reachable(ai)
    made = by_mail(club, ai)
    revoke(made, ai)
    invitation_mail.send(made.mail.pk, wall.now)
    assert letters() == []
    assert invitation_mail.due(wall.go(days=1)) == []


def test_what_has_long_been_over_is_forgotten(club: Club, ai: User, wall: Wall) -> None:
    old, late = link(club, ai, days=1), link(club, ai, days=30)
    wall.go(days=32)
    assert invitations.forget_over() == 1
    assert list(Invitation.objects.all()) == [late]
    assert old.pk


# --- Who leaves the site ---


def leave_the_site(user: User) -> None:
    assert client_of(user).post("/me/delete/", {"word": "delete"}).status_code == 302


@pytest.mark.parametrize(("verified", "left"), [(True, 0), (False, 1)])
def test_an_address_is_forgotten_with_whom_it_is_known_to_belong_to(
    club: Club, ai: User, dai: User, verified: bool, left: int
) -> None:
    reachable(ai)
    # Anybody can write somebody else's address down.
    EmailAddress.objects.create(user=dai, email="new@example.org", verified=verified)
    dai.set_unusable_password()
    dai.save()
    by_mail(club, ai)
    Invitation.objects.update(user=None)
    leave_the_site(dai)
    assert Invitation.objects.filter(email="new@example.org").count() == left
