"""calls: what happens between `x * y` and the arrays inside, from the short path for two operands to the general one."""

import sys

import numpy as np

from .._tensor import Tensor, new, touch, wrap
from ..backend import array_module, as_array, same_device
from .promotion import FLOAT_DTYPES, NUMBER, cast, floating


def unary(op, foreign):
    """The call of an op with one operand."""
    forward, only_floats = op.forward, op.promote is floating
    ndarray = np.ndarray

    def call(input, *, out=None):
        x = input
        if not isinstance(x, Tensor):
            return forward(x) if hasattr(x, "dtype") else general_call(x, out=out)
        array = x._array
        if only_floats and array.dtype not in FLOAT_DTYPES:
            array = cast(x, floating((x,)))
        result = forward(array)
        t = wrap(result if type(result) is ndarray else as_array(result))
        if x._requires_grad or x._base is not None:
            op.record_one(x, (array, t._array), t)
        return t if out is None else fill_out(out, t, op)

    general_call = general(op, foreign)
    return call


def binary(op, foreign):
    """The call of an op with two operands."""
    forward, only_floats = op.forward, op.promote is floating
    ndarray, scalars = np.ndarray, op.tensors != 2
    slow = general(op, foreign)

    def call(input, other, *, out=None):
        x, y = input, other
        if isinstance(x, Tensor):
            a = x._array
            if isinstance(y, Tensor):
                b = y._array
                if a.dtype is not b.dtype or (only_floats and a.dtype not in FLOAT_DTYPES):
                    return slow(x, y, out=out)
                try:
                    result = forward(a, b)
                except (ValueError, TypeError):
                    return slow(x, y, out=out)  # which says what is wrong
                result = wrap(result if type(result) is ndarray else as_array(result))
                if x._requires_grad or y._requires_grad or x._base is not None or y._base is not None:
                    op.record_two(x, y, a, b, result)
                return result if out is None else fill_out(out, result, op)
            if (type(y) is float or type(y) is int) and a.dtype in FLOAT_DTYPES and scalars:
                result = forward(a, y)
                result = wrap(result if type(result) is ndarray else as_array(result))
                if x._requires_grad or x._base is not None:
                    op.record_one(x, (a, y, result._array), result)
                return result if out is None else fill_out(out, result, op)
        return slow(x, y, out=out)

    def named(input, other=None, *, out=None, **names):
        return slow(input, out=out, **names) if names else call(input, other, out=out)

    return named if op.parameters[1] in ("mat2", "vec", "values") else call


def general(op, foreign):
    """The call of any op that promotes: bind the arguments, promote, run, wrap, record."""

    def call(*args, out=None, **kwargs):
        if args and type(args[0]) is np.ndarray and op.star is None:  # arrays: a formula is running
            return op.forward(*args, **kwargs)
        inputs = op.bind(args, kwargs)
        tensors = [x for x in inputs if isinstance(x, Tensor)]
        strange = [x for x in inputs if not isinstance(x, (Tensor, NUMBER))]
        if not tensors and any(hasattr(x, "ndim") for x in inputs):
            return op.forward(*inputs)  # arrays again
        if strange:
            return foreign(op, inputs, strange[0])
        if op.tensors is not None:
            for x in inputs[: op.tensors or 1]:
                if not isinstance(x, Tensor) and (op.tensors or not tensors):
                    refuse(op, inputs, x)
        kind = op.promote(inputs)
        values = tuple([cast(x, kind) for x in inputs])
        if len(tensors) > 1:
            same_device([x._array for x in tensors])
        try:
            result = op.forward(*values)
        except ValueError:
            shapes = [x._array.shape for x in tensors]
            if len(shapes) == 2:
                raise broadcast_error(*shapes) from None
            raise
        result = wrap_result(op, result, tensors)
        if any([x._requires_grad or x._base is not None for x in tensors]):
            op.record(inputs, values, result)
        return result if out is None else fill_out(out, result, op)

    return call


def structural(op, foreign):
    """The call of an op that takes its tensors as they are, and other values beside them."""
    forward, count, starred, view, ndarray = op.forward, len(op.parameters), op.star is not None, op.view, np.ndarray

    def call(*args, out=None, **kwargs):
        if kwargs or (len(args) < count if starred else len(args) != count):
            args = op.bind(args, kwargs)
        values, tensors, wanted = [], [], False
        for x in args:
            if isinstance(x, Tensor):
                tensors.append(x)
                wanted = wanted or x._requires_grad or x._base is not None
                x = x._array
            values.append(x)
        if not tensors:
            if not any([hasattr(x, "shape") for x in args]):
                refuse(op, args, args[0])
            return forward(*args)  # arrays: a formula is running
        if len(tensors) > 1 and "cupy" in sys.modules:
            same_device([x._array for x in tensors])
        result = forward(*values)
        if view or type(result) is tuple:
            result = wrap_result(op, result, tensors)
        else:
            result = wrap(result if type(result) is ndarray else as_array(result))
        if wanted:
            if op.light and type(result) is not tuple:
                op.record_view(args[0], values, result)
            else:
                op.record(args, values, result)
        return result if out is None else fill_out(out, result, op)

    return call


def viewing(op, foreign):
    """The call of an op whose result shows the memory of its first operand; its other arguments are plain values."""
    forward, slow, others = op.forward, structural(op, foreign), len(op.parameters) - 1

    def call(x=None, *args, **kwargs):
        if kwargs or len(args) != others or not isinstance(x, Tensor):
            return slow(*(() if x is None else (x,)), *args, **kwargs)
        array = x._array
        result = show(x, forward(array, *args))
        if x._requires_grad or x._base is not None:
            op.record_view(x, (array, *args), result)
        return result

    return call


def show(x, array):
    """A tensor around an array that shows memory of x: it shares x's version count and remembers whom it shows."""
    if type(array) is tuple:
        return tuple([show(x, part) for part in array])
    t = new(Tensor)  # what wrap does, and who is shown
    t._array, t._requires_grad = array, False
    t._edge = t._grad = t._hooks = None
    t._base = x if x._base is None else x._base
    count = t._counter = x._counter
    t._seen = count and count[0]
    return t


def wrap_result(op, result, tensors):
    """Tensors around what a forward returned."""
    if isinstance(result, (tuple, list)):
        return tuple([wrap_result(op, part, tensors) for part in result])
    return show(tensors[0], as_array(result)) if op.view else wrap(as_array(result))


# --- errors -----------------------------------------------------------------------------------------------------------


def refuse(op, inputs, stranger):
    """The error for an operand that is neither a tensor nor a number."""
    place = [x is stranger for x in inputs].index(True)
    raise TypeError(
        f"{op.name}(): argument '{('input', 'other', op.parameters[-1])[min(place, 2)]}' (position {place + 1}) must be "
        f"Tensor, not {type(stranger).__name__}"
    )


def defer(op, inputs, stranger):
    """The same for `x + stranger`: Python then asks the stranger, and raises if it does not know either."""
    return NotImplemented


def broadcast_error(a, b):
    """PyTorch's words for two shapes that do not broadcast."""
    ndim = max(len(a), len(b))
    left, right = (1,) * (ndim - len(a)) + tuple(a), (1,) * (ndim - len(b)) + tuple(b)
    for dim in reversed(range(ndim)):
        if left[dim] != right[dim] and 1 not in (left[dim], right[dim]):
            return RuntimeError(
                f"The size of tensor a ({left[dim]}) must match the size of tensor b ({right[dim]}) "
                f"at non-singleton dimension {dim}. The shapes are {list(a)} and {list(b)}."
            )
    return RuntimeError(f"The shapes {list(a)} and {list(b)} do not fit together")


def fill_out(out, result, op):
    """Write a result into the tensor given as `out=`, which takes its shape."""
    if isinstance(result, tuple):
        return tuple([fill_out(o, r, op) for o, r in zip(out, result, strict=True)])
    if result._requires_grad or out._requires_grad:
        raise RuntimeError(
            f"{op.__name__}(): functions with out=... arguments don't support automatic differentiation, "
            "but one of the arguments requires grad."
        )
    kind, target = result.dtype, out.dtype
    if kind.category > target.category:
        raise RuntimeError(f"result type {kind.name} can't be cast to the desired output type {target.name}")
    if out._array.shape != result._array.shape:
        out._array = array_module(result._array).empty(result._array.shape, target.numpy)
    out._array[...] = result._array
    touch(out)
    return out
