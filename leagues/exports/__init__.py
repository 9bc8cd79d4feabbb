"""Clubs and seasons as files for other programs: tables (CSV), calendars, lists to bring people in."""
