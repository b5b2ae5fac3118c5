"""Which leaves does it depend on?."""

from ...define import Case, Exercise, Mistake, Wrong

TWICE = "A leaf that is used twice is found twice. Remember what you have met."

exercise = Exercise(
    "leaves_of",
    title="Which leaves does it depend on?",
    difficulty=3,
    minutes=9,
    stub='''
        def leaves_of(y):
            """The leaf tensors that y's graph leads to, each once, as a list. Graphs are deeper than Python recurses."""
            ...
    ''',
    solution='''
        def leaves_of(y):
            """The leaf tensors that y's graph leads to, each once, as a list. Graphs are deeper than Python recurses."""
            found, seen, stack = [], set(), [y.grad_fn]
            while stack:
                node = stack.pop()
                if node is None or node in seen:
                    continue
                seen.add(node)
                if node.name() == "AccumulateGrad":
                    found.append(node.variable)
                stack.extend(target for target, _ in node.next_functions)
            return found
    ''',
    why="The same walk; at its ends stand AccumulateGrad objects, whose `.variable` is the leaf. These are the tensors that a "
    "backward pass would give gradients to.",
    facts=[
        Case("w = mt.tensor(3.0, requires_grad=True)\n[leaf is w for leaf in leaves_of(w * 2)]", [True]),
        Case(
            "x, w = mt.tensor(1.0, requires_grad=True), mt.tensor(2.0, requires_grad=True)\n"
            "sorted(leaf.item() for leaf in leaves_of((x + w) * (w + 1)))",
            [1.0, 2.0],
        ),
        Case(
            "x, c = mt.tensor(1.0, requires_grad=True), mt.tensor(5.0)\n[leaf.item() for leaf in leaves_of(x * c)]",
            [1.0],
        ),
        Case("leaves_of(mt.ones(2) * 3)", []),
        Case("x = mt.tensor(4.0, requires_grad=True)\n[leaf.item() for leaf in leaves_of(x * x + x)]", [4.0]),
        Case(
            "y = mt.tensor(1.0, requires_grad=True)\nfor _ in range(3000):\n    y = y + 1\nlen(leaves_of(y))",
            1,
        ),
        Case(
            "x, w = mt.tensor(1.0, requires_grad=True), mt.tensor(1.0, requires_grad=True)\nlen(leaves_of(x * w))",
            2,
        ),
        Case(
            "x = mt.tensor(4.0, requires_grad=True)\nlen(leaves_of(x.exp().sin() * x.exp())), len(leaves_of(x.exp()))",
            (1, 1),
        ),
        Case("leaves_of(mt.tensor(4.0))", []),
        Case("y = mt.tensor(1.0, requires_grad=True)\nfor _ in range(60):\n    y = y + y\nlen(leaves_of(y))", 1),
    ],
    wrong=[
        Wrong(
            """
            def leaves_of(y):
                found, stack = {}, [y.grad_fn]
                while stack:
                    node = stack.pop()
                    if node is None:
                        continue
                    if node.name() == "AccumulateGrad":
                        found[id(node.variable)] = node.variable
                    stack.extend(target for target, _ in node.next_functions)
                return list(found.values())
            """,
            "It does not end in time. The answer is right on small graphs, but a node is visited once for every way that leads to "
            "it, and each step can double the ways. Remember which nodes you have met.",
            forever=True,
        ),
        Wrong(
            """
            def leaves_of(y):
                found, seen = [], set()
                def visit(node):
                    if node is None or node in seen:
                        return
                    seen.add(node)
                    if node.name() == "AccumulateGrad":
                        found.append(node.variable)
                    for target, _ in node.next_functions:
                        visit(target)
                visit(y.grad_fn)
                return found
            """,
            "Right on small graphs. On a chain of 3,000 steps Python's recursion limit stops it: keep a list of what is still "
            "to visit instead.",
        ),
        Wrong(
            """
            def leaves_of(y):
                found, seen, stack = [], set(), [y.grad_fn]
                while stack:
                    node = stack.pop()
                    if node in seen:
                        continue
                    seen.add(node)
                    if node.name() == "AccumulateGrad":
                        found.append(node.variable)
                    stack.extend(target for target, _ in node.next_functions)
                return found
            """,
            "The node of an edge that leads nowhere is None, and so is the grad_fn of a leaf. Pass over it.",
        ),
        Wrong(
            """
            def leaves_of(y):
                found, node = [], y.grad_fn
                while node is not None:
                    if node.name() == "AccumulateGrad":
                        return [node.variable]
                    node = node.next_functions[0][0]
                return found
            """,
            "You follow the first edge of every node only. A step with two operands has two.",
        ),
        Wrong(
            """
            def leaves_of(y):
                found = []
                for node, _ in y.grad_fn.next_functions if y.grad_fn else ():
                    if node is not None and node.name() == "AccumulateGrad":
                        found.append(node.variable)
                return found
            """,
            "You look one step back only. Leaves may stand many steps away.",
        ),
        Wrong(
            """
            def leaves_of(y):
                found, seen, stack = [], set(), [y.grad_fn]
                while stack:
                    node = stack.pop()
                    if node is None or node in seen:
                        continue
                    seen.add(node)
                    if node.name() == "AccumulateGrad":
                        found.append(node)
                    stack.extend(target for target, _ in node.next_functions)
                return found
            """,
            "These are the AccumulateGrad objects. The leaf itself is their `.variable`.",
        ),
        Wrong(
            """
            def leaves_of(y):
                found, seen, stack = {}, set(), [y.grad_fn]
                while stack:
                    node = stack.pop()
                    if node is None or node in seen:
                        continue
                    seen.add(node)
                    if node.name() == "AccumulateGrad":
                        found[node.variable.item()] = node.variable
                    stack.extend(target for target, _ in node.next_functions)
                return list(found.values())
            """,
            "Two leaves may hold the same number and are two leaves all the same. Tell them apart as objects, not by value.",
        ),
        Wrong(
            """
            def leaves_of(y):
                found, stack = [], [y.grad_fn]
                while stack:
                    node = stack.pop()
                    if node is None:
                        continue
                    if node.name() == "AccumulateGrad":
                        found.append(node.variable)
                    stack.extend(target for target, _ in node.next_functions)
                return found
            """,
            TWICE,
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "variable" in str(error),
            "Only an AccumulateGrad has a `.variable`. An edge may also lead to a step, whose own edges go on, or nowhere: then the "
            "node is None.",
        ),
        Mistake(lambda expected, got, error: isinstance(got, list) and len(got) > len(expected), TWICE),
    ],
    hints=[
        "Keep two things: a set of the nodes you have met, and a list of those still to visit. `while stack: node = stack.pop()`.",
        "An edge that ends in a leaf shows as a node named AccumulateGrad; its `.variable` is the leaf.",
        "AccumulateGrad objects can go into the set of met nodes: two for the same leaf are equal.",
    ],
)
