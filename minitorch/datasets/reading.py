"""reading: text: some pages about tensors, gradients and modules, to train a model of language with (core)."""

import os

FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data")


def text():
    """The course in its own words, a few pages long, as one str: letters, spaces and a few marks.

    >>> import minitorch as mt
    >>> pages = mt.datasets.text()
    >>> len(pages) > 5_000, len(set(pages)) < 70
    (True, True)
    >>> pages[:41]
    'A tensor is an array of numbers that can '
    """
    with open(os.path.join(FOLDER, "text.txt"), encoding="utf-8") as file:
        return file.read()
