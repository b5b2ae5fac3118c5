"""shared_step: The step of the base class (difficulty 3, 9 minutes)

A parameter's state is made when it is first needed. So a parameter that never gets a gradient costs no memory.

1. Begin with your SGD.step of lesson 20. Only the lines that change one parameter are different.
2. `self.state[p]` is a dictionary, and empty before the first change of p. Fill this dictionary, and pass it to `self._update`.
3. `if len(state) == 0: state.update(self._start(p, group))`, then `self._update(p, state, group)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.optim.by_parameter:ByParameter.step",
    stub='''
        def step(self, closure=None):
            """Call self._update(p, state, group) for each parameter p that has a gradient. The rest is as in SGD's step.

            `state` is the dictionary self.state[p]. In the first update of p, it has the entries of self._start(p, group).
            Later it has these entries as the last update left them, even if a state_dict was saved and loaded in between.
            A parameter that never had a gradient is not in self.state.
            """
            ...
    ''',
    ready="""
        class Growing(ByParameter):
            def __init__(self, params, lr=1.0, differentiable=False):
                super().__init__(params, lr=lr, weight_decay=0, differentiable=differentiable)
            def _start(self, p, group):
                return {"count": mt.full_like(p, 1 - group["lr"])}
            def _update(self, p, state, group):
                state["count"] = state["count"] + 1
                p.sub_(group["lr"] * state["count"] * p.grad)
    """,
    facts="""
        if "a leaf Variable that requires grad": Here the step is recorded. Change p inside `with set_grad_enabled(...)`.
        >>> w, u, unused, v, start = [mt.tensor(8.0, requires_grad=True) for _ in range(5)]
        >>> o = Growing([{'params': [unused, w]}, {'params': [u], 'lr': 0.5}])
        >>> (w + u).backward()
        >>> o.step(), o.step(), w.item(), u.item(), o.state[w].get('count')
        (None, None, 5.0, 6.0, T(2.0))
        if "no attribute '_change'": _update calls _change, with the gradient after the weight decay. Call self._update(p, state, group).
        if (None, None, 5.0, 6.0, None): What is remembered of p must be in self.state[p].
        if "KeyError: 'count'": Before the first change of p, self.state[p] must have what self._start(p, group) returns.
        if "'NoneType'": A parameter may have no gradient: its grad is None. Leave it as it is.
        if (None, None, 7.0, 7.25, T(1.0)): The gradients are gone after the first step: step leaves them as they are.
        if (None, None, 6.0, 6.5, T(1.0)): The state starts anew in each step. self._start is for the first change of a parameter.
        if (None, None, 6.0, 6.5, None): What _update changes is not kept: give it the dictionary self.state[p] itself.
        if (None, None, 6.0, 6.5, T(0.0)): What _update changes is not kept: give it the dictionary self.state[p] itself.
        else: Every parameter with a gradient is changed once a step, in every group. Pass this `group` on, also to self._start(p, group).
        >>> unused in o.state
        False
        else: Nothing is remembered of a parameter without a gradient. Even reading self.state[p] makes an entry.
        >>> unused.grad = mt.tensor(0.0)
        >>> o.step(), o.state[unused]['count'].item(), w.item()
        (None, 1.0, 2.0)
        else: A parameter starts when it gets its first gradient, also one of zero, and the others go on.
        >>> second = Growing([{'params': [unused, w]}, {'params': [u]}])
        >>> second.load_state_dict(o.state_dict()), second.step(), second.state[w]['count'].item()
        (None, None, 4.0)
        else: A state that was loaded goes on: the step asks whether self.state[p] is empty, and not whether it is the first step.
        >>> o = Growing([v])
        >>> def closure():
        ...     (v * v).backward()
        ...     return 'the loss'
        >>> with mt.no_grad():
        ...     found = o.step(closure), mt.is_grad_enabled(), o.state[v]['count'].requires_grad, v.item()
        >>> found
        ('the loss', False, False, -8.0)
        if "does not require grad": The closure runs under no_grad(), so its loss has no graph: call it inside enable_grad().
        else: A closure is called first, once, inside enable_grad(), and step returns what it returned.
        >>> p, p.grad = start.clone(), start * 3
        >>> with mt.no_grad():
        ...     Growing([p], differentiable=True).step()
        >>> p.backward(), start.grad
        (None, T(-2.0))
        else: With differentiable=True the step is recorded: the loops stand in `with set_grad_enabled(self.defaults["differentiable"]):`.
    """,
)
