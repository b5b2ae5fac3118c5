"""item: slices along dimensions (core).

An index of ints, slices, None and ... picks evenly spaced elements, so the part has a start, a shape and strides: it is
a view. Its derivative puts the gradient back where the part was, into zeros; and the derivative of that is the view.
"""

from ...backend import array_module
from ..op import op

ALL = slice(None)


@op
def put_back(part, view, args, shape):
    """Zeros of `shape`, with `part` written where `view(zeros, *args)` shows: the derivative of a view."""
    whole = array_module(part).zeros(shape, part.dtype)
    view.forward(whole, *args)[...] = part
    return whole


put_back.grad(part=lambda g, view, args: view(g, *args))


def last_step(x, index):
    """The name of the step. PyTorch goes through an index from left to right, one view an entry: its last one."""
    name, dim, whole = "AliasBackward0", 0, len(index) > 1
    for i in index:
        if i is None:
            name = "UnsqueezeBackward0"
        elif i is Ellipsis:
            dim += x.ndim - sum([entry is not None and entry is not Ellipsis for entry in index])
        elif isinstance(i, slice):
            if not (whole and i.indices(x.shape[dim]) == (0, x.shape[dim], 1)):
                name = "SliceBackward0"
            dim += 1
        else:
            name, dim = "SelectBackward0", dim + 1
    return name


@op(view=True, derivative=last_step)
def item(input, index):
    """The part of input at a tuple of ints, slices, None and ..."""
    part = input[index]
    if None in index:
        part = part.squeeze().reshape(part.shape)  # whose new dimensions have PyTorch's strides; NumPy's have 0
    # NumPy gives a bare number unless asked with ...
    return part if type(part) is type(input) else input[(*index, ...)]


item.grad(input=lambda g, index, input_shape: put_back(g, item, (index,), input_shape))
