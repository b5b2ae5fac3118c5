"""Accumulate."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited

SOLUTION = '''
def accumulate(leaf, g, create_graph=False):
    """Add the gradient g to leaf._grad, which is None before the first time.

    The first time the leaf gets a copy: g may be the very tensor that another leaf is given, too. Later g is added in
    place, so that whoever holds .grad sees the sum; with create_graph not in place, so that the sum is recorded.
    """
    if leaf._grad is None:
        leaf._grad = g.clone()
    elif create_graph:
        leaf._grad = leaf._grad + g
    else:
        leaf._grad += g
'''

exercise = Exercise(
    "accumulate",
    title="Accumulate",
    difficulty=2,
    minutes=5,
    target="minitorch.autograd.engine:accumulate",
    stub='''
        def accumulate(leaf, g, create_graph=False):
            """Add the gradient g to leaf._grad, which is None before the first time.

            The first time the leaf gets a copy: g may be the very tensor that another leaf is given, too. Later g is added in
            place, so that whoever holds .grad sees the sum; with create_graph not in place, so that the sum is recorded.
            """
            ...
    ''',
    solution=SOLUTION,
    why="Gradients add up because influences do: a number that acts on the result in two ways acts by the sum. And .grad gets a "
    "copy, for g may be the very tensor that another leaf was given.",
    facts=[
        Case(
            "x = mt.ones(2, requires_grad=True)\naccumulate(x, mt.tensor([1.0, 2.0]))\nx.grad",
            T([1.0, 2.0]),
            changes=True,
        ),
        Case(
            "x = mt.tensor([4.0, -1.0], requires_grad=True)\nfor _ in range(3):\n    accumulate(x, mt.tensor([1.0, 2.0]))\nx.grad",
            T([3.0, 6.0]),
            changes=True,
        ),
        Case(
            "x, w = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)\ng = mt.tensor([1.0, 2.0])\n"
            "accumulate(x, g)\naccumulate(w, g)\naccumulate(x, g)\nw.grad",
            T([1.0, 2.0]),
            changes=True,
        ),
        Case(
            "x, w = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)\ng = mt.tensor([1.0, 2.0])\n"
            "accumulate(x, g)\naccumulate(w, g)\nx.grad.zero_()\nw.grad",
            T([1.0, 2.0]),
            changes=True,
        ),
        Case(
            "x = mt.ones(1, requires_grad=True)\ng = mt.tensor([5.0])\naccumulate(x, g)\naccumulate(x, g)\ng",
            T([5.0]),
            changes=True,
        ),
        Case(
            "x = mt.ones(1, requires_grad=True)\naccumulate(x, mt.tensor([5.0]))\nheld = x.grad\n"
            "accumulate(x, mt.tensor([2.0]))\nheld, held is x.grad",
            (T([7.0]), True),
            changes=True,
        ),
        Case(
            "x = mt.tensor([3.0], requires_grad=True)\naccumulate(x, mt.tensor([5.0]))\nheld = x.grad\n"
            "accumulate(x, x * x, True)\nheld, x.grad.requires_grad, x.grad.tolist()",
            (T([5.0]), True, [14.0]),
            changes=True,
        ),
        Case(
            "x = mt.tensor([3.0], requires_grad=True)\naccumulate(x, x * x, create_graph=True)\nx.grad.requires_grad",
            True,
            changes=True,
        ),
        Case(
            "x, w = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)\ng = mt.tensor([1.0, 2.0])\n"
            "accumulate(x, g, True)\naccumulate(w, g, True)\nx.grad.zero_()\nw.grad",
            T([1.0, 2.0]),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def accumulate(leaf, g, create_graph=False):
                leaf._grad = g.clone()
            """,
            "You overwrite what was there. A tensor that is used twice gets two gradients, and needs their sum.",
        ),
        Wrong(
            """
            def accumulate(leaf, g, create_graph=False):
                leaf._grad = leaf._grad + g
            """,
            "The first time there is nothing to add to: the gradient is None.",
        ),
        Wrong(
            edited(SOLUTION, ("_grad = g.clone()", "_grad = g")),
            "leaf._grad and g are one tensor here, so adding in place changes g, and the gradient of everybody else who was given "
            "it. Keep a copy.",
        ),
        Wrong(
            """
            def accumulate(leaf, g, create_graph=False):
                leaf._grad = g if leaf._grad is None else leaf._grad + g
            """,
            "The sums are right, but the first gradient is the caller's own tensor: zeroing it in place would zero theirs.",
        ),
        Wrong(
            """
            def accumulate(leaf, g, create_graph=False):
                leaf._grad = g.clone() if leaf._grad is None else leaf._grad + g
            """,
            "The numbers are right, but the sum is a new tensor: whoever held .grad sees the old one. Without create_graph, add in "
            "place.",
        ),
        Wrong(
            """
            def accumulate(leaf, g, create_graph=False):
                if leaf._grad is None:
                    leaf._grad = g.clone()
                else:
                    leaf._grad += g
            """,
            "With create_graph the sum is to be differentiated again, so it must be a new tensor that remembers: leaf._grad + g.",
        ),
        Wrong(
            """
            def accumulate(leaf, g, create_graph=False):
                if leaf._grad is None:
                    leaf._grad = g.detach().clone()
                elif create_graph:
                    leaf._grad = leaf._grad + g.detach()
                else:
                    leaf._grad += g.detach()
            """,
            "With create_graph the gradient's own history must stay, and detach cuts it off. clone alone keeps it.",
        ),
        Wrong(
            """
            def accumulate(leaf, g, create_graph=False):
                if leaf._grad is None:
                    leaf._grad = g.clone()
                elif create_graph:
                    leaf._grad += g
                else:
                    leaf._grad = leaf._grad + g
            """,
            "The two cases are exchanged: with create_graph a new tensor that remembers, otherwise in place.",
        ),
        Wrong(
            edited(SOLUTION, ("leaf._grad += g", "g += leaf._grad\n        leaf._grad = g")),
            "g itself is changed, and it belongs to whoever gave it. What is changed in place is leaf._grad.",
        ),
        Wrong(
            edited(SOLUTION, ("elif create_graph", "if create_graph")),
            "The first gradient is put there and then added as well. Of the three cases one holds: `if`, `elif`, `else`.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and "Boolean" in str(error),
            "`if leaf._grad` asks a tensor whether it is true. Ask whether it is there: `leaf._grad is None`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "NoneType" in str(error),
            "The first time there is nothing to add to: the gradient is None.",
        ),
    ],
    hints=[
        "Three cases: nothing is there yet; the sum is to be recorded; the sum is not.",
        "In the first case, could somebody else hold the same tensor g?",
        "g.clone() the first time; leaf._grad = leaf._grad + g with create_graph; leaf._grad += g otherwise.",
    ],
)
