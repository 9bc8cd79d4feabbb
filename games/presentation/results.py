"""The result of a deal, the score sheet, and the result of the match."""

from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bot_names import Bot
from games.presentation.auction import called_word
from games.presentation.bid_reasons import why_bid
from games.presentation.cards import BidWord, Face, bid_word, face, faces
from games.presentation.proposals import ended_by
from games.presentation.reader import Reader
from games.presentation.scoring_steps import scoring_steps
from napoleon.engine import DealView, EndedView
from napoleon.engine.rules import NapRules
from players.faces import PersonFace


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """A player in the result of a deal."""

    name: str
    bot: Bot | None
    person: PersonFace | None
    """The face of the person who had the seat."""
    is_me: bool
    role: str
    is_declarer: bool
    took: int
    points: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealResult:
    number: int
    passed_out: bool
    headline: str
    took: int | None = None
    bid: BidWord | None = None
    raised_from: BidWord | None = None
    who: str = ""
    called: Face | None = None
    called_who: str = ""
    """Who was called in place of a card."""
    thrown_in: list[Face] = field(default_factory=list)
    """The hand that was thrown in, which ended the deal."""
    rows: list[ResultRow]
    took_word: str = ""
    my_points: int | None = None
    widow: list[Face]
    widow_word: str = ""
    discards: list[Face]
    ended_by: str = ""
    """What ended the deal before its last card."""
    steps: tuple[str, ...] = ()
    """How the points arose."""
    why: str = ""
    """Why a bot bid."""


@dataclass(frozen=True, slots=True)
class ScoreTableRow:
    """A deal on the score sheet."""

    number: int
    declarer: str
    bid: BidWord | None
    took: int | None
    points: tuple[int, ...]
    """In the sheet's order of seats; empty where the deal was passed out."""
    is_shown: bool = False
    is_thrown_in: bool = False
    """Whether a hand was thrown in."""
    steps: tuple[str, ...] = ()
    """How the points arose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreTable:
    """The score sheet of the match: a row for each deal, a column for each player."""

    names: list[str]
    rows: list[ScoreTableRow]
    totals: list[int]
    chips: list[int]
    """The chips each player has left, where the match is played for chips."""
    is_napoleon: bool


def is_napoleon(reader: Reader) -> bool:
    return not isinstance(reader.view.rules, NapRules)


def deal_result(reader: Reader, deal: EndedView) -> DealResult:
    if deal.passed_out:
        return _passed_out(reader, deal)
    why = why_bid(reader, deal)
    reader, napoleon = reader.of_deal(deal.number), is_napoleon(reader)
    return DealResult(
        number=deal.number,
        passed_out=False,
        headline=_headline(reader, deal),
        took=deal.side_took,
        took_word=_("Pictures") if napoleon else _("Tricks"),
        bid=bid_word(deal.contract) if deal.contract else None,
        raised_from=bid_word(deal.raised_from) if deal.raised_from else None,
        who=_sides(reader, deal),
        called=face(deal.called) if deal.called is not None else None,
        called_who=called_word(deal.called_who),
        rows=_rows(reader, deal),
        my_points=deal.scores[reader.me] if reader.me is not None else None,
        widow=faces(deal.widow or 0),
        widow_word=_("The widow") if napoleon else _("The spare hand"),
        discards=faces(deal.discards or 0),
        ended_by=ended_by(reader, deal),
        steps=_steps(reader, deal),
        why=why,
    )


def _passed_out(reader: Reader, deal: EndedView) -> DealResult:
    counts = reader.view.rules.counts_passed_out and deal.redeal is None
    return DealResult(
        number=deal.number,
        passed_out=True,
        headline=_why_passed_out(reader, deal),
        who=_("The deal counts, but nobody scores.") if counts else _("The deal does not count."),
        thrown_in=faces(deal.thrown_in),
        rows=[],
        widow=[],
        discards=[],
    )


def _why_passed_out(reader: Reader, deal: EndedView) -> str:
    if deal.redeal is None:
        return _("Everybody passed")
    reader = reader.of_deal(deal.number)
    if reader.is_you(deal.redeal):
        return _("You threw your hand in")
    return _("%(name)s threw their hand in") % {"name": reader.names[deal.redeal]}


def last_result(reader: Reader, deal: DealView) -> DealResult | None:
    """The result of the deal before, until the reader acts in this one."""
    before = [ended for ended in reader.view.ended if ended.number < deal.number]
    if not before or reader.me is None or _has_acted(reader, deal):
        return None
    return deal_result(reader, before[-1])


def _has_acted(reader: Reader, deal: DealView) -> bool:
    has_called = any(call.seat == reader.me for call in deal.auction)
    has_played = deal.hand_sizes[reader.me or 0] < reader.view.rules.hand_size
    return has_called or has_played or deal.my_declaration is not None


def _steps(reader: Reader, deal: EndedView) -> tuple[str, ...]:
    """How the deal's points arose; ``table`` is that of the deal."""
    if deal.passed_out:
        return ()
    declarer = deal.declarer or 0
    name = None if reader.is_you(declarer) else reader.names[declarer]
    return scoring_steps(reader.view.rules, deal, name)


def _headline(reader: Reader, deal: EndedView) -> str:
    if is_napoleon(reader):
        return _("Napoleon made it") if deal.made else _("Napoleon failed")
    if deal.declarer == reader.me:
        return _("You made it") if deal.made else _("You failed")
    name = reader.names[deal.declarer or 0]
    words = _("%(name)s made it") if deal.made else _("%(name)s failed")
    return words % {"name": name}


def _sides(reader: Reader, deal: EndedView) -> str:
    """Say who played together."""
    declarer = reader.label(deal.declarer or 0)
    if not is_napoleon(reader):
        return ""
    if deal.adjutant is None:
        return _("%(napoleon)s, alone") % {"napoleon": declarer}
    return _("%(napoleon)s and %(adjutant)s") % {
        "napoleon": declarer,
        "adjutant": _("you") if reader.is_you(deal.adjutant) else reader.names[deal.adjutant],
    }


def _rows(reader: Reader, deal: EndedView) -> list[ResultRow]:
    totals = _totals_after(reader, deal.number)
    order = sorted(reader.around(), key=lambda seat: _rank_of_role(deal, seat))
    return [
        ResultRow(
            name=reader.label(seat),
            bot=reader.bots.get(seat),
            person=reader.people.get(seat),
            is_me=seat == reader.me,
            role=_role(reader, deal, seat),
            is_declarer=seat == deal.declarer,
            took=(deal.pictures if is_napoleon(reader) else deal.tricks_won)[seat],
            points=deal.scores[seat],
            total=totals[seat],
        )
        for seat in order
    ]


def _rank_of_role(deal: EndedView, seat: int) -> int:
    return 0 if seat == deal.declarer else 1 if seat == deal.adjutant else 2


def _role(reader: Reader, deal: EndedView, seat: int) -> str:
    if not is_napoleon(reader):
        return _("Declarer") if seat == deal.declarer else ""
    return [_("Napoleon"), _("Adjutant"), _("Ally")][_rank_of_role(deal, seat)]


def _totals_after(reader: Reader, number: int) -> list[int]:
    counted = [deal.scores for deal in reader.view.ended if deal.scores and deal.number <= number]
    return [sum(scores[seat] for scores in counted) for seat in range(reader.players)]


def score_sheet(reader: Reader, shown: int | None = None) -> ScoreTable:
    order = reader.around()
    start = reader.view.rules.chips
    return ScoreTable(
        names=[reader.of_match().label(seat) for seat in order],
        rows=[_sheet_row(reader, deal, order, shown) for deal in reader.view.ended],
        totals=[reader.view.scores[seat] for seat in order],
        chips=[start + reader.view.scores[seat] for seat in order] if start else [],
        is_napoleon=is_napoleon(reader),
    )


def _sheet_row(reader: Reader, deal: EndedView, order: list[int], shown: int | None) -> ScoreTableRow:
    if deal.passed_out:
        is_shown, is_thrown_in = deal.number == shown, deal.redeal is not None
        return ScoreTableRow(deal.number, "", None, None, (), is_shown=is_shown, is_thrown_in=is_thrown_in)
    declarer = deal.declarer or 0
    return ScoreTableRow(
        number=deal.number,
        declarer=reader.of_deal(deal.number).label(declarer),
        steps=_steps(reader.of_deal(deal.number), deal),
        bid=bid_word(deal.contract) if deal.contract else None,
        took=deal.side_took,
        points=tuple(deal.scores[seat] for seat in order),
        is_shown=deal.number == shown,
    )


@dataclass(frozen=True, slots=True)
class Winner:
    """The face of one who has won the match; neither if they have left the site."""

    bot: Bot | None
    person: PersonFace | None


def winners_of_match(reader: Reader) -> list[Winner]:
    return [Winner(reader.bots.get(seat), reader.people.get(seat)) for seat in _winners(reader)]


def _winners(reader: Reader) -> list[int]:
    best = max(reader.view.scores)
    return [seat for seat in range(reader.players) if reader.view.scores[seat] == best]


def match_headline(reader: Reader) -> str:
    """Say who has won the match."""
    winners = _winners(reader)
    if winners == [reader.me]:
        return _("You have won the match")
    *names, last = (reader.label_with_owner(seat) for seat in winners)
    all_names = _("%(names)s and %(last)s") % {"names": _(", ").join(names), "last": last} if names else last
    return ngettext("%(names)s has won the match", "%(names)s have won the match", len(winners)) % {"names": all_names}
