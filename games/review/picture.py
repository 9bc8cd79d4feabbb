"""The preview image of a position for chats: no text but names, the same in every language.

Made from what the page shows (`games.review.context.Review`) and nothing else.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from games.presentation.cards import BidWord, Face
from games.review.context import HandShown, Review
from games.review.picture_cards import (
    EDGE,
    GILT,
    INDIGO,
    INK,
    MAT,
    PAPER,
    RED,
    SOFT,
    card,
    font_for,
    suit_colour,
)
from games.review.picture_symbols import symbol
from games.review.sides import SidesShown

WIDTH: Final = 1200
HEIGHT: Final = 630
MARGIN: Final = 48
MAT_TOP: Final = 130
MAT_BOTTOM: Final = 468


def review_picture(page: Review) -> bytes:
    """Draw the position as PNG."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    canvas = _Canvas(picture)
    canvas.head(page)
    if page.result is not None:
        canvas.result(page)
    else:
        canvas.mat(page)
    out = BytesIO()
    # 64 colours make a third of the size without a visible difference.
    picture.quantize(64).save(out, "PNG")
    return out.getvalue()


class _Canvas:
    def __init__(self, picture: Image.Image) -> None:
        self.picture = picture
        self.draw = ImageDraw.Draw(picture)

    def paste(self, what: Image.Image, x: float, y: float) -> None:
        self.picture.paste(what, (round(x), round(y)), what)

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        colour: str,
        anchor: str,
        room: float = WIDTH,
    ) -> float:
        """Write as much of the text as fits, if a font has its letters; return its width."""
        letters = font_for(text, size)
        if letters is None:
            return 0
        while text and self.draw.textlength(text, letters) > room:
            text = text[:-1]
        self.draw.text((x, y), text, colour, letters, anchor=anchor)
        return self.draw.textlength(text, letters)

    # --- The contract and the score ---

    def head(self, page: Review) -> None:
        self.paste(symbol("bicorne", 72, INK, ("accent", RED), ("cockade", PAPER)), MARGIN, 40)
        bid, called = _contract(page)
        x: float = MARGIN + 104
        if bid is not None:
            x = self.bid(bid, x, 62, 56) + 40
        if called is not None:
            self.paste(card(called.code, 58), x, 24)
        if page.sides is not None:
            self.sides(page.sides)

    def bid(self, bid: BidWord, x: float, y: float, size: int) -> float:
        """Draw the bid, centred at that height; return its right edge."""
        if bid.count is None:
            return x + self.words(x, y, bid.word, size, INK, "lm")
        x += self.words(x, y, str(bid.count), size, INK, "lm") + size * 0.12
        if bid.suit == "N":
            return x + self.words(x, y, "NT", size, INK, "lm")
        pip = symbol(f"suit-{bid.suit}", round(size * 0.8), suit_colour(bid.suit))
        self.paste(pip, x, y - size * 0.4)
        return x + size * 0.8

    def sides(self, sides: SidesShown) -> None:
        """Draw a cell for each picture or trick, and the goal."""
        step = min(30, 600 // len(sides.cells))
        left = WIDTH - MARGIN - step * len(sides.cells)
        for place, cell in enumerate(sides.cells):
            x = left + place * step
            fill = {"with": RED, "against": INDIGO, "unknown": EDGE}.get(cell)
            self.draw.rectangle((x, 66, x + step - 5, 92), fill, fill or EDGE)
        if sides.goal:
            x = left + sides.goal * step - 4
            self.draw.rectangle((x, 58, x + 2, 100), INK)
        with_him = sum(cell == "with" for cell in sides.cells)
        words = f"{with_him} / {sides.goal}" if sides.goal else str(with_him)
        self.words(left, 44, words, 30, RED, "lm")
        against = sum(cell == "against" for cell in sides.cells)
        self.words(WIDTH - MARGIN, 44, str(against), 30, INDIGO, "rm")

    # --- The cards on the table ---

    def mat(self, page: Review) -> None:
        has_bids = page.bids is not None and any(
            call.bid for row in page.bids.rounds for call in row
        )
        if page.trick is None and not page.widow and not has_bids:
            self.hands(page.hands)
            return
        self.draw.rectangle((0, MAT_TOP, WIDTH, MAT_BOTTOM), MAT)
        if page.trick is not None:
            lying = [(place.name, place.card, place.best) for place in page.trick.places]
            self.trick(lying)
        elif page.widow:
            self.row(page.widow, (MAT_TOP + MAT_BOTTOM) / 2 - 112, 160, WIDTH)
        else:
            self.auction(page)
        self.hand(page)

    def hands(self, hands: list[HandShown]) -> None:
        """Draw all open hands in rows, while no card is on the table."""
        self.draw.rectangle((0, MAT_TOP, WIDTH, HEIGHT), MAT)
        room = (HEIGHT - MAT_TOP - 24) / max(1, len(hands))
        width = round(min(110, room / 0.86))
        for place, hand in enumerate(hands):
            top = MAT_TOP + 18 + room * place
            self.words(MARGIN, top + room / 2 - 8, hand.seat.name, 28, INK, "lm", 180)
            left = MARGIN + 190
            height = min(round(room) - 12, round(width * 1.4))
            self.row(hand.faces, top, width, WIDTH - MARGIN - left, left, height)

    def trick(self, lying: list[tuple[str, Face | None, bool]]) -> None:
        """Draw the cards in the order of play, the best one framed."""
        step = (WIDTH - 2 * MARGIN) / len(lying)
        width = min(168, round(step) - 16)
        top = MAT_TOP + 22
        for place, (name, face, best) in enumerate(lying):
            middle = MARGIN + step * (place + 0.5)
            left = middle - width / 2
            if face is not None:
                if best:
                    box = (left - 6, top - 6, left + width + 5, top + width * 1.4 + 5)
                    self.draw.rounded_rectangle(box, 14, GILT)
                self.paste(card(face.code, width), left, top)
            else:
                box = (left, top, left + width, top + width * 1.4)
                self.draw.rounded_rectangle(box, 12, None, EDGE)
            self.words(middle, MAT_BOTTOM - 38, name, 28, INK if best else SOFT, "mm", step - 8)

    def auction(self, page: Review) -> None:
        """Draw the last rounds of bids, one column for each seat."""
        if page.bids is None:
            return
        step = (WIDTH - 2 * MARGIN) / len(page.bids.names)
        for place, name in enumerate(page.bids.names):
            middle = MARGIN + step * (place + 0.5)
            self.words(middle, MAT_TOP + 40, name, 28, SOFT, "mm", step - 8)
            for row, calls in enumerate(page.bids.rounds[-4:]):
                call, y = calls[place], MAT_TOP + 106 + row * 60
                if call.bid is not None:
                    self.bid(call.bid, middle - 40, y, 44)
                elif call.is_pass:
                    self.draw.line((middle - 14, y, middle + 14, y), SOFT, 4)

    def hand(self, page: Review) -> None:
        """Draw the declarer's hand, or the hand of the seat whose knowledge is shown."""
        hands = page.hands
        shown = next((hand for hand in hands if hand.seat.is_declarer), hands[0] if hands else None)
        if shown is None:
            return
        name = shown.seat.name
        width = self.words(MARGIN, HEIGHT - 88, name, 28, INK, "lm", 180)
        left = MARGIN + 190 if width else MARGIN
        self.row(shown.faces, HEIGHT - 148, 94, WIDTH - MARGIN - left, left)

    def row(
        self,
        faces: list[Face],
        top: float,
        width: int,
        room: float,
        left: float = -1,
        height: int = HEIGHT,
    ) -> None:
        """Draw cards side by side, overlapping if they do not fit, and centred unless ``left`` is given.

        ``height`` crops the cards.
        """
        step = min(width + 8, (room - width) / max(1, len(faces) - 1))
        if left < 0:
            left = (WIDTH - step * (len(faces) - 1) - width) / 2
        for place, face in enumerate(faces):
            whole = card(face.code, width, pale=face.state == "pale")
            shown = whole.crop((0, 0, width, min(height, whole.height)))
            self.paste(shown, left + place * step, top)

    # --- The result ---

    def result(self, page: Review) -> None:
        """Draw the pictures or tricks taken, the bid, and the points."""
        result = page.result
        self.draw.rectangle((0, MAT_TOP, WIDTH, HEIGHT), MAT)
        if result is None or result.bid is None:
            return
        x = MARGIN + 40 + self.words(MARGIN + 40, 300, str(result.took), 190, INK, "lm")
        self.words(x + 24, 330, "/", 90, SOFT, "lm")
        self.bid(result.bid, x + 70, 330, 100)
        step = min(74, (HEIGHT - MAT_TOP - 60) / max(1, len(result.rows)))
        for place, row in enumerate(result.rows):
            y = MAT_TOP + 60 + place * step
            colour = RED if row.is_declarer else INK
            self.words(660, y, row.name, 38, colour, "lm", 340)
            points = f"{row.points:+d}" if row.points else "0"
            self.words(WIDTH - MARGIN, y, points, 44, INK if row.points >= 0 else SOFT, "rm")


def _contract(page: Review) -> tuple[BidWord | None, Face | None]:
    if page.result is not None:
        return page.result.bid, page.result.called
    if page.contract is not None:
        return page.contract.bid, page.contract.called
    return None, None
