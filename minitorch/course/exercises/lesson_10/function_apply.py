"""A step of your own in the graph."""

from ...define import Case, Exercise, Mistake, T
from ..fact_words import stops
from ..lesson_07.rewriting import where
from .functions import FUNCTIONS, wrong_answers

SOLUTION = '''
def run_forward(function, ctx, args):
    """What forward gives. A Function with a setup_context (else it is None) has the second form: its forward gets no ctx,
    and function.setup_context(ctx, args, out) is called behind it."""
    if function.setup_context is None:
        return function.forward(ctx, *args)
    out = function.forward(*args)
    function.setup_context(ctx, args, out)
    return out


def pointed(ctx, number, x, args):
    """Result `number` of forward, pointing to its step ctx, if it has a gradient; what is no tensor stays as it is."""
    if not isinstance(x, mt.Tensor):
        return x
    if _among(x, ctx.non_differentiable):
        return cut_off(ctx, x, args)
    x = on_its_own(ctx, number, x, args)
    if x._array.dtype.kind not in "iub":
        x._edge, x._requires_grad = (ctx, number), True
    return x


def apply(cls, *args, **kwargs):
    """Run forward, and record the step if it leads to anything that requires a gradient."""
    args = positional(cls, args, kwargs)
    ctx = node_class(cls)()  # the node of this call; Context(ctx) is what forward is given
    ctx.prepare(args)  # its edges; ctx.needs_input_grad says which arguments require a gradient
    with grad_mode.no_grad():
        out = run_forward(cls, Context(ctx), args)
    outs = out if isinstance(out, tuple) else (out,)
    if grad_mode.is_grad_enabled() and any(ctx.needs_input_grad):
        outs = record_results(ctx, args, outs)
    return outs if isinstance(out, tuple) else outs[0]
'''

exercise = Exercise(
    "function_apply",
    title="A step of your own in the graph",
    difficulty=3,
    minutes=8,
    target="minitorch.autograd.function:Function.apply",
    covers={"pointed": "minitorch.autograd.function:pointed", "run_forward": "minitorch.autograd.function:run_forward"},
    installed=True,
    setup="from minitorch.autograd.function import Context, _among, cut_off, node_class, on_its_own, positional\n"
    "from minitorch.autograd.function import record_results\n"
    "from minitorch.graph import grad_mode\n" + FUNCTIONS,
    stub='''
def run_forward(function, ctx, args):
    """What forward gives. A Function with a setup_context (else it is None) has the second form: its forward gets no ctx,
    and function.setup_context(ctx, args, out) is called behind it."""
    ...


def pointed(ctx, number, x, args):
    """Result `number` of forward, pointing to its step ctx, if it has a gradient; what is no tensor stays as it is."""
    ...


def apply(cls, *args, **kwargs):
    """Run forward, and record the step if it leads to anything that requires a gradient."""
    args = positional(cls, args, kwargs)
    ctx = node_class(cls)()  # the node of this call; Context(ctx) is what forward is given
    ctx.prepare(args)  # its edges; ctx.needs_input_grad says which arguments require a gradient
    ...
    ''',
    solution=SOLUTION,
    why="Nothing in forward is recorded, and then the whole of it is one step: its results point to ctx, which "
    "points to where the arguments came from. A backward pass comes by like at any other node.",
    facts=[
        Case(
            """
            x = mt.tensor([2.0, 3.0], requires_grad=True)
            y = mt.tensor([5.0, 7.0], requires_grad=True)
            z = Mul.apply(x, y)
            z.backward(mt.tensor([1.0, 10.0]))
            [z.tolist(), x.grad.tolist(), y.grad.tolist()]
            """,
            [[10.0, 21.0], [5.0, 70.0], [2.0, 30.0]],
        ),
        Case(
            """
            x = mt.tensor([0.0, 1.0], requires_grad=True)
            y = Exp.apply(x * 2)
            (y.grad_fn.name(), y.requires_grad, y.grad_fn.next_functions[0][0].name())
            """,
            ("ExpBackward", True, "MulBackward0"),
        ),
        Case(
            """
            x = mt.tensor([0.0, 1.0])
            y = Exp.apply(x)
            (y.grad_fn is None, y.requires_grad)
            """,
            (True, False),
        ),
        Case(
            """
            x = mt.tensor([0.0, 1.0], requires_grad=True)
            with mt.no_grad():
                y = Exp.apply(x)
            (y.grad_fn is None, y.requires_grad)
            """,
            (True, False),
        ),
        Case(
            """
            x = mt.tensor([1.0, 3.0], requires_grad=True)
            a, place, b = Both.apply(x, 4)
            (a.tolist(), place.item(), b.tolist(), place.requires_grad, a.grad_fn is b.grad_fn)
            """,
            ([4.0, 12.0], 1, [5.0, 7.0], False, True),
        ),
        Case(
            """
            x = mt.tensor([1.0, 3.0], requires_grad=True)
            a, place, b = Both.apply(x, 4)
            (a * 10 + b).sum().backward()
            x.grad
            """,
            T([41.0, 41.0]),
        ),
        Case(
            """
            x = mt.tensor([1.0, 3.0], requires_grad=True)
            a, place, b = Both.apply(x, 4)
            b.sum().backward()
            x.grad
            """,
            T([1.0, 1.0]),
        ),
        Case(
            """
            class Note(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    return x * 2, "a note"

                @staticmethod
                def backward(ctx, g, nothing):
                    return g * 2

            x = mt.tensor([1.0, 3.0], requires_grad=True)
            y, note = Note.apply(x)
            y.sum().backward()
            (note, x.grad.tolist())
            """,
            ("a note", [2.0, 2.0]),
        ),
        Case(
            """
            class One(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    return (x * 2,)

                @staticmethod
                def backward(ctx, g):
                    return g * 2

            found = One.apply(mt.tensor([1.0], requires_grad=True))
            (type(found).__name__, len(found), found[0].requires_grad)
            """,
            ("tuple", 1, True),
        ),
        Case(
            """
            class Same(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    return x

                @staticmethod
                def backward(ctx, g):
                    return g * 100

            x = mt.tensor([1.0, 3.0], requires_grad=True)
            y = Same.apply(x)
            y.sum().backward()
            (x.is_leaf, y is x, x.grad.tolist())
            """,
            (True, False, [100.0, 100.0]),
        ),
        Case(
            """
            class Inside(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    y = x * 2
                    seen.append(y.requires_grad)
                    return y * 3

                @staticmethod
                def backward(ctx, g):
                    return g * 6

            seen = []
            y = Inside.apply(mt.tensor([1.0], requires_grad=True))
            (seen, y.requires_grad)
            """,
            ([False], True),
        ),
        Case(
            """
            class Times(mt.autograd.Function):
                @staticmethod
                def forward(x, factor):
                    return x * factor

                @staticmethod
                def setup_context(ctx, inputs, output):
                    x, ctx.factor = inputs
                    ctx.seen = output.tolist()

                @staticmethod
                def backward(ctx, g):
                    return g * ctx.factor, None

            x = mt.tensor([1.0, 3.0], requires_grad=True)
            y = Times.apply(x, 3)
            y.sum().backward()
            (x.grad.tolist(), y.grad_fn.seen)
            """,
            ([3.0, 3.0], [3.0, 9.0]),
        ),
        Case(
            """
            x = mt.tensor([1.0, 3.0], requires_grad=True)
            a, place, b = Both.apply(x, factor=4)
            a.sum().backward()
            x.grad.tolist()
            """,
            [4.0, 4.0],
        ),
        Case(
            """
            class Total(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    ctx.shape = x.shape
                    return x.sum()

                @staticmethod
                def backward(ctx, g):
                    return g.expand(ctx.shape)

            x = mt.tensor([1.0, 3.0], requires_grad=True)
            Total.apply(x).backward()
            x.grad.tolist()
            """,
            [1.0, 1.0],
        ),
        Case(
            """
            class Marked(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    y, z = x * 2, x * 3
                    ctx.mark_non_differentiable(z)
                    return y, z

                @staticmethod
                def backward(ctx, g, h):
                    return g * 2

            x = mt.tensor([1.0, 3.0], requires_grad=True)
            y, z = Marked.apply(x)
            (y.requires_grad, z.requires_grad)
            """,
            (True, False),
        ),
        Case(
            """
            x = mt.tensor([0.3, -1.2], dtype=mt.float64, requires_grad=True)
            mt.autograd.gradgradcheck(Exp.apply, x)
            """,
            True,
        ),
    ],
    mistakes=[
        stops(
            "'NoneType' object has no attribute 'tolist'",
            "In `run_forward`: the third thing that setup_context is given is what forward gave, so it is called behind forward.",
        ),
        stops(
            "property 'grad_fn'",
            "In `pointed`: `grad_fn` can only be read. It comes from the edge of the tensor, `x._edge`, which is (ctx, number).",
        ),
        stops(
            "'tuple' object has no attribute",
            "In `apply` a result that was no tuple comes back in one. As forward gave it, so it comes back: `outs[0]`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, tuple) and "MulBackward0" in expected and got != expected,
            "The result of forward is to be one step, whose edge leads to where the argument came from. Is it "
            "recorded, does it "
            "point to (ctx, number), and did forward run under `grad_mode.no_grad()`?",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "_array" in str(error),
            "A result may be no tensor: a string, a number, None. `pointed` hands it back as it is.",
        ),
        where(
            "The result of `apply` is to require a gradient and to lead to the node, ctx: does `apply` record "
            "its results with "
            "`record_results(ctx, args, outs)`, with outs as a tuple and outside of no_grad, return what that "
            "gave, and does `pointed` "
            "return a tensor whose edge is (ctx, number), unless it is among ctx.non_differentiable?",
            [[10.0, 21.0], [5.0, 70.0], [2.0, 30.0]],
            ("ExpBackward", True, "MulBackward0"),
        ),
        where(
            "Here forward has several results, one of them an integer. Each comes back, in a tuple, and those "
            "that have a gradient "
            "point to (ctx, number), each with its own number.",
            ([4.0, 12.0], 1, [5.0, 7.0], False, True),
            T([41.0, 41.0]),
        ),
        where(
            "In `pointed`: what is no tensor, or has no gradient, is handed back as it is.",
            ("a note", [2.0, 2.0]),
        ),
        where(
            "This forward sets `ctx.shape`, a name that the node has, too. Give it `Context(ctx)`, which keeps the two apart.",
            [1.0, 1.0],
        ),
        where(
            "This forward has the second form, without ctx: `run_forward(cls, ctx, args)` knows both, and calls "
            "setup_context behind "
            "the second.",
            ([3.0, 3.0], [3.0, 9.0]),
        ),
        Mistake(
            lambda expected, got, error: error is None and expected == (True, False),
            "Without a gradient to send, `apply` gives what forward gave, and records nothing.",
        ),
    ],
    wrong=wrong_answers(
        SOLUTION,
        [
            (
                "run_forward",
                "return function.forward(ctx, *args)",
                "In `run_forward`: a Function with a setup_context writes its forward without ctx. Call setup_context behind it.",
            ),
            (
                "run_forward",
                "if function.setup_context is None:\n    return function.forward(ctx, *args)\nreturn function.forward(*args)",
                "In `run_forward` setup_context is never called, so backward finds nothing on ctx.",
            ),
            (
                "run_forward",
                "if function.setup_context is None:\n    return function.forward(ctx, *args)\nout = function.forward(*args)\n"
                "function.setup_context(ctx, *args, out)\nreturn out",
                "In `run_forward`: setup_context takes three things, ctx, the arguments as one tuple, and what forward gave.",
            ),
            (
                "run_forward",
                "if function.setup_context is None:\n    return function.forward(ctx, *args)\nout = function.forward(*args)\n"
                "return function.setup_context(ctx, args, out)",
                "In `run_forward`: setup_context returns nothing. What is wanted is what forward gave.",
            ),
            (
                "run_forward",
                "return function.forward(ctx, args)",
                "In `run_forward`: forward takes the arguments one by one: `*args`.",
            ),
            (
                "apply",
                "ctx = node_class(cls)()\nctx.prepare(args)\nout = run_forward(cls, ctx, args)\nouts = out if "
                "isinstance(out, tuple) else (out,)\nif grad_mode.is_grad_enabled() and any(ctx.needs_input_grad):\n    outs = "
                "record_results(ctx, args, outs)\nreturn outs if isinstance(out, tuple) else outs[0]",
                "In `apply` forward runs with recording on: each of its operations is written into the graph "
                "as well, and kept. Run it under `grad_mode.no_grad()`.",
            ),
            (
                "apply",
                "ctx = node_class(cls)()\nctx.prepare(args)\nwith grad_mode.no_grad():\n    return run_forward(cls, "
                "ctx, args)",
                "In `apply` nothing is recorded, so the gradient ends here without a word: "
                "`record_results(ctx, args, outs)`.",
            ),
            (
                "apply",
                "ctx = node_class(cls)()\nctx.prepare(args)\nwith grad_mode.no_grad():\n    out = run_forward(cls, "
                "ctx, args)\nouts = out if isinstance(out, tuple) else (out,)\nouts = record_results(ctx, "
                "args, outs)\nreturn outs if isinstance(out, tuple) else outs[0]",
                "In `apply` you record in any case. If no argument requires a gradient (or under no_grad), "
                "there is nothing to record: ask `ctx.needs_input_grad`.",
            ),
            (
                "apply",
                "ctx = node_class(cls)()\nctx.prepare(args)\nwith grad_mode.no_grad():\n    out = run_forward(cls, "
                "ctx, args)\nouts = out if isinstance(out, tuple) else (out,)\nif "
                "grad_mode.is_grad_enabled() and all(ctx.needs_input_grad):\n "
                "   outs = record_results(ctx, args, outs)\nreturn outs if isinstance(out, tuple) else outs[0]",
                "In `apply` you record only if all arguments require a gradient. One is enough: `any`.",
            ),
            (
                "apply",
                "ctx = node_class(cls)()\nctx.prepare(args)\nwith grad_mode.no_grad():\n    out = run_forward(cls, "
                "ctx, args)\nouts = out if isinstance(out, tuple) else (out,)\nif "
                "grad_mode.is_grad_enabled() and any(ctx.needs_input_grad):\n "
                "   outs = record_results(ctx, args, outs)\nreturn outs",
                "In `apply` a single result comes back as a tuple. As forward gave it, so it comes back: a "
                "tensor as a tensor, a tuple as a tuple.",
            ),
            (
                "apply",
                "ctx = node_class(cls)()\nctx.prepare(args)\nwith grad_mode.no_grad():\n    out = run_forward(cls, "
                "ctx, args)\nouts = out if isinstance(out, tuple) else (out,)\nif "
                "grad_mode.is_grad_enabled() and any(ctx.needs_input_grad):\n "
                "   outs = record_results(ctx, args, outs)\nreturn outs if len(outs) > 1 else outs[0]",
                "In `apply`: forward may return a tuple of one, and whoever called gets a tuple of one. Ask "
                "whether `out` is a tuple, not how long it is.",
            ),
            (
                "apply",
                "args = positional(cls, args, kwargs)\nctx = node_class(cls)()\nctx.prepare(args)\nwith grad_mode.no_grad():\n"
                "    out = run_forward(cls, ctx, args)\nouts = out if isinstance(out, tuple) else (out,)\n"
                "if grad_mode.is_grad_enabled() and any(ctx.needs_input_grad):\n    outs = record_results(ctx, args, outs)\n"
                "return outs if isinstance(out, tuple) else outs[0]",
                "In `apply` forward is given the node itself, and what it sets there takes the place of the node's own "
                "attributes: `Context(ctx)` keeps the two apart.",
            ),
            (
                "pointed",
                "x._edge, x._requires_grad = (ctx, number), True\nreturn x",
                "In `pointed`: a result may be no tensor at all, or an integer tensor, or marked as without "
                "gradient. Only those that have a gradient are to point to the step.",
            ),
            (
                "pointed",
                "if not isinstance(x, mt.Tensor) or _among(x, ctx.non_differentiable):\n    return x\nx = "
                "on_its_own(ctx, number, x, args)\nx._edge, x._requires_grad = (ctx, number), True\nreturn x",
                "In `pointed`: an integer cannot move a little, so an index has no gradient: leave those as they are.",
            ),
            (
                "pointed",
                "if not isinstance(x, mt.Tensor):\n    return x\nx = on_its_own(ctx, number, x, args)\nif "
                'x._array.dtype.kind not in "iub":\n    x._edge, x._requires_grad = (ctx, number), '
                "True\nreturn x",
                "In `pointed`: what forward has marked with mark_non_differentiable must not point to the "
                "step: it is in ctx.non_differentiable.",
            ),
            (
                "pointed",
                "if not isinstance(x, mt.Tensor) or _among(x, ctx.non_differentiable):\n    return x\nif "
                'x._array.dtype.kind not in "iub":\n    x._edge, x._requires_grad = (ctx, number), '
                "True\nreturn x",
                "In `pointed`: forward may hand on its argument. Pointing that very tensor to the step makes "
                "the leaf a result of itself: take `on_its_own(ctx, number, x, args)`.",
            ),
            (
                "pointed",
                "if not isinstance(x, mt.Tensor) or _among(x, ctx.non_differentiable):\n    return x\nx = "
                'on_its_own(ctx, number, x, args)\nif x._array.dtype.kind not in "iub":\n    x._edge, '
                "x._requires_grad = (ctx, 0), True\nreturn x",
                "In `pointed` every result claims to be number 0, so their gradients arrive in one place: an "
                "edge is (ctx, number).",
            ),
            (
                "pointed",
                "if not isinstance(x, mt.Tensor) or _among(x, ctx.non_differentiable):\n    return x\nx = "
                'on_its_own(ctx, number, x, args)\nif x._array.dtype.kind not in "iub":\n    x._edge = (ctx, '
                "number)\nreturn x",
                "In `pointed` the result has an edge and does not require a gradient: `x._requires_grad` is to "
                "be True as well.",
            ),
        ],
    ),
    hints=[
        "run_forward: two ways, as its text says. `apply`: forward, unrecorded; its results as a tuple; `record_results(ctx, "
        "args, outs)` if any "
        "argument requires a "
        "gradient; back as they came. It calls `pointed` for each result.",
        "`pointed`: leave alone what is no tensor, and integers. What is among ctx.non_differentiable goes through "
        "`cut_off(ctx, x, args)`. Let "
        "`on_its_own(ctx, number, "
        "x, args)` see to results that are arguments. What is left points to (ctx, number), as lesson 05 "
        "recorded it.",
        "`with grad_mode.no_grad(): out = run_forward(cls, Context(ctx), args)`; `outs = out if isinstance(out, tuple) else "
        "(out,)`. And in "
        "pointed: `x._edge, x._requires_grad = (ctx, number), True`.",
    ],
)
