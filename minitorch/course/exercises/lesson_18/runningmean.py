"""What a module remembers of its batches."""

import minitorch as mt

from ...define import Case, Exercise, Law, T, Wrong

exercise = Exercise(
    "RunningMean",
    title="What a module remembers of its batches",
    difficulty=3,
    minutes=12,
    stub='''
        class RunningMean(mt.nn.Module):
            """Takes the mean of each column away: while training that of the batch [N, C], later the one it remembers.

            While training, the buffer `mean` [C] moves towards the batch's mean by the part `momentum`.
            """

            def __init__(self, columns, momentum=0.1):
                super().__init__()
                self.momentum = momentum
                ...

            def forward(self, x):
                ...
    ''',
    solution='''
        class RunningMean(mt.nn.Module):
            """Takes the mean of each column away: while training that of the batch [N, C], later the one it remembers.

            While training, the buffer `mean` [C] moves towards the batch's mean by the part `momentum`.
            """

            def __init__(self, columns, momentum=0.1):
                super().__init__()
                self.momentum = momentum
                self.register_buffer("mean", mt.zeros(columns))

            def forward(self, x):
                if not self.training:
                    return x - self.mean
                mean = x.mean(0)
                with mt.no_grad():
                    self.mean += self.momentum * (mean - self.mean)
                return x - mean
    ''',
    why="A buffer is stored with the module and converted with it, and no optimizer touches it. The update stands under no_grad: "
    "otherwise the buffer would drag the graph of every batch behind it.",
    facts=[
        Case("RunningMean(2)(mt.tensor([[1.0, 2.0], [3.0, 6.0]]))", T([[-1.0, -2.0], [1.0, 2.0]])),
        Case("m = RunningMean(2, 0.5)\nm(mt.tensor([[1.0, 2.0], [3.0, 6.0]]))\nm.mean", T([1.0, 2.0])),
        Case(
            """
            m = RunningMean(2, 0.5)
            for _ in range(2):
                m(mt.tensor([[1.0, 2.0], [3.0, 6.0]]))
            m.eval()(mt.tensor([[1.5, 3.0], [2.5, 3.0]]))
            """,
            T([[0.0, 0.0], [1.0, 0.0]]),
        ),
        Case("m = RunningMean(2).eval()\nm(mt.ones(3, 2))\nm.mean", T([0.0, 0.0])),
        Case("RunningMean(2).eval()(mt.tensor([[5.0, 6.0]]))", T([[5.0, 6.0]])),
        Case("m = RunningMean(1)\nm(mt.ones(2, 1))\nm.mean", T([0.1])),
        Case("[name for name, buffer in RunningMean(3).named_buffers()]", ["mean"]),
        Case("list(RunningMean(3).state_dict()), len(list(RunningMean(3).parameters()))", (["mean"], 0)),
        Case(
            "m = RunningMean(1)\nm(mt.ones(2, 1, requires_grad=True))\n(m.mean.requires_grad, m.mean.is_leaf)",
            (False, True),
        ),
        Case(
            """
            x = mt.tensor([[1.0], [3.0]], requires_grad=True)
            (RunningMean(1)(x) * mt.tensor([[1.0], [0.0]])).sum().backward()
            x.grad
            """,
            T([[0.5], [-0.5]]),
        ),
        Law("after many batches it remembers their weighted mean", lambda f, rng: remembered(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            class RunningMean(mt.nn.Module):
                def __init__(self, columns, momentum=0.1):
                    super().__init__()
                    self.momentum, self.mean = momentum, mt.zeros(columns)
                def forward(self, x):
                    if not self.training:
                        return x - self.mean
                    mean = x.mean(0)
                    with mt.no_grad():
                        self.mean += self.momentum * (mean - self.mean)
                    return x - mean
            """,
            "A plain tensor as an attribute is no part of the state: it is not saved and not moved. Use register_buffer.",
        ),
        Wrong(
            """
            class RunningMean(mt.nn.Module):
                def __init__(self, columns, momentum=0.1):
                    super().__init__()
                    self.momentum = momentum
                    self.mean = mt.nn.Parameter(mt.zeros(columns))
                def forward(self, x):
                    if not self.training:
                        return x - self.mean
                    mean = x.mean(0)
                    with mt.no_grad():
                        self.mean += self.momentum * (mean - self.mean)
                    return x - mean
            """,
            "A Parameter would be trained by the optimizer as well. What is measured and not trained is a buffer.",
        ),
        Wrong(
            """
            class RunningMean(mt.nn.Module):
                def __init__(self, columns, momentum=0.1):
                    super().__init__()
                    self.momentum = momentum
                    self.register_buffer("mean", mt.zeros(columns))
                def forward(self, x):
                    mean = x.mean(0)
                    with mt.no_grad():
                        self.mean += self.momentum * (mean - self.mean)
                    return x - (mean if self.training else self.mean)
            """,
            "It goes on remembering while it evaluates, so that the test data leaks into the model. Update in training only.",
        ),
        Wrong(
            """
            class RunningMean(mt.nn.Module):
                def __init__(self, columns, momentum=0.1):
                    super().__init__()
                    self.momentum = momentum
                    self.register_buffer("mean", mt.zeros(columns))
                def forward(self, x):
                    if not self.training:
                        return x - self.mean
                    mean = x.mean(0)
                    self.mean = self.mean + self.momentum * (mean - self.mean)
                    return x - mean
            """,
            "The update is recorded, so the buffer holds on to the graph of every batch. Do it under no_grad.",
        ),
        Wrong(
            """
            class RunningMean(mt.nn.Module):
                def __init__(self, columns, momentum=0.1):
                    super().__init__()
                    self.momentum = momentum
                    self.register_buffer("mean", mt.zeros(columns))
                def forward(self, x):
                    if not self.training:
                        return x - self.mean
                    mean = x.mean(0)
                    with mt.no_grad():
                        self.mean += (1 - self.momentum) * (mean - self.mean)
                    return x - mean
            """,
            "PyTorch's momentum is the part of the new: old + momentum * (new - old). Yours is the part of the old.",
        ),
        Wrong(
            """
            class RunningMean(mt.nn.Module):
                def __init__(self, columns, momentum=0.1):
                    super().__init__()
                    self.momentum = momentum
                    self.register_buffer("mean", mt.zeros(columns))
                def forward(self, x):
                    if self.training:
                        with mt.no_grad():
                            self.mean += self.momentum * (x.mean(0) - self.mean)
                    return x - self.mean
            """,
            "While training, the batch's own mean is taken away, not the one that is remembered.",
        ),
        Wrong(
            """
                class RunningMean(mt.nn.Module):
                    def __init__(self, columns, momentum=0.1):
                        super().__init__()
                        self.momentum = momentum
                        self.register_buffer("mean", mt.zeros(columns))
                    def forward(self, x):
                        if not self.training:
                            return x - x.mean(0)
                        mean = x.mean(0)
                        with mt.no_grad():
                            self.mean += self.momentum * (mean - self.mean)
                        return x - mean
            """,
            "While evaluating you measure the batch again, so an answer depends on what else is in the batch, and a single "
            "row becomes zero. Take away what is remembered.",
        ),
        Wrong(
            """
                class RunningMean(mt.nn.Module):
                    def __init__(self, columns, momentum=0.1):
                        super().__init__()
                        self.momentum = momentum
                        self.register_buffer("mean", mt.zeros(columns))
                    def forward(self, x):
                        if not self.training:
                            return x - self.mean
                        mean = x.mean(1)
                        with mt.no_grad():
                            self.mean += self.momentum * (mean - self.mean)
                        return x - mean
            """,
            "x.mean(1) is a mean for each row. The columns' means run over the rows: x.mean(0).",
        ),
        Wrong(
            """
                class RunningMean(mt.nn.Module):
                    def __init__(self, columns, momentum=0.1):
                        super().__init__()
                        self.momentum = momentum
                        self.register_buffer("mean", mt.zeros(columns))
                    def forward(self, x):
                        if not self.training:
                            return x - self.mean
                        mean = x.mean()
                        with mt.no_grad():
                            self.mean += self.momentum * (mean - self.mean)
                        return x - mean
            """,
            "This is one mean for all columns together. Each column has its own: x.mean(0).",
        ),
        Wrong(
            """
                class RunningMean(mt.nn.Module):
                    def __init__(self, columns, momentum=0.1):
                        super().__init__()
                        self.momentum = momentum
                        self.register_buffer("mean", mt.zeros(columns))
                    def forward(self, x):
                        if not self.training:
                            return x - self.mean
                        mean = x.mean(0)
                        with mt.no_grad():
                            self.mean.copy_(mean)
                        return x - mean
            """,
            "Only the last batch is remembered. Move the buffer towards the batch's mean by the part momentum: old + "
            "momentum * (new - old).",
        ),
        Wrong(
            """
                class RunningMean(mt.nn.Module):
                    def __init__(self, columns, momentum=0.1):
                        super().__init__()
                        self.momentum = momentum
                        self.register_buffer("mean", mt.zeros(columns))
                    def forward(self, x):
                        if not self.training:
                            return x - self.mean
                        mean = x.mean(0)
                        with mt.no_grad():
                            self.mean += self.momentum * mean
                        return x - mean
            """,
            "You add up and never let go, so the memory grows with each batch. Add momentum times the difference, (mean - "
            "self.mean).",
        ),
        Wrong(
            """
                class RunningMean(mt.nn.Module):
                    def __init__(self, columns, momentum=0.1):
                        super().__init__()
                        self.momentum = momentum
                        self.register_buffer("mean", mt.zeros(columns))
                    def forward(self, x):
                        if not self.training:
                            return x - self.mean
                        mean = x.detach().mean(0)
                        with mt.no_grad():
                            self.mean += self.momentum * (mean - self.mean)
                        return x - mean
            """,
            "The numbers are right, the gradient is not: the batch's mean depends on x as well. Detach only what goes into "
            "the buffer.",
        ),
        Wrong(
            """
                class RunningMean(mt.nn.Module):
                    def __init__(self, columns, momentum=0.1):
                        super().__init__()
                        self.momentum = momentum
                        self.register_buffer("mean", mt.zeros(columns))
                    def forward(self, x):
                        if not self.training:
                            return x - self.mean
                        with mt.no_grad():
                            mean = x.mean(0)
                            self.mean += self.momentum * (mean - self.mean)
                            return x - mean
            """,
            "Everything stands under no_grad, so no gradient comes through the layer. Only the update of the buffer belongs"
            " there.",
        ),
        Wrong(
            """
                class RunningMean(mt.nn.Module):
                    def __init__(self, columns, momentum=0.1):
                        super().__init__()
                        self.momentum = momentum
                        self.register_buffer("mean", mt.zeros(columns), persistent=False)
                    def forward(self, x):
                        if not self.training:
                            return x - self.mean
                        mean = x.mean(0)
                        with mt.no_grad():
                            self.mean += self.momentum * (mean - self.mean)
                        return x - mean
            """,
            "A buffer that is not persistent is not saved, and this one was learned: leave persistent=True.",
        ),
        Wrong(
            """
                class RunningMean(mt.nn.Module):
                    def __init__(self, columns, momentum=0.1):
                        super().__init__()
                        self.momentum = momentum
                        self.register_buffer("mean", mt.ones(columns))
                    def forward(self, x):
                        if not self.training:
                            return x - self.mean
                        mean = x.mean(0)
                        with mt.no_grad():
                            self.mean += self.momentum * (mean - self.mean)
                        return x - mean
            """,
            "The memory begins at zero, as PyTorch's running_mean does.",
        ),
        Wrong(
            """
                class RunningMean(mt.nn.Module):
                    def __init__(self, columns, momentum=0.1):
                        super().__init__()
                        self.momentum = momentum
                        self.register_buffer("mean", mt.zeros(columns))
                    def forward(self, x):
                        if not self.training:
                            return x - self.mean
                        return x - x.mean(0)
            """,
            "Nothing is remembered while training, so evaluating takes zero away. Move self.mean in each training step.",
        ),
    ],
    hints=[
        'The memory is a buffer: `self.register_buffer("mean", mt.zeros(columns))` in __init__.',
        "While training: take `mean = x.mean(0)`, move the buffer towards it under no_grad, return `x - mean`.",
        "The update is `self.mean += self.momentum * (mean - self.mean)`; while evaluating return `x - self.mean`.",
    ],
)


def remembered(f, rng):
    momentum = float(rng.choice([0.1, 0.25, 0.5]))
    module, expected = f(3, momentum), [0.0] * 3
    for _ in range(int(rng.integers(2, 6))):
        batch = rng.integers(-4, 5, size=(4, 3)).astype("float64")
        expected = [old + momentum * (new - old) for old, new in zip(expected, batch.mean(0), strict=True)]
        module(mt.tensor(batch.tolist()))
    return {"momentum": momentum}, T(expected), module.mean
