"""Notifications: their kinds, delivery by mail and push, the outbox, and the site's own list.

Other apps define kinds (`kinds`) and write rows in the transaction that makes them true. A task routes the rows by
each person's settings (`routing`), checks right before sending that they are still true, and sends them (`dispatch`).
"""
