"""call: what happens between `x * y` and the arrays inside (core)."""

from _thread import _local as local
from contextvars import Context, ContextVar

import numpy as np

from .._extension import extension_point
from .._tensor import Tensor, view_of, wrap
from ..backend import as_array
from .out import fill_out
from .promotion import NUMBER, cast, is_half


def call(op, args, kwargs, out=None, stranger=None):
    """Run an operation: bind the arguments, promote, compute on arrays, wrap the result and have the step recorded.

    out       the tensor to write the result into, where the caller gave one
    stranger  what to do about an operand that is neither a tensor nor a number: `refuse`, or for operators `defer`
    """
    inputs = together(args if not kwargs and len(args) == len(op.parameters) else op.bind(args, kwargs))
    tensors = [x for x in inputs if isinstance(x, Tensor)]
    strangers = unfit(op, inputs, tensors)
    if strangers:
        return turn_away(op, inputs, tensors, strangers, stranger)
    values = arrays_of(op, inputs)
    result = wrap_result(op, compute(op, values, tensors), tensors)
    op.record(inputs, values, result)
    return result if out is None else fill_out(out, result, op, inputs)


def together(inputs):
    """The operands, which must lie on one device."""
    for x in inputs:
        if isinstance(x, Tensor) and type(x._array) is not np.ndarray:
            return on_one_device(inputs)
    return inputs


@extension_point
def on_one_device(inputs):
    """The same where not all are NumPy's: a single number may come from the CPU. ops/copy/to.py checks, and moves it."""
    return inputs


def arrays_of(op, inputs):
    """What the forward computes with: the arrays of the tensors, for an op that promotes in one dtype."""
    if op.promote is None:
        return [x._array if isinstance(x, Tensor) else x for x in inputs]
    kind = op.promote(inputs)
    wanted = kind.numpy
    return [x._array if isinstance(x, Tensor) and x._array.dtype is wanted else cast(x, kind) for x in inputs]


def compute(op, values, tensors):
    """The forward. An op that promotes computes 16-bit floats in float32, and its result is rounded once."""
    if op.promote is None:
        return op.forward(*values)
    if not tensors:
        values = of_numbers(op, values)
    for x in tensors:
        if x._array.itemsize == 2:
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
    """Tensors around what a forward returned; a view remembers the tensor whose memory it shows."""
    if isinstance(result, (tuple, list)):  # NumPy's own kinds of tuples, too
        return tuple([wrap_result(op, part, tensors) for part in result])
    if type(result) is not np.ndarray:
        result = as_array(result)
    return view_of(tensors[0], result) if op.view else wrap(result)


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


# --- operands that do not fit -----------------------------------------------------------------------------------------


def unfit(op, inputs, tensors):
    """The operands that the op cannot take: promotion takes tensors and numbers, every op at least one tensor."""
    if not tensors and (op.promote is None or are_arrays(inputs)):
        return inputs
    if op.promote is None or len(tensors) == len(inputs):
        return []
    strangers = [x for x in inputs if not isinstance(x, (Tensor, NUMBER))]
    return strangers or numbers_alone(op, inputs, tensors)


def are_arrays(inputs):
    """Whether an array stands among operands without a tensor: then one forward calls another."""
    return any([hasattr(x, "shape") for x in inputs])


def numbers_alone(op, inputs, tensors):
    """The numbers that stand where this op wants tensors; of `tensors=0` ops, all when there is no tensor at all."""
    if op.tensors is None or (op.tensors == 0 and tensors):
        return []
    return [x for x in inputs[: op.tensors or 1] if not isinstance(x, Tensor)]


def turn_away(op, inputs, tensors, strangers, stranger):
    """The answer to operands that do not fit: among arrays the forward's own result, else an error or NotImplemented."""
    if not tensors and are_arrays(inputs):
        return op.forward(*inputs)
    if isinstance(strangers[0], NUMBER):
        return refuse(op, inputs, strangers[0])
    return (stranger or refuse)(op, inputs, strangers[0])


def refuse(op, inputs, stranger):
    """The error for an operand that is neither a tensor nor a number."""
    index = [x is stranger for x in inputs].index(True)
    raise TypeError(
        f"{op.name}(): argument '{op.parameters[index]}' (position {index + 1}) must be Tensor, "
        f"not {type(stranger).__name__}"
    )


def defer(op, inputs, stranger):
    """The same for `x + stranger`: Python then asks the stranger, and raises if it does not know either."""
    return NotImplemented
