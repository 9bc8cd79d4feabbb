"""Games for programs: the same answers as the pages give, as JSON (docs/api.md)."""
