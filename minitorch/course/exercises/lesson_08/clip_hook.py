"""A hook that clips."""

import numpy as np

import minitorch as mt

from ...define import Case, Exercise, Law, T, Wrong

exercise = Exercise(
    "clip_hook",
    title="A hook that clips",
    difficulty=3,
    minutes=8,
    stub='''
        def clip_hook(limit):
            """A hook that shrinks a gradient longer than `limit` to that length, and leaves shorter ones as they are."""
            ...
    ''',
    solution='''
        def clip_hook(limit):
            """A hook that shrinks a gradient longer than `limit` to that length, and leaves shorter ones as they are."""

            def clip(grad):
                length = (grad * grad).sum().sqrt().item()
                if length > limit:
                    return grad * (limit / length)

            return clip
    ''',
    why="The length is the root of the sum of squares. Multiplying keeps the direction, and a hook that returns nothing leaves "
    "the gradient alone.",
    facts=[
        Case(
            """
            x = mt.tensor([0.0, 0.0], requires_grad=True)
            handle = x.register_hook(clip_hook(1.0))
            (x * mt.tensor([3.0, 4.0])).sum().backward()
            x.grad
            """,
            T([0.6, 0.8]),
        ),
        Case(
            """
            x = mt.tensor([0.0, 0.0], requires_grad=True)
            handle = x.register_hook(clip_hook(10.0))
            (x * mt.tensor([3.0, 4.0])).sum().backward()
            x.grad
            """,
            T([3.0, 4.0]),
        ),
        Case(
            """
            grad = mt.tensor([[3.0, 0.0], [0.0, -4.0]])
            clipped = clip_hook(2.5)(grad)
            (clipped.tolist(), grad.tolist())
            """,
            ([[1.5, 0.0], [0.0, -2.0]], [[3.0, 0.0], [0.0, -4.0]]),
        ),
        Case(
            """
            x = mt.tensor([0.0, 0.0], requires_grad=True)
            handle = x.register_hook(clip_hook(1.0))
            (x * 0).sum().backward()
            x.grad
            """,
            T([0.0, 0.0]),
        ),
        Law("it has the length limit and the old direction, when it was longer", lambda f, rng: clipped(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def clip_hook(limit):
                def clip(grad):
                    return grad.clamp(-limit, limit)
                return clip
            """,
            "You cut each number by itself, which turns the gradient into another direction. Shrink the whole of it by one factor.",
        ),
        Wrong(
            """
            def clip_hook(limit):
                def clip(grad):
                    return grad * (limit / (grad * grad).sum().sqrt())
                return clip
            """,
            "You give every gradient the length `limit`, short ones too, and 0 becomes nan. Change only those that are longer.",
        ),
        Wrong(
            """
            def clip_hook(limit):
                def clip(grad):
                    length = (grad * grad).sum().sqrt().item()
                    if length > limit:
                        grad.mul_(limit / length)
                return clip
            """,
            "You change the gradient in place. Others may hold the same one (the handed-in tensor changes under them): return a "
            "new one instead.",
        ),
        Wrong(
            """
            def clip_hook(limit):
                def clip(grad):
                    length = (grad * grad).sum().item()
                    if length > limit:
                        return grad * (limit / length)
                return clip
            """,
            "The sum of squares is the length squared. Take the root.",
        ),
        Wrong(
            """
            def clip_hook(limit):
                def clip(grad):
                    length = (grad * grad).sum().sqrt().item()
                    if length > limit:
                        return grad / length
                return clip
            """,
            "Divided by its length it has length 1. It should have length `limit`.",
        ),
        Wrong(
            """
            def clip_hook(limit):
                def clip(grad):
                    length = (grad * grad).sum().sqrt().item()
                    if length > limit:
                        grad = grad * (limit / length)
                return clip
            """,
            "The shrunk gradient gets a name inside the hook and is then forgotten. What a hook wants to pass on it must return.",
        ),
    ],
    hints=[
        "The function has to return a function: the hook, which takes the gradient and returns another, or nothing.",
        "The length is `(grad * grad).sum().sqrt()`. When it is larger than the limit, by which factor must everything shrink?",
        "`return grad * (limit / length)` if the length is larger than limit; otherwise nothing.",
    ],
)


def clipped(f, rng):
    g, limit = rng.normal(size=3) * 3, float(rng.uniform(0.5, 5))
    length = float(np.sqrt((g * g).sum()))
    expected = T((g * min(1.0, limit / length)).tolist(), "float64")
    x = mt.zeros(3, dtype=mt.float64, requires_grad=True)
    x.register_hook(f(limit))
    (x * mt.tensor(g.tolist(), dtype=mt.float64)).sum().backward()
    return {"gradient": g.round(4).tolist(), "limit": round(limit, 4)}, expected, x.grad
