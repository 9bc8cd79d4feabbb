"""Clubs and seasons for programs, as far as the reader may see them."""
