"""OpenID Connect by django-allauth, with the issuers of the settings, and stricter about what issuers answer."""

from typing import Any, Final

from allauth.socialaccount import app_settings
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.models import SocialApp, SocialLogin, SocialToken
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from players.sign_on.issuers import Issuer, read_issuer

SCOPES: Final = ("openid", "profile", "email")
DISCORDS_PROFILE: Final = "identify"
CONFIGURATION_KEPT: Final = 3600
"""In seconds."""
ENDPOINTS: Final = ("issuer", "authorization_endpoint", "token_endpoint", "jwks_uri")


def issuers() -> list[Issuer]:
    return [read_issuer(text) for text in settings.OIDC_ISSUERS]


def apps() -> list[SocialApp]:
    return [
        SocialApp(
            provider=Provider.id,
            provider_id=issuer.id,
            name=issuer.name,
            client_id=issuer.client_id,
            secret=issuer.secret,
            settings={"server_url": issuer.url, "oauth_pkce_enabled": True},
        )
        for issuer in issuers()
    ]


class Adapter(OpenIDConnectOAuth2Adapter):
    """Asks the issuer. Every answer that is not as the standard says raises `OAuth2Error`."""

    @property
    def openid_config(self) -> Any:
        """What the issuer says about itself; kept for an hour, since every sign-in needs it."""
        url = self.get_provider().server_url
        return cache.get_or_set(f"oidc:{url}", lambda: configuration_at(url), CONFIGURATION_KEPT)

    def parse_token(self, data: dict[str, Any]) -> SocialToken:
        """Only for the question who this is; tokens are not kept."""
        return SocialToken(token=data["access_token"])

    def complete_login(self, request: HttpRequest, app: SocialApp, token: SocialToken, **kwargs: Any) -> SocialLogin:
        try:
            claims = self._claims(app, token, kwargs["response"]["id_token"])
            login: SocialLogin = self.get_provider().sociallogin_from_response(request, {"id_token": claims})
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise OAuth2Error(f"Unreadable answer: {type(error).__name__}") from error
        # The site needs only the number that the issuer gives the person.
        login.account.extra_data = {}
        return login

    def _claims(self, app: SocialApp, token: SocialToken, id_token: str) -> dict[str, Any]:
        """What the issuer says about the person, in its token and at its address for that."""
        signed = self._decode_id_token(app, id_token)
        asked = self._fetch_user_info(token.token) if "userinfo_endpoint" in self.openid_config else signed
        if asked["sub"] != signed["sub"]:
            raise OAuth2Error("Two people in one answer")
        if not 0 < len(signed["sub"]) <= app_settings.UID_MAX_LENGTH:
            raise OAuth2Error("No number of a person in the answer")
        claims = {**signed, **asked}
        # Some issuers write it as text, and “false” is true as text.
        return {**claims, "email_verified": str(claims.get("email_verified")).lower() == "true"}


def configuration_at(url: str) -> Any:
    with get_adapter().get_requests_session() as session:
        answer = session.get(url)
        answer.raise_for_status()
        found: Any = answer.json()
    if not isinstance(found, dict) or not all(isinstance(found.get(name), str) for name in ENDPOINTS):
        raise OAuth2Error("The issuer’s configuration is incomplete")
    return found


class Provider(OpenIDConnectProvider):
    oauth2_adapter_class = Adapter

    def get_scope(self) -> list[str]:
        """What we ask for, as far as the issuer knows it."""
        known = self.get_oauth2_adapter(self.request).openid_config.get("scopes_supported", SCOPES)
        return [scope for scope in (*SCOPES, DISCORDS_PROFILE) if scope in known]

    def serialize(self) -> dict[str, Any]:
        """As allauth's, but by our own id: two issuers may have given us the same client id."""
        return {"id": self.sub_id}
