"""The gradient of cross-entropy."""

import numpy as np

import minitorch as mt

from ...define import Case, Exercise, Law, T, Wrong

exercise = Exercise(
    "cross_entropy_slope",
    title="The gradient of cross-entropy",
    difficulty=3,
    minutes=10,
    stub='''
        def cross_entropy_slope(scores, target):
            """The gradient of the scores [N, C] for the mean cross-entropy with the right classes target [N]."""
            ...
    ''',
    solution='''
        def cross_entropy_slope(scores, target):
            """The gradient of the scores [N, C] for the mean cross-entropy with the right classes target [N]."""
            n, classes = scores.shape
            right = target.reshape(n, 1) == mt.arange(classes)
            return (mt.softmax(scores, dim=1) - right.to(scores.dtype)) / n
    ''',
    why="Probability minus truth, shared among the examples. Exponential, division and logarithm have cancelled; nothing in "
    "it can overflow, and it is 0 exactly when the answer is sure and right.",
    facts=[
        Case("cross_entropy_slope(mt.tensor([[0.0, 0.0]]), mt.tensor([1]))", T([[0.5, -0.5]])),
        Case(
            "cross_entropy_slope(mt.tensor([[0.0, 0.0], [0.0, 0.0]]), mt.tensor([0, 1]))",
            T([[-0.25, 0.25], [0.25, -0.25]]),
        ),
        Case("cross_entropy_slope(mt.tensor([[0.0, math.log(2.0), 0.0]]), mt.tensor([2]))", T([[0.25, 0.5, -0.75]])),
        Case("cross_entropy_slope(mt.tensor([[1000.0, 0.0]]), mt.tensor([1]))", T([[1.0, -1.0]])),
        Case("cross_entropy_slope(mt.tensor([[1000.0, 0.0]]), mt.tensor([0]))", T([[0.0, 0.0]])),
        Law("small steps measure the same", lambda f, rng: loss_steps(f, rng), atol=1e-6),
    ],
    wrong=[
        Wrong(
            """
            def cross_entropy_slope(scores, target):
                n, classes = scores.shape
                right = target.reshape(n, 1) == mt.arange(classes)
                return mt.softmax(scores, dim=1) - right.to(scores.dtype)
            """,
            "The loss is the mean over the examples, so each has only a part of it: divide by N.",
        ),
        Wrong(
            """
            def cross_entropy_slope(scores, target):
                n, classes = scores.shape
                right = target.reshape(n, 1) == mt.arange(classes)
                return (right.to(scores.dtype) - mt.softmax(scores, dim=1)) / n
            """,
            "The sign is turned round. The right class gets a negative gradient: a larger score there makes the loss smaller.",
        ),
        Wrong(
            """
            def cross_entropy_slope(scores, target):
                n, classes = scores.shape
                right = target.reshape(n, 1) == mt.arange(classes)
                return (mt.softmax(scores, dim=0) - right.to(scores.dtype)) / n
            """,
            "You let the examples compete instead of the classes: softmax along dim 1.",
        ),
        Wrong(
            """
            def cross_entropy_slope(scores, target):
                n, classes = scores.shape
                right = target.reshape(n, 1) == mt.arange(classes)
                return (scores.exp() / scores.exp().sum(1, keepdim=True) - right.to(scores.dtype)) / n
            """,
            "Right for small scores, but exp(1000) is inf, and inf / inf is nan. Use mt.softmax, which takes the largest off "
            "first.",
        ),
        Wrong(
            """
            def cross_entropy_slope(scores, target):
                n, classes = scores.shape
                right = target.reshape(n, 1) == mt.arange(classes)
                return -right.to(scores.dtype) / mt.softmax(scores, dim=1) / n
            """,
            "This is the gradient of the probabilities, -1 / p at the right class. It still has to pass through the softmax.",
        ),
        Wrong(
            """
            def cross_entropy_slope(scores, target):
                n, classes = scores.shape
                right = target.reshape(n, 1) == mt.arange(classes)
                return (mt.softmax(scores, dim=1) - 1) * right.to(scores.dtype) / n
            """,
            "The wrong classes have a gradient too: a larger score there takes probability away. It is p for them, p - 1 for "
            "the right one.",
        ),
        Wrong(
            """
            def cross_entropy_slope(scores, target):
                n, classes = scores.shape
                return (mt.softmax(scores, dim=1) - target.reshape(n, 1)) / n
            """,
            "You subtract the class number itself. What is to be subtracted is 1 at the right class and 0 elsewhere.",
        ),
    ],
    hints=[
        "The gradient is p - y: the probabilities, minus 1 at the right class. And the loss is a mean.",
        "`target.reshape(n, 1) == mt.arange(classes)` is True at the right class of every row. `.to(scores.dtype)` makes it 1 and 0.",
        "`(mt.softmax(scores, dim=1) - right.to(scores.dtype)) / n`.",
    ],
)


def loss_steps(f, rng):
    n, classes, eps = int(rng.integers(1, 4)), int(rng.integers(2, 5)), 1e-5
    scores, target = rng.normal(size=(n, classes)), rng.integers(0, classes, size=n)

    def loss(z):
        return (np.log(np.exp(z).sum(1)) - z[np.arange(n), target]).mean()

    slopes = np.zeros_like(scores)
    for i in np.ndindex(scores.shape):
        step = np.zeros_like(scores)
        step[i] = eps
        slopes[i] = (loss(scores + step) - loss(scores - step)) / (2 * eps)
    got = f(mt.tensor(scores.tolist(), dtype=mt.float64), mt.tensor(target.tolist()))
    return {"scores": scores.round(3).tolist(), "target": target.tolist()}, T(slopes.tolist(), "float64"), got
