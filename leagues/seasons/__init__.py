"""Seasons of a club: settings, dates, divisions, promotion, start and end."""
