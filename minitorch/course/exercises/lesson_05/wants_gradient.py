"""Does the result want a gradient?."""

from ...define import Case, Exercise, Mistake, Wrong

EDGE = "x = mt.ones(2, requires_grad=True)\nedge = (x, 0)\n"

SAYS = {
    "one edge": "One operand is enough: in x * w only the weight may want a gradient, and the result has one.",
    "no edge": "No edge leads anywhere here: nobody wants a gradient, so nothing is recorded. any(edges) asks that.",
    "no_grad": "Inside no_grad nothing is recorded, whatever the operands want: ask is_grad_enabled().",
    "integers": "Integers cannot move a little, and there are several kinds: ask is_floating_point() and is_complex().",
    "bools": "A bool cannot move a little: ask is_floating_point() and is_complex().",
    "complex": "Complex numbers can move a little, too: ask for is_complex() as well.",
    "float16": "There are several floating dtypes: ask is_floating_point().",
    "several results": "A step with several results gives a tuple of tensors. One of them that can move is enough.",
}


def told(about, before, arguments, gives):
    """A fact that says what it is about, so that a mistake can be told by it."""
    return Case(f"{before}{about!r}, bool(wants_gradient({arguments}))", (about, gives))


exercise = Exercise(
    "wants_gradient",
    title="Does the result want a gradient?",
    difficulty=2,
    minutes=4,
    target="minitorch.graph.record:wants_gradient",
    setup="from minitorch.graph.grad_mode import is_grad_enabled",
    stub='''
        def wants_gradient(edges, out):
            """Whether a step is recorded.

            edges  what edge_of said of each operand          out  the result, or a tuple of results
            """
            ...
    ''',
    solution='''
        def wants_gradient(edges, out):
            """Whether a step is recorded.

            edges  what edge_of said of each operand          out  the result, or a tuple of results
            """
            outs = out if isinstance(out, tuple) else (out,)
            return is_grad_enabled() and any(edges) and any([o.is_floating_point() or o.is_complex() for o in outs])
    ''',
    why="One operand that wants a gradient is enough, unless recording is off. And a result of integers or bools, such as "
    "x > 0 or an index, cannot move a little, so it has none.",
    facts=[
        told("one edge", EDGE, "[edge, None], x * 2", True),
        told("no edge", EDGE, "[None, None], mt.ones(2)", False),
        Case(
            EDGE + "with mt.no_grad():\n    wanted = wants_gradient([edge], x * 2)\n'no_grad', bool(wanted)",
            ("no_grad", False),
        ),
        told("integers", EDGE, "[edge], x.long()", False),
        told("bools", EDGE, "[edge], x > 0", False),
        told("complex", EDGE, "[None, edge], mt.ones(2, dtype=mt.complex64)", True),
        told("float16", EDGE, "[edge], mt.ones(2, dtype=mt.float16)", True),
        told("integers", EDGE, "[edge], mt.ones(2, dtype=mt.uint8)", False),
        told("no edge", EDGE, "[], mt.ones(2)", False),
        told("several results", EDGE, "[edge], (mt.ones(2), mt.tensor([1, 0]))", True),
        told("several results", EDGE, "[edge], (mt.tensor([1, 0]), mt.tensor([1, 0]))", False),
        told("several results", EDGE, "[edge], (mt.tensor([1, 0]), mt.ones(2))", True),
    ],
    wrong=[
        Wrong(
            """
            def wants_gradient(edges, out):
                outs = out if isinstance(out, tuple) else (out,)
                return is_grad_enabled() and all(edges) and any(o.is_floating_point() or o.is_complex() for o in outs)
            """,
            "One operand is enough: in x * w only the weight may want a gradient, and it must get one.",
        ),
        Wrong(
            """
            def wants_gradient(edges, out):
                outs = out if isinstance(out, tuple) else (out,)
                return any(edges) and any(o.is_floating_point() or o.is_complex() for o in outs)
            """,
            "Under no_grad nothing is recorded, whatever the operands want.",
        ),
        Wrong(
            """
            def wants_gradient(edges, out):
                return is_grad_enabled() and any(edges)
            """,
            "The result of x > 0 is a bool. It cannot move a little, so it has no gradient, whatever x wants.",
        ),
        Wrong(
            """
            def wants_gradient(edges, out):
                outs = out if isinstance(out, tuple) else (out,)
                return is_grad_enabled() and any(edges) and any(o.dtype not in (mt.int64, mt.bool) for o in outs)
            """,
            "There are more integer dtypes than int64. Ask the tensor whether it is floating or complex.",
        ),
        Wrong(
            """
            def wants_gradient(edges, out):
                outs = out if isinstance(out, tuple) else (out,)
                return is_grad_enabled() and any(edges) and any(o.is_floating_point() for o in outs)
            """,
            "Complex numbers can move a little as well: ask for `is_complex()`, too.",
        ),
        Wrong(
            """
            def wants_gradient(edges, out):
                return is_grad_enabled() and any(edges) and (out.is_floating_point() or out.is_complex())
            """,
            "A step with several results gives a tuple of tensors, as max gives values and indices. One of them that can move is "
            "enough.",
        ),
        Wrong(
            """
            def wants_gradient(edges, out):
                outs = out if isinstance(out, tuple) else (out,)
                return is_grad_enabled() and any(edges) and all(o.is_floating_point() or o.is_complex() for o in outs)
            """,
            "Of several results one that can move is enough: max gives values and indices, and the values have a gradient.",
        ),
        Wrong(
            """
            def wants_gradient(edges, out):
                outs = out if isinstance(out, tuple) else (out,)
                return is_grad_enabled() and len(edges) > 0 and any(o.is_floating_point() or o.is_complex() for o in outs)
            """,
            "There is an entry for every operand, None for one from which no edge leads anywhere. Count only the others: any(edges).",
        ),
        Wrong(
            """
            def wants_gradient(edges, out):
                outs = out if isinstance(out, tuple) else (out,)
                return is_grad_enabled() and any(edges) and any(o.requires_grad for o in outs)
            """,
            "Whether the result requires a gradient is what you are asked: until the step is recorded it says nothing. Ask for its "
            "kind: floating or complex.",
        ),
        Wrong(
            """
            def wants_gradient(edges, out):
                outs = out if isinstance(out, tuple) else (out,)
                return is_grad_enabled() and any(o.is_floating_point() or o.is_complex() for o in outs)
            """,
            "You do not ask the edges. If no operand wants a gradient, nothing is recorded.",
        ),
        Wrong(
            """
            def wants_gradient(edges, out):
                outs = out if isinstance(out, tuple) else (out,)
                return is_grad_enabled() or any(edges) and any(o.is_floating_point() or o.is_complex() for o in outs)
            """,
            "All three conditions must hold: recording is on, and an edge is there, and the result can move.",
        ),
    ],
    mistakes=[
        Mistake(lambda expected, got, error, about=about: expected[0] == about and error is None, says)
        for about, says in SAYS.items()
    ],
    hints=[
        "Three conditions, all of which must hold.",
        "Recording is on; at least one edge is there; the result, or one of several, is of a kind that can have a gradient.",
        "is_grad_enabled() and any(edges) and any(o.is_floating_point() or o.is_complex() for o in outs)",
    ],
)
