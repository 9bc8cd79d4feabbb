from pathlib import Path

from django.conf import settings

BASE = Path(settings.BASE_DIR)
# The formatter never breaks a template tag, so it cannot hold this by itself.
LONGEST = 160


def test_no_line_of_a_template_is_too_long() -> None:
    long = [
        f"{path.relative_to(BASE)}:{number}"
        for path in sorted((BASE / "templates").rglob("*.*"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert long == []
