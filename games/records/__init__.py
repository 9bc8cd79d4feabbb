"""Stored games as records of the public format (docs/record.md)."""

from games.records.export import known_lines, open_record, own_record, record_for, unnamed_record, whole_record
from games.records.fingerprint import content_of
from games.records.known import known_record
