"""Why a decision was worse than another, in sentences."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from napoleon.judging.judgement import Reason

REASONS: Final[dict[Reason, Promise]] = {
    "gave_picture": gettext_lazy("The picture card went to the other side."),
    "kept_picture_back": gettext_lazy("The player's own side took the trick: a picture card was safe in it."),
    "overtook_friend": gettext_lazy("The player's own side was already winning the trick."),
    "let_go": gettext_lazy("The other side took the trick, though it could be beaten at that moment."),
    "spent_in_vain": gettext_lazy("A trump or a special card was spent and did not win the trick."),
    "spent_on_nothing": gettext_lazy("A trump or a special card was spent on a trick without picture cards."),
    "did_not_draw_trumps": gettext_lazy("The other side still had trumps to be drawn."),
    "did_not_call_joker": gettext_lazy("The other side had the joker, and it could be called."),
    "led_to_be_trumped": gettext_lazy("The other side trumped the suit that was led."),
    "led_below_trump": gettext_lazy("The other side had a higher trump than the one that was led."),
    "could_be_held": gettext_lazy("The other side took the trick; with the better card it could not have."),
    "cheaper_would_do": gettext_lazy("With a lower card the player's own side would have won the trick as well."),
    "threw_highest_away": gettext_lazy("The highest card left of its suit was given away."),
    "showed_adjutant": gettext_lazy("The called card showed everybody who the adjutant was."),
    "misere_took_trick": gettext_lazy("The declarer took the trick, and had a lower card."),
    "misere_kept_high": gettext_lazy("A higher card could have been thrown away without taking the trick."),
    "misere_declarer_void": gettext_lazy(
        "The declarer had none of the suit that was led, and could throw another card away."
    ),
    "misere_declarer_above": gettext_lazy("The declarer had only higher cards in the suit of the better card."),
    "misere_overtook": gettext_lazy("The declarer was winning the trick, and was overtaken."),
    "misere_others_kept_high": gettext_lazy(
        "The declarer could no longer take this trick, so a higher card could be thrown away."
    ),
    "worth_a_bid": gettext_lazy("On average this hand was worth a bid."),
    "not_worth_the_bid": gettext_lazy("On average this hand was not worth so high a bid."),
    "other_trump": gettext_lazy("Another trump suited the hand better."),
    "bid_too_low": gettext_lazy("On average a higher bid brings more."),
    "bid_too_high": gettext_lazy("On average a lower bid brings more."),
    "better_alone": gettext_lazy("On average this hand does better alone."),
    "better_with_partner": gettext_lazy("On average this hand does better with an adjutant."),
    "stronger_partner": gettext_lazy("A special card brings a stronger adjutant."),
    "laid_trump_away": gettext_lazy("A trump was discarded."),
    "laid_picture_away": gettext_lazy("A picture card was discarded."),
    "kept_a_suit": gettext_lazy("Discarding a whole suit would have let the player trump it."),
    "kept_pictures": gettext_lazy(
        "More picture cards could have been discarded: they go to the winner of the first trick."
    ),
}
