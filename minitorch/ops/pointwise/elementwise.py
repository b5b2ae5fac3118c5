"""elementwise: operations that are one function of NumPy's for every element (shelf)."""

import numpy as np

from ..op import floating, op


def elementwise(home, name, doc, promote=floating, inputs=1, **options):
    """The operation `name` of the module `home`: NumPy's function of that name, which hands CuPy's arrays over to CuPy's."""
    function = getattr(np, name)

    def of_one(x):
        return function(x)

    def of_two(x, y):
        return function(x, y)

    forward = of_one if inputs == 1 else of_two
    forward.__name__ = forward.__qualname__ = name
    forward.__module__, forward.__doc__ = home, f"{doc} Source: PyTorch, torch.{name}."
    return op(forward, promote=promote, **options)
