"""function_apply: A Function becomes a node (difficulty 4, 20 minutes)

Nothing in forward is recorded, and then the whole call is one node. Its edges are those of the arguments, and its formula is
the user's backward.

1. Which helper needs which other one to be done before? The listeners see a finished node, so they come last.
2. gradients: `self.function.backward(Context(self), *self.incoming(g))`. apply: `outs = out if type(out) is tuple else (out,)`.
3. prepare: `edges = [edge_of(x) for x in args]`. gradients ends with `return [given[i] for i in self.tensor_indices]`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.function:Function.apply",
    covers="BackwardNode.prepare BackwardNode.gradients record_results",
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


        got = []
    """,
    given="""
        x, y = type("Own", (mt.Tensor,), {})([1.0, 3.0]).requires_grad_(), mt.tensor([5.0, 7.0])
        got.clear()
    """,
    facts="""
        if "'int' object has no attribute 'requires_grad'": In `prepare`: an argument need not be a tensor. Ask edge_of.
        if "'number'": In `record_results`: the walk orders the nodes by node.number, which is next(clock).
        if "does not require grad": Nothing was recorded. In `prepare`: ask edge_of(x), and not x._edge. In `apply`:
            any(node.needs_input_grad), outside of your no_grad.
        if "converted to an index": In `gradients`: backward gets the gradients one by one: *self.incoming(g).
        if "no attribute 'outputs'": In `record_results`: describe(node, results) notes the shapes that the walk asks for.
        >>> out = Square.apply(factor=3, x=x)
        >>> out.sum().backward()
        >>> x.grad, got
        (T([6.0, 18.0]), [False, True])
        if (T([6.0, 18.0]), [True, True]): In `apply`: the operations inside forward are recorded. Use no_grad().
        if "is shorter than argument 1": In `prepare`: edges has an entry for each tensor, not for each argument.
        if "'tuple' object has no attribute": In `apply`: a single result must come back as it is, not in a tuple.
        if (None, [False, True]): In `apply`: arguments that are given by name may have any order. Call positional.
        if "required positional argument": In `apply`: an argument may be given by name. Call positional.
        if "forward() takes 2 positional arguments but 3": In `apply`: this forward has no ctx. run_forward handles both forms.
        else: Look at three things. `apply` calls prepare, then runs forward once, inside no_grad(). It calls record_results
            when no_grad has ended. `gradients` returns one gradient, because one argument is a tensor.
        >>> out = Both.apply(x, y, x)[0]
        >>> node = out.grad_fn
        >>> out.sum().backward()
        >>> node.needs_input_grad, list(node.tensor_indices), [edge and edge[0] is x for edge in node.edges]
        ((True, False, True), [0, 1, 2], [True, None, True])
        if "is shorter than": In `gradients`: pick by self.tensor_indices. An entry may be None, and belongs to a tensor.
        else: In `prepare`: tensor_indices and edges have an entry for each tensor among the arguments, also for one that requires
            no gradient: its edge is None. needs_input_grad is a tuple of bools, one for each argument.
        >>> with mt.no_grad():
        ...     silent = Square.apply(x, 3)
        >>> silent.requires_grad, Square.apply(y, 3).requires_grad
        (False, False)
        if (False, True): In `apply`: record only if an argument requires a gradient: any(node.needs_input_grad).
        else: In `apply`: inside no_grad nothing is recorded. Ask is_grad_enabled(), outside of your own no_grad.
        >>> a, text, b, *others = Both.apply(x, 4, x)
        >>> a._edge[1], b._edge[1], any(one.requires_grad for one in others), a.grad_fn.saved_tensors[0] is a
        (0, 2, False, False)
        if (0, 2, True, False): In `record_results`: some results have no gradient. Ask can_have_gradient(node, x).
        if (0, 2, True, True): In `record_results`: a saved result is kept alive by its node. Call keep_saved when a has its edge.
        else: In `record_results`: each result points to its own number, (node, number).
        >>> a, text, b, *others = Both.apply(y, 4, x)
        >>> (a * 10 + b).sum().backward()
        >>> x.grad, y.grad, got
        (T([1.0, 1.0]), None, [(None, 'mine')])
        if "incorrect number of gradients": In `prepare`: needs_input_grad has an entry for each argument, False for a number.
        if (T([1.0, 1.0]), None, [(None, ((2,), (), (2,), (), ()))]): The node itself is no ctx: what the user sets would overwrite its
            own attributes. Pass Context(node), and Context(self) to backward.
        else: In `gradients`: backward gets self.incoming(g), and returns one gradient for each argument. The list has an entry for
            each tensor, also for one that requires no gradient: pick by self.tensor_indices.
        >>> seen = []
        >>> with mt.autograd.graph.saved_tensors_hooks(lambda t: seen.append(1) or t, lambda t: t):
        ...     out = Both.apply(x, 4, x)
        >>> seen
        [1]
        else: In `record_results`: the hooks of saved tensors are among the listeners. Call each with the node, after keep_saved.
        >>> Few = type("Few", (Both,), {"backward": staticmethod(lambda ctx, *gs: gs[0])})
        >>> Few.apply(x, 2, x)[0].sum().backward()
        raises RuntimeError: incorrect number of gradients
        else: In `gradients`: the user's backward may be wrong. Pass what it returned through self.one_per_argument.
        >>> out = type("Same", (Square,), {"forward": staticmethod(lambda x, factor: (x,))}).apply(x, 3)
        >>> type(out) is tuple, out[0] is x, out[0].requires_grad
        (True, False, True)
        if (True, False, False): In `record_results`: call own_results first. The edges belong to the tensors that it returns.
        if (True, True, True): In `record_results`: forward has returned its argument. Return the tensors of own_results.
        else: In `apply`: forward returned a tuple of one, and so must you. Return what record_results has made of it.
        >>> (slope,) = mt.autograd.grad(Square.apply(x, 3).sum(), x, create_graph=True)
        >>> slope.requires_grad
        True
        else: In `gradients`: with create_graph=True the user's backward is recorded, so leave recording as it is.
    """,
)
