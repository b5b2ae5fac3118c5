"""sgd_step: A step (difficulty 3, 9 minutes)

Parameters change in place, because the module and the optimizer hold the same objects. A parameter without a gradient is left
out, and gets no state.

1. The closure first. Then a loop over the groups, one over their parameters, and a question about p.grad.
2. Two switches: enable_grad() around the closure, set_grad_enabled(self.defaults["differentiable"]) around the loops.
3. `p.sub_(group["lr"] * self._direction(p, group))`, if p.grad is not None.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.optim.sgd:SGD.step",
    ready=SETUP,
    setup="""
        from minitorch import enable_grad, set_grad_enabled
    """,
    facts="""
        if "a leaf Variable that requires grad is being used in an in-place": The step is recorded: change parameters inside
            `with set_grad_enabled(self.defaults["differentiable"])`.
        >>> stepped(1)[1].detach()
        T([0.8, 1.6])
        if T([1.0, 2.0]): The parameter is not changed: `p = p - ...` makes a new tensor. Use p.sub_(...).
        >>> w, u, unused = leaf(1.0), leaf(1.0), leaf(1.0)
        >>> o = mt.optim.SGD([{'params': w}, {'params': [unused, u], 'lr': 0.25}], lr=0.5, momentum=0.5)
        >>> (w + u).sum().backward()
        >>> o.step()
        >>> o.zero_grad(set_to_none=False)
        >>> u.requires_grad = False
        >>> o.step(), w.item(), unused.item(), u.item(), len(o.state)
        (None, 0.25, 1.0, 0.625, 2)
        if "'NoneType'": A parameter may have no gradient: its grad is None. Leave it as it is.
        if (None, 0.5, 1.0, 0.75, 2): A gradient of zero is a gradient: with momentum, the parameter still moves.
        if (None, 0.25, 1.0, 0.75, 2): A parameter that has a gradient moves, whatever its requires_grad is now.
        if (None, 0.25, 1.0, 0.25, 2): Each group has its own lr: group["lr"].
        if (None, 0.25, 1.0, 0.625, 3): A gradient of None is not a gradient of zero: leave this parameter out.
        else: Each parameter that has a gradient moves, in every group, also after one that has none.
        >>> w = leaf(1.0)
        >>> def closure():
        ...     (w * w).sum().backward()
        ...     return "the loss"
        >>> with mt.no_grad():
        ...     loss = mt.optim.SGD([w], lr=0.1).step(closure)
        >>> (loss, round(w.item(), 4))
        ('the loss', 0.8)
        else: A closure is called first, inside enable_grad(), and step returns what it returned.
        >>> start, lr = leaf(1.0, 2.0), leaf(0.5)
        >>> p = start.clone()
        >>> p.grad = start * 3
        >>> mt.optim.SGD([p], lr=lr, differentiable=True).step()
        >>> p.sum().backward()
        >>> start.grad, lr.grad
        (T([-0.5, -0.5]), T([-9.0]))
        else: With differentiable=True the step is recorded: set_grad_enabled(self.defaults["differentiable"]). lr may be a tensor.
    """,
)
