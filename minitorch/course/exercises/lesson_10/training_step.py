"""One training step by hand."""

from ...define import Case, Exercise, Mistake, T, Wrong

exercise = Exercise(
    "training_step",
    title="One training step by hand",
    difficulty=3,
    minutes=5,
    stub='''
        def training_step(loss_of, parameters, rate):
            """Take one step of gradient descent on loss_of(); return the loss before the step as a number."""
            ...
    ''',
    solution='''
        def training_step(loss_of, parameters, rate):
            """Take one step of gradient descent on loss_of(); return the loss before the step as a number."""
            loss = loss_of()
            loss.backward()
            with mt.no_grad():
                for p in parameters:
                    p -= rate * p.grad
                    p.grad = None
            return loss.item()
    ''',
    why="Forward, backward, update, forget the gradients: the four lines under every training loop. The update "
    "is in place, "
    "because the parameters must stay the same tensors, and under no_grad, because it is no part of the model.",
    facts=[
        Case(
            """
            w = mt.tensor([1.0, 2.0], requires_grad=True)
            training_step(lambda: (w * w).sum(), [w], 0.1)
            """,
            5.0,
            changes=True,
        ),
        Case(
            """
            w = mt.tensor([1.0, 2.0], requires_grad=True)
            training_step(lambda: (w * w).sum(), [w], 0.1)
            w.detach()
            """,
            T([0.8, 1.6]),
            changes=True,
        ),
        Case(
            """
            w = mt.tensor([1.0, 2.0], requires_grad=True)
            for _ in range(2):
                training_step(lambda: (w * w).sum(), [w], 0.1)
            w.detach()
            """,
            T([0.64, 1.28]),
            changes=True,
        ),
        Case(
            """
            w, b = mt.tensor(1.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
            training_step(lambda: w * b, [w, b], 0.5)
            (w.item(), b.item(), w.is_leaf, w.requires_grad)
            """,
            (-0.5, 2.5, True, True),
            changes=True,
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "NoneType" in str(error),
            "p.grad is None: nobody has called backward() on the loss yet, or the gradient was forgotten "
            "before it was used.",
        ),
        Mistake(
            lambda expected, got, error: error is None and isinstance(expected, tuple),
            "Every parameter in the list makes the step, stays the same leaf, and goes on requiring a gradient.",
        ),
        Mistake(
            lambda expected, got, error: error is None and not isinstance(expected, float),
            "The parameters are not where one step leads: each goes against its gradient by `rate` times it, "
            "and by nothing else.",
        ),
    ],
    wrong=[
        Wrong(
            """
            def training_step(loss_of, parameters, rate):
                loss = loss_of()
                loss.backward()
                with mt.no_grad():
                    for p in parameters:
                        p -= rate * p.grad
                return loss.item()
            """,
            "The first step is right, the second is not: the old gradients are still there, and backward() "
            "adds to them. Set "
            "p.grad to None (or to zeros) after the update.",
        ),
        Wrong(
            """
            def training_step(loss_of, parameters, rate):
                loss = loss_of()
                loss.backward()
                for p in parameters:
                    p -= rate * p.grad
                    p.grad = None
                return loss.item()
            """,
            "A leaf that wants gradients must not be changed in place while recording is on. Do the update "
            "under no_grad.",
        ),
        Wrong(
            """
            def training_step(loss_of, parameters, rate):
                loss = loss_of()
                loss.backward()
                with mt.no_grad():
                    for p in parameters:
                        p += rate * p.grad
                        p.grad = None
                return loss.item()
            """,
            "The gradient points uphill. To make the loss smaller, go against it.",
        ),
        Wrong(
            """
            def training_step(loss_of, parameters, rate):
                loss = loss_of()
                loss.backward()
                with mt.no_grad():
                    for p in parameters:
                        p = p - rate * p.grad
                return loss.item()
            """,
            "`p = p - ...` makes a new tensor and gives it the name p; the parameter stays as it was. Change "
            "it in place: "
            "`p -= ...`.",
        ),
        Wrong(
            """
            def training_step(loss_of, parameters, rate):
                loss = loss_of()
                loss.backward()
                with mt.no_grad():
                    for p in parameters:
                        p -= rate * p.grad
                        p.grad = None
                return loss_of().item()
            """,
            "You return the loss after the step. The loss before it is already there, and costs no second "
            "forward pass.",
        ),
    ],
    hints=[
        "Four things in order: the loss, its gradients, the update of every parameter, forgetting the gradients.",
        "The update changes leaves in place, which is allowed only under `with mt.no_grad():`.",
        "`loss = loss_of(); loss.backward()`, then for each p: `p -= rate * p.grad` and `p.grad = None`; "
        "`return loss.item()`.",
    ],
)
