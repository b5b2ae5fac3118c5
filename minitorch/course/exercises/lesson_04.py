"""Exercises of lesson 04: reading a recorded graph."""

from ..define import Case, Exercise, Law, Mistake, Wrong

value = Exercise(
    "Value",
    title="A number that remembers",
    difficulty=3,
    minutes=10,
    stub='''
        class Value:
            """A number, the name of the step that made it (None for a leaf), and the Values it was made from."""

            def __init__(self, number, step=None, parents=()):
                self.number, self.step, self.parents = number, step, parents

            def __add__(self, other):
                ...

            def __mul__(self, other):
                ...
    ''',
    solution='''
        class Value:
            """A number, the name of the step that made it (None for a leaf), and the Values it was made from."""

            def __init__(self, number, step=None, parents=()):
                self.number, self.step, self.parents = number, step, parents

            def __add__(self, other):
                return Value(self.number + other.number, "add", (self, other))

            def __mul__(self, other):
                return Value(self.number * other.number, "mul", (self, other))
    ''',
    why="Every operation makes a new Value and tells it where it came from. Nothing else records, and yet the whole graph can be "
    "reached from the result.",
    facts=[
        Case("(Value(2.0) + Value(3.0)).number, (Value(2.0) * Value(3.0)).number", (5.0, 6.0)),
        Case("(Value(2.0) + Value(3.0)).step, (Value(2.0) * Value(3.0)).step, Value(2.0).step", ("add", "mul", None)),
        Case(
            """
            a, b = Value(2.0), Value(3.0)
            c = a * b
            len(c.parents), c.parents[0] is a, c.parents[1] is b
        """,
            (2, True, True),
        ),
        Case(
            """
            a, b = Value(2.0), Value(3.0)
            c = a + b
            len(c.parents), c.parents[0] is a, c.parents[1] is b
        """,
            (2, True, True),
        ),
        Case(
            """
            a = Value(4.0)
            twice = a + a
            len(twice.parents), a.number, a.step, len(a.parents)
        """,
            (2, 4.0, None, 0),
        ),
        Case(
            """
            x, w = Value(2.0), Value(3.0)
            y = (x + w) * (w + Value(1.0))
            y.number, y.step, [p.step for p in y.parents], y.parents[0].parents[1] is y.parents[1].parents[0]
        """,
            (20.0, "mul", ["add", "add"], True),
        ),
        Law("(a + b) * a at random numbers", lambda f, rng: random_value(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            class Value:
                def __init__(self, number, step=None, parents=()):
                    self.number, self.step, self.parents = number, step, parents

                def __add__(self, other):
                    return Value(self.number + other.number)

                def __mul__(self, other):
                    return Value(self.number * other.number)
        """,
            "The numbers are right, but the results forget: pass the step's name and the two operands on to the new Value.",
        ),
        Wrong(
            """
            class Value:
                def __init__(self, number, step=None, parents=()):
                    self.number, self.step, self.parents = number, step, parents

                def __add__(self, other):
                    return Value(self.number + other.number, "add", (self.number, other.number))

                def __mul__(self, other):
                    return Value(self.number * other.number, "mul", (self.number, other.number))
        """,
            "Your parents are numbers. A number does not know where it came from, so the chain breaks there: keep the Values.",
        ),
        Wrong(
            """
            class Value:
                def __init__(self, number, step=None, parents=()):
                    self.number, self.step, self.parents = number, step, parents

                def __add__(self, other):
                    self.number, self.step, self.parents = self.number + other.number, "add", (self, other)
                    return self

                def __mul__(self, other):
                    self.number, self.step, self.parents = self.number * other.number, "mul", (self, other)
                    return self
        """,
            "You change the operand itself, and make it its own parent. An operation leaves its operands alone and makes a new "
            "Value.",
        ),
        Wrong(
            """
            class Value:
                def __init__(self, number, step=None, parents=()):
                    self.number, self.step, self.parents = number, step, parents

                def __add__(self, other):
                    return Value(self.number + other.number, "add", (self,) if self is other else (self, other))

                def __mul__(self, other):
                    return Value(self.number * other.number, "mul", (self,) if self is other else (self, other))
        """,
            "In a + a the operand was used twice, and the record must say so: later a gradient comes back for each use.",
        ),
        Wrong(
            """
            class Value:
                def __init__(self, number, step=None, parents=()):
                    self.number, self.step, self.parents = number, step, parents

                def __add__(self, other):
                    return Value(self.number + other.number, "add", self.parents + other.parents)

                def __mul__(self, other):
                    return Value(self.number * other.number, "mul", self.parents + other.parents)
        """,
            "Those are the operands' own parents. The result was made from the operands themselves: (self, other).",
        ),
    ],
    hints=[
        "What does a + b have to give back, and what must that new object know?",
        "Each operation returns `Value(number, step, parents)`. The parents are the operands, as Values and in order.",
        '`return Value(self.number + other.number, "add", (self, other))`, and the same for the product.',
    ],
)


def random_value(f, rng):
    a, b = float(rng.integers(-9, 10)), float(rng.integers(-9, 10))
    x, w = f(a), f(b)
    y = (x + w) * x
    inner = y.parents[0]
    got = (y.number, y.step, y.parents[1] is x, inner.number, inner.step, inner.parents[0] is x, inner.parents[1] is w)
    return {"a": a, "b": b}, ((a + b) * a, "mul", True, a + b, "add", True, True), got


leaf_or_not = Exercise(
    "leaf_or_not",
    title="Leaf or not?",
    difficulty=2,
    minutes=6,
    stub='''
        def leaf_or_not():
            """For each of these tensors, before you run them: (is it a leaf?, does it want a gradient?)

            a = mt.ones(2)
            b = a + 1
            w = mt.ones(2, requires_grad=True)
            c = b * w
            d = w > 0
            with mt.no_grad():
                e = w * 2
            f = e + c
            """
            return {
                "a": (True, False),
                "b": (..., ...),
                "c": (..., ...),
                "d": (..., ...),
                "e": (..., ...),
                "f": (..., ...),
            }
    ''',
    solution='''
        def leaf_or_not():
            """For each of these tensors, before you run them: (is it a leaf?, does it want a gradient?)

            a = mt.ones(2)
            b = a + 1
            w = mt.ones(2, requires_grad=True)
            c = b * w
            d = w > 0
            with mt.no_grad():
                e = w * 2
            f = e + c
            """
            return {
                "a": (True, False),
                "b": (True, False),
                "c": (False, True),
                "d": (True, False),
                "e": (True, False),
                "f": (False, True),
            }
    ''',
    why="Only c and f were recorded, because only there an operand wanted a gradient, recording was on, and the result is a float. "
    "Whatever was not recorded is a leaf, even if it was computed.",
    facts=[
        Case("leaf_or_not()['b']", (True, False)),
        Case("leaf_or_not()['c']", (False, True)),
        Case("leaf_or_not()['d']", (True, False)),
        Case("leaf_or_not()['e']", (True, False)),
        Case("leaf_or_not()['f']", (False, True)),
        Case("leaf_or_not()['a']", (True, False)),
    ],
    wrong=[
        Wrong(
            """
            def leaf_or_not():
                return {
                    "a": (True, False), "b": (False, False), "c": (False, True),
                    "d": (False, False), "e": (False, False), "f": (False, True),
                }
        """,
            "You count every computed tensor as a non-leaf. What counts is whether the step was recorded: b, d and e have no "
            "recorded past, so they are leaves.",
        ),
        Wrong(
            """
            def leaf_or_not():
                return {
                    "a": (True, False), "b": (True, False), "c": (False, True),
                    "d": (False, True), "e": (True, False), "f": (False, True),
                }
        """,
            "d is made of bools. A bool cannot move a little, so it never wants a gradient, whatever w wants.",
        ),
        Wrong(
            """
            def leaf_or_not():
                return {
                    "a": (True, False), "b": (True, False), "c": (False, True),
                    "d": (True, False), "e": (False, True), "f": (False, True),
                }
        """,
            "e was computed under no_grad. Nothing was recorded there, although w wants a gradient.",
        ),
        Wrong(
            """
            def leaf_or_not():
                return {
                    "a": (True, False), "b": (True, False), "c": (False, True),
                    "d": (True, False), "e": (True, False), "f": (True, False),
                }
        """,
            "e wants nothing, but c does, and one operand is enough: f is recorded.",
        ),
        Wrong(
            """
            def leaf_or_not():
                return {
                    "a": (True, False), "b": (True, False), "c": (True, True),
                    "d": (True, False), "e": (True, False), "f": (True, True),
                }
        """,
            "A leaf that wants a gradient is one that you made, such as w. c and f were recorded, so they are not leaves.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected == (True, False) and isinstance(got, tuple) and got[:1] == (False,),
            "Was this step recorded? A tensor without a recorded past is a leaf, even if it was computed.",
        ),
        Mistake(
            lambda expected, got, error: expected == (False, True) and isinstance(got, tuple) and got[1:] == (False,),
            "One operand that wants a gradient is enough.",
        ),
    ],
    hints=[
        "For each line ask: was this step recorded? If not, the tensor is a leaf that wants nothing.",
        "A step is recorded when an operand wants a gradient, recording is on, and the result is of a floating dtype.",
        "Two of the five were recorded: (False, True). The others are (True, False).",
    ],
)


edge_of = Exercise(
    "edge_of",
    title="Where a gradient is to be sent",
    difficulty=2,
    minutes=6,
    target="minitorch.graph.record:edge_of",
    stub='''
        def edge_of(x):
            """(node, number) for a computed tensor, (x, 0) for a leaf that wants a gradient, None for everything else."""
            ...
    ''',
    solution='''
        def edge_of(x):
            """(node, number) for a computed tensor, (x, 0) for a leaf that wants a gradient, None for everything else."""
            if not isinstance(x, mt.Tensor):
                return None
            if not x.requires_grad:
                return None
            return x._edge or (x, 0)
    ''',
    why="Three kinds of operands: those nobody wants a gradient for, leaves, and results of recorded steps. A leaf has no node, "
    "so the edge ends in the leaf itself.",
    facts=[
        Case("x = mt.ones(2, requires_grad=True)\nedge_of(x)[0] is x, edge_of(x)[1]", (True, 0)),
        Case("y = mt.ones(2, requires_grad=True) * 3\nedge_of(y)[0] is y.grad_fn, edge_of(y)[1]", (True, 0)),
        Case("type(edge_of(mt.ones(2, requires_grad=True))).__name__", "tuple"),
        Case("edge_of(mt.ones(2)) is None", True),
        Case("edge_of(2.5) is None", True),
        Case("edge_of(None) is None", True),
        Case("parts = mt.ones(4, requires_grad=True).split(2)\nedge_of(parts[1])[1]", 1),
    ],
    wrong=[
        Wrong(
            """
            def edge_of(x):
                if not isinstance(x, mt.Tensor) or x.grad_fn is None:
                    return None
                return x._edge
            """,
            "A leaf has no grad_fn either, yet it is where gradients are wanted. Its edge is (x, 0).",
        ),
        Wrong(
            """
            def edge_of(x):
                if not isinstance(x, mt.Tensor):
                    return None
                return x._edge or (x, 0)
            """,
            "A tensor that wants no gradient has no edge: return None for it, so that no work is done in its direction.",
        ),
        Wrong(
            """
            def edge_of(x):
                if not x.requires_grad:
                    return None
                return x._edge or (x, 0)
            """,
            "Operands may be plain numbers, as in x * 2.5. They have no requires_grad; ask first whether x is a Tensor.",
        ),
        Wrong(
            """
            def edge_of(x):
                if not isinstance(x, mt.Tensor) or not x.requires_grad:
                    return None
                return (x.grad_fn or x, 0)
            """,
            "The number is lost: the second part of a split is result 1 of its node. x._edge holds the pair.",
        ),
    ],
    hints=[
        "Ask three questions in order: is it a tensor at all, does it want a gradient, was it computed?",
        "`x.requires_grad` answers the second. A computed tensor has its edge in `x._edge`; for a leaf that is None.",
        "`return x._edge or (x, 0)` is the last line.",
    ],
)

wants_gradient = Exercise(
    "wants_gradient",
    title="Does the result want a gradient?",
    difficulty=2,
    minutes=5,
    stub='''
        def wants_gradient(inputs, enabled, dtype):
            """Whether a result does: inputs is a list of bools (their requires_grad), enabled whether recording is on."""
            ...
    ''',
    solution='''
        def wants_gradient(inputs, enabled, dtype):
            """Whether a result does: inputs is a list of bools (their requires_grad), enabled whether recording is on."""
            return enabled and any(inputs) and (dtype.is_floating_point or dtype.is_complex)
    ''',
    why="One operand that wants a gradient is enough, unless recording is off. And a result of whole numbers or bools, such as "
    "x > 0 or an index, cannot move a little, so it has none.",
    facts=[
        Case("wants_gradient([True, False], True, mt.float32)", True),
        Case("wants_gradient([False, False], True, mt.float32)", False),
        Case("wants_gradient([True, True], False, mt.float32)", False),
        Case("wants_gradient([True], True, mt.int64)", False),
        Case("wants_gradient([True], True, mt.bool)", False),
        Case("wants_gradient([False, False, True], True, mt.float64)", True),
        Case("wants_gradient([True], True, mt.complex64)", True),
        Case("wants_gradient([], True, mt.float32)", False),
    ],
    wrong=[
        Wrong(
            """
            def wants_gradient(inputs, enabled, dtype):
                return enabled and all(inputs) and (dtype.is_floating_point or dtype.is_complex)
            """,
            "One operand is enough: in x * w only the weight may want a gradient, and it must get one.",
        ),
        Wrong(
            """
            def wants_gradient(inputs, enabled, dtype):
                return any(inputs) and (dtype.is_floating_point or dtype.is_complex)
            """,
            "Under no_grad nothing is recorded, whatever the operands want.",
        ),
        Wrong(
            """
            def wants_gradient(inputs, enabled, dtype):
                return enabled and any(inputs)
            """,
            "The result of x > 0 is a bool. It cannot move a little, so it has no gradient, whatever x wants.",
        ),
    ],
    hints=[
        "Three conditions, all of which must hold.",
        "Recording is on; at least one operand wants a gradient; the result is of a kind that can have one.",
        "enabled and any(inputs) and (dtype.is_floating_point or dtype.is_complex)",
    ],
)

count_nodes = Exercise(
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
    import minitorch as mt

    n = int(rng.integers(1, 30))
    y = mt.ones(2, requires_grad=True)
    for i in range(n):
        y = y * 2 if rng.random() < 0.5 else y + i
    return {"steps": n}, n, f(y)


leaves_of = Exercise(
    "leaves_of",
    title="Which leaves does it depend on?",
    difficulty=3,
    minutes=8,
    stub='''
        def leaves_of(y):
            """The leaf tensors that y's graph leads to, each once, as a list."""
            ...
    ''',
    solution='''
        def leaves_of(y):
            """The leaf tensors that y's graph leads to, each once, as a list."""
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
    ],
    wrong=[
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
            "A leaf that is used twice is found twice. Remember what you have met.",
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
    ],
    hints=[
        "It is the walk of count_nodes, with another thing collected.",
        "An edge that ends in a leaf shows as a node named AccumulateGrad; its `.variable` is the leaf.",
        "AccumulateGrad objects can go into the set of met nodes: two for the same leaf are equal.",
    ],
)
