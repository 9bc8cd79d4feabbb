"""Open pages: who has one before his eyes, and how it learns that a game has changed."""
