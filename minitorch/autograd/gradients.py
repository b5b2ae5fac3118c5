"""gradients: what users call. backward() accumulates gradients in the leaves, grad() returns them."""

import warnings

from .._tensor import Tensor, wrap
from ..backend import array_module, as_array
from ..graph.edge import GradientEdge, stand_in
from ..graph.mode import set_grad_enabled
from ..graph.record import edge_of
from ..ops.join.stack import stack
from .engine import accumulate, walk


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    """Compute the gradients of `tensors` and add them to the `.grad` of the leaves they were computed from.

    tensors       a tensor or a sequence of them; instead of a tensor, a GradientEdge
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
        warn_of_the_cycle()
    tensors = several(tensors)
    roots = start(tensors, grad_tensors if grad_tensors is not None else grad_variables, create_graph)
    keep = create_graph if retain_graph is None else retain_graph
    if inputs is None:
        with set_grad_enabled(create_graph):
            walk(roots, keep, create_graph)
        return
    inputs = several(inputs)
    if not inputs:
        raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    wanted = dict.fromkeys(map(differentiable, inputs))
    with set_grad_enabled(create_graph):
        walk(roots, keep, create_graph, wanted, accumulating=True)
        for x in inputs:
            g = wanted.pop(edge_of(x), None)
            if g is not None and x._edge is not None:  # the leaves have theirs
                accumulate(x, g if create_graph else g.copy(), create_graph)


def warn_of_the_cycle():
    """Warn, the first time, that a parameter and its gradient will hold each other."""
    if not warned:
        warned.append(True)
        warnings.warn(
            "Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient "
            "which can cause a memory leak. We recommend using autograd.grad when creating the graph to avoid this. If you "
            "have to use this function, make sure to reset the .grad fields of your parameters to None after use to break "
            "the cycle and avoid the leak.",
            stacklevel=3,
        )


warned: list = []  # whether that has happened in this process


def grad(
    outputs,
    inputs,
    grad_outputs=None,
    retain_graph=None,
    create_graph=False,
    allow_unused=None,
    is_grads_batched=False,
    materialize_grads=False,
):
    """The gradients of `outputs` with respect to `inputs`, returned as a tuple; no `.grad` is touched.

    allow_unused       give None for an input that the outputs do not depend on, instead of an error
    is_grads_batched   each of `grad_outputs` is a stack of gradients along a new first dimension; so are the results
    materialize_grads  give zeros for it
    The other arguments are those of backward.

    >>> import minitorch as mt
    >>> x = mt.tensor(3.0, requires_grad=True)
    >>> (slope,) = mt.autograd.grad(x**2, x, create_graph=True)
    >>> mt.autograd.grad(slope, x)
    (tensor(2.),)

    Source: PyTorch, torch.autograd.grad.
    """
    outputs, asked, inputs = several(outputs), inputs, several(inputs)
    if not inputs:
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    if materialize_grads and allow_unused is False:
        raise ValueError("Expected allow_unused to be True or not passed when materialize_grads=True, but got: False.")
    if is_grads_batched:
        options = create_graph, allow_unused, materialize_grads
        return one_by_one(outputs, inputs, several(grad_outputs), retain_graph, *options)
    roots = start(outputs, grad_outputs, create_graph)
    edges = [differentiable(x) for x in inputs]
    wanted = dict.fromkeys(edges)
    with set_grad_enabled(create_graph):
        walk(roots, create_graph if retain_graph is None else retain_graph, create_graph, wanted)
    found = []
    for x, edge in zip(inputs, edges, strict=True):
        g = wanted[edge]
        if g is None and materialize_grads:
            if _is_edge(asked, len(found)):
                raise RuntimeError("materialize_grads cannot be used when the given input is a GradientEdge")
            g = wrap(array_module(x._array).zeros_like(x._array)).requires_grad_(create_graph)
        elif g is None and not allow_unused:
            raise RuntimeError(
                "One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True if "
                f"this is the desired behavior. It is number {len(found)} of the inputs, of shape {list(x.shape)}."
            )
        found.append(g if g is None or isinstance(g, Tensor) else wrap(as_array(g)))
    return tuple(found)


def several(tensors):
    """One tensor or edge, or a sequence of them, as a tuple of tensors."""
    tensors = (tensors,) if isinstance(tensors, Tensor | GradientEdge) else tuple(tensors)
    return tuple([stand_in(x) if isinstance(x, GradientEdge) else x for x in tensors])


def _is_edge(asked, i):
    return isinstance(asked, GradientEdge) or (not isinstance(asked, Tensor) and isinstance(asked[i], GradientEdge))


def one_by_one(outputs, inputs, grad_outputs, retain_graph, create_graph, *options):
    """grad for each of a stack of gradients, and the results stacked."""
    for i, (x, g) in enumerate(zip(outputs, grad_outputs, strict=True)):
        if g.shape[1:] != x.shape:
            raise RuntimeError(
                "If `is_grads_batched=True`, we interpret the first dimension of each grad_output as the batch dimension. "
                "The sizes of the remaining dimensions are expected to match the shape of corresponding output, but a "
                f"mismatch was detected: grad_output[{i}] has a shape of {g.shape} and output[{i}] has a shape of {x.shape}."
            )
    found = []
    for row in range(len(grad_outputs[0])):
        last = row == len(grad_outputs[0]) - 1
        starts = [g[row].to(x.dtype) for x, g in zip(outputs, grad_outputs, strict=True)]
        keep = retain_graph if last else True
        found.append(grad(outputs, inputs, starts, keep, create_graph, options[0], False, options[1]))
    return tuple([None if rows[0] is None else stack(rows) for rows in zip(*found, strict=True)])


def start(tensors, gradients, create_graph):
    """Where a walk starts: the edge of each tensor, with the gradient that it is given or 1."""
    if gradients is None or isinstance(gradients, Tensor):
        gradients = (gradients,) * (len(tensors) if gradients is None else 1)
    if len(gradients) != len(tensors):
        raise RuntimeError(f"got {len(tensors)} tensors and {len(gradients)} gradients")
    roots = []
    for i, (x, g) in enumerate(zip(tensors, gradients, strict=True)):
        edge = edge_of(x)
        if edge is None:
            raise RuntimeError(f"element {i} of tensors does not require grad and does not have a grad_fn")
        if g is None:
            if x._array.size != 1:
                raise RuntimeError(
                    "grad can be implicitly created only for scalar outputs; "
                    f"this one has the shape {list(x.shape)}: sum it first, or pass gradient="
                )
            g = wrap(array_module(x._array).ones_like(x._array))
        elif not isinstance(g, Tensor):
            raise TypeError(f"gradients can be either Tensors or None, but got {type(g).__name__}")
        elif (g._array.dtype.kind == "c") != (x._array.dtype.kind == "c"):
            raise RuntimeError(
                "For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch in dtype: "
                f"grad_output[{i}] has a dtype of {g.dtype} and output[{i}] has a dtype of {x.dtype}."
            )
        elif g._array.shape != x._array.shape:
            raise RuntimeError(
                f"Mismatch in shape: grad_output[{i}] has a shape of {g.shape} and output[{i}] has a shape of {x.shape}."
            )
        roots.append((edge, g if create_graph else g._array.copy()))
    return roots


def differentiable(x):
    """The edge of an input that gradients are asked for."""
    edge = edge_of(x)
    if edge is None:
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    return edge


def _backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """Compute the gradients of this tensor and add them to the `.grad` of its leaves. See autograd.backward."""
    if create_graph:
        warn_of_the_cycle()
    backward(self, gradient, retain_graph, create_graph, inputs=inputs)


Tensor.backward = _backward
