"""How strong people play, from the final ranks of their matches (docs/standings.md)."""
