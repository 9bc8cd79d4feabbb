"""What the form on a player's page says."""

from uuid import UUID

import pytest
from django.http import QueryDict

from games.table.forms import action_of

KEY = "3f333df6-90a4-4fda-8dd3-9485d27cee36"


def test_an_action_is_read_as_the_record_writes_it() -> None:
    found = action_of(QueryDict(f"do=play&deal=2&seen=17&key={KEY}&card=SA"))
    assert found == ({"type": "play", "deal": 2, "card": "SA"}, 17, UUID(KEY))
    assert action_of(QueryDict("do=pass&deal=1")) == ({"type": "pass", "deal": 1}, None, None)
    assert action_of(QueryDict("do=pass&deal=1&seen=&key=")) == action_of(QueryDict("do=pass&deal=1"))


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "deal=1",
        "do=deal&deal=1",
        "do=pass",
        "do=pass&deal=0",
        "do=pass&deal=-1",
        "do=pass&deal=1.5",
        "do=pass&deal=" + "9" * 5000,
        "do=pass&deal=1&seen=0",
        "do=pass&deal=1&seen=x",
        "do=pass&deal=1&key=x",
    ],
)
def test_what_no_page_sends_is_no_action(sent: str) -> None:
    assert action_of(QueryDict(sent)) is None
