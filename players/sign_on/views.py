"""Single sign-on: to the issuer, back from it, and the name of a new account."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from allauth.account.mixins import CloseableSignupMixin
from allauth.account.utils import get_next_redirect_url
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.internal.flows import signup
from allauth.socialaccount.models import SocialApp
from allauth.socialaccount.providers.base import AuthProcess
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from django.contrib.auth.decorators import login_not_required
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import FormView
from requests import RequestException

from infrastructure.rate_limits import limit
from infrastructure.requests import public_page
from players.models import User
from players.sign_on.forms import ChooseNameForm
from players.sign_on.openid_connect import Adapter, Provider

if TYPE_CHECKING:
    Form: TypeAlias = FormView[ChooseNameForm]
else:
    Form = FormView


@public_page
def sign_on(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Redirect to the issuer. By a link: the security policy lets no form lead to another host."""
    return answer_of(request, provider_id, _to_issuer)


def _to_issuer(provider: Provider) -> HttpResponse:
    page = get_next_redirect_url(provider.request)
    answer: HttpResponse = provider.redirect(provider.request, AuthProcess.LOGIN, next_url=page)
    return answer


@public_page
def signed_on(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Take the issuer's answer."""
    return answer_of(request, provider_id, _from_issuer)


def _from_issuer(provider: Provider) -> HttpResponse:
    view = OAuth2CallbackView.adapter_view(Adapter(provider.request, provider.sub_id))
    answer: HttpResponse = view(provider.request)
    return answer


def answer_of(request: HttpRequest, provider_id: str, ask: Callable[[Provider], HttpResponse]) -> HttpResponse:
    """Ask an issuer; its wrong answers, and its silence, become pages."""
    # Each attempt makes the site ask another host.
    limit(request, "sign_on", "30/m")
    try:
        provider = get_adapter().get_provider(request, provider_id)
    except SocialApp.DoesNotExist as error:
        raise Http404 from error
    try:
        return ask(provider)
    except ImmediateHttpResponse as answer:
        response: HttpResponse = answer.response
        return response
    except (OAuth2Error, RequestException) as error:
        return _failed(request, provider, error)


def _failed(request: HttpRequest, provider: Provider, error: Exception) -> HttpResponse:
    answer: HttpResponse = render_authentication_error(request, provider, exception=error)
    return answer


@method_decorator([login_not_required, never_cache], name="dispatch")
class ChooseName(CloseableSignupMixin, Form):
    """The last step of a new account, and of a guest who keeps their games."""

    form_class = ChooseNameForm
    template_name = "players/sign_on/choose_name.html"
    login: Any

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        login = signup.get_pending_signup(request)
        is_member = isinstance(request.user, User) and not request.user.is_guest
        if login is None or is_member:
            return redirect("front_page" if is_member else "account_login")
        self.login = login
        if request.method == "POST":
            limit(request, "choose_name", "10/m")
        return super().dispatch(request, *args, **kwargs)

    def is_open(self) -> bool:
        is_open: bool = get_adapter().is_open_for_signup(self.request, self.login)
        return is_open

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "sociallogin": self.login}

    def get_form(self, form_class: Any = None) -> Any:
        form = super().get_form(form_class)
        if isinstance(self.request.user, User):
            form.fields["name"].person = self.request.user
        return form

    def form_valid(self, form: ChooseNameForm) -> HttpResponse:
        try:
            response: HttpResponse = signup.signup_by_form(self.request, self.login, form)
        except IntegrityError:
            # The button was pressed twice: the issuer's answer now opens the account.
            return redirect("openid_connect_login", self.login.provider.sub_id)
        return response

    def form_invalid(self, form: ChooseNameForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "issuer": self.login.provider.name}
