"""record: make the node of an operation that ran. Every operation calls it (core)."""

from .._extension import override
from .._tensor import Tensor, clock
from ..ops.op import Op
from .grad_mode import is_grad_enabled
from .node import node_type

listeners: list = []  # called with each new node: saved_tensors_hooks and anomaly detection enter themselves here


def edge_of(x):
    """The edge to operand x: (its node, output number), (x, 0) for a leaf, None if x needs no gradient."""
    if not isinstance(x, Tensor):
        return None
    if x._base is not None and x._counter is not None and x._seen != x._counter[0]:
        x._refresh()  # a view whose base was changed in place gets its new edge
    return (x._edge or (x, 0)) if x._requires_grad else None


# --- whether to record ------------------------------------------------------------------------------------------------


def compute_requires_grad(edges, out):
    """Whether an operation is recorded: recording is on, an edge is not None, and a result can have a gradient."""
    results = out if type(out) is tuple else (out,)
    return is_grad_enabled() and any(edges) and any([is_differentiable(one) for one in results])


def is_differentiable(x):
    """Whether x can have a gradient: floating point and complex numbers can, integers and bools cannot."""
    return x._array.dtype.kind not in "iub"


# --- what to save -----------------------------------------------------------------------------------------------------


def save(pairs, arrays, tensors):
    """(what each formula of a node names, the version of each saved tensor). A formula without an edge saves nothing."""
    saved, versions = [], []
    for formula, edge in pairs:
        saved.append(formula.fetch(arrays) if edge else None)
        if edge:
            versions += [version(x) for x in tensors_in(formula.fetch(tensors))]
    return saved, versions


def frames_of(op, *pairs):
    """For each pair of arguments and a result, the arguments and then the result, at the indices that Op.locate gives.

    Arguments behind a star are one entry, a tuple.
    """
    if op.star is None:
        return [(*values, out) for values, out in pairs]
    n = len(op.parameters)
    return [(*values[:n], tuple(values[n:]), out) for values, out in pairs]


def tensors_in(values):
    """The tensors in a tuple, and in tuples inside it, as a list. Numbers and shapes are left out."""
    parts = [one if type(one) is tuple else (one,) for one in values]
    return [x for part in parts for x in part if isinstance(x, Tensor)]


def version(x):
    """A pair: the counter of in-place changes of a tensor, and what it says now."""
    if x._counter is None:
        raise RuntimeError(
            "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in "
            "computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it in "
            "autograd, or use `minitorch.no_grad()` instead of `minitorch.inference_mode()`."
        )
    return x._counter, x._counter[0]


# --- the recorder -----------------------------------------------------------------------------------------------------


def record(op, inputs, values, out):
    """Make the node of an operation and let its results point to it, if a gradient is required.

    inputs  the arguments as the caller gave them     values  the same as the forward saw them (arrays)
    out     the resulting tensor, or a tuple of them
    """
    edges = [edge_of(x) for x in operands(op, inputs)]
    if compute_requires_grad(edges, out):
        node = node_type(op, values)()
        node.edges = edges
        complete(node, inputs, values, out)
        attach(node, out)


def operands(op, inputs):
    """The arguments that have a formula; of a joint operation all of them."""
    return inputs if op.joint else [inputs[index] for index in op.positions]


def attach(node, out):
    """Make a complete node the origin of its results."""
    for number, one in enumerate(out if type(out) is tuple else (out,)):
        if is_differentiable(one):
            one._edge, one._requires_grad = (node, number), True


def complete(node, inputs, values, out):
    """Give a node that has its edges everything else: what it saves, shapes and dtypes of the gradients to come, a number."""
    several = type(out) is tuple
    arrays = tuple([one._array for one in out]) if several else out._array
    used = [True] if node.joint else node.edges  # a joint operation has one formula for all operands
    frames = frames_of(node.op, (values, arrays), (inputs, out))
    node.saved, node.versions = save(list(zip(node.formulas, used, strict=True)), *frames)
    node.several = len(out) if several else 0
    node.shape = tuple([one.shape for one in arrays]) if several else arrays.shape
    node.dtype = tuple([one.dtype for one in arrays]) if several else arrays.dtype
    node.hooks, node.number = None, next(clock)
    for listener in listeners:
        listener(node)


override(Op, record=record)
