"""Whether the cards bore out the claims and concessions of a finished deal, with all hands open."""

from typing import Final

from napoleon.engine.nap import NapPlaying
from napoleon.judging.deal_moves import Proposed
from napoleon.judging.judgement import ProposalJudged
from napoleon.solver import Solver

NODES: Final = 100_000
"""The limit of each question: a side that takes the rest soon shows it, and so does one that cannot."""


def judge_proposal(proposed: Proposed, solver: Solver) -> ProposalJudged:
    """Ask whether the side that would have taken the rest could have taken it against the best play."""
    state, taker = proposed.state, proposed.state.taker(proposed.proposal)
    if isinstance(state, NapPlaying) and state.contract.bid == "misere":
        # Nobody claims at misère, and one trick decides it, not all that are to come.
        made = solver.is_made(state, limit=NODES)
        stands = None if made is None else made == (taker != state.contract.declarer)
    else:
        stands = solver.takes_rest(state, taker, limit=NODES)
    return ProposalJudged(proposed.step, stands)
