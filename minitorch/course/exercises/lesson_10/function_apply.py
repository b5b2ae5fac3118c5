"""function_apply: A Function becomes a node (difficulty 4, 20 minutes)

Nothing in forward is recorded, and then the whole call is one node. Its edges are those of the arguments, its formula is the
user's backward, and each result points to it.

1. prepare: ask edge_of for each argument; three attributes follow from that. apply: forward inside no_grad, its result as a
   tuple, record if necessary. gradients: call the user's backward, check the answer, pick the entries of tensors.
2. In gradients: `self.function.backward(Context(self), *self.incoming(g))`. In record_results: `for number, x in
   enumerate(results)`, and the edge is `(node, number)`. In apply: `outs = out if isinstance(out, tuple) else (out,)`, and
   record if `is_grad_enabled() and any(node.needs_input_grad)`.
3. prepare: `self.tensor_indices = [i for i, x in enumerate(args) if isinstance(x, Tensor)]`, `self.edges = [edges[i] for i in
   self.tensor_indices]`. gradients ends with `given = self.one_per_argument(given)` and `return [given[i] for i in
   self.tensor_indices]`. apply ends with `return outs if isinstance(out, tuple) else outs[0]`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.function:Function.apply",
    covers="BackwardNode.prepare BackwardNode.gradients record_results",
    setup="""
        class Exp(mt.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                got.append((x * 2).requires_grad)
                y = x.exp()
                ctx.save_for_backward(y)
                return y

            @staticmethod
            def backward(ctx, g):
                return g * ctx.saved_tensors[0]


        class Both(mt.autograd.Function):
            @staticmethod
            def forward(ctx, x, factor, y):
                ctx.factor, ctx.shape = factor, "mine"
                return x * factor, "a string", x.argmax(), y + factor

            @staticmethod
            def backward(ctx, g, nothing, index, h):
                got.append((nothing, ctx.shape, ctx.needs_input_grad))
                return g * ctx.factor, None, h


        class Times(mt.autograd.Function):
            @staticmethod
            def forward(x, factor):
                return (x * factor,)

            @staticmethod
            def setup_context(ctx, inputs, output):
                x, ctx.factor = inputs

            @staticmethod
            def backward(ctx, g):
                return g * ctx.factor, None


        got = []
    """,
    given="""
        x, y = mt.tensor([1.0, 3.0], requires_grad=True), mt.tensor([5.0, 7.0])
        got.clear()
    """,
    facts="""
        if "'int' object has no attribute": In `prepare`: an argument need not be a tensor. Ask edge_of, or isinstance(x, Tensor).
        if "no attribute 'backward'": In `gradients`: the node has no backward. The user's class is self.function.
        if "no attribute 'tensor_indices'": In `prepare`: set self.tensor_indices, the indices of the tensors.
        if "no attribute 'edges'": In `prepare`: set self.edges, the edge of each tensor among the arguments.
        if "'number'": In `record_results`: the walk orders the nodes by node.number, which is next(clock).
        if "has no attribute 'shape'": In `record_results`: describe(node, results) notes the shapes that the walk asks for.
        >>> out = Exp.apply(x)
        >>> out.sum().backward()
        >>> out.grad_fn.name(), [round(g, 4) for g in x.grad.tolist()], got
        ('ExpBackward', [2.7183, 20.0855], [False])
        if ('ExpBackward', [2.7183, 20.0855], [True]): In `apply`: the operations inside forward are recorded. Run it inside
            no_grad().
        if "'tuple' object has no attribute": In `apply`: a single result must come back as it is, not in a tuple.
        if "element 0 of tensors does not require grad": The result does not point to the node. In `apply`, call prepare, and
            call record_results when no_grad has ended. In it, set both _edge and _requires_grad of each result.
        if "has no attribute 'name'": The result has no node: set both _edge and _requires_grad of each result.
        if "tuple index out of range": In `record_results`: keep_saved(node, results) keeps what forward saved.
        else: Look at `apply`: run forward once, inside no_grad(), and then call record_results.
        >>> with mt.no_grad():
        ...     silent = Exp.apply(x)
        >>> silent.requires_grad, Exp.apply(y).requires_grad
        (False, False)
        if (False, True): In `apply`: record only if an argument requires a gradient: any(node.needs_input_grad).
        if (True, False): In `apply`: inside no_grad nothing is recorded. Ask is_grad_enabled(), outside of your own no_grad.
        >>> a, text, index, b = Both.apply(x, 4, y)
        >>> a.tolist(), text, index.requires_grad, b.tolist(), a.grad_fn is b.grad_fn
        ([4.0, 12.0], 'a string', False, [9.0, 11.0], True)
        if ([4.0, 12.0], 'a string', True, [9.0, 11.0], True): In `record_results`: argmax gives an integer, which has no
            gradient. Ask can_have_gradient(node, x).
        if "'str' object has no attribute": In `record_results`: a result need not be a tensor. Ask can_have_gradient(node, x).
        else: In `apply`: forward returned four results, one of them a string. The caller gets all four, in a tuple.
        >>> node = Both.apply(x, 4, y)[0].grad_fn
        >>> node.needs_input_grad, list(node.tensor_indices), [edge and edge[0] is x for edge in node.edges]
        ((True, False, False), [0, 2], [True, None])
        if ((True, False, False), [0, 2], [True, None, None]): In `prepare`: edges has an entry for each tensor, not for each
            argument.
        if ((True, False, False), [0], [True]): In `prepare`: a tensor that requires no gradient is a tensor, too. Its edge is
            None.
        else: In `prepare`: needs_input_grad is a tuple of bools, one for each argument; tensor_indices and edges are about tensors.
        >>> w = mt.tensor([5.0, 7.0], requires_grad=True)
        >>> a, text, index, b = Both.apply(x, 4, w)
        >>> (a * 10 + b).sum().backward()
        >>> x.grad, w.grad, got
        (T([40.0, 40.0]), T([1.0, 1.0]), [(None, 'mine', (True, False, True))])
        if (T([40.0, 40.0]), T([1.0, 1.0]), [(None, ((2,), (), (), (2,)), (True, False, True))]): The node itself is no ctx: what
            the user sets would overwrite its own attributes. Pass Context(node), and Context(self) to backward.
        if (T([44.0, 44.0]), T([0.0, 0.0]), [(None, 'mine', (True, False, True))]): In `record_results`: each result points to its own
            number, (node, number).
        else: In `gradients`: backward returns one gradient for each argument. Pick those of self.tensor_indices.
        >>> a, text, index, b = Both.apply(y, 4, x)
        >>> (a * 10 + b).sum().backward()
        >>> x.grad, y.grad
        (T([1.0, 1.0]), None)
        else: In `gradients`: the list has an entry for each tensor, also for one that requires no gradient. Pick by
            self.tensor_indices.
        >>> Few = type("Few", (Both,), {"backward": staticmethod(lambda ctx, *gs: gs[0])})
        >>> Few.apply(x, 2, x)[0].sum().backward()
        raises RuntimeError: incorrect number of gradients
        if "IndexError": In `gradients`: the user's backward may be wrong. Pass what it returned through self.one_per_argument.
        >>> out = Times.apply(x, factor=3)
        >>> out[0].sum().backward()
        >>> type(out) is tuple, x.grad.tolist()
        (True, [3.0, 3.0])
        if (False, [3.0, 0.0]): In `apply`: forward returned a tuple of one, and so must you. Ask isinstance(out, tuple).
        if "missing 1 required positional argument: 'factor'": In `apply`: an argument may be given by name. Call positional.
        if "takes 2 positional arguments but 3": In `apply`: this forward has no ctx. run_forward(cls, Context(node), args)
            handles both forms.
        >>> Same = type("Same", (Times,), {"forward": staticmethod(lambda x, factor: x)})
        >>> same = Same.apply(x, 3)
        >>> same is x, x.is_leaf, same.requires_grad
        (False, True, True)
        else: In `record_results`: this forward returned its argument. own_results makes another tensor for it; let that one point
            to the node, and return it.
        >>> (slope,) = mt.autograd.grad(Exp.apply(x).sum(), x, create_graph=True)
        >>> slope.requires_grad
        True
        else: In `gradients`: with create_graph=True the user's backward is recorded, so leave recording as it is.
        >>> with mt.autograd.graph.saved_tensors_hooks(lambda t: got.append("packed") or t, lambda t: t):
        ...     out = Exp.apply(x)
        >>> got
        [False, 'packed']
        else: In `record_results`: the hooks of saved tensors are among the listeners. Call each with the node, after keep_saved.
        >>> import weakref
        >>> node = weakref.ref(Exp.apply(x).grad_fn)
        >>> node() is None
        True
        else: In `record_results`: call keep_saved when the results point to the node. Before that it cannot tell that a saved
            tensor is a result, and the node would hold its own result for ever.
    """,
)
