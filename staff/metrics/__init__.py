"""Metrics for Prometheus. Nothing here is loaded unless METRICS_TOKEN is set."""
