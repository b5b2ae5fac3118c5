"""elementwise: operations that are one function of NumPy's for every element (shelf)."""

import numpy as np

from ..op import floating, op


def elementwise(home, name, doc, promote=floating, inputs=1, **options):
    """The operation `name` of the module `home`: NumPy's function of that name, which hands CuPy's arrays over to CuPy's."""
    function = getattr(np, name)

    def of_one(input):
        return function(input)

    def of_two(input, other):
        return function(input, other)

    forward = of_one if inputs == 1 else of_two
    forward.__name__ = forward.__qualname__ = name
    forward.__module__, forward.__doc__ = home, f"{doc} Source: PyTorch, torch.{name}."
    return op(forward, promote=promote, **options)
