"""calls: the call of an operation, written out for one operand, for two, for a view and for plain arguments (short cuts).

Each gives what ops/call.py's `call` gives and falls back on it for everything unusual. They save about 1.5 of the 4
microseconds that an addition of 8 numbers takes.
"""

import sys

import numpy as np

from .._tensor import Tensor, inference_blocks, new, view_of, wrap
from ..backend import as_array
from ..graph.grad_mode import state
from ..memory_format import lying_as
from ..numpy_errors import fault, settle
from ..ops import call as core
from ..ops.call import call as plain_call
from ..ops.call import fill_out, quietly, wrap_result
from ..ops.op import Op, called, ops
from ..ops.promotion import FLOAT_DTYPES, floating
from .kernels import forward_of
from .record import record_one, record_two, record_view

ROUND = ("minitorch.ops.", "minitorch._tensor:", "minitorch.graph.", "minitorch.nn.functional", "minitorch.linalg")
plain_make = Op.make
FLOAT32 = np.dtype("float32")
PLAIN = frozenset(map(np.dtype, "?bhilqBHILQfdFD"))  # what is computed as it is: all but half precision


def make(op, stranger):
    """The quickest call that there is for an op."""
    plain = op.promote is not None and not op.defaults and not op.star and not hasattr(op.promote, "always")
    if op.promote is None:
        kind = viewing if op.view else structural
    else:
        kind = {1: unary, 2: binary}.get(len(op.parameters), general) if plain else general
    return called(kind(op, stranger), op, stranger)


def unary(op, stranger):
    """The call of an op with one operand."""
    forward, ndarray = forward_of(op), np.ndarray
    quick = FLOAT_DTYPES if op.promote is floating else PLAIN
    slow = general(op, stranger)

    def call(input, *, out=None):
        x = input
        if not isinstance(x, Tensor):
            return forward(x) if hasattr(x, "dtype") else slow(x, out=out)
        array = x._array
        dtype = array.dtype
        if dtype is not FLOAT32 and dtype not in quick:
            return slow(x, out=out)
        try:
            result = quietly(forward, array)
        except Exception as error:
            raise fault(error, op.name) from None
        t = wrap(result if type(result) is ndarray else as_array(result))
        if x._requires_grad or x._base is not None:
            record_one(op, x, (array, t._array), t)
        return t if out is None else fill_out(out, t, op, (x,))

    return call


def binary(op, stranger):
    """The call of an op with two operands."""
    forward, quick = forward_of(op), FLOAT_DTYPES if op.promote is floating else PLAIN
    ndarray, scalars = np.ndarray, op.tensors != 2
    each = not op.forward.__module__.endswith("matmul")  # element by element; products lie row by row
    slow = general(op, stranger)

    def call(input, other, *, out=None):
        x, y = input, other
        if isinstance(x, Tensor):
            a = x._array
            if isinstance(y, Tensor):
                b = y._array
                dtype = a.dtype
                if dtype is not b.dtype or type(a) is not type(b) or (dtype is not FLOAT32 and dtype not in quick):
                    return slow(x, y, out=out)
                try:
                    result = quietly(forward, a, b)
                except Exception:
                    return slow(x, y, out=out)  # which says what is wrong
                if (
                    each and b.ndim > 1 and not a.flags.c_contiguous
                ):  # where two orders meet, NumPy takes the usual one,
                    result = lying_as(a, result)  # and PyTorch the first operand's; dropout draws in that order
                result = wrap(result if type(result) is ndarray else as_array(result))
                if x._requires_grad or y._requires_grad or x._base is not None or y._base is not None:
                    record_two(op, x, y, a, b, result)
                return result if out is None else fill_out(out, result, op, (x, y))
            if (type(y) is float or type(y) is int) and a.dtype in FLOAT_DTYPES and scalars:
                result = quietly(forward, a, y)
                result = wrap(result if type(result) is ndarray else as_array(result))
                if x._requires_grad or x._base is not None:
                    record_one(op, x, (a, y, result._array), result)
                return result if out is None else fill_out(out, result, op, (x, y))
        return slow(x, y, out=out)

    def named(input, other=None, *, out=None, **names):
        return slow(input, out=out, **names) if names else call(input, other, out=out)

    return named if op.parameters[1] in ("mat2", "vec", "values") else call


def general(op, stranger):
    """The call of any op that promotes."""

    def call(*args, out=None, **kwargs):
        if args and type(args[0]) is np.ndarray and op.star is None:  # arrays: a formula is running
            return op.forward(*args, **kwargs)
        try:
            return quietly(plain_call, op, args, kwargs, out, stranger)
        except Exception as error:
            return settle(error, op.name, public(op), args, kwargs if out is None else {**kwargs, "out": out})

    return call


def public(op):
    """The function that users know an op by: the op itself, or its call."""
    return op if vars(sys.modules["minitorch"]).get(op.name) is op else op.call


def structural(op, stranger):
    """The call of an op that takes its tensors as they are, and other values beside them."""
    forward, count, starred, view, ndarray = (
        forward_of(op),
        len(op.parameters),
        op.star is not None,
        op.view,
        np.ndarray,
    )

    def call(*args, out=None, **kwargs):
        inputs = args  # which stay what they were: an error names them
        if kwargs or (len(args) < count if starred else len(args) != count):
            try:
                inputs = op.bind(args, kwargs)
            except TypeError as error:
                return settle(error, op.name, public(op), args, kwargs if out is None else {**kwargs, "out": out})
        values, tensors, wanted = [], [], False
        for x in inputs:
            if isinstance(x, Tensor):
                tensors.append(x)
                if x._requires_grad or (x._base is not None and x._counter is not None and x._seen != x._counter[0]):
                    wanted = True  # the second: a view that has not yet learned of a change
                x = x._array
            values.append(x)
        if not tensors:
            if any([hasattr(x, "shape") for x in inputs]):
                return forward(*args)  # arrays: a formula is running
            try:
                return quietly(plain_call, op, inputs, {}, out, stranger)
            except Exception as error:
                return settle(error, op.name, public(op), args, {} if out is None else {"out": out})
        if len(tensors) > 1:
            joined = core.together(inputs)
            if any([x is not y for x, y in zip(joined, inputs, strict=True)]):
                return call(*joined, out=out)
        try:
            result = quietly(forward, *values)
        except Exception as error:
            return settle(error, op.name, public(op), args, kwargs if out is None else {**kwargs, "out": out})
        if view or type(result) is tuple:
            result = wrap_result(op, result, tensors)
        else:
            result = wrap(result if type(result) is ndarray else as_array(result))
        if wanted:
            record_view(op, inputs, values, result)
        return result if out is None else fill_out(out, result, op, inputs)

    return call


def viewing(op, stranger):
    """The call of an op whose result shows the memory of its first operand; its other arguments are plain values."""
    forward, slow, others = forward_of(op), structural(op, stranger), len(op.parameters) - 1

    def call(x=None, *args, **kwargs):
        if kwargs or len(args) != others or not isinstance(x, Tensor):
            if type(x) is np.ndarray and len(args) == others and not kwargs:
                return forward(x, *args)  # an array: a formula is running
            return slow(*(() if x is None else (x,)), *args, **kwargs)
        array = x._array
        try:
            result = shown(x, forward(array, *args))
        except Exception as error:
            return settle(error, op.name, public(op), (x, *args), {})
        if x._requires_grad or x._base is not None:
            record_view(op, (x, *args), (array, *args), result)
        return result

    return call


def shown(x, array):
    """view_of, written out."""
    if type(array) is tuple:
        return tuple([shown(x, part) for part in array])
    if inference_blocks[0]:
        return view_of(x, array)
    t = new(Tensor)
    t._array, t._requires_grad = array, x._requires_grad and not state.enabled and array.dtype.kind not in "iub"
    t._edge = t._grad = t._hooks = None
    t._base = x if x._base is None else x._base
    count = t._counter = x._counter
    t._seen = count and count[0]
    return t


def put():
    """Make the calls of all operations anew, and of those to come; returns what undoes it."""
    exchange(make)
    return lambda: exchange(plain_make)


def exchange(maker):
    """Let every operation have another call, wherever its call is known: at the op, in Tensor, in modules."""
    Op.make = maker
    moved = {}  # id of an old call -> the new one
    for op in ops:
        old, op.call = op.call, maker(op, op.call.stranger)
        moved[id(old)] = op.call
        if "operator" in vars(op):
            old, op.operator = op.operator, maker(op, op.operator.stranger)
            moved[id(old)] = op.operator
    for name, value in list(vars(Tensor).items()):
        if id(value) in moved:
            setattr(Tensor, name, moved[id(value)])
    for name, module in list(sys.modules.items()):
        if name.startswith("minitorch.") or name == "minitorch":
            for key, value in list(vars(module).items()):
                if id(value) in moved:
                    setattr(module, key, moved[id(value)])
