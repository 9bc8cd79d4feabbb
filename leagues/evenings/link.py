"""The link by which guests without an account say that they are coming."""

from django.core.signing import BadSignature, Signer
from django.http import Http404
from django.urls import reverse

from leagues.models import Round

_SIGNER = Signer(salt="leagues.evenings")


def guest_path(round_: Round) -> str:
    """Its address works until the round is opened."""
    return reverse("leagues:evening", args=[_SIGNER.sign(str(round_.pk))])


def round_of_token(token: str) -> Round:
    """The round of a link. Raises `Http404` for a link that we did not make."""
    try:
        pk = int(_SIGNER.unsign(token))
    except (BadSignature, ValueError) as error:
        raise Http404 from error
    round_ = Round.objects.select_related("season__club").filter(pk=pk).first()
    if round_ is None or round_.season.announced_at is None or round_.season.club.closed_at:
        raise Http404
    return round_
