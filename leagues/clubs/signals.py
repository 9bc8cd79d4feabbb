"""Signals by which seasons follow what happens to clubs and memberships."""

from django.dispatch import Signal

membership_ended = Signal()
"""A membership has ended. Sent with the `membership`, inside the transaction that ends it and holds the club's row."""

club_closed = Signal()
"""A club was closed. Sent with the `club` and the `actor`, who may be None, inside the transaction that closes it and
holds the club's row."""
