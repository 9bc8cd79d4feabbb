"""A first deal of Napoleon as Napoleon, then the beginning of another as an ally."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from .lesson import Lesson, Question, Scene, right, wrong

BID: Final = Question(
    key="bid",
    title=_("Bid"),
    told=_(
        "Five players have ten cards each, and three lie face down: the widow. Your long suit is hearts: as "
        "trumps they would make [HJ] the right jack, with [HA] and [HT] behind it, and you hold [JK] besides. "
        "Sora has passed; Yui bids 11 with diamonds as trumps."
    ),
    ask=_(
        "A bid is a number of picture cards, from 11 to 20, and a trump suit. It must be higher than the last "
        "one. What do you say?"
    ),
    verdicts=(
        right(
            "11H",
            _(
                "At the same number hearts are higher than diamonds, so 11 is enough. You promise 11 of the 20 "
                "picture cards, together with a partner whom you do not know yet. The others pass: you are Napoleon."
            ),
        ),
        right(
            "12H 13H",
            _(
                "A good bid, though more than you need: at the same number hearts are higher than diamonds. The "
                "deal goes on with 11 hearts. The others pass: you are Napoleon."
            ),
        ),
        wrong(
            "pass",
            _(
                "Then Yui plays diamonds. With the joker, the right jack and the ace of your long suit you can "
                "take it on; and a partner will help you."
            ),
        ),
        wrong(
            "S D C",
            _(
                "Allowed, but choose the suit in which you are long and strong: with hearts as trumps you hold "
                "the right jack and the ace."
            ),
        ),
        wrong(
            "",
            _(
                "So many? Promise no more than you must: you have seen ten of the 53 cards, no more."
            ),
        ),
    ),
    words="bid trumps picture-card",
    section="auction",
    refused=_("At the same number clubs are lowest, then diamonds, hearts and spades."),
)
CALL: Final = Question(
    key="call",
    title=_("Call the adjutant"),
    told=_(
        "You are Napoleon, with 11 hearts to make. Now you name a card: whoever holds it is your adjutant and "
        "helps you in secret. The others will not know who it is, and nor will you."
    ),
    ask=_("Which card would you like to have on your side?"),
    verdicts=(
        right(
            "SA",
            _(
                "The ace of spades is the mighty, the strongest card there is, and now it is on your side. "
                "Somebody at this table knows that he is your adjutant."
            ),
        ),
        wrong(
            "JK HJ HA HT H6 SQ S6 D7 C8 C4",
            _(
                "You hold that card yourself: you would be alone against four. The rules allow it, but for that "
                "one needs a far stronger hand."
            ),
        ),
        wrong(
            "DJ",
            _(
                "The left jack, a strong card indeed. But the strongest of all is not yours either, and against "
                "you it would hurt more: the mighty, [SA]."
            ),
        ),
        wrong(
            "",
            _(
                "Its holder would help you, but with a weak card for a start. Call the strongest card that you "
                "do not hold: the mighty, [SA]."
            ),
        ),
    ),
    words="call adjutant alone mighty",
    section="call",
)
EXCHANGE: Final = Question(
    key="exchange",
    title=_("Exchange"),
    told=_(
        "The widow is yours: [DJ], [C3] and [S2]. With hearts as trumps [DJ] is the left jack, the other jack "
        "of the same colour. What luck!"
    ),
    ask=_("Of your thirteen cards three must go. Which do you lay away?"),
    verdicts=(
        wrong(
            "HJ HA HT H6 DJ JK",
            _(
                "Keep what wins tricks: the trumps, both jacks and the joker. Lay away weak cards of the other "
                "suits."
            ),
        ),
        right(
            "",
            _(
                "Weak cards of the other suits go: the fewer suits you hold, the sooner you may trump. A picture "
                "card among them is shown to all and goes to whoever wins the first trick; that will be you. "
                "The deal goes on with [SQ], [S2] and [C3] laid away."
            ),
        ),
    ),
    words="widow exchange discards left-jack",
    section="call",
)
LEAD: Final = Question(
    key="lead",
    title=_("The first lead"),
    told=_("Napoleon leads to the first trick; the others follow clockwise with one card each."),
    ask=_("Which card do you lead?"),
    verdicts=(
        right(
            "HJ",
            _(
                "Only the mighty and the joker are above the right jack: the one is your adjutant’s, the other "
                "yours. The others had to follow with hearts, so four trumps are gone; and your queen of spades "
                "comes back to you with the trick."
            ),
        ),
        right(
            "HA",
            _(
                "That draws the others’ trumps and is likely to win. [HJ] does the same and is stronger still; "
                "the deal goes on with it. Four trumps are gone, and your queen of spades comes back to you."
            ),
        ),
        wrong(
            "HT H6",
            _(
                "Trumps are the right idea, for they take the others’ trumps away. But this one can be beaten. "
                "You hold one that nobody out there can beat."
            ),
        ),
        wrong(
            "JK", _("The joker would win. But keep it: later it will be worth more than one trick.")
        ),
        wrong(
            "DJ",
            _(
                "The left jack would win, but led it asks for diamonds, the suit printed on it: no trumps would "
                "fall. Draw the trumps first."
            ),
        ),
        wrong(
            "",
            _(
                "A weak card gives the lead away at once. As long as the others hold trumps, your winners are "
                "not safe: draw the trumps first."
            ),
        ),
    ),
    words="lead trick right-jack",
    section="wins",
)
PARTNER: Final = Question(
    key="partner",
    title=_("Find your partner"),
    told=_(
        "You led [HA] too: of the trumps that were not yours, only [HK] is left. Somebody holds [SA] and is "
        "waiting for a chance to help you."
    ),
    ask=_("What do you lead to the third trick?"),
    verdicts=(
        right(
            "S6",
            _(
                "Sora took the trick with the mighty. Now everybody knows who your adjutant is, you included. "
                "What the two of you take counts together."
            ),
        ),
        wrong(
            "HT H6",
            _("[HK] is still out there and would take it. Wait until you can catch the king."),
        ),
        wrong(
            "DJ JK",
            _(
                "It would win, but the others would give you no picture card for it. Such cards are for tricks "
                "in which there is something to win."
            ),
        ),
        wrong(
            "",
            _(
                "An ally may well take that. In one suit you know that your side holds the very best card: "
                "which one did you call?"
            ),
        ),
    ),
    words="adjutant mighty napoleons-side",
    section="call",
)
FOLLOW: Final = Question(
    key="follow",
    title=_("Follow suit"),
    told=_("Sora leads [C9] and Yui plays [CT] on it. You hold two clubs."),
    ask=_("What do you play? Just this once the table does not show you what is allowed."),
    verdicts=(
        right(
            "C8 C4",
            _(
                "Clubs were led and you hold some, so it had to be a club. Neither beats the ten; it matters "
                "little which one you give. Aoi takes the trick with the ace."
            ),
        ),
        wrong(
            "JK",
            _(
                "Allowed: the joker belongs to no suit and may be played at any time. But it would win a single "
                "picture card here. Keep it."
            ),
        ),
    ),
    words="follow-suit led-suit joker",
    section="tricks",
    refused=_(
        "Whoever holds a card of the led suit must play one, even if a trump would win. Only the joker is free."
    ),
    is_bare=True,
)
LEFT_JACK: Final = Question(
    key="left-jack",
    title=_("The left jack"),
    told=_(
        "Aoi leads [DA]; Ren, Sora and Yui follow with small diamonds. You are the last to play."
    ),
    ask=_("How do you win the ace of diamonds? Again the table keeps quiet about what is allowed."),
    verdicts=(
        right(
            "DJ",
            _(
                "With hearts as trumps the jack of diamonds is the left jack: only the right jack, the joker and "
                "the mighty beat it. For following suit it is a diamond like the others."
            ),
        ),
        wrong(
            "D7",
            _(
                "Allowed, but then the ace goes to the allies. Look at your other diamond: what is it when "
                "hearts are trumps?"
            ),
        ),
        wrong(
            "JK", _("The joker would win as well. But a weaker card of yours is enough for this.")
        ),
    ),
    words="left-jack power-card follow-suit",
    section="wins",
    refused=_(
        "You hold two diamonds: [D7], and [DJ], which is one too when it comes to following."
    ),
    is_bare=True,
)
JOKER: Final = Question(
    key="joker",
    title=_("Lead the joker"),
    told=_(
        "The lead is yours. The only trump that you do not hold is [HK], and the mighty has been played: "
        "nothing can beat your joker any more."
    ),
    ask=_(
        "Who leads the joker names the suit that the others must follow. How do you catch the king?"
    ),
    verdicts=(
        right(
            "JK=H",
            _(
                "The joker asked for hearts, so Ren had to give up the king. And Sora, who saw that the trick "
                "was yours, has thrown in the queen of diamonds."
            ),
        ),
        wrong(
            "JK",
            _(
                "The joker wins, whatever suit you name. But if you name hearts, the king has to come along."
            ),
        ),
        wrong("HT H6", _("The king of hearts would take that. Something stronger must fetch him.")),
        wrong(
            "",
            _("That catches no king, and it may lose. Which of your cards can nothing beat now?"),
        ),
    ),
    words="joker trump-demand",
    section="joker",
)
VOID: Final = Question(
    key="void",
    title=_("Nothing of the led suit"),
    told=_(
        "You led your last diamond, and Yui took it with the ten. Now Yui leads [SK]. You have no spade any more."
    ),
    ask=_("Three cards are left to you. Which do you play?"),
    verdicts=(
        right(
            "H6",
            _(
                "Who has none of the led suit may play anything, and even the smallest trump beats the king of "
                "spades. Three picture cards more: your side has 12, and the bid is made."
            ),
        ),
        right(
            "HT",
            _(
                "Any trump beats the king of spades; the smaller one is enough, and the deal goes on with it. "
                "Three picture cards more: your side has 12, and the bid is made."
            ),
        ),
        wrong(
            "",
            _(
                "Allowed, but the king would stay with the allies. What beats every spade on the table?"
            ),
        ),
    ),
    words="void trumps",
    section="tricks",
)
AS_NAPOLEON: Final = Scene(
    preset="gurunapo",
    dealer=2,
    hands=(
        "JK HJ HA HT H6 SQ S6 D7 C8 C4",
        "H3 H7 S9 S8 S3 CA CQ DA D8 D2",
        "H9 H8 HK S7 SJ C2 C6 C7 D4 D6",
        "H4 HQ SA ST C9 CK CJ DQ D5 D3",
        "H2 H5 S5 S4 SK CT C5 D9 DT DK",
    ),
    widow="DJ C3 S2",
    moves="""
        pass 11D ?bid 11H pass pass pass pass
        ?call SA
        ?exchange SQ/S2/C3
        ?lead HJ H3 H9 H4 H2
        HA H7 H8 HQ H5
        ?partner S6 S9 S7 SA S5
        C9 CT ?follow C4 CA C6
        DA D4 D3 D9 ?left-jack DJ
        ?joker JK=H D2 HK DQ C5
        D7 D8 D6 D5 DT
        SK ?void H6 S8 SJ ST
        HT S3 C7 CK S4
        C8 CQ C2 CJ DK
    """,
    questions=(BID, CALL, EXCHANGE, LEAD, PARTNER, FOLLOW, LEFT_JACK, JOKER, VOID),
    result=_(
        "You and Sora took 14 picture cards, and 11 were promised. By these rules that is 4 points for Napoleon "
        "and 2 for the adjutant; had you missed it, each of the three allies would have scored 2. In the next "
        "deal you are an ally yourself."
    ),
)

SAME_TWO: Final = Question(
    key="same-two",
    title=_("Same-two"),
    told=_(
        "A new deal. Ren is Napoleon with 12 diamonds and has called the joker; you are an ally. Aoi took the "
        "first trick and leads [CK], Ren plays [CA] on it, Sora and Yui follow. You are last."
    ),
    ask=_("All four cards are clubs. Can you still win this trick?"),
    verdicts=(
        right(
            "C2",
            _(
                "Same-two: all cards are of the led suit and none of them is special, so the 2 wins, even over "
                "the ace. In the first trick it would not have counted."
            ),
        ),
        wrong("C3", _("[C3] can do something as well, but only when it is led. Try another club.")),
        wrong("", _("The ace stays the best card then. There is a small card that wins here.")),
    ),
    words="same-two allies",
    section="same-two",
)
JOKER_CALL: Final = Question(
    key="joker-call",
    title=_("The joker call"),
    told=_(
        "The lead is yours. Somebody holds the joker, and is Napoleon’s adjutant. It is as good as certain to "
        "win a trick some time."
    ),
    ask=_("Can you force it out now, where there is little to win?"),
    verdicts=(
        right(
            "C3",
            _(
                "The joker call: when the 3 of clubs is led, whoever holds the joker must play it. Yui has won "
                "a trick without a single picture card, and everybody knows who the adjutant is."
            ),
        ),
        wrong(
            "",
            _(
                "Allowed, but the joker stays where it is. One of your cards calls it out when it is led."
            ),
        ),
    ),
    words="joker-call joker adjutant",
    section="joker-call",
)
YOROMEKI: Final = Question(
    key="yoromeki",
    title=_("Yoromeki"),
    told=_(
        "Yui led a trump, Ren took it with the right jack and now leads the mighty, [SA]. You have no spade."
    ),
    ask=_("Is there anything that beats the mighty?"),
    verdicts=(
        right(
            "HQ",
            _(
                "Yoromeki, the wavering: in a trick with the mighty the queen of hearts wins, whoever plays her. "
                "Without the mighty she is a heart like any other."
            ),
        ),
        wrong("D9", _("Allowed, as you are void. But no trump beats the mighty.")),
        wrong("HT", _("Allowed, but it only gives Napoleon one more picture card.")),
        wrong("", _("Allowed, but the mighty takes the trick. One card makes it waver.")),
    ),
    words="yoromeki mighty",
    section="yoromeki",
)
AS_ALLY: Final = Scene(
    preset="gurunapo",
    dealer=1,
    hands=(
        "D9 D6 D4 C2 C3 C9 HQ HT H7 H4",
        "DA D8 CK C4 CJ S7 SQ S5 HK H9",
        "SA SK S9 DK DJ DQ HJ HA CA C8",
        "DT D3 D2 C5 C6 S4 SJ S8 H8 H6",
        "JK D7 D5 C7 CT S6 ST S3 H5 H2",
    ),
    widow="CQ H3 S2",
    moves="""
        12D pass pass pass pass
        JK
        H3/S2/S9
        DK D3 D5 D6 DA
        CK CA C5 C7 ?same-two C2
        ?joker-call C3 C4 C8 C6 JK
        D7 D4 D8 DJ D2
        SA S4 S6 ?yoromeki HQ S7
    """,
    questions=(SAME_TWO, JOKER_CALL, YOROMEKI),
)

NAPOLEON: Final = Lesson(
    key="napoleon",
    title=_("Your first deal of Napoleon"),
    intro=_(
        "Napoleon is a card game of tricks for four to seven. One player, Napoleon, promises how many picture "
        "cards his side will take; a partner helps him in secret; all others try to stop the two."
    ),
    plan=_(
        "You play a deal as Napoleon, and then a few tricks on the other side. At twelve points the game waits "
        "for your decision; each answer is explained by the rule."
    ),
    preset="gurunapo",
    scenes=(AS_NAPOLEON, AS_ALLY),
    end=_(
        "Bidding, calling, exchanging, following suit, the jacks, the joker, yoromeki and same-two: you know it "
        "all. What is left is practice, and the table helps with that: it marks the special cards, shows what "
        "you may play, and says why."
    ),
)
