"""Seasons of a club: who is in them, who meets whom, and the rounds that are played."""
