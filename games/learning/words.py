"""The words of the game: how each is called in English and Japanese, and what it means.

The Japanese names are those of the five written sources of the rules (docs/rules.md), the most common first;
where those have none, what this site says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.option_texts import Text


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the game; ``key`` is its anchor on the page."""

    key: str
    english: str
    japanese: tuple[str, ...]
    meaning: Text
    cards: str = ""
    """Cards that picture it, as the record format names them."""


@dataclass(frozen=True, slots=True)
class Group:
    """Words that belong together."""

    key: str
    name: Text
    words: tuple[Word, ...]


SIDES: Final = Group(
    "sides",
    _("Who plays with whom"),
    (
        Word(
            "napoleon",
            "Napoleon",
            ("ナポレオン",),
            _(
                "The player who won the auction. He chooses trumps, calls the adjutant, exchanges cards and "
                "leads to the first trick."
            ),
        ),
        Word(
            "adjutant",
            "adjutant",
            ("副官",),
            _(
                "Napoleon’s secret partner: whoever holds the card that Napoleon called. He says nothing; "
                "the others learn it when the card is played."
            ),
        ),
        Word(
            "napoleons-side",
            "Napoleon’s side",
            ("ナポレオン軍",),
            _("Napoleon and the adjutant. The picture cards of both count together."),
        ),
        Word(
            "allies",
            "allies",
            ("連合軍", "敵軍"),
            _("All the others together. They win if Napoleon’s side misses its number."),
        ),
        Word(
            "alone",
            "alone",
            ("副官なし",),
            _(
                "Napoleon has nobody to help him: the card that he called is his own or lay in the widow. "
                "As a rule only he knows."
            ),
        ),
    ),
)
CARDS: Final = Group(
    "cards",
    _("The cards"),
    (
        Word(
            "picture-card",
            "picture card",
            ("絵札",),
            _(
                "Ace, king, queen, jack or ten of any suit: twenty in the pack. They are what is counted in "
                "the end; nothing else is."
            ),
            "SA SK SQ SJ ST",
        ),
        Word(
            "suit",
            "suit",
            ("スート", "マーク"),
            _(
                "Spades, hearts, diamonds or clubs. Where bids are compared, spades are the highest and "
                "clubs the lowest."
            ),
        ),
        Word(
            "trumps",
            "trumps",
            ("切り札", "切札"),
            _(
                "The suit that beats the other three in this deal. At Napoleon it is part of the bid."
            ),
        ),
        Word(
            "power-card",
            "power card",
            ("役札",),
            _("The mighty, the right jack or the left jack: stronger than all ordinary trumps."),
        ),
        Word(
            "mighty",
            "mighty",
            ("マイティ", "オールマイティ"),
            _(
                "The ace of spades, whatever is trumps. As a rule it wins every trick but one with the queen "
                "of hearts in it."
            ),
            "SA",
        ),
        Word(
            "right-jack",
            "right jack",
            ("正ジャック",),
            _(
                "The jack of trumps: next in strength to the mighty, and in some rules to the joker."
            ),
        ),
        Word(
            "left-jack",
            "left jack",
            ("裏ジャック",),
            _(
                "The other jack of the trumps’ colour; with hearts as trumps the jack of diamonds. It ranks "
                "right below the right jack, but for following suit it stays a diamond."
            ),
        ),
        Word(
            "joker",
            "joker",
            ("ジョーカー",),
            _(
                "The 53rd card. It belongs to no suit and may be played at any time; how strong it is depends "
                "on the rules, and in some on whether it was led."
            ),
            "JK",
        ),
    ),
)
AUCTION: Final = Group(
    "deal-and-auction",
    _("Deal and auction"),
    (
        Word(
            "deal",
            "deal",
            ("局", "ディール"),
            _("From dealing the cards to the result. Several deals make a match."),
        ),
        Word(
            "dealer",
            "dealer",
            ("親", "ディーラー"),
            _(
                "Who deals the cards; here the site does, but the seat still moves on from deal to deal."
            ),
        ),
        Word(
            "widow",
            "widow",
            ("ウィドー",),
            _("The cards that are left over by the deal, face down, for Napoleon to exchange."),
        ),
        Word(
            "bid",
            "bid",
            ("宣言", "ビッド", "ビット"),
            _(
                "To promise a number of picture cards together with a trump suit; at Nap, a number of tricks. "
                "The highest bid wins the auction."
            ),
        ),
        Word(
            "pass",
            "pass",
            ("パス",),
            _("Not to bid when one’s turn comes."),
        ),
        Word(
            "soft-pass",
            "soft pass",
            ("ソフトパス",),
            _("A pass after which one may bid again when the turn comes round."),
        ),
        Word(
            "no-trump",
            "no trump",
            ("ノートランプ", "切り札なし"),
            _("A bid without trumps. There are then no right and left jack either."),
        ),
        Word(
            "sealed-auction",
            "sealed auction",
            ("封じ宣言",),
            _("Everyone declares once, unseen; all open together. Made for play over days."),
        ),
    ),
)
CALL: Final = Group(
    "call-and-exchange",
    _("Call and exchange"),
    (
        Word(
            "call",
            "call",
            ("副官指名",),
            _("Napoleon names a card; its holder is the adjutant."),
        ),
        Word(
            "called-card",
            "called card",
            ("副官の札",),
            _(
                "The card that Napoleon named. Most often it is the mighty or another card he fears."
            ),
        ),
        Word(
            "exchange",
            "exchange",
            ("手札交換",),
            _("Napoleon takes the widow into his hand and lays away as many cards, any he likes."),
        ),
        Word(
            "discards",
            "discards",
            ("捨て札",),
            _(
                "The cards that Napoleon laid away. Who sees them, and for whom their picture cards count, "
                "the rules of the table say."
            ),
        ),
    ),
)
PLAY: Final = Group(
    "play",
    _("Tricks"),
    (
        Word(
            "trick",
            "trick",
            ("トリック",),
            _(
                "One card from everybody, in turn. The best card takes it, with all its picture cards."
            ),
        ),
        Word(
            "lead",
            "lead",
            ("リード",),
            _("To play the first card of a trick. Who has won a trick leads to the next."),
        ),
        Word(
            "led-suit",
            "led suit",
            ("台札",),
            _("The suit of the card that was led: all others must play it if they can."),
        ),
        Word(
            "follow-suit",
            "to follow suit",
            ("マストフォロー",),
            _(
                "To play the led suit. It is a duty, even when one would rather play something else."
            ),
        ),
        Word(
            "void",
            "void",
            ("ボイド",),
            _("Without a card of the led suit: then any card may be played, trumps too."),
        ),
    ),
)
SPECIAL: Final = Group(
    "special",
    _("When special things happen"),
    (
        Word(
            "yoromeki",
            "yoromeki",
            ("よろめき",),
            _(
                "“Wavering”: in a trick with the mighty, the queen of hearts makes it waver, and wins. "
                "Without the mighty she is a heart like the others."
            ),
            "SA HQ",
        ),
        Word(
            "same-two",
            "same-two",
            ("セイム2", "セイムツー", "セーム2"),
            _(
                "When all cards of a trick are of the led suit, its 2 wins. Which cards undo it, and whether "
                "it holds in the first trick, depends on the rules."
            ),
            "C2",
        ),
        Word(
            "joker-call",
            "joker call",
            ("ジョーカー請求",),
            _(
                "Leading the 3 of clubs (in some rules the 3 of spades): whoever holds the joker must play "
                "it, whatever else he has."
            ),
            "C3 JK",
        ),
        Word(
            "trump-demand",
            "trump demand",
            ("切札請求",),
            _("A led joker that calls for trumps: the others must follow with one."),
            "JK",
        ),
        Word(
            "withholding",
            "card that need not follow",
            ("フォローしなくてよい札",),
            _(
                "A strong card that its holder may keep even if it is all he has of the led suit. Only some "
                "rules have any."
            ),
        ),
        Word(
            "reverse",
            "reverse",
            ("リバース",),
            _("An ordinary jack turns the order of play round from the next trick on."),
        ),
    ),
)
RESULT: Final = Group(
    "result",
    _("The result"),
    (
        Word(
            "made",
            "made and lost",
            ("ナポレオン軍の勝ち・負け",),
            _(
                "A bid is made if Napoleon’s side took at least as many picture cards as it promised, and "
                "lost otherwise."
            ),
        ),
        Word(
            "sweep",
            "all twenty",
            ("20枚全部",),
            _(
                "One side has every picture card. It may be worth more, or be too much of a good thing."
            ),
        ),
        Word(
            "match",
            "match",
            ("対局",),
            _("A number of deals at one table; their points are added up."),
        ),
    ),
)
NAP: Final = Group(
    "nap",
    _("Only at Nap"),
    (
        Word(
            "declarer",
            "declarer",
            ("デクリアラー",),
            _("Who made the highest bid. All others play against him together."),
        ),
        Word(
            "misere",
            "misère",
            ("ミゼール",),
            _("A bid to take no trick at all. There are no trumps."),
        ),
        Word(
            "nap-bid",
            "nap",
            ("ナップ", "ナポレオン"),
            _("A bid to take all five tricks."),
        ),
        Word(
            "wellington",
            "wellington",
            ("ウェリントン",),
            _("All five tricks for more; only over a nap."),
        ),
        Word(
            "blucher",
            "blücher",
            ("ブリュッヒャー",),
            _(
                "All five tricks for more still; only over wellington, and only where the table plays it."
            ),
        ),
        Word(
            "chips",
            "chips",
            ("チップ",),
            _(
                "What everyone begins with, where a match is to end when somebody has lost all of them."
            ),
        ),
    ),
)

GROUPS: Final = (SIDES, AUCTION, CALL, CARDS, PLAY, SPECIAL, RESULT, NAP)
WORDS: Final[dict[str, Word]] = {word.key: word for group in GROUPS for word in group.words}
"""All of them by key."""
