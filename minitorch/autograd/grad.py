"""grad: autograd.grad, which returns gradients and touches no .grad (core)."""

from ..creation.zeros import zeros_like
from ..graph.grad_mode import set_grad_enabled
from .backward import as_tuple, differentiable, start
from .engine import Engine


def grad(
    outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=None,
    is_grads_batched=False, materialize_grads=False,
):  # fmt: skip
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
    inputs = as_tuple(inputs)  # once and for all: model.parameters() can be walked through only once
    rare = create_graph, allow_unused, materialize_grads
    if is_grads_batched:
        raise NotImplementedError("is_grads_batched is left out: call grad once for each, with retain_graph=True")
    check_options(inputs, allow_unused, materialize_grads)
    keep = create_graph if retain_graph is None else retain_graph
    found = gradients_of(as_tuple(outputs), inputs, grad_outputs, keep, create_graph)
    return tuple([unused(i, inputs, *rare) if g is None else g for i, g in enumerate(found)])


def gradients_of(outputs, inputs, grad_outputs, keep, create_graph):
    """The gradient of each input in a list; None for one that the outputs do not depend on."""
    roots = start(outputs, grad_outputs)
    edges = [differentiable(x) for x in inputs]
    wanted = dict.fromkeys(edges)
    with set_grad_enabled(create_graph):
        Engine(roots, keep, create_graph, wanted).run()
    return [wanted[edge] for edge in edges]


def check_options(inputs, allow_unused, materialize_grads):
    """Raise PyTorch's errors for no inputs, and for two options that contradict each other."""
    if not inputs:
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    if materialize_grads and allow_unused is False:
        raise ValueError("Expected allow_unused to be True or not passed when materialize_grads=True, but got: False.")


def unused(i, inputs, create_graph, allow_unused, materialize_grads):
    """What the caller gets for the i-th input, on which the outputs do not depend: zeros, None or an error."""
    if materialize_grads:
        return zeros_like(inputs[i], requires_grad=create_graph)
    if not allow_unused:
        raise RuntimeError(
            f"The differentiated Tensor at index {i} appears to not have been used in the graph. Set allow_unused=True if "
            "this is the desired behavior."
        )
    return None
