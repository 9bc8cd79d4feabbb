#!/usr/bin/env python3
import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "napoleon_site.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError as error:
        raise SystemExit(
            "Django is not installed for this Python. `make run` sets everything up; after that, "
            "use .venv/bin/python manage.py …"
        ) from error
    from django.db import InterfaceError, OperationalError

    try:
        execute_from_command_line(sys.argv)
    except (OperationalError, InterfaceError) as error:
        raise SystemExit(f"The database does not answer: {str(error).strip().partition(os.linesep)[0]}") from None
    except OSError as error:
        if error.filename is None:
            raise
        raise SystemExit(f"{error.filename} cannot be used: {error.strerror}.") from None


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("\nStopped.") from None
