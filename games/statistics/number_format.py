"""Numbers as the cells of statistics show them."""

from django.utils import formats
from django.utils.translation import gettext as _

from games.presentation.points import decimal
from games.statistics.means import Mean


def whole(value: int) -> str:
    return formats.number_format(value, 0, force_grouping=True)


def share(part: int, total: int) -> str:
    return f"{decimal(100 * part / total, 0)} %" if total else "–"


def span(points: Mean) -> str:
    if points.span is None:
        return "–"
    return _("%(low)s to %(high)s") % {"low": decimal(points.span[0], 2), "high": decimal(points.span[1], 2)}
