"""What games tell others on this site, who may have to do something about it."""

from django.dispatch import Signal

deals_ended = Signal()
"""A deal has ended, or the match. Sent by the class `Game`, with the ``game``, inside the transaction that ends it."""
