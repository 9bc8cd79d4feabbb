"""A chat service on this machine, to which webhooks post."""

import json
import socket
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any


class Service(HTTPServer):
    """A chat service that keeps what it receives, and answers as configured."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, 0), Answering)
        self.got: list[tuple[dict[str, Any], dict[str, str], bytes]] = []
        self.answer = 200
        self.retry_after = ""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hooks/a-secret?x=1"

    @property
    def texts(self) -> list[str]:
        return [body["text"].partition("\n")[0] for body, _headers, _raw in self.got]


class Answering(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        if self.server.answer == 200:
            self.server.got.append((json.loads(raw), dict(self.headers), raw))
        self.send_response(self.server.answer)
        if self.server.retry_after:
            self.send_header("Retry-After", self.server.retry_after)
        self.end_headers()

    def log_message(self, *args: object) -> None:
        pass
