from django.urls import path

from leagues.clubs import views

CLUB = "clubs/<slug:slug>"

urlpatterns = [
    path("clubs/", views.clubs, name="clubs"),
    path("clubs/join/<slug:token>/", views.join, name="join"),
    path("clubs/new/", views.new_club, name="new_club"),
    path(f"{CLUB}/", views.club, name="club"),
    path(f"{CLUB}/audit-log/", views.audit_log, name="audit_log"),
    path(f"{CLUB}/close/", views.close, name="close"),
    path(f"{CLUB}/invitations/", views.invitations, name="invitations"),
    path(f"{CLUB}/invitations/invite/", views.invite, name="invite"),
    path(f"{CLUB}/invitations/link/", views.make_link, name="make_link"),
    path(f"{CLUB}/invitations/<number:pk>/revoke/", views.revoke, name="revoke"),
    path(f"{CLUB}/leave/", views.leave, name="leave"),
    path(f"{CLUB}/members/", views.members, name="members"),
    path(f"{CLUB}/members/<number:pk>/remove/", views.remove, name="remove"),
    path(f"{CLUB}/members/<number:pk>/role/", views.set_role, name="set_role"),
    path(f"{CLUB}/requests/", views.join_requests, name="join_requests"),
    path(f"{CLUB}/requests/join/", views.request_to_join, name="request_to_join"),
    path(f"{CLUB}/requests/withdraw/", views.withdraw_request, name="withdraw_request"),
    path(f"{CLUB}/requests/<number:pk>/answer/", views.answer_request, name="answer_request"),
    path(f"{CLUB}/settings/", views.club_settings, name="club_settings"),
]
