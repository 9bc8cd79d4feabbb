"""Formats of dates and times that differ from Django's."""
