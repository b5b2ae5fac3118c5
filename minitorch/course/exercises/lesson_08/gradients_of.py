"""Gradients that are returned."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited
from ..fact_words import stops, where

EXAMPLE = """
x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
a = x + w
y = a * (w + 1)
"""

SOLUTION = '''
def gradients_of(outputs, inputs, grad_outputs, keep, create_graph):
    """The gradient of each of `inputs`, in a list; None for one that no gradient reached. No .grad is touched.

    The walk is recorded if create_graph says so, and not otherwise, whatever the caller has switched on.
    """
    roots = start(outputs, grad_outputs)
    edges = [differentiable(x) for x in inputs]
    wanted = dict.fromkeys(edges)
    with set_grad_enabled(create_graph):
        Engine(roots, keep, create_graph, wanted).run()
    return [wanted[edge] for edge in edges]
'''

exercise = Exercise(
    "gradients_of",
    title="Gradients that are returned",
    difficulty=3,
    minutes=8,
    target="minitorch.autograd.grad:gradients_of",
    setup="""
        from minitorch.autograd.backward import differentiable, start
        from minitorch.autograd.engine import Engine
        from minitorch.graph.grad_mode import set_grad_enabled
    """,
    stub='''
        def gradients_of(outputs, inputs, grad_outputs, keep, create_graph):
            """The gradient of each of `inputs`, in a list; None for one that no gradient reached. No .grad is touched.

            The walk is recorded if create_graph says so, and not otherwise, whatever the caller has switched on.
            """
            ...
    ''',
    solution=SOLUTION,
    why="The walk is told which edges are wanted, puts their gradients into the dictionary and adds nothing to "
    ".grad. The "
    "list is "
    "made from the edges, not from the dictionary: an input may be asked for twice.",
    facts=[
        Case("mt.set_grad_enabled(True)" + EXAMPLE + "gradients_of([y], [a, w], None, False, False)", [T(4.0), T(9.0)]),
        Case(
            """
            mt.set_grad_enabled(True)
            x = mt.tensor(3.0, requires_grad=True)
            found = gradients_of([x * x], [x], None, False, False)
            now = mt.is_grad_enabled()
            mt.set_grad_enabled(True)
            (found, now)
            """,
            ([T(6.0)], True),
        ),
        Case(
            EXAMPLE + "gradients_of([y], [a, w], None, False, False)\n(x.grad, w.grad, a.retains_grad)",
            (None, None, False),
        ),
        Case(EXAMPLE + "gradients_of([y], [w, w, x], None, False, False)", [T(9.0), T(9.0), T(4.0)]),
        Case(
            EXAMPLE + "other = mt.ones(2, requires_grad=True)\ngradients_of([y], [other, x], None, False, False)",
            [None, T(4.0)],
        ),
        Case(EXAMPLE + "[g.requires_grad for g in gradients_of([y], [a, w], None, False, False)]", [False, False]),
        Case(EXAMPLE + "[g.requires_grad for g in gradients_of([y], [a, w], None, True, False)]", [False, False]),
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            y = x * x
            gradients_of([y, x + 1], [x], [mt.tensor([1.0, 10.0]), mt.tensor([5.0, 5.0])], False, False)
            """,
            [T([7.0, 45.0])],
        ),
        Case(
            """
            x = mt.tensor(3.0, requires_grad=True)
            (slope,) = gradients_of([x * x * x], [x], None, True, True)
            (slope.item(), gradients_of([slope], [x], None, False, False)[0].item())
            """,
            (27.0, 18.0),
        ),
        Case(
            """
            x = mt.tensor(3.0, requires_grad=True)
            y = x * x * x
            with mt.no_grad():
                (slope,) = gradients_of([y], [x], None, True, True)
                still_off = not mt.is_grad_enabled()
            (slope.requires_grad, still_off)
            """,
            (True, True),
        ),
        Case(EXAMPLE + "gradients_of([y], [w], None, True, False)\ny.backward()\nw.grad", T(9.0)),
        Case(
            EXAMPLE + "gradients_of([y], [w], None, False, False)\ny.backward()",
            raises=RuntimeError,
            match="a second time",
        ),
        Case(
            EXAMPLE + "gradients_of([y], [mt.ones(1)], None, False, False)",
            raises=RuntimeError,
            match="does not require grad",
        ),
    ],
    wrong=[
        Wrong(
            """
            def gradients_of(outputs, inputs, grad_outputs, keep, create_graph):
                mt.autograd.backward(outputs, grad_outputs, keep, create_graph)
                return [x.grad for x in inputs]
            """,
            "backward() writes to the leaves, and a result in the middle keeps no gradient there. Run a walk of your "
            "own "
            "that is "
            "told what is wanted: `Engine(roots, keep, create_graph, wanted)`.",
        ),
        Wrong(
            """
            def gradients_of(outputs, inputs, grad_outputs, keep, create_graph):
                wanted = dict.fromkeys([differentiable(x) for x in inputs])
                with set_grad_enabled(create_graph):
                    Engine(start(outputs, grad_outputs), keep, create_graph, wanted).run()
                return list(wanted.values())
            """,
            "An input may be asked for twice, but a dictionary holds its edge once. Make the list from the inputs: one "
            "look-up for "
            "each.",
        ),
        Wrong(
            """
            def gradients_of(outputs, inputs, grad_outputs, keep, create_graph):
                edges = [differentiable(x) for x in inputs]
                wanted = dict.fromkeys(edges)
                Engine(start(outputs, grad_outputs), keep, create_graph, wanted).run()
                return [wanted[edge] for edge in edges]
            """,
            "Whether the walk itself is recorded depends on the caller's switch here. It has to depend on "
            "create_graph: "
            "`with set_grad_enabled(create_graph):` round the walk.",
        ),
        Wrong(
            """
            def gradients_of(outputs, inputs, grad_outputs, keep, create_graph):
                edges = [differentiable(x) for x in inputs]
                wanted = dict.fromkeys(edges)
                with mt.no_grad():
                    Engine(start(outputs, grad_outputs), keep, create_graph, wanted).run()
                return [wanted[edge] for edge in edges]
            """,
            "Under no_grad() the walk is never recorded, so with create_graph=True the gradients cannot be "
            "differentiated "
            "again. "
            "Switch with set_grad_enabled(create_graph).",
        ),
        Wrong(
            """
            def gradients_of(outputs, inputs, grad_outputs, keep, create_graph):
                wanted = dict.fromkeys(inputs)
                with set_grad_enabled(create_graph):
                    Engine(start(outputs, grad_outputs), keep, create_graph, wanted).run()
                return [wanted[x] for x in inputs]
            """,
            "The walk knows edges, (node, number) or (leaf, 0), not tensors. `differentiable(x)` is the edge of an "
            "input.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("\n    roots = start(outputs, grad_outputs)", ""),
                ("roots, keep, create_graph, wanted).run(", "start(outputs, grad_outputs), keep, create_graph, wanted"),
            ),
            "The walk is made and does not run: every gradient is still None. Call its `run()`.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("\n    roots = start(outputs, grad_outputs)", ""),
                ("roots, keep, create_graph, wanted", "start(outputs, grad_outputs), keep, create_graph"),
            ),
            "Without `wanted` the walk fills the .grad of all leaves and your dictionary stays empty. Hand it over "
            "as the "
            "fourth "
            "argument.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("\n    roots = start(outputs, grad_outputs)", ""),
                ("roots, keep, create_graph, wanted", "start(outputs, grad_outputs), keep, create_graph, wanted, True"),
            ),
            "That fifth argument is for backward(inputs=...), which accumulates in .grad. Here nothing is "
            "accumulated: leave "
            "it out.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("\n    roots = start(outputs, grad_outputs)", ""),
                ("(roots, keep,", "(start(outputs, grad_outputs), True,"),
            ),
            "Your walk always keeps the saved values, so a graph that nobody needs any more stays in memory. `keep` "
            "says "
            "whether it may.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("\n    roots = start(outputs, grad_outputs)", ""),
                ("(roots, keep,", "(start(outputs, grad_outputs), False,"),
            ),
            "Your walk always frees what the steps have saved. With keep=True somebody wants to walk through the "
            "graph again.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("\n    roots = start(outputs, grad_outputs)", ""),
                ("Engine(roots, keep", "Engine(start(outputs, None), keep"),
            ),
            "grad_outputs is not used: the walk starts with 1 whatever the caller gave. Hand it to `start`.",
        ),
        Wrong(
            """
            def gradients_of(outputs, inputs, grad_outputs, keep, create_graph):
                edges = [x._edge for x in inputs]
                wanted = dict.fromkeys(edges)
                with set_grad_enabled(create_graph):
                    Engine(start(outputs, grad_outputs), keep, create_graph, wanted).run()
                return [wanted[edge] for edge in edges]
            """,
            "A leaf has no `_edge`: the edge that leads to it is (leaf, 0). `differentiable(x)` gives the edge of "
            "both kinds.",
        ),
        Wrong(
            """
            def gradients_of(outputs, inputs, grad_outputs, keep, create_graph):
                edges = [differentiable(x) for x in inputs]
                wanted = dict.fromkeys(edges)
                mt.set_grad_enabled(create_graph)
                Engine(start(outputs, grad_outputs), keep, create_graph, wanted).run()
                return [wanted[edge] for edge in edges]
            """,
            "The switch stays where you put it: after the call recording is off for everybody. Use it in a `with` "
            "block, "
            "which puts "
            "it back.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("\n    roots = start(outputs, grad_outputs)", ""),
                ("roots, keep, create_graph", "start(outputs, grad_outputs), create_graph, keep"),
            ),
            "The graph is freed when the next walk comes. There should be one walk for all inputs, and it keeps the "
            "saved values when `keep` says so.",
        ),
        Wrong(
            """
            def gradients_of(outputs, inputs, grad_outputs, keep, create_graph):
                found = []
                for x in inputs:
                    wanted = {differentiable(x): None}
                    with set_grad_enabled(create_graph):
                        Engine(start(outputs, grad_outputs), keep, create_graph, wanted).run()
                    found.extend(wanted.values())
                return found
            """,
            "A walk for each input: the first frees the graph, and the second finds it freed. One walk is told all "
            "the edges.",
        ),
    ],
    hints=[
        "`start(outputs, grad_outputs)` gives the roots; `differentiable(x)` the edge of an input.",
        "The walk wants a dictionary with those edges for keys: `dict.fromkeys(edges)`. After `Engine(roots, keep, "
        "create_graph, "
        "wanted).run()` the gradients are in it.",
        "Put the walk into `with set_grad_enabled(create_graph):`, and end with `[wanted[edge] for edge in edges]`.",
    ],
    mistakes=[
        where(
            [False, False],
            "The gradients have a history here, although create_graph is False. It alone decides whether the walk is recorded: "
            "`with set_grad_enabled(create_graph):`.",
        ),
        where(
            (None, None, False),
            "The walk has left something behind: x.grad, w.grad or the wish to keep a's gradient. An Engine that is given the "
            "dictionary `wanted` puts the gradients there, and touches no .grad.",
        ),
        where(
            [T([7.0, 45.0])],
            "Two outputs depend on x, and what comes from both adds up. One walk starts at all of them, each with its own gradient: "
            "`start(outputs, grad_outputs)`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, (tuple, dict)) and isinstance(expected, list),
            "A list is asked for, with one item for each input: `[wanted[edge] for edge in edges]`.",
        ),
        Mistake(
            lambda expected, got, error: (
                got is not None
                and isinstance(expected, list)
                and any(one is None and wanted is not None for one, wanted in zip(got, expected, strict=True))
            ),
            "An input that the outputs do depend on got None: the dictionary `wanted` must have its edge "
            "(`differentiable(x)`) for a "
            "key, be handed to the Engine, and be read after `run()`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and "second time" in str(error),
            "The graph is freed when the next walk comes. There should be one walk for all inputs, and it keeps the "
            "saved "
            "values when "
            "`keep` says so.",
        ),
        stops(
            "appears to not have been used",
            "autograd.grad is made of the piece that you are writing, and raises errors of its own. Run the walk "
            "yourself.",
        ),
        stops("does not require grad and does not", "The walk starts at the outputs: `start(outputs, grad_outputs)`."),
        stops(
            "cannot unpack",
            "The walk starts at roots, pairs of an edge and a gradient, which `start(outputs, grad_outputs)` makes.",
        ),
        stops(
            "not iterable",
            "The walk starts at roots, pairs of an edge and a gradient, which `start(outputs, grad_outputs)` makes.",
        ),
        stops(
            "grad can be implicitly created only",
            "The walk starts at the outputs, with grad_outputs: `start(outputs, grad_outputs)`.",
        ),
        where(
            [T(4.0), T(9.0)],
            "The walk starts at the outputs and puts what arrives at the wanted edges into the dictionary: 4 at a, 9 "
            "at w.",
        ),
        where(
            [False, False],
            "The walk has recorded itself, though create_graph is False: `with set_grad_enabled(create_graph):` round "
            "it.",
        ),
        stops(
            "iteration over a 0-d",
            "The walk starts at roots, pairs of an edge and a gradient, which `start(outputs, grad_outputs)` makes.",
        ),
    ],
)
