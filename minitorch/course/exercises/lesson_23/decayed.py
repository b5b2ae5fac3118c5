"""decayed: Two kinds of weight decay, and one step (difficulty 3, 8 minutes)

What is added to the gradient is rescaled with it. What is taken from the parameter directly is not.

1. Three cases of decay: none, of the parameter, in the gradient.
2. `group.get("decoupled_weight_decay")` is None where this option is missing. `state` is empty before the first step.
3. `p.mul_(1 - group["lr"] * decay)`, or `grad + decay * p`. `state.update(self._start(p, group))`, `self._change(*prepared(...))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.optim.by_parameter:ByParameter.step",
    covers="decayed",
    setup="""
        class Steps(mt.optim.Adam):
            def _start(self, p, group):
                return {"step": mt.tensor(0.0)}
            def _change(self, p, grad, state, group):
                state["step"] += 1
                p.sub_(group["lr"] * grad)
    """,
    changes=True,
    stub="""
        def decayed(p, grad, group): ...

        def step(self, closure=None):
            with enable_grad():
                loss = None if closure is None else closure()
            with set_grad_enabled(self.defaults["differentiable"]):
                for group in self.param_groups:
                    for p in group["params"]:
                        if p.grad is not None:
                            state = self.state[p]
                            ...
            return loss
    """,
    given="""
        def tried(**group):
            p, grad = mt.tensor([2.0, -4.0]), mt.tensor([1.0, 1.0])
            found = decayed(p, grad, {'lr': 0.25} | group)
            return found, p, found is grad, grad
    """,
    facts="""
        >>> tried(weight_decay=0.5, decoupled_weight_decay=True)
        (T([1.0, 1.0]), T([1.75, -3.5]), True, T([1.0, 1.0]))
        if (T([1.0, 1.0]), T([2.0, -4.0]), True, T([1.0, 1.0])): p itself must change, in place: `p = p * ...` makes a new tensor.
        if (T([2.0, -1.0]), T([2.0, -4.0]), False, T([1.0, 1.0])): With decoupled_weight_decay, p shrinks, and the gradient stays as it is.
        else: p is multiplied by 1 - lr * weight_decay, in place, and grad itself is returned.
        >>> tried(weight_decay=0.5, decoupled_weight_decay=False)
        (T([2.0, -1.0]), T([2.0, -4.0]), False, T([1.0, 1.0]))
        if (T([2.0, -1.0]), T([2.0, -4.0]), True, T([2.0, -1.0])): The gradient itself has changed: `grad += ...` makes no new tensor.
        if (T([1.25, 0.5]), T([2.0, -4.0]), False, T([1.0, 1.0])): lr does not belong here: it is multiplied with the whole step later.
        else: weight_decay * p is added to the gradient, in a new tensor. p stays as it is.
        >>> tried(weight_decay=0.5)[0]
        T([2.0, -1.0])
        if "decoupled_weight_decay": Some optimizers do not have this option: group.get("decoupled_weight_decay").
        >>> tried(weight_decay=0, decoupled_weight_decay=True)[2], tried(weight_decay=0)[2]
        (True, True)
        else: Without weight decay, grad itself is returned, and not a copy.
        >>> a, b, c = [mt.tensor([1.0], requires_grad=True) for _ in range(3)]
        >>> o = Steps([{'params': [b, a]}, {'params': [c], 'lr': 1.0}], lr=0.5)
        >>> with mt.no_grad():
        ...     for step in range(2):
        ...         a.grad, c.grad = mt.tensor([0.5]), mt.tensor([0.25])
        ...         found = o.step(mt.is_grad_enabled), mt.is_grad_enabled()
        >>> [p.item() for p in (a, b, c)], len(o.state), [o.state[p].get("step") for p in (a, c)], found
        ([0.5, 1.0, 0.5], 2, [T(2.0), T(2.0)], (True, False))
        if ([0.5, 1.0, 0.5], 2, [None, None], (True, False)): Put what _start returns into self.state[p]: state.update(...).
        if ([0.5, 1.0, 0.5], 2, [T(1.0), T(1.0)], (True, False)): _start comes before the first step only, when the state is empty.
        if ([0.5, 1.0, 0.75], 2, [T(2.0), T(2.0)], (True, False)): Each group has its own options: give `group` on, and not self.defaults.
        if ([0.5, 1.0, 0.5], 2, [T(2.0), T(2.0)], (False, False)): The closure is called inside enable_grad(): it needs a graph.
        else: In every group, each parameter with a gradient changes, also after one without. Only these get a state. step returns what the closure returned.
        >>> start, lr = [mt.tensor(value, requires_grad=True) for value in (1.0, 0.5)]
        >>> p = start.clone()
        >>> p.grad = mt.tensor(2.0)
        >>> o = Steps([p], lr=lr, weight_decay=1.0, decoupled_weight_decay=True, maximize=True, differentiable=True)
        >>> o.step()
        >>> p.backward()
        >>> p.item(), start.grad, lr.grad
        (1.5, T(0.5), T(1.0))
        if "modified by an inplace operation": With differentiable=True the graph keeps p: use p.mul_(1 - lr * decay).
        if (1.5, T(1.0), None): With differentiable=True the step is recorded: set_grad_enabled(self.defaults["differentiable"]).
        if (1.25, T(0.25), T(1.0)): The decay is done twice: prepared calls decayed already.
        else: _change gets what prepared returns, *prepared(...): for maximize=True, the gradient with the other sign.
    """,
)
