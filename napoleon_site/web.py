"""The web process of `manage.py serve`: uvicorn on a socket that the supervisor opened.

The supervisor keeps the socket open while this process restarts, so that requests wait instead of failing.
"""

import socket
import sys

import uvicorn


def main(descriptor: int) -> None:
    config = uvicorn.Config(
        "napoleon_site.asgi:application",
        lifespan="off",
        # Addresses may contain invitation and sign-in tokens.
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=2,
        server_header=False,
        # The settings decide whether a proxy's headers are trusted.
        proxy_headers=False,
    )
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=descriptor)])


if __name__ == "__main__":
    main(int(sys.argv[1]))
