"""`python -m tests.napoleon.referee FILE`: print the referee's answer to every record in the file."""

import json
import sys
from pathlib import Path

from .record import referee


def main() -> None:
    text = Path(sys.argv[1]).read_text("utf-8") if len(sys.argv) > 1 else sys.stdin.read()
    # Not splitlines(): a name may hold U+2028, which ends no line of JSON Lines.
    for answer in referee(text.split("\n")):
        print(json.dumps(answer))


if __name__ == "__main__":
    main()
