from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from games.front_page import views as front_page_views
from infrastructure import url_converters as url_converters  # registers what the patterns use
from players.accounts import passkeys
from players.accounts.views import confirm_email
from players.preferences.views import set_language
from players.sign_on import views as sign_on

from . import installable_app, views
from .api import api_guide, api_urls
from .oembed import oembed

# Staff sign in like everyone else, with their second factor.
admin.autodiscover()
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler500 = views.server_error

urlpatterns = [
    path("", front_page_views.front_page, name="front_page"),
    # Early, because programs send many requests.
    path("api/", api_guide, name="api_guide"),
    path("api/v1/", api_urls()),
    # Before the pages: some old addresses match the patterns of current pages.
    path("", include("napoleon_site.moved_urls")),
    path("", include("games.urls")),
    path("", include("leagues.urls")),
    path("", include("players.urls")),
    path("", include("staff.urls")),
    path("accounts/confirm-email/<str:key>/", confirm_email, name="account_confirm_email"),
    path("accounts/2fa/webauthn/add/", passkeys.AddKey.as_view(), name="mfa_add_webauthn"),
    path("accounts/2fa/webauthn/login/", passkeys.Login.as_view(), name="mfa_login_webauthn"),
    path(
        "accounts/2fa/webauthn/reauthenticate/", passkeys.Reauthenticate.as_view(), name="mfa_reauthenticate_webauthn"
    ),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    # By the names that django-allauth knows. Its own pages would also let people connect accounts by hand.
    path("accounts/oidc/<slug:provider_id>/login/", sign_on.sign_on, name="openid_connect_login"),
    path("accounts/oidc/<slug:provider_id>/login/callback/", sign_on.signed_on, name="openid_connect_callback"),
    path("accounts/name/", sign_on.ChooseName.as_view(), name="socialaccount_signup"),
    path("admin/", admin.site.urls),
    path("healthz", views.healthz, name="healthz"),
    path("language/", set_language, name="set_language"),
    path("manifest.webmanifest", installable_app.manifest, name="manifest"),
    path("", include("players.oauth.urls")),
    path("oembed/", oembed, name="oembed"),
    path("offline/", installable_app.offline, name="offline"),
    path("readyz", views.readyz, name="readyz"),
    path("robots.txt", views.robots_txt, name="robots_txt"),
]
