"""Comments on positions, shared with everybody who may review them, and private notes."""
