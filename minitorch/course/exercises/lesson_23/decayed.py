"""decayed: Two kinds of weight decay, and one step (difficulty 3, 11 minutes)

What is added to the gradient is rescaled with it. What is taken from the parameter directly is not.

1. Three cases of decay: none, of the parameter, in the gradient. The step has two loops, as in lesson 20.
2. `group.get("decoupled_weight_decay")` is None where this option is missing. self.state[p] is empty before the first step.
3. `p.mul_(1 - group["lr"] * decay)` shrinks p in place; otherwise `grad + decay * p`. In the loops `state = self.state[p]`, then
   `state.update(self._start(p, group))` if it is empty, then `self._change(*prepared(p, p.grad, state, group))`.
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
    given="""
        def tried(**group):
            p, grad = mt.tensor([2.0, -4.0]), mt.tensor([1.0, 1.0])
            found = decayed(p, grad, {'lr': 0.25} | group)
            return found, p, found is grad, grad
    """,
    facts="""
        if "a leaf Variable that requires grad": The changes are not recorded: set_grad_enabled(self.defaults["differentiable"]).
        >>> tried(weight_decay=0.5, decoupled_weight_decay=True)
        (T([1.0, 1.0]), T([1.75, -3.5]), True, T([1.0, 1.0]))
        if (T([1.0, 1.0]), T([2.0, -4.0]), True, T([1.0, 1.0])): p itself must change, in place: `p = p * ...` makes a new tensor.
        if (T([2.0, -1.0]), T([2.0, -4.0]), False, T([1.0, 1.0])): With decoupled_weight_decay, p shrinks, and the gradient stays as it is.
        if (T([1.0, 1.0]), T([1.5, -3.0]), True, T([1.0, 1.0])): lr is missing: the factor is 1 - lr * weight_decay.
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
        >>> a, b, c, d = [mt.tensor([1.0], requires_grad=True) for _ in range(4)]
        >>> o = Steps([{'params': [b, a]}, {'params': [c], 'lr': 1.0}, {'params': [d]}], lr=0.5)
        >>> for step in range(2):
        ...     a.grad, c.grad, d.grad = mt.tensor([0.5]), mt.tensor([0.25]), mt.tensor([0.0])
        ...     o.step()
        >>> [p.item() for p in (a, b, c, d)], [o.state[p].get("step") for p in (a, b, c, d)]
        ([0.5, 1.0, 0.5, 1.0], [T(2.0), None, T(2.0), T(2.0)])
        if "'NoneType'": A parameter may have no gradient: its grad is None. Leave it as it is.
        if ([1.0, 1.0, 1.0, 1.0], [None, None, None, None]): After b, which has no gradient, nothing moves: no `return`, no zero_grad().
        if ([0.5, 1.0, 0.5, 1.0], [T(2.0), None, T(2.0), None]): A gradient of zero is a gradient: only None is left out.
        if "KeyError: 'step'": The state of a parameter is empty before its first step: put the entries of self._start in it.
        else: In every group, each parameter with a gradient changes, also after one without. _start comes before its first step only.
        >>> w = mt.tensor([3.0], requires_grad=True)
        >>> def closure():
        ...     loss = (w * w).sum()
        ...     loss.backward()
        ...     return loss
        >>> with mt.no_grad():
        ...     found = Steps([w], lr=0.5).step(closure), mt.is_grad_enabled()
        >>> found, w.item(), w.grad
        ((T(9.0), False), 0.0, T([6.0]))
        if ((None, False), 0.0, T([6.0])): Return what the closure returned.
        if "does not require grad": The closure runs under no_grad(), so its loss has no graph: call it inside enable_grad().
        else: The closure is called once, first of all, under enable_grad(): it computes the gradients. They stay.
        >>> start, lr = [mt.tensor(value, requires_grad=True) for value in (1.0, 0.5)]
        >>> p = start.clone()
        >>> p.grad = mt.tensor(2.0)
        >>> Steps([p], lr=lr, weight_decay=1.0, decoupled_weight_decay=True, maximize=True, differentiable=True).step()
        >>> p.backward()
        >>> p.item(), start.grad, lr.grad
        (1.5, T(0.5), T(1.0))
        if (1.5, T(1.0), None): With differentiable=True the step is recorded: set_grad_enabled(self.defaults["differentiable"]).
        if (1.25, T(0.25), T(1.0)): The decay is done twice: prepared calls decayed already.
        else: _change gets what prepared returns: for maximize=True, the gradient with the other sign.
    """,
)
