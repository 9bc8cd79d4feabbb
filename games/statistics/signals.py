"""What statistics tell those who add them up otherwise, as seasons do."""

from __future__ import annotations

from django.dispatch import Signal

tallied = Signal()
"""A match counts otherwise than before. Sent by the class `Game` with the ``game``, and its `SeatTally` rows as they
were ``before`` and are ``after``, inside the transaction that changes them, which holds the game's row."""

summed_anew = Signal()
"""All sums are made anew. Each receiver returns how many of its own were wrong."""
