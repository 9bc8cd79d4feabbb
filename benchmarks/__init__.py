"""Benchmarks: each prints a table and asserts nothing (docs/benchmarks.md holds their last results)."""
