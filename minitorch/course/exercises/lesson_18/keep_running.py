"""A running statistic."""

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, T, Wrong

exercise = Exercise(
    "keep_running",
    title="A running statistic",
    difficulty=2,
    minutes=5,
    target="minitorch.nn.functional.normalization:remember",
    stub='''
        def remember(running, now, momentum):
            """Move a running statistic [C] towards that of the batch by the part `momentum`, in place and without a history.

            running = (1 - momentum) * running + momentum * now; `now` may have a history, and `running` must not get one.
            """
            ...
    ''',
    solution='''
        def remember(running, now, momentum):
            """Move a running statistic [C] towards that of the batch by the part `momentum`, in place and without a history.

            running = (1 - momentum) * running + momentum * now; `now` may have a history, and `running` must not get one.
            """
            running.data.copy_(momentum * now + (1 - momentum) * running.data)
    ''',
    why="In place, so that the buffer stays the module's own tensor, which state_dict and an exponential average may hold. Without a "
    "history, or the running mean would keep the graphs of all batches alive: `running.data` is the same memory without one. "
    "`running.copy_(...)` under no_grad() says the same and counts as a change, which in PyTorch this is not.",
    facts=[
        Case("m = mt.tensor([0.0, 10.0])\nremember(m, mt.tensor([4.0, 20.0]), 0.5)\nm", T([2.0, 15.0]), changes=True),
        Case("m = mt.tensor([1.0])\nremember(m, mt.tensor([3.0]), 0.1)\nm", T([1.2]), changes=True),
        Case("m = mt.tensor([1.0])\nremember(m, mt.tensor([3.0]), 1.0)\nm", T([3.0]), changes=True),
        Case("m = mt.tensor([1.0])\nremember(m, mt.tensor([3.0]), 0.0)\nm", T([1.0]), changes=True),
        Case(
            "m, x = mt.zeros(2), mt.ones(2, requires_grad=True)\nremember(m, x * 4, 0.5)\n"
            "(m.requires_grad, m.grad_fn is None, m.tolist())",
            (False, True, [2.0, 2.0]),
            changes=True,
        ),
        Case("m = mt.zeros(1)\nnow = mt.tensor([4.0])\nremember(m, now, 0.5)\nnow", T([4.0]), changes=True),
        Law("many batches of one mean", lambda f, rng: many(f, rng)),
        Case(
            "m, x = mt.zeros(2), mt.ones(2, requires_grad=True)\nnow = x * 4\nremember(m, now, 0.5)\n"
            "now.sum().backward()\nx.grad.tolist()",
            [4.0, 4.0],
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            "def remember(running, now, momentum):\n    with mt.no_grad():\n        running += momentum * now\n"
            "        running *= 1 - momentum",
            "The new part is made smaller too, because it is added first. Make the old smaller, then add the new.",
        ),
        Wrong(
            "def remember(running, now, momentum):\n    running = (1 - momentum) * running + momentum * now",
            "You give the name `running` to a new tensor; the one that the layer holds stays as it was. Change it in place.",
        ),
        Wrong(
            "def remember(running, now, momentum):\n    running.copy_((1 - momentum) * running + momentum * now)",
            "The running statistic gets a history, and with it the graphs of all batches stay alive. Take no_grad(), or detach.",
        ),
        Wrong(
            "def remember(running, now, momentum):\n    with mt.no_grad():\n        running.mul_(momentum).add_((1 - momentum) * now)",
            "The parts are exchanged: momentum is the part of the new, as in PyTorch's BatchNorm. An optimizer's is another.",
        ),
        Wrong(
            "def remember(running, now, momentum):\n    with mt.no_grad():\n        running += momentum * now",
            "The old is not made smaller, so the statistic grows for ever: keep the part 1 - momentum of it.",
        ),
        Wrong(
            "def remember(running, now, momentum):\n    with mt.no_grad():\n        running.copy_(now)",
            "Only the newest batch is remembered. Move towards it by the part momentum.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected == [4.0, 4.0] and got != expected,
            "`now` has lost its history, and the caller's backward pass stops there. detach_() changes what was given; detach() "
            "gives another tensor.",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected.values.tolist() == [4.0],
            "What was given as `now` is changed; it belongs to whoever called. Only `running` is written to.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, tuple) and error is None and (got[0] or not got[1]),
            "The running statistic gets a history, and with it the graphs of all batches stay alive. Take no_grad(), or detach.",
        ),
        Mistake(
            lambda expected, got, error: error is None,
            "Another number is remembered than (1 - momentum) * running + momentum * now.",
        ),
    ],
    hints=[
        "Three things: the formula, in place, and no history.",
        "copy_ writes into a tensor; no_grad() keeps the step out of the graph.",
        "`with mt.no_grad(): running.copy_(momentum * now + (1 - momentum) * running)`.",
    ],
)


def many(f, rng):
    steps, momentum, mean = int(rng.integers(2, 20)), float(rng.uniform(0.05, 0.5)), float(rng.normal())
    running = mt.zeros(1)
    for _ in range(steps):
        f(running, mt.tensor([mean]), momentum)
    return {"steps": steps, "momentum": momentum}, T([mean * (1 - (1 - momentum) ** steps)]), running
