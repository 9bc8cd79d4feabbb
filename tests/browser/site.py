"""The site in processes of its own, as `make run` serves it, with the database of the running tests."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def serve(database: str, var_dir: Path) -> Iterator[str]:
    """Serve until the end of the block; gives the site's address.

    Key and live channel lie in ``var_dir``, which the tests share: a session that they make is one of the site's,
    and open pages hear of what they write.
    """
    with socket.create_server(("127.0.0.1", 0), backlog=128) as listener:
        listener.set_inheritable(True)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "tests.browser.settings",
            "SITE_URL": address,
            "STATIC_ROOT": str(var_dir / "staticfiles"),
            "TEST_DATABASE": database,
            "VAR_DIR": str(var_dir),
        }
        collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity=0"]
        subprocess.run(collect, cwd=ROOT, env=environment, check=True)
        web = [sys.executable, "-m", "napoleon_site.web", str(listener.fileno())]
        fds = [listener.fileno()]
        # Captains think in a worker.
        worker = [sys.executable, "-m", "napoleon_site.celery_processes", "worker"]
        processes = [
            subprocess.Popen(web, cwd=ROOT, env=environment, pass_fds=fds),
            subprocess.Popen(worker, cwd=ROOT, env=environment),
        ]
        try:
            # The socket listens already: what is asked waits until the site has started.
            with urlopen(f"{address}/healthz", timeout=60) as answer:
                assert answer.status == 200
            yield address
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.wait(10)
