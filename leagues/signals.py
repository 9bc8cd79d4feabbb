"""What clubs tell the parts of the site that follow from them."""

from django.dispatch import Signal

membership_ended = Signal()
"""Somebody belongs to a club no more. Sent with the ``membership``, inside the transaction that ends it, which holds
the club's row."""

club_closed = Signal()
"""A club was closed. Sent with the ``club`` and the ``actor``, if anybody has done it, inside the transaction that
closes it, which holds the club's row."""
