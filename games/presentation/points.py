"""Points as pages write them: with a minus sign, which is as wide as a digit and never stands alone at a line's end."""

from django.utils.formats import number_format


def signed(number: int) -> str:
    """Points that were won or lost: with a sign, but for nothing."""
    return minus(f"{number:+d}") if number else "0"


def minus(number: int | str) -> str:
    """Points without a sign for gains."""
    return str(number).replace("-", "−")


def decimal(number: float, places: int = 1) -> str:
    """Points that are no whole number; nothing has no sign."""
    return minus(number_format(round(number, places) + 0.0, places))


def signed_decimal(number: float, places: int = 1) -> str:
    """The same with a sign, but for nothing."""
    shown = decimal(number, places)
    return f"+{shown}" if round(number, places) > 0 else shown
