"""by_parameter: One step for all (difficulty 3, 9 minutes)

The loops, the closure and the switch for recording are the same in every optimizer. Two functions say what is different.

1. Your answer of lesson 20 has all but the line for one parameter. There, first fill its state if it is empty, then change it.
2. `state = self.state[p]` is an empty dictionary before the first step of p, and `if not state:` finds that.
3. `state.update(self._start(p, group))`, then `self._change(*prepared(p, p.grad, state, group))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.optim.by_parameter:ByParameter.step",
    changes=True,
    facts="""
        >>> a, b, c = [mt.tensor([1.0], requires_grad=True) for _ in range(3)]
        >>> o = mt.optim.Adam([{'params': [b, a]}, {'params': [c], 'lr': 1.0}], lr=0.25)
        >>> with mt.no_grad():
        ...     for step in range(2):
        ...         a.grad, c.grad = mt.tensor([0.5]), mt.tensor([0.25])
        ...         found = o.step(mt.is_grad_enabled), mt.is_grad_enabled()
        >>> [p.item() for p in (a, b, c)], len(o.state), [o.state[p].get("step") for p in (a, c)], found
        ([0.5, 1.0, -1.0], 2, [T(2.0), T(2.0)], (True, False))
        if "NoneType": A parameter may have no gradient: its grad is None. Leave it as it is.
        if "_direction": Only SGD has a direction. Here self._change makes the whole step.
        if "KeyError: 'exp_avg'": Before the first step of p, what self._start(p, group) returns goes into self.state[p].
        if ([0.5, 1.0, -1.0], 2, [None, None], (True, False)): Put what _start returns into self.state[p]: state.update(...).
        if ([0.5, 1.0, -1.0], 2, [T(1.0), T(1.0)], (True, False)): _start comes before the first step only, when the state is empty.
        if ([0.5, 1.0, 0.5], 2, [T(2.0), T(2.0)], (True, False)): Each group has its own options: give `group` on, and not self.defaults.
        if ([0.5, 1.0, -1.0], 2, [T(2.0), T(2.0)], (False, False)): The closure is called inside enable_grad(): it needs a graph.
        else: In every group, each parameter with a gradient changes, also after one without. Only these get a state. step returns what the closure returned.
        >>> a = mt.tensor([1.0], requires_grad=True)
        >>> o = mt.optim.Adam([a], lr=0.5, betas=(0.5, 0.5), maximize=True, weight_decay=1.0)
        >>> a.grad = mt.tensor([4.0])
        >>> o.step(), a.item(), a.grad, o.state[a]['exp_avg']
        (None, 1.5, T([4.0]), T([-1.5]))
        if (None, 1.5, T([4.0]), T([-2.0])): The weight decay is done twice: `prepared` does it already.
        else: _change gets what prepared returns, *prepared(...): -4 + 1 * 1 for maximize=True and weight_decay=1.
        >>> start, lr = [mt.tensor(value, requires_grad=True) for value in (1.0, 0.5)]
        >>> p = start.clone()
        >>> p.grad = 2 * start
        >>> mt.optim.Adam([p], lr=lr, differentiable=True).step()
        >>> p.backward()
        >>> p.item(), start.grad, lr.grad
        (0.5, T(1.0), T(-1.0))
        else: With differentiable=True the whole step is recorded: set_grad_enabled(self.defaults["differentiable"]).
    """,
)
