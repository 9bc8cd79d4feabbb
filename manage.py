#!/usr/bin/env python3
import os
import sys
from smtplib import SMTPException
from socket import gaierror


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "napoleon_site.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError as error:
        raise SystemExit(
            "Django is not installed for this Python. `make run` sets everything up; after that, "
            "use .venv/bin/python manage.py …"
        ) from error
    from django.db import InterfaceError, OperationalError, ProgrammingError

    try:
        execute_from_command_line(sys.argv)
    except (OperationalError, InterfaceError, ProgrammingError) as error:
        if _tells_of_missing_migrations(error) and sys.argv[1] != "migrate":
            raise SystemExit("The database is not up to date: run manage.py migrate first.") from None
        if isinstance(error, ProgrammingError):
            raise
        raise SystemExit(f"The database does not answer: {str(error).strip().partition(os.linesep)[0]}") from None
    except SMTPException as error:
        raise SystemExit(f"The mail server refuses: {error}.") from None
    except (ConnectionRefusedError, TimeoutError, gaierror) as error:
        raise SystemExit(f"A service that this command needs does not answer: {error}.") from None
    except OSError as error:
        if error.filename is None:
            raise
        raise SystemExit(f"{error.filename} cannot be used: {error.strerror}.") from None
    except EOFError:
        raise SystemExit("This command asks first, and nobody can answer here: --help names the option.") from None


def _tells_of_missing_migrations(error: Exception) -> bool:
    """Whether a table or a column is not there, in PostgreSQL or SQLite."""
    return getattr(error.__cause__, "sqlstate", "") in ("42P01", "42703") or str(error).startswith("no such ")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("\nStopped.") from None
