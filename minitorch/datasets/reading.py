"""reading: text: the prose of this course's lessons, to train a model of language with (shelf)."""

import lzma
import os

FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data")


def text():
    """The prose of this course's lessons as one str, a paragraph on each line, in ASCII.

    >>> import minitorch as mt
    >>> prose = mt.datasets.text()
    >>> len(prose) > 200_000, len(set(prose)) < 96, prose.isascii()
    (True, True, True)
    >>> prose[:48]
    'In this course you build the core of PyTorch you'

    tools/prose.py makes the file.
    """
    with lzma.open(os.path.join(FOLDER, "prose.xz"), "rt", encoding="ascii") as file:
        return file.read()
