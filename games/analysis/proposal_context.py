"""Claims and concessions of a deal in words: the proposal, and whether it was right."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.analysis.turning_points import trick_at
from games.models import Game
from games.review.game_replay import Replay
from games.review.links import Address
from napoleon.engine import Claim, Concede
from napoleon.judging.judgement import DealJudgement


class ProposalShown(NamedTuple):
    """A claim or concession on which the other seats voted."""

    trick: int
    what: str
    verdict: str
    url: str
    """The position after it."""


def proposals_shown(game: Game, replay: Replay, number: int, judgement: DealJudgement) -> Iterator[ProposalShown]:
    moves, history = replay.moves_of(number), replay.seats_of(game)
    for step, stands in judgement.proposals:
        seq, event = moves[step].seq, moves[step].event
        if not isinstance(event, Claim | Concede):
            continue
        is_claim = isinstance(event, Claim)
        # The others may have refused it, so the sentence differs from that of a deal that ended this way.
        what = _("%(name)s claimed all remaining tricks.") if is_claim else _("%(name)s offered to give up.")
        yield ProposalShown(
            trick=trick_at(moves, step, game.rules.players),
            what=what % {"name": history.at(seq)[event.seat].name},
            verdict=_verdict(judgement, is_claim, stands),
            url=Address(game.slug, number).to(step),
        )


def _verdict(judgement: DealJudgement, is_claim: bool, stands: bool | None) -> str:
    if stands is None:
        return _("With all hands open: not computed so early in the deal.")
    if not judgement.goal:
        if stands:
            return _("As the cards lay, perfect play by both sides would have led to the same result.")
        return _("As the cards lay, perfect play by both sides would have led to the opposite result.")
    if stands:
        return (
            _("As the cards lay, the other side could take nothing more.")
            if is_claim
            else _("As the cards lay, their side could take nothing more.")
        )
    if judgement.unit == "pictures":
        return (
            _("As the cards lay, the other side could still take a picture card.")
            if is_claim
            else _("As the cards lay, their side could still take a picture card.")
        )
    return (
        _("As the cards lay, the other side could still take a trick.")
        if is_claim
        else _("As the cards lay, their side could still take a trick.")
    )
