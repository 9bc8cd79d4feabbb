"""A first deal of Nap as the declarer, and a misère."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from .lesson import Lesson, Question, Scene, right, wrong

BID: Final = Question(
    key="bid",
    title=_("Bid"),
    told=_(
        "Four players have five cards each, and everyone plays for himself. You hold the two highest hearts and "
        "a third one. Sora has passed."
    ),
    ask=_(
        "A bid is the number of tricks you promise to take, alone against all. The suit of the card that you lead "
        "will be trumps. What do you say?"
    ),
    verdicts=(
        right(
            "three",
            _(
                "Ace and king are two tricks, and a third trump may well make one more. Aoi and Ren pass: you "
                "are the declarer."
            ),
        ),
        wrong(
            "two",
            _(
                "You would make it, but whoever bids three takes it away. Your hand is good for more."
            ),
        ),
        wrong(
            "pass",
            _(
                "Two tricks are as good as certain here, and a third is likely. Who passes wins nothing."
            ),
        ),
        wrong(
            "misere",
            _("Misère promises not to take a single trick; your ace and king could not help it."),
        ),
        wrong(
            "", _("Too many: [DQ] and [C4] will hardly win anything. Count what you can rely on.")
        ),
    ),
    words="bid declarer",
    section="auction",
)
TRUMPS: Final = Question(
    key="trumps",
    title=_("The first lead makes trumps"),
    told=_("You are the declarer and lead. The suit of this card is trumps for the whole deal."),
    ask=_("Which card do you lead?"),
    verdicts=(
        right(
            "HA",
            _(
                "Hearts are trumps now, and nothing beats their ace. All had to follow, so three of the others’ "
                "trumps are gone."
            ),
        ),
        right(
            "HK",
            _(
                "Hearts are trumps with that as well, and as you hold the ace, nothing can beat the king. The "
                "deal goes on with the ace."
            ),
        ),
        wrong(
            "H7", _("Hearts would be trumps, but a higher one takes the seven. Begin at the top.")
        ),
        wrong(
            "",
            _("That suit would be trumps, and you have just one card of it. Where are you long?"),
        ),
    ),
    words="lead trumps",
    section="tricks",
)
AGAIN: Final = Question(
    key="again",
    title=_("Draw trumps"),
    told=_("Your first trick. Three hearts have fallen, but some are still out."),
    ask=_("What do you lead now?"),
    verdicts=(
        right("HK", _("Two more trumps fall, the ten and the queen. You have two tricks.")),
        wrong("H7", _("The queen or the ten would take that. The king comes first.")),
        wrong(
            "",
            _("Whoever has none of that suit could trump it. Take the others’ trumps away first."),
        ),
    ),
    words="trumps trick",
    section="wins",
)
VOID: Final = Question(
    key="void",
    title=_("Nothing of the led suit"),
    told=_("You led [DQ], and Aoi took it with the ace. Now Aoi leads [SK]; you have no spade."),
    ask=_("One trick is still missing. Which card do you play?"),
    verdicts=(
        right(
            "H7",
            _(
                "Who has none of the led suit may play anything, and your last trump beats the king of spades: "
                "the third trick, and the bid is made."
            ),
        ),
        wrong("", _("Allowed, but it wins nothing. What beats a king of spades?")),
    ),
    words="void follow-suit",
    section="tricks",
)
AS_DECLARER: Final = Scene(
    preset="nap",
    dealer=2,
    hands=("HA HK H7 DQ C4", "H5 HT DA SK CJ", "H9 S2 D6 S9 C8", "H3 HQ D8 S4 C2"),
    moves="""
        pass ?bid three pass pass
        ?trumps HA H5 H9 H3
        ?again HK HT S2 HQ
        DQ DA D6 D8
        SK S9 S4 ?void H7
        C4 CJ C8 C2
    """,
    questions=(BID, TRUMPS, AGAIN, VOID),
    result=_(
        "Three tricks were promised and taken: each of the three others pays you 3 points. Had you missed one, "
        "you would have paid 3 to each of them."
    ),
)

MISERE: Final = Question(
    key="misere",
    title=_("Misère"),
    told=_("A new deal, and hardly a card that wins anything. Ren has bid two, Sora has passed."),
    ask=_("What do you say with such a hand?"),
    verdicts=(
        right(
            "misere",
            _(
                "Misère: you promise not to take a single trick. It is higher than three, and there are no "
                "trumps. Aoi passes."
            ),
        ),
        wrong(
            "pass",
            _(
                "That costs nothing. But a hand as weak as this one is worth something: look at the bids."
            ),
        ),
        wrong("", _("How would these cards win tricks? One bid is made for weak hands.")),
    ),
    words="misere",
    section="auction",
)
LOW: Final = Question(
    key="low",
    title=_("Lead low"),
    told=_("The declarer leads at misère as well. If you take a single trick, you have lost."),
    ask=_("Which card is the surest not to win?"),
    verdicts=(
        right(
            "H2",
            _(
                "Nothing is lower than a 2: it wins only if nobody else holds a heart. Ren takes the trick."
            ),
        ),
        wrong("D9", _("A nine may well be the highest. Lead the lowest card that you have.")),
        wrong(
            "",
            _("Low, but not the lowest: if only lower cards of its suit are out there, it wins."),
        ),
    ),
    words="lead misere",
    section="wins",
)
HIGH: Final = Question(
    key="high",
    title=_("Follow suit"),
    told=_("Ren leads [DJ], and Sora plays [DQ]. You hold two diamonds."),
    ask=_("What do you play? Just this once the table does not show you what is allowed."),
    verdicts=(
        right(
            "D9",
            _(
                "Diamonds were led, so you had to follow. As the queen lies there already, the nine cannot win: "
                "a good moment to get rid of it."
            ),
        ),
        wrong(
            "D3",
            _(
                "Safe for now. But then you keep the nine, and later it may win. Give the higher one now."
            ),
        ),
    ),
    words="follow-suit led-suit",
    section="tricks",
    refused=_("Whoever holds a card of the led suit must play one."),
    is_bare=True,
)
AT_MISERE: Final = Scene(
    preset="nap",
    dealer=1,
    hands=("H2 D9 D3 S4 C5", "H8 D6 SK CT S2", "HQ DJ S7 C9 HT", "H9 DQ S9 CQ D7"),
    moves="""
        two pass ?misere misere pass
        ?low H2 H8 HQ H9
        DJ DQ ?high D9 D6
        S9 S4 SK S7
        CT C9 CQ C5
        D7 D3 S2 HT
    """,
    questions=(MISERE, LOW, HIGH),
    result=_("Not a single trick: misère is made, and each of the others pays you 3 points."),
)

NAP: Final = Lesson(
    key="nap",
    title=_("Your first deal of Nap"),
    intro=_(
        "Nap is Napoleon’s older namesake from Europe: five cards each, and everyone for himself. Whoever bids "
        "highest must take as many tricks as he promised, against all the others together."
    ),
    plan=_(
        "You play two short deals as the declarer. At seven points the game waits for your decision; each answer "
        "is explained by the rule."
    ),
    preset="nap",
    scenes=(AS_DECLARER, AT_MISERE),
    end=_(
        "Bidding, making trumps, drawing them, following suit, and a misère: that is all of Nap. A deal takes "
        "five tricks, so you will soon have the feel of it."
    ),
)
