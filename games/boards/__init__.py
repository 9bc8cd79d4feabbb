"""The same cards for everybody: sets of boards, who has played them, and how their results compare (docs/boards.md)."""
