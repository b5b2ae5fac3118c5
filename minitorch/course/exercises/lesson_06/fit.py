"""In the form in which it must arrive, and added up."""

import textwrap

from ...define import Case, Exercise, Mistake, T, Wrong
from .words import asks

FIT = "from minitorch.autograd.engine.fitting import fit\n"
FITTED = "from minitorch.autograd.engine.fitting import fitted\n"
X = "x = mt.ones(3, requires_grad=True)\n"
PARTS = "x = mt.arange(4.0, requires_grad=True)\nfirst, second = x.split(2)\nnode = first.grad_fn\n"

FIT_TEXT = """
def fit(g, shape, dtype):
    if g.shape != shape:
        g = sum_to(g, shape)
    if g.is_complex() and not dtype.is_complex:
        g = g.real
    return g.to(dtype)
"""

FITTED_TEXT = """
def fitted(g, edge):
    target, number = edge
    if isinstance(target, Tensor):
        return fit(g, target.shape, leaf_dtype(target, g))
    shape, dtype = target.outputs[number]
    return fit(g, shape, from_numpy_dtype(dtype))
"""

GATHERED_TEXT = """
def gathered(have, g, edge):
    target, number = edge
    if isinstance(target, Tensor) or not target.several:
        return g if have is None else have + g
    have = [None] * target.several if have is None else have
    have[number] = g if have[number] is None else have[number] + g
    return have
"""


def with_rest(text):
    """This fit, with the other two as they should be."""
    return textwrap.dedent(text) + FITTED_TEXT + GATHERED_TEXT


def fitting(old, new, text=FITTED_TEXT):
    """All three, with a change in one of them."""
    assert old in text
    texts = [FIT_TEXT, FITTED_TEXT, GATHERED_TEXT]
    return "".join([one.replace(old, new) if one is text else one for one in texts])


exercise = Exercise(
    "fit",
    title="In the form in which it must arrive",
    difficulty=3,
    minutes=8,
    target="minitorch.autograd.engine.fitting:gathered",
    covers=("minitorch.autograd.engine.fitting:fit", "minitorch.autograd.engine.fitting:fitted"),
    installed=True,
    setup="from minitorch import Tensor\n"
    "from minitorch.autograd.engine.fitting import from_numpy_dtype, leaf_dtype\n"
    "from minitorch.ops.reduction.sum import sum_to",
    stub='''
        def fit(g, shape, dtype):
            """The gradient g in the shape and dtype of what it is the gradient of: broadcasting and promotion undone.

            At hand: sum_to(x, shape) of lesson 03. What is real has a real gradient: of a complex g it is the real part, g.real.
            """
            ...


        def fitted(g, edge):
            """The gradient g as the end of an edge, (target, number), must have it: fit, with the shape and dtype from there.

            A node has them in target.outputs[number], as a pair; from_numpy_dtype(dtype) makes the dtype ours.
            A leaf is a tensor with a shape; its dtype is leaf_dtype(target, g).
            """
            ...


        def gathered(have, g, edge):
            """What has arrived at the end of an edge so far, `have`, with g more; have is None before the first.

            A sum; but for a node with target.several results, which is else 0, a list with as many entries: the sum for
            each result, None where nothing has arrived. There g belongs to result `number`.
            """
            ...
    ''',
    solution='''
        def fit(g, shape, dtype):
            """The gradient g in the shape and dtype of what it is the gradient of: broadcasting and promotion undone."""
            if g.shape != shape:
                g = sum_to(g, shape)
            if g.is_complex() and not dtype.is_complex:
                g = g.real
            return g.to(dtype)


        def fitted(g, edge):
            """The gradient g as the end of an edge, (target, number), must have it: fit, with the shape and dtype from there."""
            target, number = edge
            if isinstance(target, Tensor):
                return fit(g, target.shape, leaf_dtype(target, g))
            shape, dtype = target.outputs[number]
            return fit(g, shape, from_numpy_dtype(dtype))


        def gathered(have, g, edge):
            """What has arrived at the end of an edge so far, `have`, with g more; have is None before the first."""
            target, number = edge
            if isinstance(target, Tensor) or not target.several:
                return g if have is None else have + g
            have = [None] * target.several if have is None else have
            have[number] = g if have[number] is None else have[number] + g
            return have
    ''',
    why="An operand that was stretched was used many times, and its gradient is the sum over the uses. An operand that was promoted "
    "gets its gradient in its own dtype. This is done in one place, so no formula needs to think of it.",
    facts=[
        Case(FIT + "fit(mt.ones(2, 3), (3,), mt.float32)", T([2.0, 2.0, 2.0])),
        Case(FIT + "fit(mt.ones(2, 3), (2, 1), mt.float32)", T([[3.0], [3.0]])),
        Case(FIT + "fit(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), (), mt.float32)", T(10.0)),
        Case(FIT + "fit(mt.tensor([1.0, 2.0]), (2,), mt.float32)", T([1.0, 2.0])),
        Case(FIT + "fit(mt.tensor([1.0, 2.0], dtype=mt.float64), (2,), mt.float32)", T([1.0, 2.0])),
        Case(FIT + "fit(mt.ones(2, 2, dtype=mt.float64), (2,), mt.float32)", T([2.0, 2.0])),
        Case(FIT + "str(fit(mt.tensor([1.0, 2.0]), (2,), mt.float64).dtype)", "minitorch.float64"),
        Case(FIT + "fit(mt.tensor([1 + 2j, 3 - 4j]), (2,), mt.float32)", T([1.0, 3.0])),
        Case(FIT + "fit(mt.tensor([1 + 2j, 3 - 4j]), (2,), mt.complex64).tolist()", [1 + 2j, 3 - 4j]),
        Case(FIT + "fit(mt.tensor([1.0, 2.0]), (2,), mt.complex64).tolist()", [1 + 0j, 2 + 0j]),
        Case(
            FIT + "x = mt.tensor([[1.0, 2.0]], requires_grad=True)\nfit(x * 2, (2,), mt.float64).requires_grad",
            True,
        ),
        Case(FITTED + X + "fitted(mt.ones(5, 3), (x, 0))", T([5.0, 5.0, 5.0])),
        Case(FITTED + X + "fitted(mt.full((4, 3), 1.5, dtype=mt.float64), (x, 0))", T([6.0, 6.0, 6.0])),
        Case(FITTED + X + "y = x * 2\nfitted(mt.ones(9, 3, dtype=mt.float64), y._edge)", T([9.0, 9.0, 9.0])),
        Case(FITTED + X + "y = x.to(mt.float64)\nstr(fitted(mt.ones(3), y._edge).dtype)", "minitorch.float64"),
        Case(
            FITTED + "one, four = mt.arange(5.0, requires_grad=True).split([1, 4])\n"
            "fitted(mt.ones(3, 4), four._edge), fitted(mt.ones(2, 1), one._edge)",
            (T([3.0, 3.0, 3.0, 3.0]), T([2.0])),
        ),
        Case(X + "gathered(None, mt.tensor([1.0, 2.0, 3.0]), (x, 0))", T([1.0, 2.0, 3.0])),
        Case(X + "gathered(mt.ones(3), mt.tensor([1.0, 2.0, 3.0]), (x, 0))", T([2.0, 3.0, 4.0])),
        Case(X + "y = x * 2\ngathered(mt.ones(3) * 6, mt.ones(3), y._edge)", T([7.0, 7.0, 7.0])),
        Case(X + "y = x * 2\ngathered(None, mt.ones(3) * 8, y._edge)", T([8.0, 8.0, 8.0])),
        Case(
            X + "g, first = mt.ones(3), mt.ones(3)\ngathered(first, g, (x, 0))\nfirst, g", (T([1.0] * 3), T([1.0] * 3))
        ),
        Case(PARTS + "gathered(None, mt.ones(2), (node, 1))", [None, T([1.0, 1.0])], changes=True),
        Case(PARTS + "gathered(None, mt.ones(2), (node, 0))", [T([1.0, 1.0]), None], changes=True),
        Case(
            PARTS + "have = gathered(None, mt.ones(2), (node, 1))\nhave = gathered(have, mt.ones(2) * 5, (node, 0))\n"
            "gathered(have, mt.ones(2) * 2, (node, 1))",
            [T([5.0, 5.0]), T([3.0, 3.0])],
            changes=True,
        ),
        Case(
            "x, c = mt.ones(2, 3, requires_grad=True), mt.ones(3, requires_grad=True)\n(x * c * c).sum().backward()\nc.grad",
            T([4.0, 4.0, 4.0]),
        ),
        Case(PARTS + "(second * 3 + second).sum().backward()\nx.grad", T([0.0, 0.0, 4.0, 4.0])),
    ],
    wrong=[
        Wrong(
            with_rest(
                """
            def fit(g, shape, dtype):
                return g.to(dtype)
            """
            ),
            "The shape is as it came. What was stretched in the forward pass is summed on the way back: sum_to(g, shape).",
        ),
        Wrong(
            with_rest(
                """
            def fit(g, shape, dtype):
                return sum_to(g, shape)
            """
            ),
            "The dtype is as it came. A float32 leaf that met a float64 gets its gradient in float32: .to(dtype).",
        ),
        Wrong(
            with_rest(
                """
            def fit(g, shape, dtype):
                if g.shape != shape:
                    g = g.reshape(shape)
                if g.is_complex() and not dtype.is_complex:
                    g = g.real
                return g.to(dtype)
            """
            ),
            "reshape keeps the number of elements, and a stretch does not. The uses of one number have to be added: sum_to.",
        ),
        Wrong(
            with_rest(
                """
            def fit(g, shape, dtype):
                if g.shape != shape:
                    g = g.sum()
                if g.is_complex() and not dtype.is_complex:
                    g = g.real
                return g.to(dtype)
            """
            ),
            "You add up everything. Only the stretched dimensions are summed: sum_to(g, shape) knows which.",
        ),
        Wrong(
            with_rest(
                """
            def fit(g, shape, dtype):
                if g.is_complex():
                    g = g.real
                return sum_to(g, shape).to(dtype)
            """
            ),
            "The imaginary part is needed where the operand is complex, too. Take .real only where dtype is not complex.",
        ),
        Wrong(
            with_rest(
                """
            def fit(g, shape, dtype):
                return sum_to(g.abs() if g.is_complex() and not dtype.is_complex else g, shape).to(dtype)
            """
            ),
            "The gradient of a real operand is the real part of g, not its absolute value.",
        ),
        Wrong(
            with_rest(
                """
            def fit(g, shape, dtype):
                if g.shape != shape:
                    return sum_to(g, shape)
                if g.is_complex() and not dtype.is_complex:
                    return g.real
                return g.to(dtype)
            """
            ),
            "You stop after the first change. A gradient may need both: another shape, and then another dtype.",
        ),
        Wrong(
            with_rest(
                """
            def fit(g, shape, dtype):
                return mt.tensor(sum_to(g, shape).tolist(), dtype=dtype)
            """
            ),
            "A new tensor made of the numbers has forgotten where it came from, and is slow. Stay with "
            "operations: sum_to, .to().",
        ),
        Wrong(
            with_rest(
                """
            def fit(g, shape, dtype):
                return sum_to(g.detach(), shape).to(dtype)
            """
            ),
            "The gradient's own history is cut off. Gradients of gradients need it: no detach here.",
        ),
        Wrong(
            fitting("target.outputs[number]", "target.outputs[0]"),
            "Of several results each has its own shape: fitted takes target.outputs[number].",
        ),
        Wrong(
            fitting("from_numpy_dtype(dtype)", "dtype"),
            "The node keeps NumPy's dtype, and .to wants ours: from_numpy_dtype(dtype).",
        ),
        Wrong(
            fitting("leaf_dtype(target, g)", "g.dtype"),
            "In fitted, a leaf's gradient stays in the dtype in which it came. The leaf says which it wants: leaf_dtype(target, g).",
        ),
        Wrong(
            fitting("        return fit(g, target.shape, leaf_dtype(target, g))\n", "        return g\n"),
            "fitted leaves the gradient of a leaf as it came. A leaf may have been stretched or promoted just as well: fit it, with "
            "target.shape and leaf_dtype(target, g).",
        ),
        Wrong(
            fitting(
                "    if isinstance(target, Tensor):\n        return fit(g, target.shape, leaf_dtype(target, g))\n", ""
            ),
            "An edge may end in a leaf, which is a tensor and has no outputs: fitted has to ask which it is, "
            "isinstance(target, Tensor).",
        ),
        Wrong(
            fitting("return g if have is None else have + g", "return have + g", GATHERED_TEXT),
            "In gathered there may be nothing to add to yet: the first time have is None, and g alone is the sum.",
        ),
        Wrong(
            fitting("return g if have is None else have + g", "return g", GATHERED_TEXT),
            "gathered forgets what was there. Gradients that arrive at one place add up: have + g.",
        ),
        Wrong(
            FIT_TEXT + FITTED_TEXT + "def gathered(have, g, edge):\n    return g if have is None else have + g\n",
            "A node with several results keeps their gradients apart: gathered makes a list of target.several entries, and adds g to "
            "the one under `number`.",
        ),
        Wrong(
            fitting(
                "have[number] = g if have[number] is None else have[number] + g", "have[number] = g", GATHERED_TEXT
            ),
            "For several results gathered replaces what had arrived for this one. Add to it, unless it is None.",
        ),
        Wrong(
            fitting(
                "have[number] = g if have[number] is None else have[number] + g",
                "have[number] = have[number] + g",
                GATHERED_TEXT,
            ),
            "In the list of gathered, an entry is None as long as nothing has arrived for that result: then g alone goes there.",
        ),
        Wrong(
            fitting("[None] * target.several if have is None else have", "[None] * target.several", GATHERED_TEXT),
            "gathered begins a new list each time, and what had arrived for the other results is lost. Make one only where "
            "have is None.",
        ),
        Wrong(
            fitting("isinstance(target, Tensor) or not target.several", "not target.several", GATHERED_TEXT),
            "The end of the edge may be a leaf: a tensor has no `several`. Ask isinstance(target, Tensor) first.",
        ),
        Wrong(
            fitting("have + g", "have.add_(g)", GATHERED_TEXT).replace("have[number] + g", "have[number].add_(g)"),
            "have.add_ changes a tensor that somebody else may hold, such as the gradient of another operand. Make a new "
            "sum: have + g.",
        ),
    ],
    mistakes=[
        asks(
            "In `gathered`: for a leaf, and a node with one result, it is a sum. The first time have is None, and g alone is it; then "
            "have + g. Return it.",
            T([1.0, 2.0, 3.0]),
            T([2.0, 3.0, 4.0]),
            T([7.0, 7.0, 7.0]),
            T([8.0, 8.0, 8.0]),
            (T([1.0] * 3), T([1.0] * 3)),
        ),
        asks(
            "In `gathered`: for a node with several results it is a list with target.several entries, None at first. g is added to "
            "the "
            "entry `number`, and the list is returned.",
            [None, T([1.0, 1.0])],
            [T([1.0, 1.0]), None],
            [T([5.0, 5.0]), T([3.0, 3.0])],
        ),
        asks(
            "In `fitted`: a leaf is a tensor; g is to be fitted to target.shape and leaf_dtype(target, g).",
            T([5.0, 5.0, 5.0]),
            T([6.0, 6.0, 6.0]),
        ),
        asks(
            "In `fitted`: a node has (shape, dtype) of each result in target.outputs, this one's under `number`; "
            "from_numpy_dtype(dtype) makes the dtype ours. fit does the rest.",
            T([9.0, 9.0, 9.0]),
            (T([3.0, 3.0, 3.0, 3.0]), T([2.0])),
        ),
        asks(
            "In `fit`: a gradient that is larger is summed to the shape, sum_to(g, shape): the uses of one number add up, along "
            "whatever "
            "dimension it was stretched.",
            T([2.0, 2.0, 2.0]),
            T([[3.0], [3.0]]),
            T(10.0),
            T([2.0, 2.0]),
        ),
        asks(
            "In `fit`: what comes out has the dtype asked for, also a complex one: .to(dtype).",
            "minitorch.float64",
            [1 + 0j, 2 + 0j],
        ),
        asks(
            "In `fit`: of a complex g a real operand gets the real part, g.real; a complex one gets all of it.",
            T([1.0, 3.0]),
            [1 + 2j, 3 - 4j],
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and "shape" in str(error),
            "This cannot be done to such a gradient: it is larger than what it belongs to. Going back from a "
            "stretch is adding up the uses: sum_to(g, shape).",
        ),
    ],
    hints=[
        "fit: three things may have to be undone, the shape, complex numbers, the dtype. fitted only looks up what to fit to. In "
        "gathered ask first whether the target has several results.",
        "fit: `sum_to(g, shape)`, then `g = g.real` if g is complex and dtype is not, then `g.to(dtype)`. In fitted "
        "`target, number = edge`, and isinstance(target, Tensor) tells a node from a leaf.",
        "gathered: `return g if have is None else have + g` for a leaf, and for a node where target.several is 0. Else a list: "
        "`[None] * target.several` the first time, and its entry `number` is g, or the entry + g.",
    ],
)
