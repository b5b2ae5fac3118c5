"""sgd_step: The step of an optimizer (difficulty 4, 11 minutes)

In place, because the module and the optimizer hold the same object. v is a copy at first, for the gradient's own
memory is zeroed, or filled, by the next step.

1. In _change go through the options in the order of the text; each turns `grad` into another tensor. Only the last
   line changes p.
2. self.state[p] is a dictionary of the parameter's own; without a buffer in it, this is the first step. step is two
   loops and an if.
3. `state["momentum_buffer"].mul_(momentum).add_(grad, alpha=1 - group["dampening"])`; `p.sub_(grad *
   as_number(group["lr"]))`; `with set_grad_enabled(self.defaults["differentiable"]):`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.optim.sgd:SGD.step",
    covers="SGD._change",
    setup="""
        def stepped(times=1, start=(1.0, 2.0), **options):
            w = mt.tensor(list(start), requires_grad=True)
            optimizer = mt.optim.SGD([w], **({"lr": 0.1} | options))
            for _ in range(times):
                optimizer.zero_grad()
                (w * w).sum().backward()
                optimizer.step()
            return optimizer, w
    """,
    facts="""
        >>> w, u = mt.ones(1, requires_grad=True), mt.ones(1, requires_grad=True)
        >>> o = mt.optim.SGD([{'params': w}, {'params': u, 'lr': 0.25}], lr=0.5)
        >>> (w + u).sum().backward()
        >>> o.step()
        >>> (w.item(), u.item())
        (0.5, 0.75)
        else: Each group has its own lr: group["lr"].
        >>> stepped(2, momentum=0.5, dampening=0.5)[1].detach()
        T([0.62, 1.24])
        else: In the second step v = 0.5 * 2 + (1 - dampening) * 1.6; the first v is the gradient, whole.
        >>> stepped(2, momentum=0.5, nesterov=True)[1].detach()
        T([0.44, 0.88])
        else: With nesterov, in every step, p goes down by lr * (gradient + momentum * v).
        >>> stepped(1, maximize=True, weight_decay=0.5)[1].detach()
        T([1.15, 2.3])
        else: First the gradient is turned round, then weight_decay * p is added: -2 + 0.5 * 1.
        >>> stepped(2, momentum=0.5, weight_decay=0.5)[1].detach()
        T([0.4375, 0.875])
        else: weight_decay * p is a part of the gradient before v is made: in the second step v = 0.5 * 2.5 + (1.5 + 0.5
            * 0.75).
        >>> w, u = mt.ones(1, requires_grad=True), mt.ones(1, requires_grad=True)
        >>> o = mt.optim.SGD([w, u], lr=1.0, momentum=0.5)
        >>> (w * 3).sum().backward()
        >>> out = o.step()
        >>> (w.item(), u.item(), out, len(o.state))
        (-2.0, 1.0, None, 1)
        else: A parameter that got no gradient has None: leave it as it is, and do not even touch its state.
        >>> o, w = stepped(1, momentum=0.9, weight_decay=0.1)
        >>> (w.grad.tolist(), o.state[w]['momentum_buffer'] is w.grad)
        ([2.0, 4.0], False)
        else: The gradient itself stays as it is, and nothing is kept in its place.
        >>> o, w = stepped(1, momentum=0.9)
        >>> held = w.grad
        >>> o.zero_grad(set_to_none=False)
        >>> o.state[w]['momentum_buffer'].tolist()
        [2.0, 4.0]
        else: v is a copy: what is done to the gradient later must not reach it.
        >>> w = mt.tensor([1.0], requires_grad=True)
        >>> o = mt.optim.SGD([w], lr=0.1)
        >>> def closure():
        ...     loss = (w * w).sum()
        ...     loss.backward()
        ...     return loss
        >>> loss = o.step(closure)
        >>> (loss.item(), round(w.item(), 4))
        (1.0, 0.8)
        else: step returns what the closure returned, or None.
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
