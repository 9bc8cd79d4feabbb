"""How dates and times are written, where it differs from what Django does."""
