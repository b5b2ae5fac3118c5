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


def node_name(x, index):
    """The name of the node. PyTorch takes one view for each entry of an index: this is the name of the last one."""
    for i in reversed(index):
        if i is None:
            return "UnsqueezeBackward0"
        if isinstance(i, slice) and (i != ALL or len(index) == 1):
            return "SliceBackward0"
        if not isinstance(i, slice) and i is not Ellipsis:
            return "SelectBackward0"
    return "AliasBackward0"


@op(view=True, derivative=node_name)
def item(input, index):
    """The part of input at a tuple of ints, slices, None and ..."""
    part = input[index]
    if None in index:
        part = part.squeeze().reshape(part.shape)  # whose new dimensions have PyTorch's strides; NumPy's have 0
    # NumPy gives a bare number unless asked with ...
    return part if type(part) is type(input) else input[(*index, ...)]


item.grad(input=lambda g, index, input_shape: put_back(g, item, (index,), input_shape))
