"""The addresses of a review: every position has one, and links to the steps and parts around it."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from games.review.position import Position
from napoleon.engine import Bid, BidNap, Call, Deal, Exchange, Pass, Play, Raise, Redeal


@dataclass(frozen=True, slots=True)
class Address:
    """The addresses of a deal's positions, with the reader's view options."""

    slug: str
    deal: int
    seen_by: int | None = None
    times: bool = False

    def to(self, step: int) -> str:
        path = reverse("games:review_step", args=[self.slug, self.deal, step])
        query = self.query()
        return f"{path}?{urlencode(query)}" if query else path

    def picture(self, step: int) -> str:
        """The image for link previews of the position."""
        path = reverse("games:review_picture", args=[self.slug, self.deal, step])
        return path if self.seen_by is None else f"{path}?as={self.seen_by + 1}"

    def query(self) -> dict[str, str]:
        query = {} if self.seen_by is None else {"as": str(self.seen_by + 1)}
        return query | ({"times": "1"} if self.times else {})


@dataclass(frozen=True, slots=True)
class Links:
    """Links from this position to others of the deal; empty where there is none."""

    first: str
    back: str
    on: str
    end: str
    trick_back: str
    trick_on: str
    times: str
    """The same position with the list of times switched on or off."""
    form: str
    query: dict[str, str]
    here: str
    picture: str


@dataclass(frozen=True, slots=True)
class Jump:
    """A link to the last position of a part of the deal."""

    key: str
    word: str
    url: str
    is_current: bool
    is_trick: bool = False


def links(at: Position, address: Address) -> Links:
    ends = [step for _key, step in parts(at)]
    before = [step for step in ends if step < at.step]
    after = [step for step in ends if step > at.step]
    other = Address(address.slug, address.deal, address.seen_by, not address.times)
    return Links(
        first=address.to(0) if at.step else "",
        back=address.to(at.step - 1) if at.step else "",
        on=address.to(at.step + 1) if at.step < at.last else "",
        end=address.to(at.last) if at.step < at.last else "",
        trick_back=address.to(before[-1]) if before else "",
        trick_on=address.to(after[0]) if after else "",
        times=other.to(at.step),
        form=reverse("games:review_deal", args=[address.slug, address.deal]),
        query=address.query(),
        here=address.to(at.step),
        picture=address.picture(at.step),
    )


def parts(at: Position) -> list[tuple[str, int]]:
    """The parts of a deal in order, each with its last step."""
    last_steps: dict[str, int] = {"cards": 0}
    plays, players = 0, at.replay.match.rules.players
    for step, move in enumerate(at.moves):
        event = move.event
        if isinstance(event, (Bid, BidNap, Pass, Redeal)):
            last_steps["auction"] = step
        elif isinstance(event, Call):
            last_steps["call"] = step
        elif isinstance(event, (Raise, Exchange)):
            last_steps["exchange"] = step
        elif isinstance(event, Play):
            last_steps[str(plays // players + 1)] = step
            plays += 1
        elif not isinstance(event, Deal):
            # A claim and its answers belong to the trick in which they are made.
            last_steps[str(plays // players + 1)] = step
    if at.ended.passed_out:
        last_steps.pop("auction", None)
    return [*last_steps.items(), ("result", at.last)]


def jumps(at: Position, address: Address) -> list[Jump]:
    all_parts, words = parts(at), _words()
    current = _current(at)
    return [
        Jump(key, words.get(key, key), address.to(step), key == current, key not in words) for key, step in all_parts
    ]


def place_of(at: Position) -> str:
    """The part of the deal that the position belongs to, in words."""
    key, words = _current(at), _words()
    return words[key].lower() if key in words else _("trick %(n)s") % {"n": key}


def _words() -> dict[str, str]:
    return {
        "cards": _("Cards"),
        "auction": _("Auction"),
        "call": _("Call"),
        "exchange": _("Exchange"),
        "result": _("Result"),
    }


def _current(at: Position) -> str:
    return next(key for key, step in parts(at) if step >= at.step)
