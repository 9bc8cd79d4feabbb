"""What changed of a handicap, in words."""

from decimal import Decimal

from django.utils.translation import gettext as _

from leagues.standings.number_format import as_text


def change_in_words(
    start_before: Decimal | str, start_after: Decimal | str, match_before: Decimal | str, match_after: Decimal | str
) -> str:
    texts = []
    old, new = _shown(start_before), _shown(start_after)
    if old != new:
        texts.append(_("starting points %(old)s → %(new)s") % {"old": old, "new": new})
    old, new = _shown(match_before), _shown(match_after)
    if old != new:
        texts.append(_("per match %(old)s → %(new)s") % {"old": old, "new": new})
    return _(", ").join(texts)


def _shown(points: Decimal | str) -> str:
    return as_text(str(points), signed=True)
