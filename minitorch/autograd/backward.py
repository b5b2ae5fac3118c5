"""backward: autograd.backward and Tensor.backward, which accumulate gradients in the leaves (core)."""

from .._tensor import Tensor, method, wrap
from ..errors import warn_once, with_note
from ..graph.grad_mode import set_grad_enabled
from ..graph.record import edge_of
from .engine import Engine, accumulate

A_CYCLE = (
    "Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient, "
    "which holds memory until .grad is set to None. autograd.grad makes no such cycle."
)


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, inputs=None):
    """Compute the gradients of `tensors` and add them to the `.grad` of the leaves they were computed from.

    tensors       a tensor or a sequence of them
    grad_tensors  the gradient of each, in its shape; may be left out (None) for those with one element: it is then 1
    retain_graph  keep what the graph has saved, for another pass (default: the value of create_graph)
    create_graph  record the computation of the gradients too, so that they can be differentiated
    inputs        accumulate only into these tensors

    >>> import minitorch as mt
    >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
    >>> mt.autograd.backward((x * x).sum())
    >>> x.grad
    tensor([2., 4.])

    Errors: RuntimeError when a tensor has no graph, when the gradient cannot be left out, when the graph was freed.
    Source: PyTorch, torch.autograd.backward.
    """
    if create_graph:
        warn_once(A_CYCLE)
    roots = start(as_tuple(tensors), grad_tensors)
    keep = create_graph if retain_graph is None else retain_graph
    with set_grad_enabled(create_graph):
        if inputs is None:
            Engine(roots, keep, create_graph).run()
        else:
            backward_into(as_tuple(inputs), roots, keep, create_graph)


def as_tuple(tensors):
    """One tensor, or a sequence of them, as a tuple."""
    return (tensors,) if isinstance(tensors, Tensor) else tuple(tensors)


def start(tensors, gradients):
    """The roots of a walk, in a list: for each tensor its edge, and the gradient that arrives there. None stands for 1."""
    roots = []
    for x, g in zip(tensors, one_each(gradients, tensors), strict=True):
        if g is None:
            g = wrap(x._array.copy())
            g._array.fill(1)
        roots.append((edge_of(x), g))
    return roots


def one_each(gradients, tensors):
    """The gradient given for each tensor, None for those without. Raises PyTorch's errors if a walk cannot start there."""
    if gradients is None or isinstance(gradients, Tensor):
        gradients = (gradients,) * (len(tensors) if gradients is None else 1)
    if len(gradients) != len(tensors):
        raise RuntimeError(f"got {len(tensors)} tensors and {len(gradients)} gradients")
    for i, x in enumerate(tensors):
        check_start(i, x, gradients[i])
    return gradients


def check_start(i, x, g):
    """Raise PyTorch's errors unless a walk can start at x, the i-th tensor, with the gradient g, which may be None."""
    if edge_of(x) is None:
        raise RuntimeError(f"element {i} of tensors does not require grad and does not have a grad_fn")
    if g is not None:
        check_gradient(i, x, g)
    elif x.numel() != 1:
        raise with_note(
            RuntimeError("grad can be implicitly created only for scalar outputs"),
            f"This one has the shape {list(x.shape)}: sum it first, or pass gradient=.",
        )
    elif x._array.dtype.kind == "c":
        raise RuntimeError(f"grad can be implicitly created only for real scalar outputs but got {x.dtype}")


def check_gradient(i, x, g):
    """Raise PyTorch's errors unless g is a tensor that can be the gradient of x."""
    if not isinstance(g, Tensor):
        raise TypeError(f"gradients can be either Tensors or None, but got {type(g).__name__}")
    for what, got, wanted in (("shape", g.shape, x.shape), ("dtype", g.dtype, x.dtype)):
        if got != wanted and (what == "shape" or g.is_complex() != x.is_complex()):
            raise RuntimeError(
                f"Mismatch in {what}: grad_output[{i}] has a {what} of {got} and output[{i}] has a {what} of {wanted}."
            )


def backward_into(inputs, roots, keep, create_graph):
    """backward(inputs=...): accumulate in these tensors only."""
    if not inputs:
        raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    wanted = dict.fromkeys([differentiable(x) for x in inputs])
    Engine(roots, keep, create_graph, wanted, accumulating=True).run()
    for x in inputs:
        g = wanted.pop(edge_of(x), None)
        if g is not None and x._edge is not None:  # the leaves have theirs
            accumulate(x, g, create_graph)


def differentiable(x):
    """The edge of an input that gradients are asked for."""
    edge = edge_of(x)
    if edge is None:
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    return edge


def _backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """Compute the gradients of this tensor and add them to the `.grad` of its leaves. See autograd.backward."""
    backward(self, gradient, retain_graph, create_graph, inputs=inputs)


method(_backward, "backward")
