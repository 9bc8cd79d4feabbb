"""What the cards of a finished match have cost: worked out once in the background, and shown in its review.

`judging` works out a deal (pure, no Django), `services` decides whose match is next, `context` tells it.
"""
