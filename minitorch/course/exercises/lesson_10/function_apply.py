"""function_apply: A step of your own in the graph (difficulty 3, 8 minutes)

Nothing in forward is recorded, and then the whole of it is one step: its results point to ctx, which points to where
the arguments came from. A backward pass comes by like at any other node.

1. run_forward: two ways, as its text says. `apply`: forward, unrecorded; its results as a tuple; `record_results(ctx,
   args, outs)` if any argument requires a gradient; back as they came. It calls `pointed` for each result.
2. `pointed`: leave alone what is not a tensor, and integers. What is among ctx.non_differentiable goes through
   `cut_off(ctx, x, args)`. Let `on_its_own(ctx, number, x, args)` see to results that are arguments. What is left
   points to (ctx, number), as lesson 05 recorded it.
3. `with grad_mode.no_grad(): out = run_forward(cls, Context(ctx), args)`; `outs = out if isinstance(out, tuple) else
   (out,)`. And in pointed: `x._edge, x._requires_grad = (ctx, number), True`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.function:Function.apply",
    covers="pointed run_forward",
    ready=SETUP,
    stub="""
        def apply(cls, *args, **kwargs):
            args = positional(cls, args, kwargs)
            ctx = node_class(cls)()
            ctx.prepare(args)
            ...
    """,
    solution="""
        def run_forward(function, ctx, args):
            if function.setup_context is None:
                return function.forward(ctx, *args)
            out = function.forward(*args)
            function.setup_context(ctx, args, out)
            return out


        def pointed(ctx, number, x, args):
            if not isinstance(x, mt.Tensor):
                return x
            if _among(x, ctx.non_differentiable):
                return cut_off(ctx, x, args)
            x = on_its_own(ctx, number, x, args)
            if x._array.dtype.kind not in "iub":
                x._edge, x._requires_grad = (ctx, number), True
            return x
    """,
    facts="""
        >>> x = mt.tensor([0.0, 1.0])
        >>> y = Exp.apply(x)
        >>> (y.grad_fn is None, y.requires_grad)
        (True, False)
        if (False, True): In `apply` you record in any case. If no argument requires a gradient (or under no_grad),
            there is nothing to record: ask `ctx.needs_input_grad`.
        if "AttributeError: 'tuple' object has no attribute 'exp'": In `run_forward`: forward takes the arguments one by
            one: `*args`.
        if "AttributeError: 'tuple' object has no attribute 'grad_fn'": In `apply` a single result comes back as a
            tuple. As forward gave it, so it comes back: a tensor as a tensor, a tuple as a tuple.
        >>> x = mt.tensor([1.0, 3.0], requires_grad=True)
        >>> a, place, b = Both.apply(x, 4)
        >>> (a.tolist(), place.item(), b.tolist(), place.requires_grad, a.grad_fn is b.grad_fn)
        ([4.0, 12.0], 1, [5.0, 7.0], False, True)
        else: Here forward has several results, one of them an integer. Each comes back, in a tuple, and those that have
            a gradient point to (ctx, number), each with its own number.
        >>> x = mt.tensor([1.0, 3.0], requires_grad=True)
        >>> a, place, b = Both.apply(x, 4)
        >>> (a * 10 + b).sum().backward()
        >>> x.grad
        T([41.0, 41.0])
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
        else: In `pointed`: forward may hand on its argument. Pointing that very tensor to the step makes the leaf a
            result of itself: take `on_its_own(ctx, number, x, args)`.
        >>> class Times(mt.autograd.Function):
        ...     @staticmethod
        ...     def forward(x, factor):
        ...         return x * factor
        ...
        ...     @staticmethod
        ...     def setup_context(ctx, inputs, output):
        ...         x, ctx.factor = inputs
        ...         ctx.seen = output.tolist()
        ...
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         return g * ctx.factor, None
        ...
        >>> x = mt.tensor([1.0, 3.0], requires_grad=True)
        >>> y = Times.apply(x, 3)
        >>> y.sum().backward()
        >>> (x.grad.tolist(), y.grad_fn.seen)
        ([3.0, 3.0], [3.0, 9.0])
        else: This forward has the second form, without ctx: `run_forward(cls, ctx, args)` knows both, and calls
            setup_context behind the second.
        >>> x = mt.tensor([1.0, 3.0], requires_grad=True)
        >>> a, place, b = Both.apply(x, factor=4)
        >>> a.sum().backward()
        >>> x.grad.tolist()
        [4.0, 4.0]
        else: In `apply`: forward may return a tuple of one, and the caller gets a tuple of one. Ask whether `out`
            is a tuple, not how long it is.
        >>> class Total(mt.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         ctx.shape = x.shape
        ...         return x.sum()
        ...
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         return g.expand(ctx.shape)
        ...
        >>> x = mt.tensor([1.0, 3.0], requires_grad=True)
        >>> Total.apply(x).backward()
        >>> x.grad.tolist()
        [1.0, 1.0]
        else: This forward sets `ctx.shape`, a name that the node has, too. Give it `Context(ctx)`, which keeps the two
            apart.
        >>> class Marked(mt.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         y, z = x * 2, x * 3
        ...         ctx.mark_non_differentiable(z)
        ...         return y, z
        ...
        ...     @staticmethod
        ...     def backward(ctx, g, h):
        ...         return g * 2
        ...
        >>> x = mt.tensor([1.0, 3.0], requires_grad=True)
        >>> y, z = Marked.apply(x)
        >>> (y.requires_grad, z.requires_grad)
        (True, False)
        else: Without a gradient to send, `apply` gives what forward gave, and records nothing.
    """,
)
