"""Addition and multiplication of the numbers 0 to q - 1 as a finite field, or as the integers modulo q.

The element of a field of p**e elements is written in base p: its digits are the coefficients of a polynomial.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

_IRREDUCIBLE: Final = {4: (2, 0b111), 8: (2, 0b1011), 16: (2, 0b10011), 9: (3, 3 * 3 + 0 + 1)}
"""By order: the prime, and a polynomial of full degree that cannot be factored (for 9: x² + 1)."""
PRIMES: Final = (2, 3, 5, 7, 11, 13, 17, 19)


class Arithmetic(NamedTuple):
    plus: tuple[tuple[int, ...], ...]
    times: tuple[tuple[int, ...], ...]


def is_field_order(order: int) -> bool:
    """
    >>> [order for order in range(2, 18) if is_field_order(order)]
    [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17]
    """
    return order in PRIMES or order in _IRREDUCIBLE


@cache
def arithmetic(order: int) -> Arithmetic:
    """Of the field of that order if we know it, else of the integers modulo it."""
    if order not in _IRREDUCIBLE:
        return Arithmetic(
            tuple(tuple((a + b) % order for b in range(order)) for a in range(order)),
            tuple(tuple(a * b % order for b in range(order)) for a in range(order)),
        )
    prime, modulus = _IRREDUCIBLE[order]
    every = range(order)
    return Arithmetic(
        tuple(tuple(_plus(a, b, prime) for b in every) for a in every),
        tuple(tuple(_times(a, b, prime, modulus, order) for b in every) for a in every),
    )


def _plus(one: int, other: int, prime: int) -> int:
    """Digit by digit, without carrying."""
    total, place = 0, 1
    while one or other:
        total += (one + other) % prime * place
        one, other, place = one // prime, other // prime, place * prime
    return total


def _times(one: int, other: int, prime: int, modulus: int, order: int) -> int:
    """Horner's rule: shift by x, take off the modulus, add."""
    digits = []
    while one:
        one, digit = divmod(one, prime)
        digits.append(digit)
    total = 0
    for digit in reversed(digits):
        total *= prime
        while total >= order:
            total = _plus(total, _scaled(modulus, prime - 1, prime), prime)
        for _ in range(digit):
            total = _plus(total, other, prime)
    return total


def _scaled(value: int, factor: int, prime: int) -> int:
    total = 0
    for _ in range(factor):
        total = _plus(total, value, prime)
    return total
