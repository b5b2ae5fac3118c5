"""The step after forward."""

from ...define import Case, Exercise, Mistake, T
from ..fact_words import stops
from ..lesson_07.rewriting import where
from .functions import FUNCTIONS, wrong_answers

SOLUTION = '''
def describe(ctx, results):
    """What the walk asks of a node that is sent gradients: how many, of which shapes and dtypes? For several results

    ctx.several is their number, ctx.shape and ctx.dtype are tuples; for one it is 0, and they are those of that one.
    Arrays have a shape and a dtype; NOTHING is the array of a result that is no tensor.
    """
    arrays = [x._array if isinstance(x, mt.Tensor) else NOTHING for x in results]
    ctx.several = len(arrays) if len(arrays) > 1 else 0
    shapes, dtypes = tuple([a.shape for a in arrays]), tuple([a.dtype for a in arrays])
    ctx.shape, ctx.dtype = (shapes, dtypes) if ctx.several else (shapes[0], dtypes[0])
    ctx.undefined = without_gradient(results)


def record_results(ctx, args, outs):
    """Give the node its number, point the results to it, describe(ctx, results), keep_saved(ctx, results), call the
    listeners with the node, and give back the results as a tuple."""
    check_dirty(ctx.dirty, args, ctx.edges, outs)
    check_saved(ctx.to_save)
    ctx.number = next(clock)
    results = tuple([pointed(ctx, number, x, args) for number, x in enumerate(outs)])
    describe(ctx, results)
    keep_saved(ctx, results)
    for listener in listeners:
        listener(ctx)
    ctx.to_save = ctx.dirty = ctx.non_differentiable = ()  # results among them would point back here
    return results
'''

exercise = Exercise(
    "record_results",
    title="The step after forward",
    difficulty=3,
    minutes=6,
    target="minitorch.autograd.function:record_results",
    covers={"describe": "minitorch.autograd.function:describe"},
    installed=True,
    setup="from minitorch.autograd.function import NOTHING, check_dirty, check_saved, keep_saved, pointed, without_gradient\n"
    "from minitorch.graph.record import clock, listeners\n" + FUNCTIONS,
    stub='''
def describe(ctx, results):
    """What the walk asks of a node that is sent gradients: how many, of which shapes and dtypes? For several results

    ctx.several is their number, ctx.shape and ctx.dtype are tuples; for one it is 0, and they are those of that one.
    Arrays have a shape and a dtype; NOTHING is the array of a result that is no tensor.
    """
    ...
    ctx.undefined = without_gradient(results)


def record_results(ctx, args, outs):
    """Give the node its number, point the results to it, describe(ctx, results), keep_saved(ctx, results), call the
    listeners with the node, and give back the results as a tuple."""
    check_dirty(ctx.dirty, args, ctx.edges, outs)
    check_saved(ctx.to_save)
    ...
    ctx.to_save = ctx.dirty = ctx.non_differentiable = ()  # results among them would point back here
    ...
    ''',
    solution=SOLUTION,
    why="It is what `attach` of lesson 05 does for the library's own steps, with two things more: forward may give things that are "
    "no tensors, and what it saved can only be kept when the results are known.",
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
            x = mt.ones(2, 3, dtype=mt.float64, requires_grad=True)
            node = Exp.apply(x).grad_fn
            (node.several, node.shape, str(node.dtype), node.saved_tensors[0].shape == (2, 3))
            """,
            (0, (2, 3), "float64", True),
        ),
        Case(
            """
            x = mt.tensor([1.0, 3.0], requires_grad=True)
            a, place, b = Both.apply(x, 4)
            (a.grad_fn.several, a.grad_fn.shape, [str(one) for one in a.grad_fn.dtype], a.grad_fn is b.grad_fn)
            """,
            (3, ((2,), (), (2,)), ["float32", "int64", "float32"], True),
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
            class One(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    return (x * 2,)

                @staticmethod
                def backward(ctx, g):
                    return g * 2

            x = mt.tensor([1.0, 3.0], requires_grad=True)
            found = One.apply(x)
            found[0].sum().backward()
            (type(found).__name__, len(found), x.grad.tolist())
            """,
            ("tuple", 1, [2.0, 2.0]),
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
            x = mt.tensor([0.0, 1.0], requires_grad=True)
            y = Exp.apply(x)
            z = Exp.apply(y)
            z.grad_fn.number < y.grad_fn.number
            """,
            True,
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
            x = mt.tensor([0.0, 0.5], requires_grad=True)
            y = Exp.apply(x)
            (y * 2 + Exp.apply(y * 1)).sum().backward()
            x.grad
            """,
            T([4.7182817, 11.8713302]),
        ),
        Case(
            """
            import gc, weakref

            gc.disable()
            try:
                y = Exp.apply(mt.tensor([0.0, 1.0], requires_grad=True))
                node = weakref.ref(y.grad_fn)
                del y
                found = "freed" if node() is None else "still there"
            finally:
                gc.enable()
            found
            """,
            "freed",
        ),
        Case(
            """
            seen = []
            x = mt.tensor([0.0, 1.0], requires_grad=True)
            listeners.append(lambda node: seen.append((node, node.shape)))
            try:
                y = Exp.apply(x)
            finally:
                listeners.pop()
            (len(seen), seen[0][0] is y.grad_fn, seen[0][1])
            """,
            (1, True, (2,)),
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
                    return g * 2 + h

            x = mt.tensor([1.0, 3.0], requires_grad=True)
            y, z = Marked.apply(x)
            y.sum().backward()
            (y.requires_grad, z.requires_grad, x.grad.tolist())
            """,
            (True, False, [2.0, 2.0]),
        ),
    ],
    mistakes=[
        stops(
            "object is not iterable",
            "`ctx.several` says whether shape and dtype are tuples. For a single result it is 0, and they are those of that one.",
        ),
        stops("itertools.count", "`clock` counts; the number of this step is what it gives next: `next(clock)`."),
        stops("index out of range", "The results are numbered from 0: `enumerate(outs)`."),
        stops("'tuple' object has no attribute", "Each of the listeners is called with the node, which is ctx."),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'number'" in str(error),
            "The node has no number, and the walk goes by it: `ctx.number = next(clock)`.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and ("'shape'" in str(error) or "'dtype'" in str(error))
            ),
            "`describe` has to write `ctx.shape` and `ctx.dtype`, and record_results to call it before anybody hears of the node. "
            "A result that is no tensor has neither: NOTHING stands for it.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "_array" in str(error),
            "A result may be no tensor: take NOTHING as its array, so that every result has a shape and a dtype.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "NoneType" in str(error),
            "Somewhere None stands for the results. record_results gives them back, as a tuple.",
        ),
        where(
            "Something in the order is missing: a number from `next(clock)`, the results made by `pointed(ctx, number, x, args)`, "
            "`describe` (several is 0 for one result), `keep_saved`, and the results given back.",
            [[10.0, 21.0], [5.0, 70.0], [2.0, 30.0]],
        ),
        where(
            "For one result `ctx.several` is 0, and `ctx.shape` and `ctx.dtype` are those of its array, not tuples of one.",
            (0, (2, 3), "float64", True),
        ),
        where(
            "The results come back as a tuple, also a single one that forward gave in a tuple; and for one result "
            "`ctx.several` is 0.",
            ("tuple", 1, [2.0, 2.0]),
        ),
        where(
            "For several results `ctx.several` is their number, and `ctx.shape` and `ctx.dtype` are tuples with an entry for each.",
            (3, ((2,), (), (2,)), ["float32", "int64", "float32"], True),
            T([1.0, 1.0]),
        ),
        where(
            "The number tells which of two steps was recorded later: each is `next(clock)`, taken here.",
            T([4.7182817, 11.8713302]),
        ),
        where(
            "The node holds the result, and the result the node: neither is freed. `keep_saved` tells a result from an argument by "
            "its edge, so it comes behind `pointed` and is given what that made, and nothing else of forward's stays on ctx.",
            "freed",
        ),
        where("Each of `listeners` is called with the node, once, when it is described.", (1, True, (2,))),
    ],
    wrong=wrong_answers(
        SOLUTION,
        [
            (
                "describe",
                "arrays = [x._array for x in results]\n"
                "ctx.several = len(arrays) if len(arrays) > 1 else 0\n"
                "shapes, dtypes = tuple([a.shape for a in arrays]), tuple([a.dtype for a in arrays])\n"
                "ctx.shape, ctx.dtype = (shapes, dtypes) if ctx.several else (shapes[0], dtypes[0])\n"
                "ctx.undefined = without_gradient(results)",
                "In `describe`: forward may give things that are no tensors, a string or None. NOTHING stands for the array of such "
                "a result.",
            ),
            (
                "describe",
                "arrays = [x._array for x in results if isinstance(x, mt.Tensor)]\n"
                "ctx.several = len(arrays) if len(arrays) > 1 else 0\n"
                "shapes, dtypes = tuple([a.shape for a in arrays]), tuple([a.dtype for a in arrays])\n"
                "ctx.shape, ctx.dtype = (shapes, dtypes) if ctx.several else (shapes[0], dtypes[0])\n"
                "ctx.undefined = without_gradient(results)",
                "In `describe`: a result that is no tensor keeps its place, so that the numbers of the others stay right. NOTHING "
                "stands for its array.",
            ),
            (
                "describe",
                "arrays = [x._array if isinstance(x, mt.Tensor) else NOTHING for x in results]\n"
                "ctx.several = len(arrays)\n"
                "shapes, dtypes = tuple([a.shape for a in arrays]), tuple([a.dtype for a in arrays])\n"
                "ctx.shape, ctx.dtype = shapes, dtypes\n"
                "ctx.undefined = without_gradient(results)",
                "In `describe`: a single result is the common case, and the walk does without tuples there: several is 0, shape and "
                "dtype are its own.",
            ),
            (
                "describe",
                "arrays = [x._array if isinstance(x, mt.Tensor) else NOTHING for x in results]\n"
                "ctx.several = 0\n"
                "ctx.shape, ctx.dtype = arrays[0].shape, arrays[0].dtype\n"
                "ctx.undefined = without_gradient(results)",
                "In `describe` only the first result is written down. For several, `several` is their number, and shape and dtype "
                "are tuples.",
            ),
            (
                "describe",
                "arrays = [x._array if isinstance(x, mt.Tensor) else NOTHING for x in results]\n"
                "ctx.several = len(arrays) - 1\n"
                "shapes, dtypes = tuple([a.shape for a in arrays]), tuple([a.dtype for a in arrays])\n"
                "ctx.shape, ctx.dtype = (shapes, dtypes) if ctx.several else (shapes[0], dtypes[0])\n"
                "ctx.undefined = without_gradient(results)",
                "In `describe`: `several` is 0 for one result, and for three it is 3, not 2.",
            ),
            (
                "record_results",
                "check_dirty(ctx.dirty, args, ctx.edges, outs)\nresults = tuple([pointed(ctx, number, x, args) for number, x in "
                "enumerate(outs)])\ndescribe(ctx, results)\nkeep_saved(ctx, results)\nfor listener in listeners:\n    "
                "listener(ctx)\n"
                "ctx.to_save = ctx.dirty = ctx.non_differentiable = ()\nreturn results",
                "In `record_results` the node gets no number, and the walk goes by it: `ctx.number = next(clock)`.",
            ),
            (
                "record_results",
                "check_dirty(ctx.dirty, args, ctx.edges, outs)\nctx.number = next(clock)\nresults = tuple([pointed(ctx, 0, x, args) "
                "for x in outs])\ndescribe(ctx, results)\nkeep_saved(ctx, results)\nfor listener in listeners:\n    listener(ctx)\n"
                "ctx.to_save = ctx.dirty = ctx.non_differentiable = ()\nreturn results",
                "In `record_results` every result is pointed to number 0, so their gradients arrive in one place: count with "
                "`enumerate(outs)`.",
            ),
            (
                "record_results",
                "check_dirty(ctx.dirty, args, ctx.edges, outs)\nctx.number = next(clock)\nresults = tuple([pointed(ctx, number, x, "
                "args) for number, x in enumerate(outs)])\ndescribe(ctx, results)\nfor listener in listeners:\n    listener(ctx)\n"
                "ctx.to_save = ctx.dirty = ctx.non_differentiable = ()\nreturn results",
                "In `record_results` nobody keeps what forward saved: `keep_saved(ctx, results)`, before the last line "
                "forgets the notes.",
            ),
            (
                "record_results",
                "check_dirty(ctx.dirty, args, ctx.edges, outs)\nctx.number = next(clock)\nresults = tuple([pointed(ctx, number, x, "
                "args) for number, x in enumerate(outs)])\ndescribe(ctx, results)\nkeep_saved(ctx, results)\n"
                "ctx.to_save = ctx.dirty = ctx.non_differentiable = ()\nreturn results",
                "In `record_results` nobody hears of the node: call each of `listeners` with it, as `attach` of lesson 05 does.",
            ),
            (
                "record_results",
                "check_dirty(ctx.dirty, args, ctx.edges, outs)\nctx.number = next(clock)\nresults = tuple([pointed(ctx, number, x, "
                "args) for number, x in enumerate(outs)])\ndescribe(ctx, outs)\nkeep_saved(ctx, outs)\nfor listener in listeners:\n"
                "    listener(ctx)\nctx.to_save = ctx.dirty = ctx.non_differentiable = ()\nreturn outs",
                "In `record_results` you go on with `outs`. `pointed` may give another tensor, where forward handed on an argument: "
                "go on with what it gave.",
            ),
            (
                "record_results",
                "check_dirty(ctx.dirty, args, ctx.edges, outs)\nctx.number = next(clock)\nresults = tuple([pointed(ctx, number, x, "
                "args) for number, x in enumerate(outs)])\nkeep_saved(ctx, results)\nfor listener in listeners:\n    listener(ctx)\n"
                "ctx.to_save = ctx.dirty = ctx.non_differentiable = ()\nreturn results",
                "In `record_results` the node does not know how many gradients it will be sent, and of which shapes: "
                "`describe(ctx, results)`.",
            ),
        ],
    ),
    hints=[
        "describe: a list of arrays first; then how many, and their shapes and dtypes. record_results: number, results, describe, "
        "keep, listeners.",
        "`arrays = [x._array if isinstance(x, mt.Tensor) else NOTHING for x in results]`. Is there one, the shape is "
        "`arrays[0].shape`; "
        "are there several, a tuple of shapes.",
        "`ctx.number = next(clock)`, `results = tuple([pointed(ctx, number, x, args) for number, x in enumerate(outs)])`, "
        "the two calls, "
        "`for listener in listeners: listener(ctx)`, and at the end `return results`.",
    ],
)
