"""The titles of lines and the sentences for what is wrong with them."""

from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.presentation.cards import label
from games.presentation.error_messages import REFUSALS, refusal
from games.transcription.sheet import LineFault, kind_of, number_of
from napoleon.engine import card_name

FAULTS: Final[dict[str, Promise]] = {
    "unreadable": gettext_lazy("“%(word)s” cannot be read here."),
    "no_card": gettext_lazy("“%(word)s” is not a card. Cards are written SA, AS or ♠A, a ten H10 or HT, the joker X."),
    "no_suit": gettext_lazy("“%(word)s” has no suit."),
    "foreign": gettext_lazy("There is no %(card)s in this pack."),
    "twice": gettext_lazy("The %(card)s is here twice."),
    "played_before": gettext_lazy("%(name)s has already played the %(card)s: %(other)s."),
    "elsewhere": gettext_lazy("The %(card)s cannot be here: it is also in “%(other)s”."),
    "not_in_hand": gettext_lazy("%(name)s did not hold the %(card)s: see “%(other)s”."),
    "too_many": gettext_lazy("There can be at most %(most)s cards here."),
    "too_long": gettext_lazy("This line is longer than %(most)s characters."),
    "trick_short": gettext_lazy("A card is missing in this trick."),
    "auction_over": gettext_lazy("The auction was over before the last of these."),
    "deal_over": gettext_lazy("All cards had been played before this trick."),
    "decided_before": gettext_lazy("By these rules the deal was already over before this."),
    "not_decided": gettext_lazy("By these rules the deal was not decided yet: the play goes on."),
    "nothing": gettext_lazy("Type something, or tap a card."),
    "stale": gettext_lazy("This match has been changed in another window. Check it as it is now, then send again."),
    "not_due": gettext_lazy("This line cannot be entered now."),
}
_DID_NOT: Final = {
    "must_follow": gettext_lazy(
        "%(name)s did not follow with the %(card)s, yet played the %(proof)s later, in “%(other)s”. "
        "One of the two lines is wrong."
    ),
    "joker_called": gettext_lazy(
        "%(name)s played the %(card)s when the joker was called, yet played it later, in “%(other)s”. "
        "One of the two lines is wrong."
    ),
}
_TITLES: Final[dict[str, Promise]] = {
    "auction": gettext_lazy("Auction"),
    "call": gettext_lazy("Called card"),
    "raise": gettext_lazy("Raise of the bid"),
    "discards": gettext_lazy("Discards"),
    "recipient": gettext_lazy("The discards go to"),
    "widow": gettext_lazy("Widow"),
    "spare": gettext_lazy("Spare hand"),
    "end": pgettext_lazy("a line of a deal", "Stopped early"),
}


def line_title(line: str, names: Sequence[str]) -> str:
    kind, number = kind_of(line), number_of(line)
    if kind == "trick":
        return _("Trick %(number)s") % {"number": number}
    if kind == "hand":
        return _("%(name)s’s hand") % {"name": names[number]}
    if kind == "left":
        return _("Left in %(name)s’s hand") % {"name": names[number]}
    return str(_TITLES[kind])


def fault_text(fault: LineFault, names: Sequence[str]) -> str:
    """The fault in a sentence."""
    words: dict[str, object] = dict(fault.details)
    words["name"] = "" if fault.seat is None else names[fault.seat]
    words["card"] = "" if fault.card is None else label(card_name(fault.card))
    words["proof"] = "" if fault.proof is None else label(card_name(fault.proof))
    words["other"] = line_title(fault.other, names) if fault.other else ""
    if fault.proof is not None and fault.reason in _DID_NOT:
        return str(_DID_NOT[fault.reason]) % words
    if fault.reason in FAULTS:
        return str(FAULTS[fault.reason]) % words
    text = refusal(fault.reason, fault.details) if fault.reason in REFUSALS else fault.reason
    return f"{words['name']}{_(': ')}{text}" if words["name"] else text
