from django.urls import include, path

from leagues.exports.urls import urlpatterns as files
from leagues.ratings.views import rating, ratings
from leagues.seasons.urls import urlpatterns as seasons
from leagues.statistics.urls import urlpatterns as statistics
from leagues.views import clubs, invitations, joining, members
from leagues.webhooks import views as webhooks

app_name = "leagues"

urlpatterns = [
    *files,
    *seasons,
    *statistics,
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/join/<slug:token>/", joining.join, name="join"),
    path("clubs/new/", clubs.new_club, name="new_club"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/ask/", joining.ask, name="ask"),
    path("clubs/<slug:slug>/close/", clubs.close, name="close"),
    path("clubs/<slug:slug>/invitations/", invitations.invitations, name="invitations"),
    path("clubs/<slug:slug>/invitations/invite/", invitations.invite, name="invite"),
    path("clubs/<slug:slug>/invitations/link/", invitations.make_link, name="make_link"),
    path("clubs/<slug:slug>/invitations/<int:pk>/revoke/", invitations.revoke, name="revoke"),
    path("clubs/<slug:slug>/leave/", members.leave, name="leave"),
    path("clubs/<slug:slug>/log/", clubs.log, name="log"),
    path("clubs/<slug:slug>/members/", members.members, name="members"),
    path("clubs/<slug:slug>/members/<int:pk>/remove/", members.remove, name="remove"),
    path("clubs/<slug:slug>/members/<int:pk>/role/", members.set_role, name="set_role"),
    path("clubs/<slug:slug>/ratings/", ratings, name="ratings"),
    path("u/<int:pk>/ratings/", rating, name="rating"),
    path("clubs/<slug:slug>/requests/", joining.requests, name="requests"),
    path("clubs/<slug:slug>/requests/<int:pk>/settle/", joining.settle, name="settle"),
    path(
        "clubs/<slug:slug>/seasons/<slug:season>/standings/<int:number>/",
        include("leagues.tally.urls"),
    ),
    path("clubs/<slug:slug>/settings/", clubs.settings, name="settings"),
    path("clubs/<slug:slug>/webhook/", webhooks.webhook, name="webhook"),
    path("clubs/<slug:slug>/webhook/end/", webhooks.end_webhook, name="end_webhook"),
    path("clubs/<slug:slug>/webhook/test/", webhooks.test_webhook, name="test_webhook"),
    path("clubs/<slug:slug>/withdraw/", joining.withdraw, name="withdraw"),
]
