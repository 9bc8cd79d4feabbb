from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest

from tests.support.webhook_service import Service


@pytest.fixture
def service(settings: Any) -> Iterator[Service]:
    found = Service()
    settings.WEBHOOK_PRIVATE_HOSTS = [f"127.0.0.1:{found.server_port}"]
    thread = Thread(target=found.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield found
    found.shutdown()
    thread.join()
    found.server_close()
