"""A move and a result in plain sentences: for screen readers, and for the preview of a link."""

from __future__ import annotations

from django.utils.translation import gettext as _

from .results import Result
from .review_log import Told
from .summary import bid_text


def plainly(told: Told) -> str:
    """Who did what."""
    content = [bid_text(told.bid)] if told.bid else []
    content += [face.label for face in told.cards]
    words = {"name": told.name, "what": told.what, "content": _(", ").join(content)}
    text = _("%(name)s %(what)s %(content)s") if content else _("%(name)s %(what)s")
    said = text % words
    if told.how_word:
        said = _("%(said)s (%(how)s)") % {"said": said, "how": told.how_word}
    return _("%(said)s.") % {"said": said}


def result_plainly(result: Result) -> str:
    """How the deal ended."""
    if result.bid is None:
        return _("%(said)s.") % {"said": result.headline}
    words = {
        "headline": result.headline,
        "who": result.who,
        "took": result.took,
        "bid": bid_text(result.bid),
    }
    if not result.who:
        return _("%(headline)s: %(took)s, bid %(bid)s.") % words
    return _("%(headline)s: %(who)s took %(took)s, bid %(bid)s.") % words
