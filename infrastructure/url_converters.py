"""Parts of addresses: the converters that every `urls.py` may use."""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import IntConverter


class NumberConverter(IntConverter):
    """A whole number that every database can store; any longer one is an address that does not exist."""

    regex = "[0-9]{1,18}"


register_converter(NumberConverter, "number")
