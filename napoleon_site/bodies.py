"""Receiving the bodies of requests, within limits of length, speed and room.

Anybody may send a form. A longer body is read only once it is known who sends it, and to which page.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from typing import IO, Any, Final, NamedTuple, TypeAlias

from infrastructure.body_room import NoRoom, Room

# In seconds: each portion of a body has this long to arrive.
PATIENCE: Final = 20.0
# In bytes, 64 KB a second. A form is shorter than one portion.
PORTION: Final = int(PATIENCE) * 64 * 1024
# In seconds: how long the rest of a refused body is read and forgotten. Most senders read no answer before.
LINGER: Final = 5.0

Scope: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Any]]


class Received(NamedTuple):
    """What became of a body."""

    length: int | None
    """In bytes; None for the length that the request declares."""
    is_read: bool = True
    """If it was left unread, the application refuses it."""
    refusal: int | None = None
    """The status of that answer, if the body was not too long but had no room."""


class SenderLeft(Exception):
    """Nobody waits for an answer."""


class TooSlow(Exception):
    """A portion did not arrive in time."""


class TooLong(Exception):
    """A body that did not declare its length is longer than a form."""


class Bodies:
    """Receives the bodies that are sent to one process.

    Anybody may send ``most_bytes``; ``limit_of`` says for a longer body what its sender may send to that address.
    """

    def __init__(
        self,
        most_bytes: int,
        limit_of: Callable[[Scope], Awaitable[int]],
        network_of: Callable[[Scope], str],
        patience: float,
    ) -> None:
        self.most_bytes, self.limit_of, self.network_of, self.patience = most_bytes, limit_of, network_of, patience
        # Apart, so that forms, which anybody can send, never take the room of uploads.
        self.forms = Room(in_all=64 * most_bytes, each=8 * most_bytes)
        self.uploads = Room(in_all=128 * most_bytes, each=64 * most_bytes)

    async def receive(self, scope: Scope, receive: Receive, file: IO[bytes], room: ExitStack) -> Received:
        """Store the body in the file. The room that it takes is given back when ``room`` is closed."""
        headers = dict(scope["headers"])
        # A chunked body has no other length; HTTP says which of the two headers counts.
        is_chunked = b"transfer-encoding" in headers
        most = self.most_bytes if is_chunked else int(headers.get(b"content-length", 0))
        if most == 0:
            return Received(None)
        if most > self.most_bytes and most > await self.limit_of(scope):
            return Received(None, is_read=False)
        try:
            await self._store(scope, receive, file, most, room)
        except NoRoom as error:
            return Received(None, is_read=False, refusal=error.status)
        except TooLong:
            return Received(most + 1, is_read=False)
        return Received(file.tell())

    async def _store(self, scope: Scope, receive: Receive, file: IO[bytes], most: int, room: ExitStack) -> None:
        try:
            async with asyncio.timeout(self.patience) as patience:
                if not await _store_piece(receive, file, most):
                    return  # the whole body, as most forms arrive, takes no room from others
                kind = self.uploads if most > self.most_bytes else self.forms
                room.enter_context(kind.take(self.network_of(scope), most))
                due = PORTION
                while await _store_piece(receive, file, most):
                    if file.tell() >= due:
                        due += PORTION
                        patience.reschedule(asyncio.get_running_loop().time() + self.patience)
        except TimeoutError as error:
            raise TooSlow from error


async def _store_piece(receive: Receive, file: IO[bytes], most: int) -> bool:
    """Store what has arrived; return whether there is more to come."""
    message = await receive()
    if message["type"] != "http.request":
        raise SenderLeft
    data = message.get("body", b"")
    if file.tell() + len(data) > most:
        raise TooLong
    file.write(data)
    return bool(message.get("more_body"))


async def forget_rest(receive: Receive) -> None:
    """Read a refused body without keeping it, so that its sender can read the answer."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER):
            while (message := await receive())["type"] == "http.request" and message.get("more_body"):
                pass
