"""Transcription of matches from a real table: a draft, replayed by the rules after every line, becomes a record."""
