"""From what a reader may know of a match (`PlayerView`) to what the templates show."""

from .board import Board, board, chosen_deal
from .people import Table, table_of

__all__ = ["Board", "Table", "board", "chosen_deal", "table_of"]
