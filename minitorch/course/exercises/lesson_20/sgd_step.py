"""sgd_step: A step with momentum (difficulty 4, 18 minutes)

Parameters change in place, because the module and the optimizer hold the same objects. The buffer is a copy at first,
because the memory of the gradient is used again.

1. _direction goes through the table from top to bottom. Each row makes a new tensor, and the gradient itself stays as it is.
   step is a loop over the groups, a loop over their parameters, and a question.
2. `state = self.state[p]` is a dictionary, empty before the first step. `"momentum_buffer" in state` tells the first step
   from the others. After it, `v.mul_(...)` and `v.add_(...)` change the buffer in place.
3. `v = state["momentum_buffer"] = grad.detach().clone()` at first; then `v.mul_(group["momentum"]).add_(grad, alpha=1 -
   group["dampening"])`. In step: `p.sub_(group["lr"] * self._direction(p, group))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.optim.sgd:SGD.step",
    covers="SGD._direction",
    setup="""
        from minitorch import enable_grad, set_grad_enabled

        def stepped(times=1, start=(1.0, 2.0), **options):
            w = mt.tensor(list(start), requires_grad=True)
            optimizer = mt.optim.SGD([w], **({"lr": 0.1} | options))
            for _ in range(times):
                optimizer.zero_grad()
                (w * w).sum().backward()
                optimizer.step()
            return optimizer, w
    """,
    stub='''
        def _direction(self, p, group):
            """The direction d of one parameter, by the table. p.grad and p stay as they are.

            With momentum, v is kept in self.state[p]["momentum_buffer"]. Before the first step it is not there.
            """
            ...


        def step(self, closure=None):
            """Subtract group["lr"] * self._direction(p, group) from each p that has a gradient, in place.

            Recording is on only if self.defaults["differentiable"] says so: set_grad_enabled(...).
            A closure is called first, inside enable_grad(), and what it returns is returned. Without one: None.
            """
            ...
    ''',
    facts="""
        if "a leaf Variable that requires grad is being used in an in-place": The step is recorded: change parameters inside
            `with set_grad_enabled(self.defaults["differentiable"])`.
        >>> stepped(1)[1].detach()
        T([0.8, 1.6])
        if T([1.0, 2.0]): The parameter is not changed: `p = p - ...` makes a new tensor. Use p.sub_(...).
        if T([1.2, 2.4]): The direction is subtracted.
        else: Without options the direction is the gradient: 1 - 0.1 * 2.
        >>> w, u = mt.ones(1, requires_grad=True), mt.ones(1, requires_grad=True)
        >>> o = mt.optim.SGD([{'params': w}, {'params': u, 'lr': 0.25}], lr=0.5)
        >>> (w + u).sum().backward()
        >>> o.step()
        >>> (w.item(), u.item())
        (0.5, 0.75)
        else: Each group has its own lr: group["lr"].
        >>> stepped(2, momentum=0.5)[1].detach()
        T([0.54, 1.08])
        if T([0.64, 1.28]): The buffer is made anew in each step. Keep v in self.state[p]["momentum_buffer"].
        else: In the second step v = 0.5 * 2 + 1.6, and p = 0.8 - 0.1 * v.
        >>> stepped(2, momentum=0.5, dampening=0.5)[1].detach()
        T([0.62, 1.24])
        if T([0.76, 1.52]): The first v is the gradient itself, without dampening.
        if T([0.54, 1.08]): The dampening is missing: after the first step, v = momentum * v + (1 - dampening) * g.
        else: In the second step v = 0.5 * 2 + (1 - dampening) * 1.6; the first v is the whole gradient.
        >>> stepped(2, momentum=0.5, nesterov=True)[1].detach()
        T([0.44, 0.88])
        else: With nesterov, d is g + momentum * v, in every step.
        >>> stepped(1, maximize=True, weight_decay=0.5)[1].detach()
        T([1.15, 2.3])
        if T([1.25, 2.5]): maximize comes first, so the decay still pulls towards 0: -2 + 0.5 * 1.
        if T([0.85, 1.7]): The step should go up: with maximize=True the gradient changes its sign.
        else: First the sign of the gradient changes, then weight_decay * p is added: -2 + 0.5 * 1.
        >>> stepped(2, momentum=0.5, weight_decay=0.5)[1].detach()
        T([0.4375, 0.875])
        else: weight_decay * p is a part of g before v is made: in the second step v = 0.5 * 2.5 + (1.5 + 0.5 * 0.75).
        >>> w, u = mt.ones(1, requires_grad=True), mt.ones(1, requires_grad=True)
        >>> o = mt.optim.SGD([w, u], lr=1.0, momentum=0.5)
        >>> (w * 3).sum().backward()
        >>> out = o.step()
        >>> (w.item(), u.item(), out, len(o.state))
        (-2.0, 1.0, None, 1)
        if "'NoneType'": A parameter may have no gradient: its grad is None. Leave it as it is.
        else: A parameter without a gradient stays as it is, and gets no state.
        >>> o, w = stepped(1, momentum=0.9, weight_decay=0.1)
        >>> (w.grad.tolist(), o.state[w]['momentum_buffer'] is w.grad)
        ([2.0, 4.0], False)
        else: The gradient stays as it is: `grad = grad + ...` makes a new tensor, and `grad += ...` and add_ do not.
        >>> o, w = stepped(1, momentum=0.9)
        >>> held = w.grad
        >>> o.zero_grad(set_to_none=False)
        >>> o.state[w]['momentum_buffer'].tolist()
        [2.0, 4.0]
        if [0.0, 0.0]: The buffer is the gradient itself, which is zeroed later. Keep a copy: grad.detach().clone().
        else: The buffer is the gradient itself, which is zeroed later. Keep a copy: grad.detach().clone().
        >>> w = mt.tensor([1.0], requires_grad=True)
        >>> o = mt.optim.SGD([w], lr=0.1)
        >>> def closure():
        ...     loss = (w * w).sum()
        ...     loss.backward()
        ...     return loss
        >>> with mt.no_grad():
        ...     loss = o.step(closure)
        >>> (loss.item(), round(w.item(), 4))
        (1.0, 0.8)
        if "'NoneType' object": step returns what the closure returned.
        else: A closure is called first, inside enable_grad(), and step returns what it returned.
        >>> start = mt.tensor([1.0, 2.0], requires_grad=True)
        >>> p = start.clone()
        >>> o = mt.optim.SGD([p], lr=0.5, differentiable=True)
        >>> p.grad = start * 3
        >>> o.step()
        >>> p.sum().backward()
        >>> start.grad.tolist()
        [-0.5, -0.5]
        else: With differentiable=True the step is recorded: set_grad_enabled(self.defaults["differentiable"]).
    """,
)
