"""keep_running: A running statistic (difficulty 2, 5 minutes)

In place, so that the buffer stays the module's own tensor, which state_dict and an exponential average may hold.
Without a history, or the running mean would keep the graphs of all batches alive: `running.data` is the same memory
without one. `running.copy_(...)` under no_grad() says the same and counts as a change, which in PyTorch this is not.

1. Three things: the formula, in place, and no history.
2. copy_ writes into a tensor; no_grad() keeps the step out of the graph.
3. `with mt.no_grad(): running.copy_(momentum * now + (1 - momentum) * running)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.normalization:remember",
    alone=True,
    changes=True,
    facts="""
        >>> m = mt.tensor([0.0, 10.0])
        >>> remember(m, mt.tensor([4.0, 20.0]), 0.5)
        >>> m
        T([2.0, 15.0])
        if T([2.0, 20.0]): The old is not made smaller, so the statistic grows for ever: keep the part 1 - momentum of
            it.
        if T([1.0, 10.0]): The new part is made smaller too, because it is added first. Make the old smaller, then add
            the new.
        if T([0.0, 10.0]): You give the name `running` to a new tensor; the one that the layer holds stays as it was.
            Change it in place.
        else: Only the newest batch is remembered. Move towards it by the part momentum.
        >>> m = mt.tensor([1.0])
        >>> remember(m, mt.tensor([3.0]), 0.1)
        >>> m
        T([1.2])
        else: The parts are exchanged: momentum is the part of the new, as in PyTorch's BatchNorm. An optimizer's is
            another.
        >>> m, x = mt.zeros(2), mt.ones(2, requires_grad=True)
        >>> remember(m, x * 4, 0.5)
        >>> (m.requires_grad, m.grad_fn is None, m.tolist())
        (False, True, [2.0, 2.0])
        else: The running statistic gets a history, and with it the graphs of all batches stay alive. Take no_grad(), or
            detach.
    """,
)
