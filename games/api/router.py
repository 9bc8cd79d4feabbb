"""The router of all operations of games: those of one path must be in one."""

from ninja import Router

router = Router(tags=["games"])
