"""The recorder."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited

X = "x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)\n"

SOLUTION = '''
def record(op, inputs, values, out):
    """Make the node of one step and let its results point to it, if the step is to be recorded at all.

    inputs  the arguments as the caller gave them     values  the same as the forward saw them (arrays)
    out     the resulting tensor, or a tuple of them

    At hand: operands(op, inputs), edge_of(x), wants_gradient(edges, out), new_node(op, values, edges),
    save(node, inputs, values, out), attach(node, out). Nothing is returned.
    """
    edges = [edge_of(x) for x in operands(op, inputs)]
    if wants_gradient(edges, out):
        node = new_node(op, values, edges)
        save(node, inputs, values, out)
        attach(node, out)
'''

exercise = Exercise(
    "record",
    title="The recorder",
    difficulty=3,
    minutes=8,
    target="minitorch.graph.record:record",
    installed=True,
    setup="from minitorch.graph.record import attach, edge_of, new_node, operands, save, wants_gradient",
    stub='''
        def record(op, inputs, values, out):
            """Make the node of one step and let its results point to it, if the step is to be recorded at all.

            inputs  the arguments as the caller gave them     values  the same as the forward saw them (arrays)
            out     the resulting tensor, or a tuple of them

            At hand: operands(op, inputs), edge_of(x), wants_gradient(edges, out), new_node(op, values, edges),
            save(node, inputs, values, out), attach(node, out). Nothing is returned.
            """
            ...
    ''',
    solution=SOLUTION,
    why="Ask where the operands came from; if nobody wants a gradient, do nothing. Otherwise make a node of the step's own class, "
    "give it what its formulas need, and its results. These are the package's own lines.",
    facts=[
        Case(X + "(x * w).grad_fn.name(), (x * w).requires_grad, (x * w).is_leaf", ("MulBackward0", True, False)),
        Case(X + "edges = (x * w).grad_fn.edges\nedges[0][0] is x, edges[1][0] is w, len(edges)", (True, True, 2)),
        Case(X + "a = x + w\n(a * w).grad_fn.edges[0][0] is a.grad_fn", True),
        Case(X + "mt.ones(2).mul(3).grad_fn is None, (x > w).grad_fn is None", (True, True)),
        Case(X + "with mt.no_grad():\n    y = x * w\ny.grad_fn is None, y.requires_grad", (True, False)),
        Case(X + "[edge is None for edge in (x * 10).grad_fn.edges]", [False, True]),
        Case(X + "(x * 10).grad_fn.saved_values(), (x + w).grad_fn.saved_values()", ({"y": 10}, {})),
        Case(X + "sorted((x * w).grad_fn.saved_values())", ["x", "y"]),
        Case(X + "x.sum(0).grad_fn.name(), len(x.sum(0).grad_fn.edges)", ("SumBackward1", 1)),
        Case(X + "values, places = x.max(0)\nvalues.requires_grad, places.requires_grad", (True, False)),
        Case(
            X + "y = x * w\nwith mt.no_grad():\n    x.add_(1)\ny.grad_fn.check()",
            raises=RuntimeError,
            match="modified by an inplace operation",
            changes=True,
        ),
        Case(X + "y = x * w\nz = x * w\nz.grad_fn.number < y.grad_fn.number, y.grad_fn is z.grad_fn", (True, False)),
        Case(
            "parts = mt.ones(4, requires_grad=True).split(2)\nparts[1].grad_fn is parts[0].grad_fn, parts[1]._edge[1]",
            (True, 1),
        ),
        Case(X + "list(x.exp().grad_fn.saved_values())", ["out"]),
        Case(X + "mt.cat([x, mt.ones(1), w]).grad_fn.name()", "CatBackward0"),
        Case(
            X + "import weakref\ny = x * w\nwatch = weakref.ref(y.grad_fn)\ndel y\nwatch() is None",
            True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def record(op, inputs, values, out):
                edges = [edge_of(x) for x in operands(op, inputs)]
                node = new_node(op, values, edges)
                save(node, inputs, values, out)
                attach(node, out)
            """,
            "Every step is recorded, whoever wants it. Ask wants_gradient(edges, out) first.",
        ),
        Wrong(
            edited(SOLUTION, ("in operands(op, inputs)]", "in inputs]")),
            "You ask all inputs for an edge. A sum has the inputs x, dim and keepdim, and only x has a formula: operands(op, "
            "inputs) gives those that have one.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "edge_of(x) for x in operands(op, inputs)",
                    "edge for edge in map(edge_of, operands(op, inputs)) if edge is not None",
                ),
            ),
            "The edges that lead nowhere are left out, and then the others no longer stand beside their formulas. Keep a None for "
            "each.",
        ),
        Wrong(
            """
            def record(op, inputs, values, out):
                edges = [edge_of(x) for x in operands(op, inputs)]
                if wants_gradient(edges, out):
                    node = new_node(op, values, edges)
                    save(node, inputs, values, out)
            """,
            "No result remembers where it came from. Does attach(node, out) come at the end, and are the edges asked of the inputs, "
            "which are tensors, and not of the values, which are arrays?",
        ),
        Wrong(
            """
            def record(op, inputs, values, out):
                edges = [edge_of(x) for x in operands(op, inputs)]
                if wants_gradient(edges, out):
                    node = new_node(op, values, edges)
                    attach(node, out)
            """,
            "The node has its edges, and nothing is saved for its formulas: save(node, inputs, values, out).",
        ),
        Wrong(
            edited(SOLUTION, ("if wants_gradient(edges, out):", "if any(edges):")),
            "An edge alone is not enough: recording may be off, and a bool cannot move. wants_gradient(edges, out) asks all three.",
        ),
        Wrong(
            """
            def record(op, inputs, values, out):
                edges = [edge_of(x) for x in operands(op, inputs)]
                if wants_gradient(edges, out):
                    node = new_node(op, values, edges)
                    save(node, inputs, inputs, out)
                    attach(node, out)
            """,
            "save wants both: inputs for their versions, and values, the arrays that the forward computed with, to keep.",
        ),
        Wrong(
            """
            def record(op, inputs, values, out):
                edges = [edge_of(x) for x in operands(op, inputs)]
                if wants_gradient(edges, out):
                    node = new_node(op, values, edges)
                    save(node, values, values, out)
                    attach(node, out)
            """,
            "The versions are not noted: save finds them in the inputs, which are tensors. An array has no version.",
        ),
        Wrong(
            """
            def record(op, inputs, values, out):
                edges = [edge_of(x) for x in operands(op, inputs)]
                if wants_gradient(edges, out):
                    node = new_node(op, values, edges)
                    attach(node, out)
                    save(node, inputs, values, inputs)
            """,
            "A formula may need the result: exp saves it. Hand `out` on to save.",
        ),
        Wrong(
            """
            last = []
            def record(op, inputs, values, out):
                edges = [edge_of(x) for x in operands(op, inputs)]
                if wants_gradient(edges, out):
                    last.append(new_node(op, values, edges))
                    save(last[-1], inputs, values, out)
                    attach(last[-1], out)
            """,
            "The node is held by something besides its results, so it stays when they are gone. Only the results may hold it.",
        ),
        Wrong(
            edited(SOLUTION, ("if wants_gradient(", "if not wants_gradient(")),
            "It is the wrong way round: a step is recorded if wants_gradient says yes.",
        ),
        Wrong(
            """
            def record(op, inputs, values, out):
                edges = [edge_of(x) for x in operands(op, inputs)]
                if wants_gradient(edges, out):
                    for one in out if isinstance(out, tuple) else (out,):
                        node = new_node(op, values, edges)
                        save(node, inputs, values, one)
                        attach(node, one)
            """,
            "Each result gets a node of its own. A step is one node, whose results are told apart by their numbers: hand `out` on "
            "as it is.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "no setter" in str(error),
            "`grad_fn` only says what is known. attach(node, out) makes the node the origin of its results.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, (AttributeError, TypeError, ValueError)) and "positional" not in str(error)
            ),
            "A helper is given something else than it wants, or in another order: operands(op, inputs), wants_gradient(edges, out), "
            "new_node(op, values, edges), save(node, inputs, values, out), attach(node, out).",
        ),
    ],
    hints=[
        "Four lines of the lesson, in order: where do the operands come from, is anything to be recorded, make the node, fill it.",
        "`edges = [edge_of(x) for x in operands(op, inputs)]`. If `wants_gradient` says no, stop there.",
        "`node = new_node(op, values, edges)`, then `save(node, inputs, values, out)`, then `attach(node, out)`.",
    ],
)
