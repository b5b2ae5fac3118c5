"""grad: autograd.grad, which returns gradients and touches no .grad (core)."""

import warnings

from .._tensor import Tensor
from ..creation.zeros import zeros_like
from ..graph.edge import GradientEdge
from ..graph.grad_mode import set_grad_enabled
from .backward import differentiable, several, start
from .engine import Engine


def grad(
    outputs,
    inputs,
    grad_outputs=None,
    retain_graph=None,
    create_graph=False,
    only_inputs=True,
    allow_unused=None,
    is_grads_batched=False,
    materialize_grads=False,
):
    """The gradients of `outputs` with respect to `inputs`, returned as a tuple; no `.grad` is touched.

    only_inputs        taken and not used: PyTorch warns about anything but True
    allow_unused       give None for an input that the outputs do not depend on, instead of an error
    is_grads_batched   left out: NotImplementedError
    materialize_grads  give zeros for it
    The other arguments are those of backward.

    >>> import minitorch as mt
    >>> x = mt.tensor(3.0, requires_grad=True)
    >>> (slope,) = mt.autograd.grad(x**2, x, create_graph=True)
    >>> mt.autograd.grad(slope, x)
    (tensor(2.),)

    Source: PyTorch, torch.autograd.grad.
    """
    if not isinstance(inputs, Tensor | GradientEdge):
        inputs = tuple(inputs)  # once and for all: model.parameters() can be walked through only once
    rare = create_graph, allow_unused, materialize_grads
    if is_grads_batched:
        raise NotImplementedError("is_grads_batched is left out: call grad once for each, with retain_graph=True")
    check_options(inputs, only_inputs, allow_unused, materialize_grads)
    keep = create_graph if retain_graph is None else retain_graph
    found = gradients_of(several(outputs), several(inputs), grad_outputs, keep, create_graph)
    return tuple([unused(i, inputs, *rare) if g is None else g for i, g in enumerate(found)])


def gradients_of(outputs, inputs, grad_outputs, keep, create_graph):
    """The gradient of each input in a list; None for one that the outputs do not depend on."""
    roots = start(outputs, grad_outputs)
    edges = [differentiable(x) for x in inputs]
    wanted = dict.fromkeys(edges)
    with set_grad_enabled(create_graph):
        Engine(roots, keep, create_graph, wanted).run()
    return [wanted[edge] for edge in edges]


# --- rare cases, and the wording of errors ------------------------------------------------------------------------------


def check_options(inputs, only_inputs, allow_unused, materialize_grads):
    """Raise PyTorch's errors for no inputs, and for two wishes that contradict each other."""
    if not only_inputs:
        warnings.warn(
            "only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate gradient for other "
            "parts of the graph, please use torch.autograd.backward.",
            FutureWarning,
            stacklevel=3,
        )
    if not several(inputs):
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    if materialize_grads and allow_unused is False:
        raise ValueError("Expected allow_unused to be True or not passed when materialize_grads=True, but got: False.")


def unused(i, inputs, create_graph, allow_unused, materialize_grads):
    """What the caller gets for the i-th input, on which the outputs do not depend: zeros, None or an error."""
    x = several(inputs)[i]
    if materialize_grads:
        if isinstance(inputs, GradientEdge) or (not isinstance(inputs, Tensor) and isinstance(inputs[i], GradientEdge)):
            raise RuntimeError("materialize_grads cannot be used when the given input is a GradientEdge")
        return zeros_like(x, requires_grad=create_graph)
    if not allow_unused:
        raise RuntimeError(
            f"The differentiated Tensor at index {i} appears to not have been used in the graph. Set allow_unused=True if "
            "this is the desired behavior."
        )
    return None
