"""render: from DOT to SVG, and from SVG to what a notebook shows."""

import base64
import functools
import hashlib
import os
import re
import shutil
import sys
from html import escape

from .need import need
from .show import CARD, CARD_LINE, COLOURS, INK

SANS = "Helvetica,Arial,'Liberation Sans',sans-serif"
MONO = "'DejaVu Sans Mono',Menlo,Consolas,monospace"
EDGE = 10  # the border of a card, in its own units


def dot_to_svg(source):
    """DOT source as SVG text, laid out by `dot` where it is installed, else by the engine inside pygraphviz."""
    if shutil.which("dot"):
        graphviz = need("graphviz", "draw a graph")
        return clean(graphviz.Source(source).pipe(format="svg", encoding="utf-8", quiet=True))
    return clean(engine()(source))


@functools.cache
def engine():
    """The engine inside pygraphviz.

    Its first picture in a process is thrown away: it writes a warning about fonts past Python to descriptor 2, and
    leaves out labels.
    """
    pygraphviz = need("pygraphviz", "draw a graph where the program dot is not installed")

    def draw(source):
        return pygraphviz.AGraph(string=source).draw(format="svg", prog="dot").decode()

    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        draw('digraph { a [label=<<B>a</B>>, fontname="Helvetica"]; a -> b [label="c"] }')
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
    return draw


def clean(svg):
    """Graphviz's SVG without what changes from version to version, on a card of its own."""
    svg = re.sub(r"<!--.*?-->\n?", "", svg[svg.index("<svg") :], flags=re.S)
    svg = re.sub(r"<title>.*?</title>\n?", "", svg, flags=re.S)
    svg = re.sub(r'font-family="[^"]*Mono[^"]*"', f'font-family="{MONO}"', svg)
    svg = re.sub(r'font-family="Helvetica[^"]*"', f'font-family="{SANS}"', svg)
    svg = re.sub(r'<g id="[^"]*" class="(?:node|edge)">.*?</g>', centred, svg, flags=re.S)
    left, top, width, height = [float(n) for n in re.search(r'viewBox="([^"]*)"', svg).group(1).split()]
    inner = svg[svg.index(">") + 1 : svg.rindex("</svg>")].strip()
    return card(inner, width, height, left, top)


def centred(found):
    """The text of one node or label in the middle of its shape, whatever font the browser has."""
    group = found.group(0)
    if "<text" not in group:
        return group
    shape = re.findall(r'<(?:polygon|path)[^>]* (?:points|d)="([^"]*)"', group)
    outline = shape[0] if 'class="node"' in group else shape[-1]
    xs = [float(x) for x in re.findall(r"(-?[\d.]+),-?[\d.]+", outline)]
    middle = (min(xs) + max(xs)) / 2
    return re.sub(r'text-anchor="start" x="[^"]*"', f'text-anchor="middle" x="{middle:g}"', group)


def card(inner, width, height, left=0.0, top=0.0):
    """SVG content on a light card with round corners, which reads on any page."""
    x, y, w, h = left - EDGE, top - EDGE, width + 2 * EDGE, height + 2 * EDGE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {w:g} {h:g}" width="{w * 1.25:.0f}" '
        f'height="{h * 1.25:.0f}" role="img">\n'
        f'<rect x="{x + 0.5:g}" y="{y + 0.5:g}" width="{w - 1:g}" height="{h - 1:g}" rx="8" fill="{CARD}" '
        f'stroke="{CARD_LINE}"/>\n{inner}\n</svg>\n'
    )


def size(svg):
    """Width and height of an SVG in pixels."""
    return tuple([int(n) for n in re.search(r'width="(\d+)" height="(\d+)"', svg).groups()])


def digest(text):
    """A short name made from content: the same content, the same name."""
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def image(svg, description):
    """An <img> that a notebook keeps even before it is trusted. Wide pictures scroll rather than shrink to nothing."""
    width, height = size(svg)
    data = base64.b64encode(svg.encode()).decode()
    least = min(width, max(320, round(width * 0.6)))
    return (
        f'<div style="overflow-x:auto;max-width:100%"><img class="mt-picture dark-light" alt="{escape(description)}" '
        f'width="{width}" style="max-width:100%;min-width:{least}px;height:auto" '
        f'src="data:image/svg+xml;base64,{data}"></div>'
    )


MARKS = {  # how the legend draws each kind: border width and style, and what is added
    "leaf": ("2px solid", "border-radius:5px"),
    "constant": ("1.5px dashed", "border-radius:5px"),
    "step": ("1.5px solid", ""),
    "output": ("3px double", "border-radius:5px"),
    "saved": ("1px solid", "border-top-right-radius:6px"),
    "gradient": ("1.5px solid", "border-radius:8px/4px"),
    "hook": ("1.5px solid", "border-left-width:5px"),
    "freed": ("1.5px dashed", ""),
    "group": ("1.5px solid", "border-right-width:4px;border-top-width:3px"),
}


def legend(kinds):
    """What the shapes and colours mean, as a line under the picture."""
    parts = []
    for kind, (colour, fill, words) in COLOURS.items():
        if kind in kinds:
            border, more = MARKS[kind]
            mark = f"display:inline-block;width:16px;height:10px;background:{fill};border:{border} {colour};{more}"
            parts.append(
                f'<span style="white-space:nowrap;margin-right:16px"><span style="{mark};margin-right:6px"></span>'
                f"{escape(words)}</span>"
            )
    return f'<div style="font-size:12px;line-height:1.7;opacity:0.85;margin:2px 0 6px">{" ".join(parts)}</div>'


class Picture:
    """A drawing that a notebook shows, a terminal prints, and `.save(path)` writes.

    svg    the picture as SVG text        text  the same in words
    """

    kinds = ()
    description = "A picture"

    def __init__(self, svg="", text=""):
        self._svg, self.text = svg, text

    @property
    def svg(self):
        return self._svg

    def save(self, path):
        """Write the picture to a file: .svg, .html, or .txt."""
        path = os.fspath(path)
        if path.endswith(".txt"):
            content = self.text + "\n"
        elif path.endswith((".html", ".htm")):
            body = f'<body style="font-family:{SANS};color:{INK}">{self.html()}</body>'
            content = f'<!doctype html><meta charset="utf-8">{body}\n'
        elif path.endswith(".svg"):
            content = self.svg
        else:
            raise ValueError(f"cannot save a picture as '{path}': the name must end in .svg, .html or .txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)

    def html(self):
        """The picture as HTML."""
        return image(self.svg, self.description) + (legend(self.kinds) if self.kinds else "")

    def __repr__(self):
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        try:
            return {"text/plain": self.text, "text/html": self.html()}
        except ImportError as missing:
            return {"text/plain": f"{self.text}\n\n({missing})"}
