"""record_results: The step after forward (difficulty 3, 6 minutes)

It is what `attach` of lesson 05 does for the library's own steps, with two things more: forward may give things that
are no tensors, and what it saved can only be kept when the results are known.

1. describe: a list of arrays first; then how many, and their shapes and dtypes. record_results: number, results,
   describe, keep, listeners.
2. `arrays = [x._array if isinstance(x, mt.Tensor) else NOTHING for x in results]`. Is there one, the shape is
   `arrays[0].shape`; are there several, a tuple of shapes.
3. `ctx.number = next(clock)`, `results = tuple([pointed(ctx, number, x, args) for number, x in enumerate(outs)])`,
   the two calls, `for listener in listeners: listener(ctx)`, and at the end `return results`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.function:record_results",
    covers="describe",
    ready=SETUP,
    stub="""
        def record_results(ctx, args, outs):
            check_dirty(ctx.dirty, args, ctx.edges, outs)
            check_saved(ctx.to_save)
            ...
            ctx.to_save = ctx.dirty = ctx.non_differentiable = ()
            ...
    """,
    solution="""
        def describe(ctx, results):
            arrays = [x._array if isinstance(x, mt.Tensor) else NOTHING for x in results]
            ctx.several = len(arrays) if len(arrays) > 1 else 0
            shapes, dtypes = tuple([a.shape for a in arrays]), tuple([a.dtype for a in arrays])
            ctx.shape, ctx.dtype = (shapes, dtypes) if ctx.several else (shapes[0], dtypes[0])
            ctx.undefined = without_gradient(results)
    """,
    facts="""
        >>> x = mt.ones(2, 3, dtype=mt.float64, requires_grad=True)
        >>> node = Exp.apply(x).grad_fn
        >>> (node.several, node.shape, str(node.dtype), node.saved_tensors[0].shape == (2, 3))
        (0, (2, 3), 'float64', True)
        else: For one result `ctx.several` is 0, and `ctx.shape` and `ctx.dtype` are those of its array, not tuples of
            one.
        >>> x = mt.tensor([1.0, 3.0], requires_grad=True)
        >>> a, place, b = Both.apply(x, 4)
        >>> b.sum().backward()
        >>> x.grad
        T([1.0, 1.0])
        if 'IndexError: list index out of range': In `describe`: `several` is 0 for one result, and for three it is 3,
            not 2.
        else: For several results `ctx.several` is their number, and `ctx.shape` and `ctx.dtype` are tuples with an
            entry for each.
        >>> class Note(mt.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         return x * 2, "a note"
        ...
        ...     @staticmethod
        ...     def backward(ctx, g, nothing):
        ...         return g * 2
        ...
        >>> x = mt.tensor([1.0, 3.0], requires_grad=True)
        >>> y, note = Note.apply(x)
        >>> y.sum().backward()
        >>> (note, x.grad.tolist())
        ('a note', [2.0, 2.0])
        else: A result may be no tensor: take NOTHING as its array, so that every result has a shape and a dtype.
        >>> class Same(mt.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         return x
        ...
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         return g * 100
        ...
        >>> x = mt.tensor([1.0, 3.0], requires_grad=True)
        >>> y = Same.apply(x)
        >>> y.sum().backward()
        >>> (x.is_leaf, y is x, x.grad.tolist())
        (True, False, [100.0, 100.0])
        else: In `record_results` you go on with `outs`. `pointed` may give another tensor, where forward handed on an
            argument: go on with what it gave.
        >>> seen = []
        >>> x = mt.tensor([0.0, 1.0], requires_grad=True)
        >>> listeners.append(lambda node: seen.append((node, node.shape)))
        >>> try:
        ...     y = Exp.apply(x)
        ... finally:
        ...     listeners.pop()
        >>> (len(seen), seen[0][0] is y.grad_fn, seen[0][1])
        (1, True, (2,))
        else: In `record_results` nobody hears of the node: call each of `listeners` with it, as `attach` of lesson 05
            does.
        >>> x = mt.tensor([2.0, 3.0], requires_grad=True)
        >>> y = mt.tensor([5.0, 7.0], requires_grad=True)
        >>> z = Mul.apply(x, y)
        >>> z.backward(mt.tensor([1.0, 10.0]))
        >>> [z.tolist(), x.grad.tolist(), y.grad.tolist()]
        [[10.0, 21.0], [5.0, 70.0], [2.0, 30.0]]
    """,
)
