"""Signals for other apps, which players does not import."""

from django.dispatch import Signal

# Accounts are about to be deleted or merged, in a transaction; arguments: users. Receivers lock what everything that
# writes to these people's games locks before these.
account_locking = Signal()

# An account is about to be deleted, in a transaction; arguments: user. An error keeps the account.
account_closing = Signal()

# A person looks at what deleting their account would do; arguments: user. Each receiver returns a list of sentences.
deletion_shown = Signal()

# A guest has signed up and keeps their games; arguments: user.
guest_signed_up = Signal()

# May two accounts become one? Arguments: source, target. Each receiver returns a list of reasons against it.
merge_judged = Signal()

# Two accounts become one, in a transaction; arguments: source, target. Receivers see to what may be there once for each
# person; `players.accounts.merging` then gives the target all else that is the source's. An error undoes the merge.
accounts_merging = Signal()

# A person's vacations are others than before; arguments: user.
vacations_changed = Signal()

# A profile is shown; arguments: user, and reader, to whom. Each receiver returns a list of (label, value).
profile_shown = Signal()
