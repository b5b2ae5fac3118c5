"""sheet: boxes and words drawn straight into SVG, for pictures that need no layout engine."""

from html import escape

from .render import MONO, SANS, Picture, card
from .show import COLOURS, INK, SOFT

WIDE, HIGH = 38, 26  # a cell
PALETTE = [COLOURS[kind][:2] for kind in ("leaf", "gradient", "output", "hook", "saved")]


class Sheet:
    """SVG under construction: it grows with what is drawn on it."""

    def __init__(self):
        self.parts, self.width, self.height = [], 0.0, 0.0

    def reach(self, x, y):
        self.width, self.height = max(self.width, x), max(self.height, y)

    def box(self, x, y, width=WIDE, height=HIGH, line=INK, fill="#ffffff", dashed=False, thick=1.0):
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" stroke="{line}" '
            f'stroke-width="{thick:g}"{dash}/>'
        )
        self.reach(x + width, y + height)

    def words(self, x, y, text, size=11.0, colour=INK, anchor="start", bold=False, mono=False, room=None):
        """Text at its baseline; `room` is the width that it must not exceed."""
        wide = len(text) * size * (0.61 if mono else 0.56)
        fitted = f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"' if room and wide > room else ""
        weight = ' font-weight="bold"' if bold else ""
        family = MONO if mono else SANS
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-family="{family}" font-size="{size:g}" fill="{colour}" '
            f'text-anchor="{anchor}"{weight}{fitted}>{escape(text, quote=False)}</text>'
        )
        wide = min(wide, room) if room else wide
        self.reach(x + {"start": wide, "middle": wide / 2, "end": 0}[anchor], y + size * 0.3)

    def line(self, x1, y1, x2, y2, colour=SOFT, thick=1.0):
        self.parts.append(
            f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="{colour}" stroke-width="{thick:g}" fill="none"/>'
        )
        self.reach(max(x1, x2), max(y1, y2))

    def cell(self, x, y, text="", place="", line=INK, fill="#ffffff", dashed=False, colour=INK):
        """One cell: its number in the middle, its place in memory in the corner."""
        self.box(x, y, line=line, fill=fill, dashed=dashed)
        middle = y + HIGH / 2 + (5.5 if place else 3.8)
        self.words(x + WIDE / 2, middle, text, 10.5, colour, "middle", mono=True, room=WIDE - 5)
        if place:
            self.words(x + 2.5, y + 7.8, place, 7.2, SOFT)

    def picture(self, text, description):
        found = Picture(card("\n".join(self.parts), self.width, self.height), text)
        found.description = description
        return found
