"""The edges as PyTorch shows them."""

from ...define import Case, Exercise, Mistake, Wrong

STEPS = "x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)\n"

exercise = Exercise(
    "next_functions",
    title="The edges as PyTorch shows them",
    difficulty=2,
    minutes=5,
    target="minitorch.graph.node:Node.next_functions",
    setup="from minitorch.graph.node import AccumulateGrad, Node, as_node",
    stub='''
        def next_functions(self):
            """A tuple with a pair (node, number) for each of self.edges; (None, 0) for an edge that is None."""
            ...
    ''',
    solution='''
        def next_functions(self):
            """A tuple with a pair (node, number) for each of self.edges; (None, 0) for an edge that is None."""
            return tuple([(None, 0) if edge is None else (as_node(edge[0]), edge[1]) for edge in self.edges])
    ''',
    why="One entry for every operand, in order, so that the places tell the operands apart. A leaf appears as the AccumulateGrad "
    "that stands for it.",
    facts=[
        Case(STEPS + "[node.name() for node, _ in next_functions((x * w).grad_fn)]", ["AccumulateGrad"] * 2),
        Case(STEPS + "a = x + w\nnext_functions((a * 2).grad_fn)[0][0] is a.grad_fn", True),
        Case(STEPS + "list(next_functions((x * 2).grad_fn))[1:]", [(None, 0)]),
        Case(STEPS + "[node is None for node, _ in next_functions((mt.tensor(5.0) - x).grad_fn)]", [True, False]),
        Case(STEPS + "[node.variable is w for node, _ in next_functions((w * w).grad_fn)]", [True, True]),
        Case(
            "first, second = mt.ones(4, requires_grad=True).split(2)\nnext_functions((second * 2).grad_fn)[0][1]",
            1,
        ),
        Case(STEPS + "type(next_functions((x * w).grad_fn)).__name__", "tuple"),
        Case(STEPS + "next_functions((x * w).exp().grad_fn)[0][0].name()", "MulBackward0"),
    ],
    wrong=[
        Wrong(
            """
            def next_functions(self):
                return tuple([(as_node(edge[0]), edge[1]) for edge in self.edges])
            """,
            "An edge may be None: nobody wants a gradient there. The pair for it is (None, 0).",
        ),
        Wrong(
            """
            def next_functions(self):
                return tuple([(as_node(edge[0]), edge[1]) for edge in self.edges if edge is not None])
            """,
            "The edges that lead nowhere are left out, so the places no longer tell which operand is meant. Put (None, 0) for each.",
        ),
        Wrong(
            """
            def next_functions(self):
                return tuple([(None, 0) if edge is None else edge for edge in self.edges])
            """,
            "An edge may end in a leaf, which is a tensor and no node. as_node puts an AccumulateGrad in its place.",
        ),
        Wrong(
            """
            def next_functions(self):
                return [(None, 0) if edge is None else (as_node(edge[0]), edge[1]) for edge in self.edges]
            """,
            "PyTorch gives a tuple, so that nobody takes it for something that can be changed: tuple(...).",
        ),
        Wrong(
            """
            def next_functions(self):
                return tuple([(None, 0) if edge is None else (as_node(edge[0]), 0) for edge in self.edges])
            """,
            "The number is lost: an edge to the second part of a split is (node, 1). It is edge[1].",
        ),
        Wrong(
            """
            def next_functions(self):
                return tuple([None if edge is None else (as_node(edge[0]), edge[1]) for edge in self.edges])
            """,
            "Every entry is a pair, so that a loop can take it apart: (None, 0) for an edge that leads nowhere.",
        ),
        Wrong(
            """
            def next_functions(self):
                return tuple([(None, 0) if edge is None else (AccumulateGrad(edge[0]), edge[1]) for edge in self.edges])
            """,
            "Only an edge that ends in a leaf shows an AccumulateGrad. Where it leads to a node, the node itself stands: as_node "
            "asks which it is.",
        ),
        Wrong(
            """
            def next_functions(self):
                return tuple([None if edge is None else as_node(edge[0]) for edge in self.edges])
            """,
            "Every entry is a pair of a node and a number, not a node alone.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "not callable" in str(error),
            "A leaf is a tensor and no node. as_node puts an AccumulateGrad in its place.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "unpack" in str(error),
            "Every entry is a pair of a node and a number, also where the edge is None: then (None, 0).",
        ),
    ],
    hints=[
        "One pair for every edge, in the same order. What may an edge be?",
        "None, or a pair. Its first part is a node or a leaf tensor, and `as_node` gives a node for either.",
        "tuple([(None, 0) if edge is None else (as_node(edge[0]), edge[1]) for edge in self.edges])",
    ],
)
