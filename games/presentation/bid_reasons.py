"""Why a bot bid, in one line."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.cards import mark_name
from games.presentation.reader import Reader
from napoleon.bots.bid_reasons import BidReason, bid_reason
from napoleon.engine import EndedView, NapRules


def why_bid(reader: Reader, deal: EndedView) -> str:
    """Why the declarer bid; empty for a person, and where the reader may not see the hand."""
    seat = deal.declarer or 0
    bot = reader.bidder_of_deal(deal.number, seat)
    reason = bid_reason(bot.level, reader.view.rules, deal) if bot else None
    if reason is None:
        return ""
    cards = _(", ").join(_cards(reason, is_nap=isinstance(reader.view.rules, NapRules))) or _("no special card")
    words = {
        "name": reader.of_deal(deal.number).names[seat],
        "cards": cards,
        "pictures": reason.pictures,
        "percent": reason.percent,
    }
    return _sentence(reason) % words


def _sentence(reason: BidReason) -> str:
    if reason.is_last_hope:
        return _(
            "Why %(name)s bid: nobody else had, and the deal would have been passed out"
            " (%(cards)s; about %(pictures)s picture cards with the widow and an adjutant)."
        )
    if reason.pictures is not None:
        return _("Why %(name)s bid: %(cards)s; about %(pictures)s picture cards with the widow and an adjutant.")
    if reason.percent is not None:
        return _("Why %(name)s bid: %(cards)s; made about %(percent)s times out of 100.")
    return _("Why %(name)s bid: %(cards)s.")


def _cards(reason: BidReason, *, is_nap: bool) -> Iterator[str]:
    if is_nap:
        text = ngettext("%(count)s card of the longest suit", "%(count)s cards of the longest suit", reason.trumps)
        yield text % {"count": reason.trumps}
    elif reason.trumps:
        yield ngettext("%(count)s trump", "%(count)s trumps", reason.trumps) % {"count": reason.trumps}
    yield from map(mark_name, reason.specials)
    if reason.aces:
        text = ngettext("%(count)s ace", "%(count)s aces", reason.aces)
        if not is_nap:
            text = ngettext("%(count)s ace of another suit", "%(count)s aces of other suits", reason.aces)
        yield text % {"count": reason.aces}
