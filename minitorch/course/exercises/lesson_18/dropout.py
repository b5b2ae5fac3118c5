"""A module that forgets at random."""

import numpy as np

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, T, Wrong

exercise = Exercise(
    "Dropout",
    title="A module that forgets at random",
    difficulty=3,
    minutes=12,
    stub='''
        class Dropout(mt.nn.Module):
            """While training: each number is 0 with probability p, else divided by 1 - p. While evaluating: x itself."""

            def __init__(self, p=0.5):
                super().__init__()
                self.p = p

            def forward(self, x):
                ...
    ''',
    solution='''
        class Dropout(mt.nn.Module):
            """While training: each number is 0 with probability p, else divided by 1 - p. While evaluating: x itself."""

            def __init__(self, p=0.5):
                super().__init__()
                self.p = p

            def forward(self, x):
                if not self.training:
                    return x
                if self.p == 1:
                    return mt.zeros_like(x)
                kept = mt.rand(x.shape) >= self.p
                return x * kept / (1 - self.p)
    ''',
    why="Dividing by 1 - p keeps the expected value: what comes behind sees the same size on average in both modes, so "
    "evaluating needs no correction.",
    forbids={"dropout": "F.dropout() does the whole exercise. Draw the mask yourself."},
    facts=[
        Case("Dropout(0.5).eval()(mt.tensor([1.0, 2.0]))", T([1.0, 2.0])),
        Case("x = mt.ones(3)\nDropout(0.9).eval()(x) is x", True),
        Case("Dropout(0.0)(mt.tensor([1.0, 2.0]))", T([1.0, 2.0])),
        Case("sorted(set(Dropout(0.75)(mt.ones(200)).tolist()))", [0.0, 4.0]),
        Case("d = Dropout(0.5)\nbool((d(mt.ones(50)) == d(mt.ones(50))).all())", False),
        Case(
            """
            x = mt.ones(100, requires_grad=True)
            y = Dropout(0.5)(x)
            y.sum().backward()
            bool((x.grad == y.detach()).all())
            """,
            True,
        ),
        Law("about p of the numbers are 0, and the rest is divided by 1 - p", lambda f, rng: expected(f, rng)),
        Case("Dropout(1.0)(mt.tensor([1.0, 2.0]))", T([0.0, 0.0])),
    ],
    wrong=[
        Wrong(
            """
                class Dropout(mt.nn.Module):
                    def __init__(self, p=0.5):
                        super().__init__()
                        self.p = p
                    def forward(self, x):
                        if not self.training:
                            return x.clone()
                        return x * (mt.rand(x.shape) >= self.p) / (1 - self.p)
            """,
            "While evaluating you return a copy. x itself will do, and costs no memory.",
        ),
        Wrong(
            """
            class Dropout(mt.nn.Module):
                def __init__(self, p=0.5):
                    super().__init__()
                    self.p = p
                def forward(self, x):
                    return x * (mt.rand(x.shape) >= self.p) / (1 - self.p)
            """,
            "It forgets while evaluating, too, so the same input has another answer each time. Look at self.training.",
        ),
        Wrong(
            """
            class Dropout(mt.nn.Module):
                def __init__(self, p=0.5):
                    super().__init__()
                    self.p = p
                def forward(self, x):
                    if not self.training:
                        return x
                    return x * (mt.rand(x.shape) >= self.p)
            """,
            "What is kept must be divided by 1 - p. Otherwise the next layer sees smaller numbers in training than later.",
        ),
        Wrong(
            """
            class Dropout(mt.nn.Module):
                def __init__(self, p=0.5):
                    super().__init__()
                    self.p = p
                def forward(self, x):
                    if not self.training:
                        return x * (1 - self.p)
                    return x * (mt.rand(x.shape) >= self.p)
            """,
            "This is the oldest form: it corrects while evaluating. PyTorch corrects while training, so that evaluating is x itself.",
        ),
        Wrong(
            """
            class Dropout(mt.nn.Module):
                def __init__(self, p=0.5):
                    super().__init__()
                    self.p = p
                def forward(self, x):
                    if not self.training:
                        return x
                    return x * (mt.rand(x.shape) < self.p) / (1 - self.p)
            """,
            "p is the probability to forget; you keep a number with probability p.",
        ),
        Wrong(
            """
            class Dropout(mt.nn.Module):
                def __init__(self, p=0.5):
                    super().__init__()
                    self.p = p
                    self.kept = None
                def forward(self, x):
                    if not self.training:
                        return x
                    if self.kept is None:
                        self.kept = mt.rand(x.shape) >= self.p
                    return x * self.kept / (1 - self.p)
            """,
            "It forgets the same numbers in each call. Which ones go is drawn anew each time: mt.rand(x.shape) in forward.",
        ),
        Wrong(
            """
                class Dropout(mt.nn.Module):
                    def __init__(self, p=0.5):
                        super().__init__()
                        self.p = p
                    def forward(self, x):
                        if not self.training:
                            return x
                        return x * (mt.rand(x.shape) >= self.p) / (1 - self.p)
            """,
            "With p = 1 nothing is kept, and your last step is 0 / 0, which is nan. Think of that case by itself.",
        ),
        Wrong(
            """
                class Dropout(mt.nn.Module):
                    def __init__(self, p=0.5):
                        super().__init__()
                        self.p = p
                    def forward(self, x):
                        if not self.training:
                            return x
                        return x * (mt.rand(x.shape) >= self.p) / self.p
            """,
            "You divide by p. The part that is kept is 1 - p, so that is what to divide by.",
        ),
        Wrong(
            """
                class Dropout(mt.nn.Module):
                    def __init__(self, p=0.5):
                        super().__init__()
                        self.p = p
                    def forward(self, x):
                        if self.training:
                            return x
                        return x * (mt.rand(x.shape) >= self.p) / (1 - self.p)
            """,
            "The modes are the wrong way round: it forgets while evaluating, and passes x on while training.",
        ),
        Wrong(
            """
                class Dropout(mt.nn.Module):
                    def __init__(self, p=0.5):
                        super().__init__()
                        self.p = p
                    def forward(self, x):
                        if not self.training:
                            return x
                        return x * (mt.rand(1) >= self.p) / (1 - self.p)
            """,
            "One draw decides for all numbers: all are kept or none. Each number needs its own: mt.rand(x.shape).",
        ),
        Wrong(
            """
                class Dropout(mt.nn.Module):
                    def __init__(self, p=0.5):
                        super().__init__()
                        self.p = p
                    def forward(self, x):
                        if not self.training:
                            return x / (1 - self.p)
                        return x * (mt.rand(x.shape) >= self.p)
            """,
            "The correction stands in the wrong mode. Divide while training; while evaluating return x as it is.",
        ),
        Wrong(
            """
                class Dropout(mt.nn.Module):
                    def __init__(self, p=0.5):
                        super().__init__()
                        self.p = p
                    def forward(self, x):
                        if not self.training:
                            return x
                        return x[mt.rand(x.shape) >= self.p] / (1 - self.p)
            """,
            "The forgotten numbers are gone, and the shape with them. They stay in their places, as zeros: multiply by the "
            "mask.",
        ),
        Wrong(
            """
            class Dropout(mt.nn.Module):
                def __init__(self, p=0.5):
                    super().__init__()
                    self.p = p
                def forward(self, x):
                    if not self.training:
                        return x
                    return x * (mt.randn(x.shape) >= self.p) / (1 - self.p)
            """,
            "randn draws from the normal distribution, and half of its numbers are below 0. rand draws evenly between 0 and 1.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: "does not require grad" in str(error),
            "No gradient comes through: something cuts the graph. The numbers that are kept pass their gradient on.",
        ),
        Mistake(
            lambda expected, got, error: "in-place" in str(error),
            "You write zeros into x itself. Whoever called still holds it: make a new tensor, x times a mask.",
        ),
    ],
    hints=[
        "First ask `self.training`: while evaluating, return x as it is.",
        "`mt.rand(x.shape) >= self.p` is True with probability 1 - p, anew for each number.",
        "`return x * kept / (1 - self.p)` with that mask; when p is 1 that would be 0 / 0, so return zeros there.",
    ],
)


def expected(f, rng):
    p = float(rng.uniform(0.1, 0.9))
    x = rng.uniform(1, 2, size=4000).astype("float32")
    y = f(p)(mt.tensor(x.tolist())).numpy()
    kept = y != 0
    fair = abs((~kept).mean() - p) < 0.05 and np.allclose(y[kept], x[kept] / (1 - p), rtol=1e-4)
    return {"p": round(p, 3), "numbers": len(x)}, True, bool(fair)
