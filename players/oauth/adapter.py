"""What django-allauth's identity provider calls our scopes."""

from allauth.idp.oidc.adapter import DefaultOIDCAdapter

from players.api.models import Scope


class Adapter(DefaultOIDCAdapter):
    scope_display = {scope.value: scope.label for scope in Scope}
