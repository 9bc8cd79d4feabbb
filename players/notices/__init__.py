"""What people are told: the kinds of notices, the rows that say what is owed, and the ways it goes out.

What happens elsewhere only writes rows of `models.Notice`, in the transaction that makes it happen. Tasks route them by
what each person has chosen (`routing`), check right before sending that they still hold, and send them (`delivery`).
Other apps register the kinds they tell of (`kinds`); this package imports none of them.
"""
