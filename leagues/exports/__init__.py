"""Clubs and seasons as files for other programs: tables (CSV) and calendars."""
