"""record: write a step down. The recorder that operations call (core)."""

from .._extension import override
from .._tensor import Tensor, clock
from ..ops.op import Op
from .grad_mode import is_grad_enabled
from .node import node_type

listeners: list = []  # what else to call with each new node: saved_tensors_hooks and anomaly detection enter themselves


def edge_of(x):
    """Where the gradient of operand x is to be sent: (its node, output number), (x, 0) for a leaf, None if nowhere."""
    if not isinstance(x, Tensor):
        return None
    if x._base is not None:
        x._renew()  # a view whose base was changed in place gets its new edge
    return (x._edge or (x, 0)) if x._requires_grad else None


def operands(op, inputs):
    """The inputs to which a gradient may be sent: those with a formula, of a fused op all."""
    return inputs if op.joint else [inputs[index] for index in op.positions]


def wants_gradient(edges, out):
    """Whether a step is recorded: recording is on, an edge leads somewhere, and the result can move a little."""
    if not any(edges) or not is_grad_enabled():
        return False
    if type(out) is tuple:
        return any([one._array.dtype.kind not in "iub" for one in out])
    return out._array.dtype.kind not in "iub"


def record(op, inputs, values, out):
    """Make the node of one step and let its results point to it.

    inputs  the arguments as the caller gave them     values  the same as the forward saw them (arrays)
    out     the resulting tensor, or a tuple of them
    """
    if not is_grad_enabled():
        return
    edges = [edge_of(x) for x in operands(op, inputs)]
    if wants_gradient(edges, out):
        node = new_node(op, values, edges)
        save(node, inputs, values, out)
        attach(node, out)


def new_node(op, values, edges):
    """A node of the class that steps of this operation have, with its edges."""
    node = node_type(op, values)()
    node.edges = edges
    return node


def save(node, inputs, values, out):
    """Keep what the formulas name, for the edges that lead somewhere, and the version of each."""
    arrays = frame_of(node.op, values, arrays_in(out))
    used, node.saved = [], []
    for i, formula in enumerate(node.steps):
        if node.joint or node.edges[i]:  # one joint formula serves all edges
            used.append(formula)
            node.saved.append(formula.fetch(arrays))
        else:
            node.saved.append(None)
    node.versions = versions_of(used, frame_of(node.op, inputs, out))


def frame_of(op, values, out):
    """The values of a step at the indices that Op.locate gives: the arguments, those behind a star as one, the result."""
    if op.star is None:
        return (*values, out)
    n = len(op.parameters)
    return (*values[:n], tuple(values[n:]), out)


def arrays_in(out):
    """The array of a result; of several results, a tuple of theirs."""
    return tuple([one._array for one in out]) if type(out) is tuple else out._array


def versions_of(formulas, frame):
    """The version of each saved tensor, so that a change made in place is noticed before it does harm."""
    found = ()
    for formula in formulas:
        for index in formula.tracked:
            x = frame[index]
            if isinstance(x, Tensor):
                found += version(x)
            elif type(x) is tuple:
                for one in tensors_in(x):
                    found += version(one)
    return found


def tensors_in(value):
    """The tensors at a place of a frame: one, several, or none where a plain argument stands."""
    return [x for x in (value if type(value) is tuple else (value,)) if isinstance(x, Tensor)]


def version(x):
    """The count of in-place changes of a tensor that is about to be saved, and what it is now."""
    if x._counter is None:
        raise RuntimeError(
            "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in "
            "computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it in "
            "autograd, or use `minitorch.no_grad()` instead of `minitorch.inference_mode()`."
        )
    return x._counter, x._counter[0]


def attach(node, out):
    """Give a node its number and make it the origin of its results."""
    node.hooks, node.number = None, next(clock)
    if type(out) is tuple:
        node.several = len(out)
        node.shape, node.dtype = tuple([o._array.shape for o in out]), tuple([o._array.dtype for o in out])
    else:
        node.several, node.shape, node.dtype = 0, out._array.shape, out._array.dtype
        out = (out,)
    for number, one in enumerate(out):
        if one._array.dtype.kind not in "iub":  # an index has no gradient
            one._edge, one._requires_grad = (node, number), True
    for listener in listeners:
        listener(node)


override(Op, record=record)
