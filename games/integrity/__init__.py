"""Checks of games against their logs: untampered logs, fair shuffles, consistent read models."""
