"""call: what happens between `x * y` and the arrays inside (core)."""

from _thread import _local as local
from contextvars import Context, ContextVar

import numpy as np

from .._extension import extension_point
from .._tensor import Tensor, view_of, wrap
from ..backend import as_array
from .out import fill_out
from .promotion import NUMBER, cast, is_half

# --- operands that an operation does not take -----------------------------------------------------------------------------


def find_unsupported(op, inputs, tensors):
    """The operands that the operation does not take. `op.tensors` says which ones must be tensors and not numbers."""
    if op.promote is None:
        return inputs
    others = [x for x in inputs if not isinstance(x, (Tensor, NUMBER))]
    must = {"none": (), "any": () if tensors else inputs, "first": inputs[:1], "all": inputs}[op.tensors]
    return others or [x for x in must if not isinstance(x, Tensor)]


def raise_unsupported(op, inputs, x):
    """Raise the error for an operand that the operation does not take."""
    index = [one is x for one in inputs].index(True)
    raise TypeError(
        f"{op.name}(): argument '{op.parameters[index]}' (position {index + 1}) must be Tensor, not {type(x).__name__}"
    )


def defer(op, inputs, x):
    """The same for the operator in `tensor + x`: Python then asks x, and raises the error if x does not know either."""
    return raise_unsupported(op, inputs, x) if isinstance(x, NUMBER) else NotImplemented


# --- the call -------------------------------------------------------------------------------------------------------------


def bind_and_call(op, args, kwargs, out=None, on_unsupported=raise_unsupported):
    """Bind the arguments of a call, refuse what the operation does not take, and run it.

    out             the tensor to write the result into, where the caller gave one
    on_unsupported  what to do about an operand that the operation does not take: `raise_unsupported`, or `defer`
    """
    inputs = together(op.bind(args, kwargs))
    tensors = [x for x in inputs if isinstance(x, Tensor)]
    if not tensors and are_arrays(inputs):
        return op.forward(*inputs)
    fit = len(tensors) == len(inputs) or (tensors and op.promote is None)
    unsupported = () if fit else find_unsupported(op, inputs, tensors)
    if unsupported:
        return on_unsupported(op, inputs, unsupported[0])
    result = call(op, inputs, tensors)
    return result if out is None else fill_out(out, result, op, inputs)


def call(op, inputs, tensors):
    """Run an operation: promote, compute on arrays, wrap the result and record the operation."""
    values = arrays_of(op, inputs)
    result = wrap_result(op, compute(op, values, tensors), tensors)
    op.record(inputs, values, result)
    return result


def are_arrays(inputs):
    """Whether the operands are arrays: then the forward of one operation calls another operation."""
    return any([hasattr(x, "shape") for x in inputs])


def together(inputs):
    """The operands, which must be on one device."""
    for x in inputs:
        if isinstance(x, Tensor) and type(x._array) is not np.ndarray:
            return on_one_device(inputs)
    return inputs


@extension_point
def on_one_device(inputs):
    """The same where not all arrays are NumPy's. ops/copy/to.py checks them, and moves a single number from the CPU."""
    return inputs


def arrays_of(op, inputs):
    """The operands as the forward takes them: arrays and numbers. An op that promotes gets them in one dtype."""
    if op.promote is None:
        return [x._array if isinstance(x, Tensor) else x for x in inputs]
    kind = op.promote(inputs)
    return [cast(x, kind) for x in inputs]


def compute(op, values, tensors):
    """The forward. An op that promotes computes 16-bit floats in float32, and its result is rounded once."""
    if op.promote is not None:
        values = values if tensors else of_numbers(op, values)
        if any([x._array.itemsize == 2 for x in tensors]):
            return in_single(op, values)
    return op.forward(*values)


def in_single(op, values):
    """The same for 16-bit operands, if those are floats."""
    halves = [x.dtype for x in values if is_half(x)]
    if not halves:
        return op.forward(*values)
    return rounded(op.forward(*[x.astype("float32") if is_half(x) else x for x in values]), halves[0])


def rounded(result, half):
    """What was computed in float32, in 16 bits."""
    if isinstance(result, tuple):
        return tuple([rounded(part, half) for part in result])
    return result.astype(half) if result.dtype == np.float32 else result


def of_numbers(op, values):
    """Python numbers without a tensor, in the dtype that PyTorch computes them in; NumPy would take 64 bits."""
    kind = op.promote(values)
    return [np.asarray(x).astype(kind.numpy)[()] if isinstance(x, NUMBER) else x for x in values]


def wrap_result(op, result, tensors):
    """Tensors around what a forward returned. A view remembers the tensor whose memory it shows."""
    if isinstance(result, (tuple, list)):
        return tuple([wrap_result(op, part, tensors) for part in result])
    array = result if type(result) is np.ndarray else as_array(result)
    return view_of(tensors[0], array) if op.view else wrap(array)


# --- NumPy's floating point warnings --------------------------------------------------------------------------------------

inside = ContextVar("inside", default=False)  # whether this call already runs in the context below


class Quiet(local):
    """A context for each thread in which NumPy does not warn: 1 / 0 is inf in PyTorch, without a word."""

    def __init__(self):
        self.run = Context().run
        self.run(np.seterr, all="ignore")
        self.run(inside.set, True)


quiet = Quiet()


def quietly(function, *args):
    """function(*args) without NumPy's floating point warnings; the caller's own NumPy code keeps them."""
    return function(*args) if inside.get() else quiet.run(function, *args)
