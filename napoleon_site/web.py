"""The web process of `manage.py serve`: uvicorn on a socket that the supervisor opened.

The supervisor keeps the socket while this process is started anew, so that requests wait instead of failing.
"""

import socket
import sys

import uvicorn


def main(descriptor: int) -> None:
    config = uvicorn.Config(
        "napoleon_site.asgi:application",
        lifespan="off",
        # Addresses may hold invitation and sign-in tokens.
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=2,
        server_header=False,
        # Who asks is read from a proxy's headers only where the settings trust one.
        proxy_headers=False,
    )
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=descriptor)])


if __name__ == "__main__":
    main(int(sys.argv[1]))
