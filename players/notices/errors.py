"""What can go wrong for good."""


class Refused(Exception):
    """The other side will never take it: trying again is in vain."""
