"""`python -m napoleon replay [FILE …] [--json] [--seat N]`"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from napoleon.replay_command import HELP, CannotReplay, ReplayCommand, add_arguments


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command of the library; return its exit status."""
    parser = ArgumentParser(prog="python -m napoleon")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    add_arguments(commands.add_parser("replay", description=HELP, help=HELP))
    given = vars(parser.parse_args(arguments))
    try:
        return 0 if ReplayCommand(**given, out=sys.stdout, errors=sys.stderr).run() else 1
    except CannotReplay as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
