"""The options of a table in words: what each is called, what it changes, and what its values mean.

Each option of the engine (`napoleon.engine.rules`) has one entry here, under the group in which forms show it. Tests
fail where an option or a value has no words, or where words have no option.
"""

from dataclasses import dataclass, field
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Value:
    """One value of an option: its name, and what it means at the table."""

    name: Text
    meaning: Text = ""


@dataclass(frozen=True, slots=True)
class OptionText:
    """An option: its name, what it changes, and its values by key (for a choice)."""

    name: Text
    changes: Text = ""
    values: dict[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Group:
    """Options that belong together on a form."""

    name: Text
    options: dict[str, OptionText]
    """By key, in the order of the form."""

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self.options)


@dataclass(frozen=True, slots=True)
class PresetText:
    """A set of rules: its name, what it feels like, how hard it is to learn, and where it comes from."""

    name: Text
    summary: Text
    difficulty: Text
    source: Text


_EASY: Final = pgettext_lazy("how hard rules are", "easy to learn")
_MEDIUM: Final = pgettext_lazy("how hard rules are", "few special cards")
_DEMANDING: Final = pgettext_lazy("how hard rules are", "many special cards")

PRESETS: Final[dict[str, PresetText]] = {
    "gurunapo": PresetText(
        _("Gurunapo"),  # ぐるナポ
        _(
            "The classic of the online rooms of the 1990s, for five: the joker ranks just below the mighty, "
            "and the 3 of clubs calls it out."
        ),
        _DEMANDING,
        _("The rules made popular by a Japanese online parlour."),  # ぐるぐる温泉
    ),
    "leaflet": PresetText(
        _("Leaflet"),  # 解説書 (the printed leaflet of seed 001)
        _("As beginners are shown it, for five: a led joker demands trumps, and points are won and lost."),
        _DEMANDING,
        _("From a printed leaflet for beginners."),
    ),
    "booklet": PresetText(
        _("Booklet"),  # ルールブック (seed 004)
        _("A calmer leaflet, for five: nobody can force the mighty or the right jack out."),
        _DEMANDING,
        _("From a small illustrated rule booklet."),
    ),
    "four": PresetText(
        _("Four-handed"),  # 四人ナポレオン
        _("For four, as friends play it at home: no joker, twelve cards each and four to exchange."),
        _MEDIUM,
        _("As four schoolfriends played it for years."),
    ),
    "mighty": PresetText(
        _("Mighty"),
        _(
            "Napoleon’s Korean sister, for five: no jacks to fear, a bid that may still be raised after the widow, and "
            "points for every picture card beyond it."
        ),
        _MEDIUM,
        _("The usual rules of Korea, where far more people play Mighty than Napoleon."),
    ),
    "nap": PresetText(
        _("European Nap"),  # ヨーロッパ版ナポレオン（ナップ）
        _("A quick one for two to eight: five cards each, every declarer alone."),
        _EASY,
        _("Napoleon's older namesake from Europe."),
    ),
}

_JOKER_LEVELS: Final = {
    "strongest": Value(_("always the strongest"), _("It beats the mighty as well.")),
    "below_mighty": Value(_("just below the mighty"), _("Only the mighty beats it.")),
    "below_left_jack": Value(_("just below the left jack"), _("Mighty, right and left jack beat it.")),
    "weakest": Value(_("weakest"), _("Any card of the led suit beats it.")),
}

_TRICKS: Final = {
    "never": Value(pgettext_lazy("in which tricks", "never")),
    "first": Value(_("in the first trick")),
    "last": Value(_("in the last trick")),
    "first_and_last": Value(_("in the first and the last trick")),
}

TEMPO: Final = Group(
    _("Match"),
    {
        "players": OptionText(pgettext_lazy("how many", "Players"), _("How many players sit at the table.")),
        "deals": OptionText(
            _("Deals"), _("How many deals a match has. Passed-out ones come on top, unless they count.")
        ),
        "deals_at_once": OptionText(
            _("Deals at once"), _("This many deals run at once, so one visit lets you play a card in each.")
        ),
        "auction": OptionText(
            _("Auction"),  # 競り
            _("How Napoleon is chosen."),
            {
                "open": Value(pgettext_lazy("auction", "in turn"), _("Players take turns to bid higher or pass.")),
                "sealed": Value(
                    pgettext_lazy("auction", "sealed"),  # 封じ宣言
                    _("Everyone declares once, in secret, and all declarations are revealed together. It saves days."),
                ),
            },
        ),
        "finish": OptionText(
            _("End of a deal"),
            _("Whether a deal is played to its last card."),
            {
                "played_out": Value(_("with the last card")),
                "when_decided": Value(
                    _("once it is decided"),
                    _(
                        "As soon as no card can change the score. At Napoleon, an early end may tell who was not the "
                        "partner."
                    ),
                ),
            },
        ),
    },
)
"""What decides how long a match takes: asked of everybody."""
GROUPS: Final = (
    Group(
        _("Dealing"),
        {
            "joker": OptionText(
                _("Play with the joker"),  # ジョーカーを使う
                _("An extra card that belongs to no suit and may be played at any time."),
            ),
            "second_joker": OptionText(
                _("A second joker"),
                _("The widow has one card more. All that is said of the joker is true of both."),
                {
                    "none": Value(pgettext_lazy("second joker", "not played")),
                    "weaker": Value(_("weaker than the first"), _("The big joker beats the small one.")),
                    "equal": Value(
                        _("as strong as the first"), _("If both are in a trick, the one played first wins.")
                    ),
                },
            ),
            "deck": OptionText(
                _("Pack"),
                _("Fewer cards make stronger hands."),
                {
                    "full": Value(_("52 cards")),
                    "stripped_24": Value(_("24 cards, ace to nine"), _("For three players.")),
                    "stripped_28": Value(_("28 cards, ace to eight"), _("For four or five players.")),
                    "stripped_32": Value(_("32 cards, ace to seven"), _("For five players.")),
                },
            ),
            "no_shuffle": OptionText(
                _("Hardly any shuffling"),
                _("The cards are gathered and cut, and shuffled only after a made nap or higher."),
            ),
        },
    ),
    Group(
        _("Auction"),
        {
            "min_bid": OptionText(
                _("Lowest bid"), _("The fewest picture cards that may be bid. There are 20 in the pack.")
            ),
            "bid_order": OptionText(
                _("What makes a bid higher"),
                _("Whether a suit can outbid another at the same number."),
                {
                    "count_then_suit": Value(
                        _("number, then suit"), _("At the same number: spades, hearts, diamonds, clubs.")
                    ),
                    "count_only": Value(_("number alone"), _("Every bid must name a higher number.")),
                    "count_then_no_trump": Value(
                        _("number, then no trump"), _("At the same number no trump is higher; all suits are equal.")
                    ),
                },
            ),
            "passing": OptionText(
                _("After a pass"),
                _("Whether a player who has passed may bid again in a later round."),
                {
                    # ソフトパス
                    "soft": Value(_("may bid again"), _("A player who passes may bid again on their next turn.")),
                    "hard": Value(_("is out of the auction"), _("A player who has passed cannot bid again.")),
                },
            ),
            "first_bidder": OptionText(
                _("First to bid"),
                _(
                    "Who opens the auction, or wins a tie between sealed declarations. With several deals at once, "
                    "always the seat left of the dealer."
                ),
                {
                    "last_napoleon": Value(_("the last Napoleon"), _("In the first deal the seat left of the dealer.")),
                    "last_adjutant": Value(
                        _("the last adjutant"),
                        _("Or the last Napoleon, if there was none. In the first deal the seat left of the dealer."),
                    ),
                    "dealer_left": Value(_("the seat left of the dealer")),
                },
            ),
            "no_trump": OptionText(
                _("Bids without trumps"),  # 切り札なし（ノートランプ）
                _("No trump may be bid; where suits rank, above spades. Then there is no right and no left jack."),
            ),
            "all_pass": OptionText(
                _("When nobody bids"),
                _("What happens when everyone passes."),
                {
                    "redeal": Value(_("nobody plays the deal"), _("It is passed out, and nobody scores.")),
                    "next_dealer": Value(_("the next dealer deals"), _("The deal is passed out, and nobody scores.")),
                    "show_widow": Value(
                        _("the widow is turned up"),
                        _(
                            "Everybody sees it, and the auction starts again. If all pass again, "
                            "the deal is passed out."
                        ),
                    ),
                    "forced": Value(_("the first bidder must"), _("They become Napoleon at exactly the lowest bid.")),
                },
            ),
            "passed_out": OptionText(
                _("A passed-out deal"),
                _("Whether a deal on which everybody passes is one of the match's deals."),
                {
                    "dealt_again": Value(
                        _("does not count"),
                        _("Another is dealt: at Napoleon by the same dealer, at Nap by the next one."),
                    ),
                    "counts": Value(
                        _("counts, without points"),
                        _(
                            "The next dealer deals, and the match has exactly its number of deals: right for comparing"
                            " the same cards at several tables."
                        ),
                    ),
                },
            ),
            "redeal_claim": OptionText(
                _("Throwing a poor hand in"),
                _(
                    "On their first turn in the auction, a player with such a hand may show it to all. "
                    "The deal doesn’t count, and the same dealer deals again."
                ),
                {
                    "none": Value(pgettext_lazy("throwing in", "not allowed")),
                    "no_picture": Value(_("without a picture card")),
                    "one_picture": Value(_("with one picture card at most")),
                    "half_point": Value(
                        _("worth half a point at most"),
                        _("A, K, Q and J count 1, the ace of spades 0, a ten ½, and a joker takes 1 away."),
                    ),
                },
            ),
        },
    ),
    Group(
        _("The bids of Nap"),
        {
            "misere": OptionText(
                _("Misère"),
                _("The bid to take no trick at all, and its place among the others."),
                {
                    "over_three": Value(_("above three")),
                    "under_three": Value(_("below three")),
                    "none": Value(pgettext_lazy("misère", "not played")),
                },
            ),
            "spare_hand": OptionText(
                _("Spare hand"),
                _(
                    "Five more cards are dealt, and one more bid is possible, Sir Garnet: its declarer picks five of "
                    "these ten cards and must win all five tricks. Only a nap is higher."
                ),
            ),
            "blucher": OptionText(
                _("Blücher"),  # ブリュッヒャー
                _("A bid above wellington: all five tricks for even more points."),
            ),
            "wellington_weakest_lead": OptionText(
                _("Wellington leads low"), _("The declarer of Wellington must lead a card of their lowest rank.")
            ),
        },
    ),
    Group(
        _("Call and exchange"),
        {
            "call": OptionText(
                _("Calling the adjutant"),  # 副官の指名
                _("Whether Napoleon sees the widow before the call."),
                {
                    "before_exchange": Value(
                        _("before the exchange"), _("The called card may turn out to be in the widow.")
                    ),
                    "after_exchange": Value(_("after the exchange"), _("Napoleon has seen the widow by then.")),
                },
            ),
            "widow_raise": OptionText(
                _("Raising after the widow"),
                _(
                    "Having seen the widow, Napoleon may raise the bid once, and change trumps if the new bid is high "
                    "enough."
                ),
                {
                    "none": Value(pgettext_lazy("raising", "not allowed")),
                    "plus_1": Value(_("new trumps for 1 more")),
                    "plus_2": Value(_("new trumps for 2 more"), _("From a suit to no trump for 1 more.")),
                    "plus_3": Value(_("new trumps for 3 more"), _("From a suit to no trump for 2 more.")),
                },
            ),
            "adjutant_calls": OptionText(
                _("Whom Napoleon may call"),
                _("What Napoleon may say in place of a card."),
                {
                    "card": Value(_("only the holder of a card")),
                    "card_or_nobody": Value(_("also nobody"), _("Napoleon then plays alone, and everybody knows.")),
                    "card_nobody_or_first_trick": Value(
                        _("also nobody, or the winner of the first trick"),
                        _("The player who wins the first trick is the adjutant from then on, and everybody knows."),
                    ),
                },
            ),
            "own_card_call": OptionText(
                _("Napoleon may call a card of their own"), _("Napoleon then plays alone, and nobody else knows.")
            ),
            "discards_shown": OptionText(
                _("What is shown of the discards"),
                _("Which of Napoleon’s discards the others see."),
                {
                    "pictures": Value(_("picture cards"), _("The others stay face down.")),
                    "all": Value(_("all of them")),
                    "none": Value(_("nothing")),
                },
            ),
            "discards_to": OptionText(
                _("Who gets the discards"),
                _("Who discarded picture cards count for."),
                {
                    "first_trick_winner": Value(_("the winner of the first trick")),
                    "nobody": Value(_("nobody"), _("They are out of the deal.")),
                    "chosen_opponent": Value(
                        _("a player whom Napoleon chooses"), _("It may happen to be the adjutant.")
                    ),
                    "napoleon": Value(_("Napoleon")),
                },
            ),
        },
    ),
    Group(
        _("Play"),
        {
            "withhold": OptionText(
                _("Cards that need not follow suit"),
                _("Cards a player may keep even with no other card of the led suit."),
                {
                    "none": Value(pgettext_lazy("cards", "none")),
                    "mighty_and_right_jack": Value(_("the mighty and the right jack")),
                    "adjutant_power_card": Value(
                        _("the adjutant's called card"),
                        _("If it is the mighty, the right or the left jack: it hides the adjutant longer."),
                    ),
                },
            ),
            "power_cards_any_time": OptionText(
                _("Power cards at any time"),
                _("The mighty and the right and left jack may be played even by a player who could follow suit."),
            ),
            "first_lead": OptionText(
                _("Napoleon's first lead"),
                _("What may open the first trick."),
                {
                    "any": Value(_("any card")),
                    "no_trump_or_joker": Value(
                        _("neither a trump nor the joker"), _("Unless the hand holds nothing else.")
                    ),
                },
            ),
            "reverse": OptionText(
                _("Reverse"),  # リバース
                _("Each jack that is neither right nor left reverses the order of play from the next trick on."),
            ),
        },
    ),
    Group(
        _("Strong and special cards"),
        {
            "mighty_card": OptionText(
                _("Which card is the mighty"),
                _("The card that beats all others."),
                {
                    "SA": Value(_("the ace of spades")),
                    "DA_when_spades": Value(
                        _("the ace of spades, or of diamonds"), _("Of diamonds if spades are trumps; else of spades.")
                    ),
                },
            ),
            "mighty_weak": OptionText(
                _("When the mighty has no power"),
                _("In these tricks it is an ordinary ace, which must follow suit."),
                _TRICKS,
            ),
            "power_jacks": OptionText(
                _("Right and left jack"),
                _("The jacks of the trumps’ colour beat all trumps. Without this rule a jack is just a jack."),
            ),
            "jacks_weak": OptionText(
                _("When the right and left jack have no power"),
                _("In these tricks they are ordinary jacks of their suits."),
                _TRICKS,
            ),
            "yoromeki": OptionText(
                _("Yoromeki"),  # よろめき
                _("In a trick with the mighty, the queen of hearts makes it waver, and wins."),
            ),
            "yoromeki_return": OptionText(
                _("An answer to yoromeki"),
                _("Which hearts beat the queen of hearts in a trick in which she has beaten the mighty."),
                {
                    "off": Value(pgettext_lazy("yoromeki", "none")),
                    "king": Value(_("the king")),
                    "king_and_ace": Value(_("the king, and the ace beats the king")),
                },
            ),
            "same_two": OptionText(
                _("Same-two"),  # セイム2
                _("When all cards of a trick are of the led suit, its 2 wins."),
                {
                    "off": Value(pgettext_lazy("same-two", "not played")),
                    "voided_by_specials": Value(
                        _("not beside special cards"),
                        _("The mighty, the joker or a jack of the trumps’ colour in the trick cancels it."),
                    ),
                    "ranked": Value(_("below the special cards"), _("It beats trumps; the special cards beat it.")),
                },
            ),
            "same_two_first_trick": OptionText(
                _("Same-two in the first trick"), _("Whether it applies in the first trick too.")
            ),
        },
    ),
    Group(
        _("The joker"),
        {
            "joker_led": OptionText(
                _("A joker that is led"), _("How strong the joker is as the first card."), _JOKER_LEVELS
            ),
            "joker_followed": OptionText(
                _("A joker played later in the trick"),
                _("How strong the joker is when another card was led."),
                _JOKER_LEVELS,
            ),
            "joker_names": OptionText(
                _("What a led joker calls for"),
                _("Which suit the others must follow."),
                {
                    "any": Value(_("a suit of its player's choice")),
                    # 切札請求
                    "trump": Value(_("trumps, always"), _("In a deal without trumps, the player chooses.")),
                },
            ),
            "joker_suit": OptionText(
                _("Whether the joker follows suit"),
                _("When the joker may be played to a led suit."),
                {
                    "none": Value(_("at any time"), _("It belongs to no suit.")),
                    "trump": Value(
                        _("like a trump"),
                        _("It must be played to trumps, and to another suit only if the player has none of it."),
                    ),
                },
            ),
            "joker_weak": OptionText(
                _("When the joker has no power"),
                _("In these tricks it can still be played, but almost any card beats it."),
                {**_TRICKS, "last_three": Value(_("in the last three tricks"))},
            ),
        },
    ),
    Group(
        _("The joker call"),
        {
            "joker_call": OptionText(
                _("Joker call"),  # ジョーカー請求
                _("When this card is led, the player with the joker must play it."),
                {
                    "C3": Value(_("the 3 of clubs")),
                    "S3": Value(_("the 3 of spades")),
                    "C3_unless_trump": Value(
                        _("the 3 of clubs, or of spades"), _("Of spades if clubs are trumps; else of clubs.")
                    ),
                    "both": Value(_("the 3 of clubs, and the 3 of spades")),
                    "none": Value(_("no such card")),
                },
            ),
            "joker_call_optional": OptionText(
                _("The call is a choice"),
                _("The player who leads the card says whether it calls the joker. Otherwise it always does."),
            ),
            "joker_call_off": OptionText(
                _("When the joker can’t be called"), _("In these tricks the card is an ordinary one."), _TRICKS
            ),
            "called_joker": OptionText(
                _("A joker that was called"),
                _("Whether it can still win the trick, and whether it can be kept."),
                {
                    "keeps_level": Value(_("stays as strong as it is")),
                    "weakest": Value(_("can’t win"), _("Any card of the led suit beats it.")),
                    "weakest_or_mighty": Value(
                        _("can’t win, but the mighty can stand in"),
                        _("A player who also holds the mighty may play that instead."),
                    ),
                },
            ),
        },
    ),
    Group(
        _("Scoring"),
        {
            "sweep": OptionText(
                _("When Napoleon's side takes all"),
                _("Whether taking all 20 picture cards is too much of a good thing."),
                {
                    "normal": Value(_("it wins"), _("Twenty are as good as any number.")),
                    "loses": Value(_("it loses"), _("Unless 20 were bid.")),
                    "loses_ignoring_discards": Value(
                        _("it loses, not counting discards"),
                        _("Discarding a picture card does not save Napoleon from having taken all."),
                    ),
                },
            ),
            "scoring": OptionText(
                _("Points"),
                _("What a deal is worth."),
                {
                    "gurunapo": Value(
                        _("winners score"),
                        _("Napoleon 4, adjutant 2; if they fail, each ally 2. More for all 20, or alone."),
                    ),
                    "plus_minus": Value(
                        _("winners gain, losers pay"), _("Napoleon 2, adjutant 1, each ally 1, up or down; alone 4.")
                    ),
                    "bid_value": Value(
                        _("the bid itself"), _("Everyone on the winning side scores the number that was bid.")
                    ),
                    "difference": Value(
                        _("by the difference"),
                        _(
                            "Made: 2 for each step of the bid above the lowest, and 1 for each picture card beyond it. "
                            "Lost: 1 for each missing. Losers pay winners. Doubled without trumps, with nobody called, "
                            "and for a landslide."
                        ),
                    ),
                },
            ),
            "payments": OptionText(
                _("Payments for the highest bids"),
                _("What each other player pays for a made bid, or is paid for a lost one."),
                {
                    "standard": Value(_("wellington 20, or 12 lost")),
                    "double": Value(_("wellington 20, blücher 40"), _("As much lost as won.")),
                    "flat": Value(_("10 for either, or 20 lost")),
                    "classic": Value(
                        _("nap 10, wellington 20, blücher 30"), _("Half as much lost. Sir Garnet 10, won or lost.")
                    ),
                },
            ),
            "chips": OptionText(
                _("Chips to begin with"),
                _("The match ends after the deal that leaves somebody with none. 0: no chips."),
            ),
        },
    ),
)
"""All the other options, for those who want their own rules."""

CLASHES: Final[dict[tuple[str, str], Text]] = {
    ("deals_at_once", "deals"): _("The number of deals at once can’t exceed the deals in the match."),
    ("deck", "players"): _("This pack does not fit the number of players."),
    ("blucher", "payments"): _("To play with blücher, choose payments that include it."),
    ("second_joker", "joker"): _("A second joker needs the joker."),
    ("scoring", "sweep"): _("When points go by the difference, taking all 20 can’t be a loss."),
    ("spare_hand", "deck"): _("This pack is too small for five players and a spare hand."),
    ("spare_hand", "no_shuffle"): _("A spare hand needs cards that are shuffled for every deal."),
    ("no_shuffle", "deals_at_once"): _("Without shuffling, only one deal can be open at once."),
}
"""Options that do not go together, by the key at fault and the other one."""


TEXTS: Final[dict[str, OptionText]] = {key: text for group in (TEMPO, *GROUPS) for key, text in group.options.items()}
"""The words of every option. An option means the same in all games that have it."""


def option_text(key: str) -> OptionText:
    return TEXTS[key]


def value_text(key: str, value: object) -> Text:
    """A value in a word or two."""
    if isinstance(value, bool):
        return pgettext_lazy("option", "yes") if value else pgettext_lazy("option", "no")
    return TEXTS[key].values[value].name if isinstance(value, str) else str(value)
