"""Start every process of an image as compose.yaml does, and play through the real proxies: see docs/operations.md.

    sudo .venv/bin/python -m deploy.try_image [--image localhost/napoleon]

It needs buildah, PostgreSQL, Redis, caddy, nginx and openssl, but no service that runs containers: each process gets
the image's files read-only as its root, a /tmp of its own, and a user without rights.
"""

import argparse
import atexit
import http.cookiejar
import os
import re
import secrets
import ssl
import subprocess
import time
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any
from urllib.parse import urlencode

import psycopg

from benchmarks.services import Postgres, Redis, free_port, new_folder
from benchmarks.tables import filled_in

HERE = Path(__file__).parent
PATIENCE = 180.0
# A container as its process sees it: a read-only image and no privileges.
CONTAINED = """
root=$0
mount --bind "$root" "$root" && mount -o remount,bind,ro "$root" && mount -t tmpfs -o mode=1777 tmpfs "$root/tmp" &&
mount --rbind /dev "$root/dev" && mount -t proc proc "$root/proc" || exit 1
exec setpriv --no-new-privs chroot --userspec=10001:10001 "$root" /bin/sh -c 'cd /srv/napoleon && exec "$@"' - "$@"
"""
PATH = "/opt/venv/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin"


class Image:
    """The files of an image, and processes that have them as their root."""

    def __init__(self, name: str, log: Path) -> None:
        self.container = _said("buildah", "from", name)
        atexit.register(_said, "buildah", "rm", self.container)
        self.root, self.log = _said("buildah", "mount", self.container), log
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, environment: Mapping[str, str], *words: str) -> subprocess.Popen[bytes]:
        own = {"PATH": PATH, "STATIC_ROOT": "/srv/static", "VAR_DIR": "/tmp"}
        argv = ["unshare", "--mount", "sh", "-c", CONTAINED, self.root, *words]
        with self.log.open("ab") as log:
            process = subprocess.Popen(argv, env=own | environment, stdout=log, stderr=log)
        atexit.register(process.kill)
        self.processes[" ".join(words)] = process
        return process

    def ended(self) -> list[str]:
        return [words for words, process in self.processes.items() if process.poll() is not None]

    def run(self, environment: Mapping[str, str], *words: str) -> None:
        if self.start(environment, *words).wait():
            raise SystemExit(f"{' '.join(words)} failed:\n{self.log.read_text()}")
        del self.processes[" ".join(words)]

    def stop(self) -> dict[str, float]:
        """Stop all processes; return how many seconds each took."""
        begun, took = time.monotonic(), {}
        for process in self.processes.values():
            process.terminate()
        while len(took) < len(self.processes):
            if time.monotonic() - begun > PATIENCE:
                raise SystemExit(f"Did not end: {self.processes.keys() - took}")
            for words in self.ended():
                took.setdefault(words, time.monotonic() - begun)
            time.sleep(0.05)
        return took


class Visitor:
    """A person whose browser has no JavaScript."""

    def __init__(self, address: str, authority: Path) -> None:
        self.address = address
        self.tls = ssl.create_default_context(cafile=str(authority))
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        secure = urllib.request.HTTPSHandler(context=self.tls)
        self.opener = urllib.request.build_opener(cookies, secure)

    def open(self, path: str, body: str | None = None) -> Any:
        headers = {"Referer": self.address + path}
        data = None if body is None else body.encode()
        request = urllib.request.Request(self.address + path, data, headers)
        return self.opener.open(request, timeout=PATIENCE)

    def get(self, path: str) -> str:
        with self.open(path) as answer:
            return str(answer.read().decode())

    def post(self, path: str, page: str, **fields: str) -> tuple[str, str]:
        """Send a form of that page; return where it led, and the page there."""
        token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[0]
        with self.open(path, urlencode({"csrfmiddlewaretoken": token, **fields})) as answer:
            return answer.url.removeprefix(self.address), answer.read().decode()


class Stream(Thread):
    """An open table page, with the times at which something arrived."""

    def __init__(self, visitor: Visitor, path: str) -> None:
        super().__init__(daemon=True)
        self.visitor, self.path = visitor, path
        self.opened = 0.0
        self.changes: list[float] = []

    def run(self) -> None:
        with self.visitor.open(self.path) as answer:
            for line in answer:
                self.opened = self.opened or time.monotonic()
                if line.startswith(b"event: changed"):
                    self.changes.append(time.monotonic())


def play_a_deal(visitor: Visitor) -> dict[str, float]:
    """Sign up, open a table with bots, and play its first deal to the end."""
    rng, begun = Random(1), time.monotonic()
    path = "/accounts/signup/"
    fields = {"name": f"Ai {secrets.token_hex(3)}", "password1": secrets.token_urlsafe(12)}
    email = f"{secrets.token_hex(6)}@example.org"
    where, page = visitor.post(path, visitor.get(path), email=email, **fields)
    if where == path:
        raise SystemExit(f"Signing up was refused:\n{page}")
    where, page = visitor.post("/play-now/", visitor.get("/"))
    table = re.match(r"/t/([\w-]+)/", where)
    if table is None:
        raise SystemExit(f"No table was opened, but {where}:\n{page}")
    slug = table[1]
    stream = Stream(visitor, f"/events/{slug}")
    asked = time.monotonic()
    stream.start()
    _until(lambda: stream.opened)
    waits, moves = [stream.opened - asked], 0
    while page := _form(visitor, slug):
        heard, sent = len(stream.changes), time.monotonic()
        visitor.open(f"/t/{slug}/act/", urlencode(filled_in(page, rng))).close()
        _until(lambda heard=heard: len(stream.changes) > heard)
        waits.append(stream.changes[heard] - sent)
        moves += 1
    return {"moves": moves, "longest wait for /events": max(waits), "seconds": time.monotonic() - begun}


def _form(visitor: Visitor, slug: str) -> str:
    """The board once it needs a move; nothing once the match is over."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        board = visitor.get(f"/t/{slug}/board/")
        if 'id="hand-form"' in board and 'data-kind="wait"' not in board:
            return board
        if "won the match" in board:
            return ""
        time.sleep(0.1)
    raise SystemExit(f"Nothing happens any more:\n{board}")


def caddy(folder: Path, upstreams: list[str]) -> tuple[str, Path]:
    """Start Caddy with the site's Caddyfile; return its address and its certificate's authority."""
    text = (HERE / "Caddyfile").read_text()
    if _said("caddy", "version").lstrip("v").startswith("2.6"):
        text = text.replace("request_buffers 512KiB", "")
    file = folder / "Caddyfile"
    # Without a public address, Caddy makes its own certificate.
    own_words = "\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n"
    file.write_text(text.replace("{\n", "{\n" + own_words, 1))
    port = free_port()
    own = {"SITE_HOST": f"localhost:{port}", "UPSTREAMS": " ".join(upstreams), "XDG_DATA_HOME": str(folder)}
    log = (folder / "caddy.log").open("wb")
    words = ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]
    caddy = subprocess.Popen(words, env=os.environ | own, stdout=log, stderr=log)
    atexit.register(caddy.kill)
    authority = folder / "caddy/pki/authorities/local/root.crt"
    _until(authority.exists)
    return f"https://localhost:{port}", authority


def nginx(folder: Path, upstreams: list[str]) -> tuple[str, Path]:
    """Start nginx with the handbook's configuration and a certificate made here."""
    key, certificate, port = folder / "nginx.key", folder / "nginx.crt", free_port()
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    kind = ["-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-days", "2"]
    _said("openssl", "req", *kind, "-keyout", str(key), "-out", str(certificate), *names)
    text = (HERE / "nginx.conf").read_text()
    text = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", text, flags=re.DOTALL)
    server = "    server {};" if len(upstreams) == 1 else "    server {} max_fails=1 fail_timeout=1s;"
    replaced = {
        "    server 127.0.0.1:8000;": "\n".join(map(server.format, upstreams)),
        "listen 443": f"listen {port}",
        "listen [::]:443": f"listen [::]:{port}",
        "/etc/letsencrypt/live/napoleon.example.org/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/napoleon.example.org/privkey.pem": str(key),
        "napoleon.example.org": "localhost",
    }
    for old, new in replaced.items():
        text = text.replace(old, new)
    file = folder / "nginx.conf"
    file.write_text(
        f"pid {folder}/nginx.pid; error_log {folder}/nginx.log; daemon off; user root; events {{}}\n"
        f"http {{ access_log off; include /etc/nginx/mime.types;\n{text}\n}}\n"
    )
    nginx = subprocess.Popen(["nginx", "-c", str(file), "-e", f"{folder}/nginx.log"])
    atexit.register(nginx.terminate)
    return f"https://localhost:{port}", certificate


def environment(database: str, redis: str) -> dict[str, str]:
    """Each process's environment, from compose.yaml."""
    return {
        "DATABASE_URL": database,
        "BROKER_URL": f"{redis}/0",
        "CACHE_URL": f"{redis}/1",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "SITE_URL": "https://localhost",
        "ALLOWED_HOSTS": "localhost",
        "TRUSTED_PROXIES": "1",
        "EMAIL_URL": "dummymail://",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--image", default="localhost/napoleon")
    options = parser.parse_args()
    folder = new_folder()
    image = Image(options.image, folder / "log")
    database, redis = Postgres(_made(folder / "database")), Redis(secrets.token_urlsafe(24))
    own = environment(database.url, redis.url)
    begun = time.monotonic()
    image.run(own, "python", "manage.py", "migrate", "--verbosity=0")
    print(f"migrate: {time.monotonic() - begun:.1f} s", flush=True)
    upstreams = [f"127.0.0.1:{free_port()}" for _ in range(2)]
    begun = time.monotonic()
    for upstream in upstreams:
        image.start(own, "python", "-m", "napoleon_site.web", upstream)
    celery = ("celery", "-A", "napoleon_site")
    image.start(own, *celery, "worker", "--exclude-queues", "sweep,analysis,attempts", "--loglevel", "WARNING")
    image.start(own, *celery, "worker", "--queues", "sweep", "--loglevel", "WARNING")
    for queue in ("analysis", "attempts"):
        image.start(own, "nice", *celery, "worker", "--queues", queue, "--concurrency", "1", "--loglevel", "WARNING")
    image.start(own, *celery, "beat", "--loglevel", "WARNING")
    for start in (caddy, nginx):
        address, authority = start(folder, upstreams)
        visitor = Visitor(address, authority)
        _until(lambda visitor=visitor: _answers(visitor))
        if start is caddy:
            print(f"until the site answers: {time.monotonic() - begun:.1f} s", flush=True)
        told = play_a_deal(visitor)
        print(f"{start.__name__}: " + ", ".join(f"{name} {value:.2f}" for name, value in told.items()), flush=True)
    with psycopg.connect(database.url) as connection:
        finished = connection.execute("SELECT count(*) FROM games_game WHERE status = 'finished'")
        if finished.fetchone() != (2,):
            raise SystemExit("A match was played to its end, and does not say so.")
    if ended := image.ended():
        raise SystemExit(f"Ended by itself: {ended}\n{image.log.read_text()}")
    for words, seconds in image.stop().items():
        print(f"{words} ended after {seconds:.1f} s")
    if "Traceback" in (log := image.log.read_text()):
        raise SystemExit(log)


def _answers(visitor: Visitor) -> bool:
    try:
        return visitor.get("/readyz").startswith("{")
    except OSError:
        return False


def _made(folder: Path) -> Path:
    folder.mkdir(mode=0o755)
    return folder


def _until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise SystemExit("Waited in vain.")
        time.sleep(0.01)


def _said(*words: str) -> str:
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


if __name__ == "__main__":
    main()
