"""Stored games as records of the public format (docs/record.md)."""

from .content import content_of
from .writing import events_of, own_record, whole_record

__all__ = ["content_of", "events_of", "own_record", "whole_record"]
