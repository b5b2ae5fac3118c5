"""Undo a stretch."""

import math

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, T, Wrong

exercise = Exercise(
    "sum_to",
    title="Undo a stretch",
    difficulty=4,
    minutes=9,
    target="minitorch.ops.reduction.sum:sum_to",
    stub='''
        def sum_to(x, shape):
            """Sum the tensor x over what broadcasting had stretched: it has `shape` again.

            Any of the tensor's own methods will do, but not sum_to_size, which calls this
            function, nor autograd, which needs it.
            """
            ...
    ''',
    solution='''
        def sum_to(x, shape):
            """Sum x over the dimensions that broadcasting had stretched, so that it has `shape` again."""
            lead = x.ndim - len(shape)
            for dim, length in enumerate(shape, lead):
                if length == 1:
                    x = x.sum(dim, keepdim=True)
            return x.sum(tuple(range(lead))) if lead else x
    ''',
    why="Stretching uses one number many times, so going back adds up all the uses: over the dimensions that were put in front, "
    "and over those that were 1.",
    facts=[
        Case("sum_to(mt.ones(2, 3), (3,))", T([2.0, 2.0, 2.0])),
        Case("sum_to(mt.ones(2, 3), (2, 1))", T([[3.0], [3.0]])),
        Case("sum_to(mt.ones(2, 3), (1, 3))", T([[2.0, 2.0, 2.0]])),
        Case("sum_to(mt.ones(2, 3), ())", T(6.0)),
        Case("sum_to(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), (2, 2))", T([[1.0, 2.0], [3.0, 4.0]])),
        Case("sum_to(mt.ones(4, 2, 3), (2, 1))", T([[12.0], [12.0]])),
        Case("sum_to(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), (2,))", T([4.0, 6.0])),
        Case("sum_to(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), (2, 1))", T([[3.0], [7.0]])),
        Case("sum_to(mt.tensor([[5.0]]), (1,))", T([5.0])),
        Case("sum_to(mt.tensor(3.0), ())", T(3.0)),
        Case("sum_to(mt.ones(2, 2, 3), (1, 2, 1))", T([[[6.0], [6.0]]])),
        Law("every element counts its uses", lambda f, rng: uses(f, rng)),
    ],
    forbids={
        "sum_to_size": "sum_to_size calls this very function: find the dimensions yourself.",
        "backward": "The backward pass needs sum_to, so sum_to cannot use the backward pass: sum over the dimensions yourself.",
        "autograd": "Autograd needs sum_to, so sum_to cannot use autograd: sum over the dimensions yourself.",
        "_expand": "The derivative of _expand is this very function: sum over the dimensions yourself.",
    },
    wrong=[
        Wrong(
            """
            def sum_to(x, shape):
                lead = x.ndim - len(shape)
                return x.sum(tuple(range(lead))) if lead else x
            """,
            "The dimensions in front are summed. Those that were 1 in `shape` and are longer in x have been stretched, too.",
        ),
        Wrong(
            """
            def sum_to(x, shape):
                dims = tuple(i for i, n in enumerate(shape) if n == 1)
                return x.sum(dims, keepdim=True) if dims else x
            """,
            "You look only for 1s, and count dimensions from the left. x may have more dimensions than `shape`: line them up at "
            "the right.",
        ),
        Wrong(
            """
            def sum_to(x, shape):
                for dim, length in enumerate(shape):
                    if length == 1:
                        x = x.sum(dim, keepdim=True)
                lead = x.ndim - len(shape)
                return x.sum(tuple(range(lead))) if lead else x
            """,
            "A 1 of `shape` is looked up at the same number in x. Where x has more dimensions in front, they are further to the "
            "right: add lead to the number.",
        ),
        Wrong(
            """
            def sum_to(x, shape):
                lead = x.ndim - len(shape)
                dims = (*range(lead), *[lead + i for i, n in enumerate(shape) if n == 1 and x.shape[lead + i] != 1])
                return x.sum(dims) if dims else x
            """,
            "The right dimensions, but a stretched one has to stay, with size 1: keepdim for those, not for the ones in front.",
        ),
        Wrong(
            """
            def sum_to(x, shape):
                lead = x.ndim - len(shape)
                dims = (*range(lead), *[lead + i for i, n in enumerate(shape) if n == 1 and x.shape[lead + i] != 1])
                return x.sum(dims, keepdim=True) if dims else x
            """,
            "The dimensions in front stay, with size 1. They were not in `shape`: sum them away, or reshape at the end.",
        ),
        Wrong(
            """
            def sum_to(x, shape):
                lead = x.ndim - len(shape)
                for dim, length in enumerate(shape, lead):
                    if length == 1:
                        x = x.sum(dim, keepdim=True)
                return x.sum(tuple(range(lead)))
            """,
            "An empty tuple of dims means all of them: with nothing in front, the sum takes everything. Sum over the front only if "
            "there is one.",
        ),
        Wrong(
            """
            def sum_to(x, shape):
                lead = x.ndim - len(shape)
                for dim, length in enumerate(shape, lead):
                    if length == 1:
                        x = x.mean(dim, keepdim=True)
                return x.mean(tuple(range(lead))) if lead else x
            """,
            "A mean gives back the number itself, however often it was used. All uses count: add them up.",
        ),
        Wrong(
            """
            def sum_to(x, shape):
                while x.ndim > len(shape):
                    x = x.max(0).values
                for i, n in enumerate(shape):
                    if n == 1:
                        x = x.max(i, keepdim=True).values
                return x
            """,
            "You pick one of the copies. All uses count: add them up.",
        ),
        Wrong(
            """
            def sum_to(x, shape):
                lead = x.ndim - len(shape)
                return x.sum(tuple(range(lead))).reshape(shape) if lead else x.reshape(shape)
            """,
            "A reshape cannot remove what was stretched: there are more numbers than `shape` holds. Sum over those dimensions first.",
        ),
        Wrong(
            """
            def sum_to(x, shape):
                return x.reshape((-1, *shape)).sum(0)
            """,
            "The reshape cuts the numbers into pieces that have the right size, but in memory's order. Sum over the dimensions "
            "that were stretched.",
        ),
        Wrong(
            """
                def sum_to(x, shape):
                    return x.sum().expand(shape)
            """,
            "Everything is summed into one number. Only the dimensions that were stretched are to go.",
        ),
        Wrong(
            """
                def sum_to(x, shape):
                    while x.ndim > len(shape):
                        x = x.sum(-1)
                    for i, n in enumerate(shape):
                        if n == 1: x = x.sum(i, keepdim=True)
                    return x
            """,
            "The last dimension is summed away. Shapes are lined up at the right, so what x has more is in front: "
            "dimension 0.",
        ),
        Wrong(
            """
                def sum_to(x, shape):
                    while x.ndim >= len(shape):
                        x = x.sum(0)
                    return x
            """,
            "One dimension too many is summed away: stop when x has as many as `shape`. And the 1s of `shape` are not "
            "looked at.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: got.values.ndim > expected.values.ndim and got.values.shape[0] == 1,
            "A dimension in front, which `shape` does not have, is kept with length 1: it has to go. Lined up at the right, which "
            "dimensions of x are the ones in front?",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, IndexError),
            "x may have more dimensions than `shape`. Lined up at the right, number i of `shape` is number lead + i of x, "
            "with lead = x.ndim - "
            "len(shape).",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected.values.shape == got.values.shape,
            "The shape is right and the numbers are not: an element that was used several times counts each use, so they "
            "are added up.",
        ),
    ],
    hints=[
        "Line the two shapes up at the right. Which dimensions does x have more, and which did it stretch?",
        "Sum over both kinds: those in front go away, those that were 1 stay with size 1.",
        "With lead = x.ndim - len(shape): for every 1 in `shape`, at number i, `x = x.sum(lead + i, keepdim=True)`; then, if there is "
        "a front, `x.sum(tuple(range(lead)))`.",
    ],
)


def uses(f, rng):
    whole = tuple(int(n) for n in rng.integers(2, 4, size=3))
    shape = tuple(n if rng.random() < 0.5 else 1 for n in whole)[int(rng.integers(0, 4)) :]
    count = math.prod(whole) / math.prod(shape)
    return {"x": f"ones of shape {whole}", "shape": shape}, mt.full(shape, count), f(mt.ones(*whole), shape)
