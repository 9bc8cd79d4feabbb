"""Live updates of open pages: who is viewing a game, and how its pages learn of a change."""
