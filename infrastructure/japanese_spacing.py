"""The spacing of Japanese pages."""

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

SPACE_AFTER_WIDE_MARK: Final = re.compile(
    # Form values stay as people wrote them.
    r'(?P<written><textarea\b.*?</textarea>|\bvalue="[^"]*")|(?P<mark>。|：)(?P<rest>(?:\s|</\w+>)+)'.encode(),
    re.DOTALL,
)


def close_up_japanese(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Remove white space after a Japanese full stop or colon: these characters include their own.

    Templates separate sentences by white space, as English needs it.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_page = response.get("Content-Type", "").startswith("text/html")
        if is_page and not response.streaming and get_language() == "ja":
            response.content = SPACE_AFTER_WIDE_MARK.sub(_closed_up, response.content)
        return response

    return middleware


def _closed_up(match: re.Match[bytes]) -> bytes:
    return match["written"] or match["mark"] + b"".join(match["rest"].split())
