"""batched_grads: autograd.grad for stacks of gradients, is_grads_batched=True: one backward pass for all of them (shelf)."""

from .._holes import fill
from ..autograd.grad import check_stacks, grad, unused
from .install import looking
from .rows import Rows, risen, sunk


def for_stacks(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused, materialize_grads):
    """What autograd.grad gives for stacks of gradients: stacks, from one backward pass."""
    check_stacks(outputs, grad_outputs)
    keep = create_graph if retain_graph is None else retain_graph
    rare = create_graph, allow_unused, materialize_grads
    with looking(), Rows(len(grad_outputs[0])) as rows:
        given = [sunk(g.to(x.dtype), 0, rows) for x, g in zip(outputs, grad_outputs, strict=True)]
        found = grad(outputs, inputs, given, keep, create_graph, allow_unused=True)
        found = [None if g is None else risen(g, rows) for g in found]
    return tuple([unused(i, inputs, *rare) if g is None else g[0].movedim(g[1], 0) for i, g in enumerate(found)])


fill("minitorch.autograd.grad", one_by_one=for_stacks)
