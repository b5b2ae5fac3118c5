"""sgd_step: A step (difficulty 3, 8 minutes)

The module and the optimizer hold the same parameter objects, so these must change in place.

1. Begin with the loops of `plain_step`. What must come before them? Which parts must be recorded, in either mode?
2. A decorator sets the mode for the whole function, and `with` for a part of it. The closure and the loops need different modes.
3. `with enable_grad():` is for closure(), and `with set_grad_enabled(self.defaults["differentiable"]):` is for the loops.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.optim.sgd:SGD.step",
    ready=SETUP,
    facts="""
        if "a leaf Variable that requires grad": Here the step is recorded. Change p inside `with set_grad_enabled(...)`.
        >>> o, w = stepped(3, momentum=0.5, weight_decay=0.5)
        >>> w.detach(), o.state[w]['momentum_buffer'].requires_grad, w.grad
        (T([0.171875, 0.34375]), False, T([0.875, 1.75]))
        if "does not require grad": Recording stays off after the step: set_grad_enabled(...) belongs behind `with`.
        if (T([0.171875, 0.34375]), True, T([0.875, 1.75])): The velocity gets a graph: the direction must not be recorded either.
        if (T([1.0, 2.0]), False, T([2.0, 4.0])): The parameter is not changed: `p = p - ...` makes a new tensor. Use p.sub_(...).
        if (T([-0.25, -0.5]), False, T([2.0, 4.0])): lr is missing: subtract lr times the direction.
        if (T([0.171875, 0.34375]), False, None): step leaves gradients as they are: only the caller resets them.
        else: Each step subtracts group["lr"] * self._direction(p, group) from p, in place. It changes neither the gradient nor the velocity.
        >>> w, u, unused = leaf(1.0), leaf(1.0), leaf(1.0)
        >>> o = mt.optim.SGD([{'params': w}, {'params': [unused, u], 'lr': 0.25}], lr=0.5, momentum=0.5)
        >>> (w + u).sum().backward()
        >>> o.step()
        >>> o.zero_grad(set_to_none=False)
        >>> o.step(), w.item(), unused.item(), u.item(), len(o.state)
        (None, 0.25, 1.0, 0.625, 2)
        if "'NoneType'": A parameter may have no gradient: its grad is None. Leave it as it is.
        if (None, 0.5, 1.0, 0.75, 2): A gradient of zero is a gradient: with momentum, the parameter still moves.
        if (None, 0.25, 1.0, 0.25, 2): Each group has its own lr: group["lr"].
        if (None, 0.25, 1.0, 0.625, 3): A gradient of None is not a gradient of zero: leave this parameter out.
        else: Each parameter that has a gradient moves, in every group, also after one that has none.
        >>> o, w = stepped()
        >>> o.add_param_group({'params': leaf(5.0)})
        >>> def closure():
        ...     (w * w).sum().backward()
        ...     return "the loss"
        >>> with mt.no_grad():
        ...     found = o.step(closure), mt.is_grad_enabled()
        >>> found, w.detach(), w.grad
        (('the loss', False), T([0.44, 0.88]), T([3.6, 7.2]))
        if (('the loss', True), T([0.44, 0.88]), T([3.6, 7.2])): Recording is on after the step, and was off before: use `with`.
        if "does not require grad": The closure runs under no_grad(), so its loss has no graph: call it inside enable_grad().
        if (('the loss', False), T([0.28, 0.56]), T([5.2, 10.4])): The closure is called twice, so the gradients are added twice.
        else: A closure is called first, once, inside enable_grad(), and step returns what it returned. Only it resets gradients.
        >>> start = leaf(1.0, 2.0)
        >>> p = start.clone()
        >>> p.grad = start * 3
        >>> with mt.no_grad():
        ...     mt.optim.SGD([p], lr=0.5, weight_decay=1.0, differentiable=True).step()
        >>> p.sum().backward()
        >>> start.grad
        T([-1.0, -1.0])
        else: With differentiable=True the step is recorded, in the graph of p, and the direction is recorded, too: put the loops into `with set_grad_enabled(self.defaults["differentiable"]):`, without detach() or .data.
    """,
)
