"""function_apply: A Function becomes a node (difficulty 4, 12 minutes)

The operations in forward are not recorded. The whole call is one node, and its formula is the user's backward.

1. What must be done before forward runs, and what after it?
2. gradients: `self.function.backward(Context(self), *self.incoming(g))`. apply: `outs = out if isinstance(out, tuple) else (out,)`.
3. apply: `node = node_class(cls)()`, node.prepare(args), then run_forward inside no_grad(). gradients ends with
   `return [given[i] for i in self.tensor_indices]`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.function:Function.apply",
    covers="BackwardNode.gradients",
    setup="""
        class Square(mt.autograd.Function):
            @staticmethod
            def forward(x, factor):
                got.append((x * factor).requires_grad)
                return x * x * factor
            @staticmethod
            def setup_context(ctx, inputs, output):
                got.append(any(ctx.needs_input_grad))
                ctx.x, ctx.factor = inputs
            @staticmethod
            def backward(ctx, g):
                return 2 * g * ctx.x * ctx.factor, None
        class Both(mt.autograd.Function):
            @staticmethod
            def forward(ctx, x, factor, y):
                ctx.factor, ctx.shape, made, top = factor, "mine", x * factor, x.max()
                ctx.save_for_backward(made), ctx.mark_non_differentiable(top)
                return made, "a string", y + factor, x.argmax(), top
            @staticmethod
            def backward(ctx, g, nothing, h, *index):
                got.append((nothing, ctx.shape))
                return g * ctx.factor, None, h
        def returned(given):
            x = mt.ones(2, requires_grad=True)
            type("Gives", (Square,), {"backward": staticmethod(lambda ctx, g: given)}).apply(x, 3).sum().backward()
            return x.grad
        Alone = type("Alone", (mt.autograd.Function,), {"forward": lambda ctx, x: x * 2 * weight, "backward": lambda ctx, g: g * 2})
        List = type("List", (Square,), {"forward": staticmethod(lambda x, factor: [x])})
        Same, Self = [type("Same", (Square,), {"forward": staticmethod(one)}) for one in (lambda x, factor: (x,), lambda x, factor: x)]
        got, ones, weight = [], mt.ones(2), mt.ones(2, requires_grad=True)
    """,
    given="""
        x, y = type("Own", (mt.Tensor,), {})([1.0, 3.0]).requires_grad_(), mt.tensor([5.0, 7.0])
        got.clear()
    """,
    facts="""
        if "does not require grad": Nothing was recorded. In `apply`: node.prepare(args), then record_results, if any(node.needs_input_grad) and is_grad_enabled(). Ask both outside of your own no_grad.
        if "forward() takes 2 positional arguments but 3": In `apply`: this forward has no ctx. run_forward handles both forms.
        if "no attribute 'requires_grad'": In `apply`: an argument may be a number. Ask any(node.needs_input_grad).
        if "converted to an index": In `gradients`: backward gets the gradients one by one: *self.incoming(g).
        if "backward() takes 2 positional": In `apply`: record_results takes (node, args, outs), and `outs` is a tuple.
        >>> out = Square.apply(factor=3, x=x)
        >>> out.sum().backward()
        >>> x.grad, got
        (T([6.0, 18.0]), [False, True])
        if (T([6.0, 18.0]), [True, True]): In `apply`: the operations inside forward are recorded. Use no_grad().
        if "different than None": In `apply`: arguments that are given by name may have any order. Call positional.
        if "prepare() missing": In `apply`: node_class(cls) is a class. The node is made by calling it: node_class(cls)().
        if "setdefault": The ctx is made from a node: Context(node) in `apply`, and Context(self) in `gradients`.
        if "required positional argument": In `apply`: an argument may be given by name. Call positional.
        else: Look at three things. `apply` calls prepare, then runs forward once, inside no_grad(). It calls record_results
            when no_grad has ended. `gradients` returns one gradient, because one argument is a tensor.
        >>> with mt.no_grad():
        ...     silent = Square.apply(x, 3)
        >>> silent.requires_grad, got[1], Square.apply(y, 3).requires_grad
        (False, True, False)
        if (False, True, True): In `apply`: record only if an argument requires a gradient: any(node.needs_input_grad).
        else: In `apply`: inside no_grad nothing is recorded. Call is_grad_enabled() outside of your own no_grad.
        >>> a, text, b, *others = Both.apply(y, y, x)
        >>> (a * 10 + b + Both.apply(y, 3, x)[2]).sum().backward()
        >>> x.grad, y.grad, got
        (T([2.0, 2.0]), None, [(None, 'mine'), (None, 'mine')])
        if (T([1.0, 1.0]), None, [(None, 'mine'), (None, 'mine')]): In `gradients`: an argument before a tensor may be a number. Pick by self.tensor_indices.
        if (T([2.0, 2.0]), None, [(None, ((2,), (), (2,), (), ()))] * 2): The node itself is not the ctx. Pass Context(node), and Context(self) to backward.
        if "is shorter than": In `gradients`: pick by self.tensor_indices. An entry may be None, and still belong to a tensor.
        else: In `gradients`: the list has one entry for each tensor, even for a tensor that requires no gradient. Use self.tensor_indices.
        >>> Alone.apply(x).sum().backward()
        >>> x.grad, Alone.apply(y).requires_grad
        (T([2.0, 2.0]), False)
        if (T([2.0, 2.0]), True): In `apply`: forward uses another tensor that requires a gradient. Always run forward inside no_grad().
        else: In `gradients`: backward may return a single gradient, not in a tuple. Go on with what one_per_argument returns.
        >>> returned(ones)
        raises RuntimeError: number of gradients
        else: In `gradients`: check what backward returned. Call self.one_per_argument(given).
        >>> out, alone = Same.apply(x, 3), Self.apply(x, 3)
        >>> type(out) is tuple, out[0] is x or alone is x, out[0].requires_grad
        (True, False, True)
        if (True, True, True): In `apply`: a new tensor replaces a result that is an argument. Pass record_results `args`, and return what it returns.
        else: In `apply`: forward returned a tuple of one, so apply must return one, too. Return what record_results has made of it.
        >>> [type(f.apply(z, 3)).__name__ for f in (List, Same) for z in (x, y)], type(Both.apply(y, 4, y)).__name__
        (['list', 'list', 'tuple', 'tuple'], 'tuple')
        else: In `apply`: only a tuple holds results, even a tuple of one, and even if nothing is recorded. A list is one result.
        >>> (slope,) = mt.autograd.grad(Square.apply(x, 3).sum(), x, create_graph=True)
        >>> slope.requires_grad
        True
        else: In `gradients`: with create_graph=True, the user's backward must be recorded. Do not turn recording off.
    """,
)
