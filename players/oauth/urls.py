"""The addresses of OAuth, by the names that django-allauth's identity provider knows."""

from django.urls import include, path

from players.oauth import views

app_name = "idp"

OIDC = (
    [
        path("authorize/", views.authorize, name="authorization"),
        path("token/", views.token, name="token"),
        path("revoke/", views.revoke, name="revoke"),
    ],
    "oidc",
)
urlpatterns = [
    path("oauth/", include(OIDC)),
    path(".well-known/oauth-authorization-server", views.metadata, name="metadata"),
]
