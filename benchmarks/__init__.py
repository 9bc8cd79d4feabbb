"""Benchmarks. Each prints a table and asserts nothing; docs/benchmarks.md holds the latest results."""
