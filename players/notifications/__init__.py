"""Notifications: kinds, delivery by mail and push, the outbox, and the site's own list.

Other apps define the kinds (`kinds`) and write rows, in the transaction that makes them true. A job routes the rows by
each person's choices (`routing`), checks right before sending that they are still true, and sends them (`dispatch`).
"""
