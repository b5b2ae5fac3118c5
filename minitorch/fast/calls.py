"""calls: the twin of ops/call.py's `call`, for NumPy's arrays and what nearly every call has (short cuts).

It gives what `call` gives, and falls back on it for everything unusual: other arrays, dtypes that differ, arguments by name,
out=, and whatever raises. A chain of small operations takes two thirds of the time.
"""

import numpy as np

from .._extension import override
from .._tensor import Tensor, view_of, wrap
from ..graph.grad_mode import state
from ..ops.call import defer, inside, quiet, quietly, wrap_result
from ..ops.op import Op, called, ops
from ..ops.promotion import FLOAT_DTYPES, floating
from .kernels import exchange, name_of, quicker
from .record import put as put_record
from .record import record, record_one, record_two

ROUND = ("minitorch.ops.", "minitorch._tensor:", "minitorch.graph.", "minitorch.nn.functional", "minitorch.linalg")
plain_make = Op.make
FLOAT32, ndarray = np.dtype("float32"), np.ndarray
MISSING = object()
PLAIN = frozenset(map(np.dtype, "?bhilqBHILQfdFD"))  # what is computed as it is: all but half precision


def make(op, on_unsupported):
    """The quickest call that there is for an op."""
    slow = plain_make(op, on_unsupported)
    if op.promote is None:
        return called(as_they_are(op, slow), op, on_unsupported)
    if len(op.parameters) > 2 or op.defaults or op.star or hasattr(op.promote, "always"):
        return slow
    if len(op.parameters) == 1:
        return called(unary(op, slow), op, on_unsupported)
    quick = binary(op, slow)  # an operator is called with both operands in their places
    return called(quick if on_unsupported is defer else either_way(quick, slow), op, on_unsupported)


def unary(op, slow):
    """The call of an op that promotes its one operand."""
    forward, dtypes = quicker(op.forward, name_of(op)), FLOAT_DTYPES if op.promote is floating else PLAIN

    def call(input=MISSING, *more, **names):
        x = input
        if not isinstance(x, Tensor) or more or names:
            return slow(*[one for one in (x, *more) if one is not MISSING], **names)
        a = x._array
        if type(a) is not ndarray or (a.dtype is not FLOAT32 and a.dtype not in dtypes):
            return slow(x)
        try:
            result = forward(a) if inside.get() else quiet.run(forward, a)
        except Exception:
            return slow(x)  # which says what is wrong
        if type(result) is not ndarray:
            if type(result) is tuple:
                return slow(x)
            result = np.asarray(result)
        out = wrap(result)
        if (x._requires_grad or x._base is not None) and state.enabled:
            record_one(op, x, a, out)
        return out

    return call


def explained(slow, *args):
    """The plain call after a quick one failed: it says what is wrong, and few frames stand in the traceback."""
    try:
        return slow(*args)
    except RuntimeError as error:
        raise error.with_traceback(None) from None


def binary(op, slow):
    """The call of an op that promotes its two operands: they are of one dtype, or the second is a number."""
    forward, dtypes = quicker(op.forward, name_of(op)), FLOAT_DTYPES if op.promote is floating else PLAIN
    takes_numbers = op.tensors != "all"

    def call(x, y):
        if not isinstance(x, Tensor):
            return slow(x, y)
        a = x._array
        dtype = a.dtype
        if type(a) is not ndarray or (dtype is not FLOAT32 and dtype not in dtypes):
            return slow(x, y)
        tensors = isinstance(y, Tensor)
        if tensors:
            b = y._array
            if b.dtype is not dtype or type(b) is not ndarray:
                return slow(x, y)
            recorded = x._requires_grad or y._requires_grad or x._base is not None or y._base is not None
        elif takes_numbers and (type(y) is float or type(y) is int) and dtype in FLOAT_DTYPES:
            b, recorded = y, x._requires_grad or x._base is not None
        else:
            return slow(x, y)
        try:
            result = forward(a, b) if inside.get() else quiet.run(forward, a, b)
        except Exception:
            return explained(slow, x, y)
        if type(result) is not ndarray:
            if type(result) is tuple:
                return slow(x, y)
            result = np.asarray(result)
        out = wrap(result)
        if recorded and state.enabled:
            if tensors:
                record_two(op, x, y, a, b, out)
            else:
                record(op, (x, y), (a, b), out)
        return out

    return call


def either_way(quick, slow):
    """The call of two operands for all ways of calling it: quick(x, y) where that is how it is called."""

    def call(*args, **names):
        return slow(*args, **names) if names or len(args) != 2 else quick(*args)

    return call


def as_they_are(op, slow):
    """The call of an op that takes its tensors as they are, and other values beside them; of a view."""
    forward, count, starred = quicker(op.forward, name_of(op)), len(op.parameters), op.star is not None
    view, least = op.view, count - len(op.defaults)

    def call(*args, out=None, **names):
        if names or out is not None or len(args) < least or (len(args) > count and not starred):
            return slow(*args, out=out, **names)
        inputs = args if len(args) >= count else op.bind(args, names)
        values, first = [], None
        for x in inputs:
            if isinstance(x, Tensor):
                if first is None:
                    first = x
                x = x._array
                if type(x) is not ndarray:
                    return slow(*args)
            values.append(x)
        if first is None:
            return forward(*args) if type(args[0]) is ndarray else slow(*args)  # an array: a formula is running
        try:
            result = quietly(forward, *values)
        except Exception:
            return explained(slow, *args)
        if type(result) is ndarray:
            result = view_of(first, result) if view else wrap(result)
        else:
            result = wrap_result(op, result, [first])
        record(op, inputs, values, result)
        return result

    return call


def put():
    """Make the calls of all operations anew, and of those to come; returns what undoes it."""
    exchange_calls(make)
    undo_record = put_record()

    def undo():
        undo_record()
        exchange_calls(plain_make)

    return undo


def exchange_calls(maker):
    """Let every operation have another call, wherever its call is known: at the op, in Tensor, in modules."""
    override(Op, make=maker)
    moved = []  # pairs of an old call and the new one
    for op in ops:
        for name in ("call", "operator"):
            if name in vars(op):
                old = getattr(op, name)
                setattr(op, name, maker(op, old.on_unsupported))
                moved.append((old, getattr(op, name)))
    new = {id(old): call for old, call in moved}
    for name, value in list(vars(Tensor).items()):
        if id(value) in new:
            setattr(Tensor, name, new[id(value)])
    exchange(moved)
