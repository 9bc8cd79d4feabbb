"""Importing records of matches played elsewhere: an upload is checked first, then its matches are stored."""
