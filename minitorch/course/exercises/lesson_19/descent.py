"""An optimizer."""

from ...define import Case, Exercise, T, Wrong

START = "w = mt.tensor([1.0, 2.0], requires_grad=True)\n"
TWICE = "for _ in range(2):\n    d.zero_grad()\n    (w * w).sum().backward()\n    d.step()\n"


exercise = Exercise(
    "Descent",
    title="An optimizer",
    difficulty=3,
    minutes=15,
    stub='''
        class Descent:
            """Gradient descent with momentum, for the parameters that it is given: v = momentum * v + gradient, p -= rate * v."""

            def __init__(self, parameters, rate, momentum=0.0): ...

            def zero_grad(self):
                """Forget all gradients."""
                ...

            def step(self):
                """Change every parameter that has a gradient, in place. v is 0 before a parameter's first step."""
                ...
    ''',
    solution='''
        class Descent:
            """Gradient descent with momentum, for the parameters that it is given: v = momentum * v + gradient, p -= rate * v."""

            def __init__(self, parameters, rate, momentum=0.0):
                self.parameters, self.rate, self.momentum = list(parameters), rate, momentum
                self.speeds = [mt.zeros_like(p) for p in self.parameters]

            def zero_grad(self):
                """Forget all gradients."""
                for p in self.parameters:
                    p.grad = None

            def step(self):
                """Change every parameter that has a gradient, in place. v is 0 before a parameter's first step."""
                with mt.no_grad():
                    for p, v in zip(self.parameters, self.speeds):
                        if p.grad is not None:
                            v.mul_(self.momentum).add_(p.grad)
                            p -= self.rate * v
    ''',
    why="parameters() is a generator and gives its tensors once, so they are kept in a list. Each has its own v. The tensors stay "
    "the same objects, so the network sees every step.",
    facts=[
        Case(
            START + "d = Descent([w], 0.1)\n(w * w).sum().backward()\nd.step()\nw.detach()", T([0.8, 1.6]), changes=True
        ),
        Case(START + "d = Descent([w], 0.1)\n" + TWICE + "w.detach()", T([0.64, 1.28]), changes=True),
        Case(START + "d = Descent([w], 0.1, momentum=0.5)\n" + TWICE + "w.detach()", T([0.54, 1.08]), changes=True),
        Case(START + "d = Descent((p for p in [w]), 0.1, 0.5)\n" + TWICE + "w.detach()", T([0.54, 1.08]), changes=True),
        Case(
            START + "u = mt.tensor([3.0, 3.0], requires_grad=True)\nd = Descent([w, u], 0.1, 0.5)\n"
            "for _ in range(2):\n    d.zero_grad()\n    (w * w + u).sum().backward()\n    d.step()\n(w.detach(), u.detach())",
            (T([0.54, 1.08]), T([2.75, 2.75])),
            changes=True,
        ),
        Case(
            START
            + "u = mt.tensor([3.0], requires_grad=True)\nd = Descent([w, u], 0.1)\n(w * w).sum().backward()\nd.step()\n"
            "(w.detach(), u.detach())",
            (T([0.8, 1.6]), T([3.0])),
            changes=True,
        ),
        Case(
            START
            + "d = Descent([w], 0.1)\n(w * w).sum().backward()\nd.zero_grad()\nw.grad is None or not w.grad.any()",
            True,
            changes=True,
        ),
        Case(
            START
            + "d = Descent([w], 0.1, 0.9)\n(w * w).sum().backward()\nd.step()\n(w.is_leaf, w.requires_grad, w.grad.tolist())",
            (True, True, [2.0, 4.0]),
            changes=True,
        ),
        Case(
            START
            + "d = Descent([w], 0.1, 0.5)\n(w * w).sum().backward()\nd.step()\nd.zero_grad()\nd.step()\nw.detach()",
            T([0.8, 1.6]),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            class Descent:
                def __init__(self, parameters, rate, momentum=0.0):
                    self.parameters, self.rate, self.momentum = parameters, rate, momentum
                    self.speeds = {}
                def zero_grad(self):
                    for p in self.parameters:
                        p.grad = None
                def step(self):
                    with mt.no_grad():
                        for p in self.parameters:
                            if p.grad is not None:
                                v = self.momentum * self.speeds.get(id(p), 0.0) + p.grad
                                self.speeds[id(p)] = v
                                p -= self.rate * v
            """,
            "net.parameters() is a generator: after the first loop it is empty, and nobody says so. Keep `list(parameters)`.",
        ),
        Wrong(
            """
            class Descent:
                def __init__(self, parameters, rate, momentum=0.0):
                    self.parameters, self.rate, self.momentum = list(parameters), rate, momentum
                    self.v = 0.0
                def zero_grad(self):
                    for p in self.parameters:
                        p.grad = None
                def step(self):
                    with mt.no_grad():
                        for p in self.parameters:
                            if p.grad is not None:
                                self.v = self.momentum * self.v + p.grad
                                p -= self.rate * self.v
            """,
            "There is one v for all parameters, so the speed of one is handed to the next. Each parameter needs a v of its own.",
        ),
        Wrong(
            """
            class Descent:
                def __init__(self, parameters, rate, momentum=0.0):
                    self.parameters, self.rate, self.momentum = list(parameters), rate, momentum
                    self.speeds = [mt.zeros_like(p) for p in self.parameters]
                def zero_grad(self):
                    for p in self.parameters:
                        p.grad = None
                def step(self):
                    with mt.no_grad():
                        for p, v in zip(self.parameters, self.speeds):
                            if p.grad is not None:
                                v.mul_(self.momentum).add_((1 - self.momentum) * p.grad)
                                p -= self.rate * v
            """,
            "You take only the part 1 - momentum of the gradient. That is an average; here, as in PyTorch, all of it is added.",
        ),
        Wrong(
            """
            class Descent:
                def __init__(self, parameters, rate, momentum=0.0):
                    self.parameters, self.rate, self.momentum = list(parameters), rate, momentum
                    self.speeds = [mt.zeros_like(p) for p in self.parameters]
                def zero_grad(self):
                    for p in self.parameters:
                        p.grad = None
                def step(self):
                    with mt.no_grad():
                        for p, v in zip(self.parameters, self.speeds):
                            v.mul_(self.momentum).add_(p.grad)
                            p -= self.rate * v
            """,
            "A parameter that was not used in this step has no gradient: p.grad is None. Leave it as it is.",
        ),
        Wrong(
            """
            class Descent:
                def __init__(self, parameters, rate, momentum=0.0):
                    self.parameters, self.rate, self.momentum = list(parameters), rate, momentum
                    self.speeds = [mt.zeros_like(p) for p in self.parameters]
                def zero_grad(self):
                    for p in self.parameters:
                        p.grad = None
                def step(self):
                    for p, v in zip(self.parameters, self.speeds):
                        if p.grad is not None:
                            v.mul_(self.momentum).add_(p.grad)
                            p -= self.rate * v
            """,
            "A leaf that wants gradients must not be changed in place while recording is on. Do the update under no_grad.",
        ),
        Wrong(
            """
            class Descent:
                def __init__(self, parameters, rate, momentum=0.0):
                    self.parameters, self.rate, self.momentum = list(parameters), rate, momentum
                    self.speeds = [mt.zeros_like(p) for p in self.parameters]
                def zero_grad(self):
                    for p in self.parameters:
                        p.grad = None
                def step(self):
                    with mt.no_grad():
                        for p, v in zip(self.parameters, self.speeds):
                            if p.grad is not None:
                                v.mul_(self.momentum).add_(p.grad)
                                p = p - self.rate * v
            """,
            "`p = p - ...` makes a new tensor and gives it the name p; the network's parameter stays as it was. Change it in place: "
            "`p -= ...`.",
        ),
    ],
    hints=[
        "Three things to keep: the parameters in a list, the two numbers, and a v for each parameter.",
        "In step, under mt.no_grad(): for each parameter with a gradient, first the new v, then the parameter, both in place.",
        "`for p, v in zip(self.parameters, self.speeds): if p.grad is not None: v.mul_(self.momentum).add_(p.grad); p -= "
        "self.rate * v`, where speeds are `[mt.zeros_like(p) for p in parameters]`.",
    ],
)
