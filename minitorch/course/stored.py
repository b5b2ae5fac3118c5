"""stored: pictures that a lesson shows before the library can draw them.

They were drawn by the finished package and are kept in stored.json. `python -m minitorch.course.stored` draws them anew.
"""

import json
from pathlib import Path

import minitorch as mt

FILE = Path(__file__).with_name("stored.json")


class Stored:
    """A picture from the file: what a notebook shows, and the same in words."""

    def __init__(self, text, html):
        self.text, self.html = text, html

    def __repr__(self):
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": self.text, "text/html": self.html}


def picture(name):
    """The stored picture `name`; KeyError with the names there are for another.

    >>> from minitorch.course.stored import picture
    >>> print(picture("first graph").text.splitlines()[0])
    graph of y: 3 steps, 2 leaves
    """
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    if name not in stored:
        raise KeyError(f"no stored picture {name!r}; there are: {', '.join(stored)}")
    return Stored(**stored[name])


def drawings():
    """The pictures as the package draws them now: y = (x + w) * (w + 1), forward and backward."""
    x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
    a, b = x + w, w + 1
    y = a * b
    names = {"x": x, "w": w, "a": a, "b": b, "y": y}
    return {"first graph": mt.viz.forward(y, names=names), "first pass": mt.viz.step(y, names=names)}


if __name__ == "__main__":
    made = {name: {"text": drawn.text, "html": drawn.html()} for name, drawn in drawings().items()}
    FILE.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{FILE.name}: {', '.join(made)}")
