"""All benchmarks that need no server: `python -m benchmarks`."""

from . import engine

engine.main()
