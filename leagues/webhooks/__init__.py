"""Webhooks of clubs: posts to a chat service or a program, at one address that the organisers choose.

Whatever makes a post true enqueues it in the same transaction (`outbox`); a task sends the posts in order and retries
them (`delivery`). Posts say what every member can read on the club's pages, never a card.
"""
