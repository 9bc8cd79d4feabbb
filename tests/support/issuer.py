"""A stand-in for an issuer of OpenID Connect, on a real port, whose answers a test changes."""

import base64
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import jwt

CLIENT = "napoleon"
SECRET = "only for tests: 0123456789 abcdef"


@dataclass
class StandInIssuer:
    url: str = ""
    person: dict[str, Any] = field(default_factory=dict)
    """What it says about the person who signs in there."""
    token_changes: dict[str, Any] = field(default_factory=dict)
    """What is different in its token."""
    answers: dict[str, tuple[int, str]] = field(default_factory=dict)
    """Other answers, by path."""
    asked: dict[str, str] = field(default_factory=dict)
    """The parameters of the last request to sign in."""
    requests: list[str] = field(default_factory=list)

    def sign_in(self, address: str) -> str:
        """Let the person sign in at the address to which our site has sent them; where they are sent back to."""
        self.asked = dict(parse_qsl(urlsplit(address).query))
        assert address.startswith(f"{self.url}/authorize?")
        return f"{self.asked['redirect_uri']}?state={self.asked['state']}&code=a-code"

    def configuration(self) -> dict[str, Any]:
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "userinfo_endpoint": f"{self.url}/userinfo",
            "jwks_uri": f"{self.url}/keys",
            "scopes_supported": ["openid", "email", "identify"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic"],
        }

    def token(self, form: dict[str, list[str]], authorization: str) -> tuple[int, dict[str, Any]]:
        verifier = form.get("code_verifier", [""])[0].encode()
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier).digest()).decode().rstrip("=")
        is_ours = authorization == "Basic " + base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        same_address = form["redirect_uri"] == [self.asked["redirect_uri"]]
        if not (is_ours and same_address and form["code"] == ["a-code"] and challenge == self.asked["code_challenge"]):
            return 400, {"error": "invalid_grant"}
        claims = {"iss": self.url, "aud": CLIENT, "exp": int(time.time()) + 60, "sub": self.person.get("sub")}
        signed = jwt.encode({**claims, **self.token_changes}, SECRET, algorithm="HS256")
        return 200, {"access_token": "for userinfo", "token_type": "Bearer", "id_token": signed}


@contextmanager
def stand_in_issuer() -> Iterator[StandInIssuer]:
    issuer = StandInIssuer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            pages = {"/.well-known/openid-configuration": issuer.configuration(), "/userinfo": issuer.person}
            self.answer(200, json.dumps(pages[self.path]))

        def do_POST(self) -> None:
            form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            status, body = issuer.token(form, self.headers.get("Authorization", ""))
            self.answer(status, json.dumps(body))

        def answer(self, status: int, body: str) -> None:
            issuer.requests.append(self.path)
            status, body = issuer.answers.get(self.path, (status, body))
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *args: Any) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    issuer.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield issuer
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
