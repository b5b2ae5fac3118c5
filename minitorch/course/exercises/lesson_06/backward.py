"""What users call."""

from ...define import Case, Exercise, Mistake, T, Wrong
from .words import asks

X = "x = mt.tensor([1.0, 2.0], requires_grad=True)\n"
XW = "x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)\n"
EDGE = "from minitorch.graph.edge import GradientEdge\n"
WARNED = """
import warnings
from minitorch.autograd.backward import warned
x = mt.tensor(3.0, requires_grad=True)
before = warned[:]
warned.clear()
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
"""

SEVERAL = """
def several(tensors):
    tensors = (tensors,) if isinstance(tensors, Tensor | GradientEdge) else tuple(tensors)
    return tuple([stand_in(x) if isinstance(x, GradientEdge) else x for x in tensors])
"""
HEAD = """
def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
"""
BACKWARD = (
    HEAD
    + """    if create_graph:
        warn_of_the_cycle()
    roots = start(several(tensors), grad_tensors if grad_tensors is not None else grad_variables)
    keep = create_graph if retain_graph is None else retain_graph
    if inputs is not None:
        backward_into(several(inputs), roots, keep, create_graph)
        return
    with set_grad_enabled(create_graph):
        Engine(roots, keep, create_graph).run()
"""
)


def changed(old, new, text=BACKWARD):
    """Both, with a change in one of them."""
    assert old in text
    return "".join([one.replace(old, new) if one is text else one for one in (SEVERAL, BACKWARD)])


exercise = Exercise(
    "backward",
    title="What users call",
    difficulty=3,
    minutes=7,
    target="minitorch.autograd.backward:backward",
    covers=("minitorch.autograd.backward:several",),
    setup="from minitorch import Tensor\n"
    "from minitorch.autograd.backward import backward_into, start, warn_of_the_cycle\n"
    "from minitorch.autograd.engine import Engine\n"
    "from minitorch.graph.edge import GradientEdge, stand_in\n"
    "from minitorch.graph.mode import set_grad_enabled",
    stub='''
        def several(tensors):
            """A tuple of tensors, of one or of a sequence of them. For a GradientEdge x among them it holds stand_in(x)."""
            ...


        def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
            """Walk back from `tensors`, and add the gradients to the .grad of the leaves.

            grad_tensors  the gradient of each tensor; grad_variables is its old name, for those who do not give it
            retain_graph  keep what the nodes have saved; None means: as create_graph says
            create_graph  record the walk, so that it runs in a block `with set_grad_enabled(create_graph):`;
                          if it is true, warn_of_the_cycle() comes before anything else
            inputs        unless it is None, accumulate in these only: backward_into(several(inputs), roots, keep,
                          create_graph) takes the place of that block
            """
            ...
    ''',
    solution='''
        def several(tensors):
            """A tuple of tensors, of one or of a sequence of them. For a GradientEdge x among them it holds stand_in(x)."""
            tensors = (tensors,) if isinstance(tensors, Tensor | GradientEdge) else tuple(tensors)
            return tuple([stand_in(x) if isinstance(x, GradientEdge) else x for x in tensors])


        def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
            """Walk back from `tensors`, and add the gradients to the .grad of the leaves."""
            if create_graph:
                warn_of_the_cycle()
            tensors = several(tensors)
            roots = start(tensors, grad_tensors if grad_tensors is not None else grad_variables)
            keep = create_graph if retain_graph is None else retain_graph
            if inputs is not None:
                backward_into(several(inputs), roots, keep, create_graph)
                return
            with set_grad_enabled(create_graph):
                Engine(roots, keep, create_graph).run()
    ''',
    why="All the work is in the pieces; this function decides four things: where the walk starts, what is kept, whether it is "
    "recorded, and who gets something.",
    facts=[
        Case(XW + "backward((x + w) * (w + 1))\nx.grad, w.grad", (T(4.0), T(9.0)), changes=True),
        Case(XW + "backward(x * w)\nbackward([x * 5])\nx.grad, w.grad", (T(8.0), T(2.0)), changes=True),
        Case(XW + "backward((x * w, w * 10))\nx.grad, w.grad", (T(3.0), T(12.0)), changes=True),
        Case(X + "backward(x * x, mt.tensor([1.0, 10.0]))\nx.grad", T([2.0, 40.0]), changes=True),
        Case(
            X + "backward([x * x, x.sum()], [mt.tensor([1.0, 10.0]), None])\nx.grad",
            T([3.0, 41.0]),
            changes=True,
        ),
        Case(X + "backward(x * x, grad_variables=mt.tensor([1.0, 10.0]))\nx.grad", T([2.0, 40.0]), changes=True),
        Case(X + "backward(x * x)", raises=RuntimeError, match="only for scalar outputs", changes=True),
        Case(XW + "y = x * w\nbackward(y)\nbackward(y)", raises=RuntimeError, match="a second time", changes=True),
        Case(XW + "y = x * w\nbackward(y, retain_graph=True)\nbackward(y)\nx.grad", T(6.0), changes=True),
        Case(XW + "backward(x * w)\nx.grad.requires_grad, mt.is_grad_enabled()", (False, True), changes=True),
        Case(
            XW + "y = x * x * x\nbackward(y, create_graph=True)\nx.grad.requires_grad, y.grad_fn.freed",
            (True, False),
            changes=True,
        ),
        Case(
            XW + "y = x * x * x\nbackward(y, retain_graph=False, create_graph=True)\ny.grad_fn.freed",
            True,
            changes=True,
        ),
        Case(
            XW + "y = x * x * x\nwith mt.no_grad():\n    backward(y, create_graph=True)\nx.grad.requires_grad",
            True,
            changes=True,
        ),
        Case(
            WARNED
            + "    backward(x * x, create_graph=True)\nwarned[:] = before\n[str(one.message)[:35] for one in said]",
            ["Using backward() with create_graph="],
            changes=True,
        ),
        Case(
            WARNED + "    backward(x * x)\nwarned[:] = before\nlen(said)",
            0,
            changes=True,
        ),
        Case(XW + "backward(x * w, inputs=[w])\nx.grad, w.grad", (None, T(2.0)), changes=True),
        Case(XW + "backward(x * w, inputs=x)\nx.grad, w.grad", (T(3.0), None), changes=True),
        Case(XW + "m = x * w\nbackward(m * m, inputs=(m,))\nm.grad, x.grad", (T(12.0), None), changes=True),
        Case(XW + "backward(x * w, inputs=[])", raises=RuntimeError, match="cannot be empty", changes=True),
        Case(
            EDGE + XW + "y = x * w\nbackward(GradientEdge(*y._edge))\nx.grad, w.grad",
            (T(3.0), T(2.0)),
            changes=True,
        ),
        Case(
            EDGE + XW + "y = x * w\nbackward([GradientEdge(*y._edge), x * 1], inputs=[x])\nx.grad",
            T(4.0),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            changed(
                "    with set_grad_enabled(create_graph):\n        Engine(roots, keep, create_graph).run()",
                "    Engine(roots, keep, create_graph).run()",
            ),
            "The walk runs with the caller's switch. It is create_graph that decides whether it is recorded: with "
            "set_grad_enabled(create_graph).",
        ),
        Wrong(
            changed("with set_grad_enabled(create_graph):", "with mt.no_grad():"),
            "With create_graph the walk is to be recorded, and no_grad never does: set_grad_enabled(create_graph).",
        ),
        Wrong(
            changed("keep = create_graph if retain_graph is None else retain_graph", "keep = retain_graph"),
            "retain_graph that is not given means: as create_graph says. Who differentiates again needs the graph once more.",
        ),
        Wrong(
            changed(
                "keep = create_graph if retain_graph is None else retain_graph", "keep = retain_graph or create_graph"
            ),
            "Somebody may say retain_graph=False together with create_graph=True, and means it: only None takes create_graph's value.",
        ),
        Wrong(
            changed("keep = create_graph if retain_graph is None else retain_graph", "keep = create_graph"),
            "retain_graph=True keeps the graph for another walk, and is not looked at here.",
        ),
        Wrong(
            changed("grad_tensors if grad_tensors is not None else grad_variables", "grad_tensors"),
            "Old programs give the gradients as grad_variables: take those where grad_tensors is None.",
        ),
        Wrong(
            changed(
                "start(several(tensors), grad_tensors if grad_tensors is not None else grad_variables)",
                "start(several(tensors), None)",
            ),
            "The gradients that were given are not handed on: start(tensors, gradients).",
        ),
        Wrong(
            changed(
                "    if inputs is not None:\n        backward_into(several(inputs), roots, keep, create_graph)\n        return\n",
                "",
            ),
            "inputs= says into which tensors to accumulate, and nobody looks at it: backward_into(several(inputs), roots, keep, "
            "create_graph), and then return.",
        ),
        Wrong(
            changed("create_graph)\n        return\n", "create_graph)\n"),
            "After backward_into all is done: return, or a second walk runs, through a graph that is freed.",
        ),
        Wrong(
            changed("if inputs is not None:", "if inputs:"),
            "Whether inputs were given is one question, whether there are any is another: an empty list is refused by backward_into. "
            "Ask `inputs is not None`.",
        ),
        Wrong(
            changed("backward_into(several(inputs)", "backward_into(inputs"),
            "inputs may be one tensor, and backward_into wants a tuple of them: several(inputs).",
        ),
        Wrong(
            changed("    if create_graph:\n        warn_of_the_cycle()\n", ""),
            "With create_graph a tensor and its gradient will hold each other, and PyTorch warns of that: warn_of_the_cycle().",
        ),
        Wrong(
            changed("    if create_graph:\n        warn_of_the_cycle()\n", "    warn_of_the_cycle()\n"),
            "The warning is meant for create_graph only; a plain backward() has nothing to be warned of.",
        ),
        Wrong(
            changed("Engine(roots, keep, create_graph).run()", "Engine(roots, keep, create_graph)"),
            "The engine is made, and does not walk: .run().",
        ),
        Wrong(
            changed("start(several(tensors),", "start(tensors,"),
            "tensors may be one tensor or a GradientEdge, and start wants a tuple of tensors: several(tensors).",
        ),
        Wrong(
            changed(
                "stand_in(x) if isinstance(x, GradientEdge) else x for x in tensors", "x for x in tensors", SEVERAL
            ),
            "A GradientEdge is no tensor, and the walk wants tensors: several puts stand_in(x) in its place.",
        ),
        Wrong(
            changed("isinstance(tensors, Tensor | GradientEdge)", "isinstance(tensors, Tensor)", SEVERAL),
            "One GradientEdge alone is taken for a sequence, for it is a tuple itself. Ask isinstance(tensors, GradientEdge), too.",
        ),
        Wrong(
            changed(
                "(tensors,) if isinstance(tensors, Tensor | GradientEdge) else tuple(tensors)", "(tensors,)", SEVERAL
            ),
            "A list of tensors becomes one entry here. Only a single tensor, or edge, has to be put into a tuple.",
        ),
    ],
    mistakes=[
        asks(
            "inputs= is not None here: backward_into(several(inputs), roots, keep, create_graph), then return.",
            (None, T(2.0)),
            (T(3.0), None),
            (T(12.0), None),
        ),
        asks(
            "retain_graph decides what is kept; where it is None, create_graph does. keep = create_graph if retain_graph is None else "
            "retain_graph.",
            T(6.0),
            (True, False),
        ),
        asks(
            "Whether the walk is recorded is for create_graph to say, whatever is switched on outside: with "
            "set_grad_enabled(create_graph), "
            "around the walk alone.",
            (False, True),
        ),
        asks(
            "The gradients of the tensors come as grad_tensors, or under the old name grad_variables: start(tensors, gradients) "
            "takes them.",
            T([2.0, 40.0]),
            T([3.0, 41.0]),
        ),
        asks(
            "tensors may be one tensor, a sequence, or a GradientEdge: several(tensors) makes a tuple of tensors, and start makes "
            "the roots.",
            (T(4.0), T(9.0)),
            (T(8.0), T(2.0)),
            (T(3.0), T(12.0)),
            (T(3.0), T(2.0)),
            T(4.0),
        ),
        asks(
            "With create_graph, warn_of_the_cycle() comes before anything else; without it, never.",
            ["Using backward() with create_graph="],
            0,
        ),
        asks(
            "An error is expected here, which start, Engine or backward_into raises, if they are given what the caller gave.",
            error=RuntimeError,
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "iterat" in str(error),
            "One tensor alone cannot be gone through like a list: several(tensors) makes a tuple of it first.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "0-d tensor" in str(error),
            "One tensor alone cannot be gone through like a list: several(tensors) makes a tuple of it first.",
        ),
    ],
    hints=[
        "Five steps: the warning, the roots, what to keep, and then one of two: into the inputs, or the whole walk.",
        "`roots = start(several(tensors), ...)`, and `keep = create_graph if retain_graph is None else retain_graph`. several: "
        "`(tensors,)` for a Tensor or GradientEdge, else `tuple(tensors)`.",
        "`with set_grad_enabled(create_graph): Engine(roots, keep, create_graph).run()`, unless inputs is not None: then "
        "backward_into(several(inputs), roots, keep, create_graph), and return.",
    ],
)
