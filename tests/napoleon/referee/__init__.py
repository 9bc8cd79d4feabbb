"""A deliberately naive referee: it follows the rules sentence by sentence and shares nothing with the engine.

It is the oracle of the engine's tests. Clarity counts here, speed does not.
"""

from .record import referee

__all__ = ["referee"]
