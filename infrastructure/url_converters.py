"""Converters for the addresses in every `urls.py`."""

from django.urls import register_converter
from django.urls.converters import IntConverter


class NumberConverter(IntConverter):
    """A whole number that every database can store; addresses with longer ones do not exist."""

    regex = "[0-9]{1,18}"


register_converter(NumberConverter, "number")
