"""What the cards of a finished match have cost: worked out once in the background, and shown in its review.

`judging` works out a deal (pure, no Django), `waiting` decides whose match is next, `services` does the work, and
`context` tells what came of it.
"""
