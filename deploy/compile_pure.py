"""Compile the rules, the solver and the bots' worlds: `python -m deploy.compile_pure FOLDER [LEVEL]`.

FOLDER is a copy of this project that nobody edits, because compiled modules keep running when their sources change. The
command needs mypyc and setuptools (requirements-compile.lock), a C compiler and Python's headers. docs/rules-engine.md
gives the speed, and what differs. LEVEL, 0 to 3, is how much the C compiler optimises: 0 takes half the time.
"""

import os
import sys
from pathlib import Path
from typing import Final

from mypyc.build import mypycify
from setuptools import setup

COMPILED: Final = ("engine/*.py", "solver/*.py", "inference/*.py", "bots/captain/playout.py")
INTERPRETED: Final = {
    "__init__.py",
    # Only values, and types whose fields others read.
    *("deal.py", "errors.py", "events.py", "rules.py", "habit_table.py"),
}


def sources(library: Path) -> list[str]:
    """The modules to compile."""
    paths = [path for pattern in COMPILED for path in sorted(library.glob(pattern))]
    return [str(path) for path in paths if path.name not in INTERPRETED]


def compile_pure(folder: Path, level: str = "2") -> None:
    """Put the compiled modules beside their sources."""
    os.chdir(folder)
    modules = mypycify(
        ["--config-file=", "--ignore-missing-imports", *sources(Path("napoleon"))],
        opt_level=level,
        debug_level="0",
        # The name of the module that all of them share; it must be in a package of ours.
        group_name="napoleon.engine.native",
    )
    words = ["--quiet", "build_ext", "--inplace"]
    setup(name="napoleon", packages=[], ext_modules=modules, script_args=words)


if __name__ == "__main__":
    compile_pure(Path(sys.argv[1]), *sys.argv[2:])
