"""call: what happens between `x * y` and the arrays inside (core)."""

from .._holes import hole
from .._tensor import Tensor, view_of, wrap
from ..backend import as_array, same_device
from ..notes import with_note
from ..out import fill_out
from .promotion import NUMBER, cast


def call(op, args, kwargs, out=None, stranger=None):
    """Run an operation: bind the arguments, promote, compute on arrays, wrap the result and have the step recorded.

    out       the tensor to write the result into, where the caller gave one
    stranger  what to do about an operand that is neither a tensor nor a number: `refuse`, or for operators `defer`
    """
    inputs = together(op.bind(args, kwargs))
    tensors = [x for x in inputs if isinstance(x, Tensor)]
    strangers = unfit(op, inputs, tensors)
    if strangers:
        return turn_away(op, inputs, tensors, strangers, stranger)
    values = arrays_of(op, inputs)
    result = wrap_result(op, compute(op, values, tensors), tensors)
    op.record(inputs, values, result)
    return result if out is None else fill_out(out, result, op, inputs)


@hole
def together(inputs):
    """The operands, which must lie on one device. On a GPU a single number may come from the CPU: ops/copy/to.py moves it."""
    return inputs


def arrays_of(op, inputs):
    """What the forward computes with: the arrays of the tensors, for an op that promotes in one dtype."""
    if op.promote is None:
        return [x._array if isinstance(x, Tensor) else x for x in inputs]
    kind = op.promote(inputs)
    return [cast(x, kind) for x in inputs]


@hole
def compute(op, values, tensors):
    """The forward, with PyTorch's error for shapes that do not broadcast. ops/half.py has half precision computed in single."""
    try:
        return op.forward(*values)
    except ValueError:
        if op.promote is None or len(tensors) != 2:
            raise
        raise broadcast_error(*[x._array.shape for x in tensors]) from None


def wrap_result(op, result, tensors):
    """Tensors around what a forward returned; a view remembers the tensor whose memory it shows."""
    if isinstance(result, (tuple, list)):
        return tuple([wrap_result(op, part, tensors) for part in result])
    return view_of(tensors[0], as_array(result)) if op.view else wrap(as_array(result))


# --- operands that do not fit -----------------------------------------------------------------------------------------


def unfit(op, inputs, tensors):
    """The operands that the op cannot take: promotion takes tensors and numbers, every op at least one tensor."""
    same_device([x._array for x in tensors])
    if not tensors and (op.promote is None or are_arrays(inputs)):
        return inputs
    if op.promote is None:
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
        f"{op.name}(): argument '{('input', 'other', op.parameters[-1])[min(index, 2)]}' (position {index + 1}) must be "
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
            error = RuntimeError(
                f"The size of tensor a ({left[dim]}) must match the size of tensor b ({right[dim]}) "
                f"at non-singleton dimension {dim}"
            )
            return with_note(error, f"The shapes are {list(a)} and {list(b)}.")
    return RuntimeError(f"The shapes {list(a)} and {list(b)} do not fit together")
