"""decayed: Two kinds of weight decay (difficulty 2, 7 minutes)

A decay that is added to the gradient is rescaled with it. A decay that shrinks the parameter directly is not rescaled.

1. There are three cases: no decay, decay of the parameter itself, decay in the gradient.
2. `group.get("decoupled_weight_decay")` is None where this option is missing.
3. `p.mul_(1 - group["lr"] * decay)`, or `grad + decay * p`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.optim.by_parameter:decayed",
    changes=True,
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
        if (T([1.875, -0.75]), T([1.75, -3.5]), False, T([1.0, 1.0])): There is one kind of decay or the other, and not both.
        else: p is multiplied by 1 - lr * weight_decay, in place, and grad itself is returned.
        >>> tried(weight_decay=0.5, decoupled_weight_decay=False)
        (T([2.0, -1.0]), T([2.0, -4.0]), False, T([1.0, 1.0]))
        if (T([2.0, -1.0]), T([2.0, -4.0]), True, T([2.0, -1.0])): The gradient itself has changed: `grad += ...` makes no new tensor.
        if (T([1.0, 1.0]), T([1.75, -3.5]), True, T([1.0, 1.0])): The option may be there and False: look at its value.
        if (T([1.25, 0.5]), T([2.0, -4.0]), False, T([1.0, 1.0])): lr does not belong here: it is multiplied with the whole step later.
        else: weight_decay * p is added to the gradient, in a new tensor. p stays as it is.
        >>> tried(weight_decay=0.5)[0]
        T([2.0, -1.0])
        if "decoupled_weight_decay": Some optimizers do not have this option: group.get("decoupled_weight_decay").
        >>> tried(weight_decay=0, decoupled_weight_decay=True)[2], tried(weight_decay=0)[2]
        (True, True)
        else: Without weight decay, grad itself is returned, and not a copy.
        >>> start = mt.tensor(1.0, requires_grad=True)
        >>> for decoupled in (True, False):
        ...     p, group = start.clone(), {'lr': 0.5, 'weight_decay': 1.0, 'decoupled_weight_decay': decoupled}
        ...     (decayed(p, mt.tensor(2.0), group) + p).backward()
        >>> start.grad
        T(2.5)
        else: The step may be recorded: no .data, no detach(), no no_grad().
    """,
)
