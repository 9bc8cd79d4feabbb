"""What bots are called, and their faces: recruits after towns, corporals after battles, captains after ships.

Each seat of a game has its own, the same at every visit. People cannot have these names (`games.apps`).
"""

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from napoleon.bots import TEMPERED
from napoleon.bots.captain.temper import TemperName, temper_of

# By level, as records name bots; the number is the seat's.
RECORD_NAMES: Final[dict[str, Promise]] = {
    "recruit": pgettext_lazy("a bot's name", "Recruit %(number)s"),
    "corporal": pgettext_lazy("a bot's name", "Corporal %(number)s"),
    "captain": pgettext_lazy("a bot's name", "Captain %(number)s"),
}

# Short enough for a fifth of a phone in both languages (four kana), and more of them than a table has seats.
BOT_NAMES: Final[dict[str, tuple[Promise, ...]]] = {
    "recruit": (
        pgettext_lazy("a bot's name", "Arles"),
        pgettext_lazy("a bot's name", "Blois"),
        pgettext_lazy("a bot's name", "Calvi"),
        pgettext_lazy("a bot's name", "Nîmes"),
        pgettext_lazy("a bot's name", "Rouen"),
        pgettext_lazy("a bot's name", "Corte"),
        pgettext_lazy("a bot's name", "Reims"),
        pgettext_lazy("a bot's name", "Vannes"),
        pgettext_lazy("a bot's name", "Autun"),
        pgettext_lazy("a bot's name", "Grasse"),
        pgettext_lazy("a bot's name", "Nantes"),
        pgettext_lazy("a bot's name", "Lorient"),
    ),
    "corporal": (
        pgettext_lazy("a bot's name", "Lodi"),
        pgettext_lazy("a bot's name", "Iéna"),
        pgettext_lazy("a bot's name", "Arcole"),
        pgettext_lazy("a bot's name", "Ulm"),
        pgettext_lazy("a bot's name", "Rivoli"),
        pgettext_lazy("a bot's name", "Eylau"),
        pgettext_lazy("a bot's name", "Hanau"),
        pgettext_lazy("a bot's name", "Ligny"),
        pgettext_lazy("a bot's name", "Dego"),
        pgettext_lazy("a bot's name", "Raab"),
        pgettext_lazy("a bot's name", "Lonato"),
        pgettext_lazy("a bot's name", "Tudela"),
    ),
    "captain": (
        pgettext_lazy("a bot's name", "Dubois"),
        pgettext_lazy("a bot's name", "Orient"),
        pgettext_lazy("a bot's name", "Tonnant"),
        pgettext_lazy("a bot's name", "Sirène"),
        pgettext_lazy("a bot's name", "Pallas"),
        pgettext_lazy("a bot's name", "Junon"),
        pgettext_lazy("a bot's name", "Leoben"),
        pgettext_lazy("a bot's name", "Thétis"),
        pgettext_lazy("a bot's name", "Topaze"),
        pgettext_lazy("a bot's name", "Achille"),
        pgettext_lazy("a bot's name", "Alerte"),
        pgettext_lazy("a bot's name", "Triton"),
    ),
}
FACES: Final = 12

_KINDS: Final[dict[str, Promise]] = {"recruit": _("bot, a recruit"), "corporal": _("bot, a corporal")}
_CAPTAINS: Final[dict[TemperName, Promise]] = {
    "steady": _("bot, a steady captain"),
    "careful": _("bot, a careful captain"),
    "bold": _("bot, a bold captain"),
}


class Bot(NamedTuple):
    """A bot in a seat, as pages show it."""

    level: str
    """Empty if nobody knows it any more."""
    face: int

    @property
    def symbols(self) -> tuple[str, str]:
        """The face and the hat among the drawings of cards.svg."""
        face, hat = divmod(self.face, 3)
        return f"face-{face}", f"hat-{hat}"

    @property
    def kind(self) -> str:
        if self.level in TEMPERED:
            return str(_CAPTAINS[temper_of(self.face).name])
        return str(_KINDS.get(self.level, _("bot")))


def bot_face(game_id: int | None, number: int) -> int:
    """Which of the names and faces the seat has; no two seats of a game have the same."""
    return ((game_id or 0) * 5 + number) % FACES


def bot_name(level: str, game_id: int | None, number: int) -> str:
    return str(BOT_NAMES[level][bot_face(game_id, number)])


def record_name(level: str, number: int) -> str:
    return str(RECORD_NAMES[level]) % {"number": number + 1}
