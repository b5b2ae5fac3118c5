"""How many steps were recorded."""

import minitorch as mt

from ...define import Case, Exercise, Law, Wrong

exercise = Exercise(
    "count_nodes",
    title="How many steps were recorded",
    difficulty=3,
    minutes=10,
    stub='''
        def count_nodes(y):
            """How many nodes the graph of y has; each counts once, leaves do not count."""
            ...
    ''',
    solution='''
        def count_nodes(y):
            """How many nodes the graph of y has; each counts once, leaves do not count."""
            seen, stack = set(), [y.grad_fn]
            while stack:
                node = stack.pop()
                if node is None or node in seen or node.name() == "AccumulateGrad":
                    continue
                seen.add(node)
                stack.extend(target for target, _ in node.next_functions)
            return len(seen)
    ''',
    why="A graph is no tree: a tensor used twice is reached twice, so remember whom you have met. And no recursion: Python gives "
    "up after a thousand levels, a loop with a list does not.",
    facts=[
        Case("count_nodes((mt.ones(2, requires_grad=True) * 3).sum())", 2),
        Case("count_nodes(mt.ones(2, requires_grad=True))", 0),
        Case("x = mt.ones(2, requires_grad=True)\na = x * 2\ncount_nodes(a * a + a)", 3),
        Case(
            "x, w = mt.ones(1, requires_grad=True), mt.ones(1, requires_grad=True)\ncount_nodes((x + w) * (w + 1))", 3
        ),
        Case("y = mt.ones(1, requires_grad=True)\nfor _ in range(5000):\n    y = y + 1\ncount_nodes(y)", 5000),
        Case("y = mt.ones(1, requires_grad=True)\nfor _ in range(10):\n    y = y + y\ncount_nodes(y)", 10),
        Law("a chain of n steps has n nodes", lambda f, rng: chain(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def count_nodes(y):
                def count(node):
                    if node is None or node.name() == "AccumulateGrad":
                        return 0
                    return 1 + sum(count(target) for target, _ in node.next_functions)
                return count(y.grad_fn)
            """,
            "A node reached on two ways is counted twice, and all before it again. Keep a set of the nodes you have met; and "
            "go without recursion, for graphs can be deep.",
        ),
        Wrong(
            """
            def count_nodes(y):
                seen, stack = set(), [y.grad_fn]
                while stack:
                    node = stack.pop()
                    if node is None or node in seen:
                        continue
                    seen.add(node)
                    stack.extend(target for target, _ in node.next_functions)
                return len(seen)
            """,
            "You count the leaves, too: AccumulateGrad stands for a leaf, not for a step.",
        ),
        Wrong(
            """
            def count_nodes(y):
                count, node = 0, y.grad_fn
                while node is not None and node.name() != "AccumulateGrad":
                    count += 1
                    node = node.next_functions[0][0]
                return count
            """,
            "You follow the first edge of every node only. A step with two operands has two.",
        ),
        Wrong(
            """
            def count_nodes(y):
                seen = set()
                def visit(node):
                    if node is not None and node not in seen and node.name() != "AccumulateGrad":
                        seen.add(node)
                        for target, _ in node.next_functions:
                            visit(target)
                visit(y.grad_fn)
                return len(seen)
            """,
            "Right on small graphs. On a chain of 5,000 steps Python's recursion limit stops it: keep a list of what is still "
            "to visit instead.",
        ),
    ],
    hints=[
        "`node.next_functions` is a tuple of (node, number). An edge that leads nowhere has None for the node.",
        "Keep two things: a set of nodes you have met, and a list of nodes still to visit.",
        "`while stack: node = stack.pop()`; skip None, met nodes and those named AccumulateGrad; add; extend the list.",
    ],
)


def chain(f, rng):
    n = int(rng.integers(1, 30))
    y = mt.ones(2, requires_grad=True)
    for i in range(n):
        y = y * 2 if rng.random() < 0.5 else y + i
    return {"steps": n}, n, f(y)
