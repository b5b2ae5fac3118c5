"""A module that forgets at random."""

import numpy as np

import minitorch as mt

from ...define import Case, Exercise, Law, T, Wrong

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
                if not self.training or self.p == 0:
                    return x
                kept = mt.rand(x.shape) >= self.p
                return x * kept / (1 - self.p)
    ''',
    why="Dividing by 1 - p keeps the expected value: what comes behind sees the same size on average in both modes, so "
    "evaluating needs no correction.",
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
    ],
    wrong=[
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
            "You draw once and then forget the same numbers for ever. Draw anew in each call.",
        ),
    ],
    hints=[
        "First ask `self.training`: while evaluating, return x as it is.",
        "`mt.rand(x.shape) >= self.p` is True with probability 1 - p, anew for each number.",
        "`return x * kept / (1 - self.p)` with that mask.",
    ],
)


def expected(f, rng):
    p = float(rng.uniform(0.1, 0.9))
    x = rng.uniform(1, 2, size=4000).astype("float32")
    y = f(p)(mt.tensor(x.tolist())).numpy()
    kept = y != 0
    fair = abs((~kept).mean() - p) < 0.05 and np.allclose(y[kept], x[kept] / (1 - p), rtol=1e-4)
    return {"p": round(p, 3), "numbers": len(x)}, True, bool(fair)
