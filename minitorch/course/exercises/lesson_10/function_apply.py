"""function_apply: A Function becomes a node (difficulty 4, 15 minutes)

Nothing in forward is recorded, and then the whole call is one node. Its edges are those of the arguments, and its formula is
the user's backward.

1. prepare: ask edge_of for each argument; three attributes follow from that. apply: forward inside no_grad, its result as a
   tuple, record if necessary. gradients: call the user's backward, check the answer, pick the entries of tensors.
2. In apply: `outs = out if isinstance(out, tuple) else (out,)`, and record if `is_grad_enabled() and
   any(node.needs_input_grad)`. In gradients: `self.function.backward(Context(self), *self.incoming(g))`.
3. prepare: `edges = [edge_of(x) for x in args]`, `self.needs_input_grad = tuple([edge is not None for edge in edges])`,
   `self.tensor_indices = [i for i, x in enumerate(args) if isinstance(x, Tensor)]`, `self.edges = [edges[i] for i in
   self.tensor_indices]`. gradients ends with `given = self.one_per_argument(given)` and `return [given[i] for i in
   self.tensor_indices]`. apply ends with `return outs if isinstance(out, tuple) else outs[0]`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.function:Function.apply",
    covers="BackwardNode.prepare BackwardNode.incoming BackwardNode.gradients",
    stub='''
        def prepare(self, args): ...  # set self.needs_input_grad, self.tensor_indices and self.edges


        def incoming(self, g):
            """A list with the gradient of each result, and None for a result whose number is in self.undefined.

            self.several is the number of results, or 0 if there is only one. g is a list of gradients if there are
            several, else one gradient.
            """
            ...


        def gradients(self, g, edges): ...  # a list: the gradient of each tensor among the arguments


        def apply(cls, *args, **kwargs):
            """Run forward with recording off. Record the call as one node if an argument requires a gradient.

            The caller gets what forward returned: a single result, or a tuple.
            """
            args = positional(cls, args, kwargs)
            node = node_class(cls)()
            node.prepare(args)
            ...
    ''',
    solution="""
        def apply(cls, *args, **kwargs):
            args = positional(cls, args, kwargs)
            node = node_class(cls)()
            node.prepare(args)
            with no_grad():
                out = run_forward(cls, Context(node), args)
            outs = out if isinstance(out, tuple) else (out,)
            if is_grad_enabled() and any(node.needs_input_grad):
                outs = record_results(node, args, outs)
            return outs if isinstance(out, tuple) else outs[0]
    """,
    setup="""
        from minitorch.graph.grad_mode import is_grad_enabled, no_grad


        class Exp(mt.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                y = x.exp()
                ctx.save_for_backward(y)
                return y

            @staticmethod
            def backward(ctx, g):
                (y,) = ctx.saved_tensors
                return g * y


        class Both(mt.autograd.Function):
            @staticmethod
            def forward(ctx, x, factor, y):
                ctx.factor, ctx.shape = factor, "mine"
                return x * factor, "two results", y + factor

            @staticmethod
            def backward(ctx, g, nothing, h):
                got.append((nothing, ctx.shape, ctx.needs_input_grad))
                return g * ctx.factor, None, h


        got = []
    """,
    given="""
        x = mt.tensor([1.0, 3.0], requires_grad=True)
        y = mt.tensor([5.0, 7.0])
    """,
    facts="""
        if "'tuple' object has no attribute": In `apply`: a single result must come back as it is, not in a tuple.
        if "missing 1 required positional argument: 'h'": In `gradients`: the first argument of backward is ctx, which is
            Context(self).
        if "missing 2 required positional": In `gradients`: backward takes the gradients one by one: *self.incoming(g).
        if "'int' object has no attribute": In `prepare`: an argument need not be a tensor. Ask edge_of, or isinstance(x, Tensor).
        if "Backward' object has no attribute 'backward'": In `gradients`: the node has no backward. The user's class is
            self.function.
        if "Backward' has no attribute 'backward'": In `gradients`: the class of the node has no backward. The user's class is
            self.function.
        if "has no attribute 'tensor_indices'": In `prepare`: set self.tensor_indices, the indices of the arguments that are
            tensors.
        if "has no attribute 'edges'": In `prepare`: set self.edges, a list with the edge of each tensor among the arguments.
        >>> out = Exp.apply(x)
        >>> out.sum().backward()
        >>> out.grad_fn.name(), [round(g, 4) for g in x.grad.tolist()]
        ('ExpBackward', [2.7183, 20.0855])
        if "'NoneType' object has no attribute 'name'": In `apply`: the call was not recorded. Call record_results.
        if "element 0 of tensors does not require grad": In `apply`: the call was not recorded. Call record_results.
        else: Look at `apply`: run forward inside no_grad(), and then call record_results.
        >>> class Inside(Exp):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         got.append((x * 2).requires_grad)
        ...         return x * 2
        >>> got.clear()
        >>> out = Inside.apply(x)
        >>> got
        [False]
        if [True]: In `apply`: the operations inside forward are recorded. Run it inside no_grad().
        if []: In `apply`: forward does not run.
        else: In `apply`: run forward once, inside no_grad().
        >>> Exp.apply(y).requires_grad, Exp.apply(y).grad_fn is None
        (False, True)
        if (True, False): In `apply`: record only if an argument requires a gradient: any(node.needs_input_grad).
        >>> with mt.no_grad():
        ...     out = Exp.apply(x)
        >>> out.requires_grad
        False
        if True: In `apply`: inside no_grad nothing is recorded. Ask is_grad_enabled().
        >>> a, text, b = Both.apply(x, 4, y)
        >>> a.tolist(), text, b.tolist(), a.grad_fn is b.grad_fn
        ([4.0, 12.0], 'two results', [9.0, 11.0], True)
        else: In `apply`: forward returned three results, one of them a string. The caller gets all three, in a tuple.
        >>> node = Both.apply(x, 4, y)[0].grad_fn
        >>> node.needs_input_grad, list(node.tensor_indices), [edge and edge[0] is x for edge in node.edges]
        ((True, False, False), [0, 2], [True, None])
        if ((True, False, False), [0, 2], [True, None, None]): In `prepare`: edges has an entry for each tensor, not for each
            argument.
        if ((True, False, False), [0], [True]): In `prepare`: a tensor that requires no gradient is a tensor, too. Its edge is
            None.
        else: In `prepare`: needs_input_grad has a bool for each argument, tensor_indices the indices of the tensors, and edges
            the edge of each of these tensors.
        >>> got.clear()
        >>> w = mt.tensor([5.0, 7.0], requires_grad=True)
        >>> a, text, b = Both.apply(x, 4, w)
        >>> (a * 10 + b).sum().backward()
        >>> x.grad, w.grad, got
        (T([40.0, 40.0]), T([1.0, 1.0]), [(None, 'mine', (True, False, True))])
        if (T([40.0, 40.0]), T([1.0, 1.0]), [(T(0.0), 'mine', (True, False, True))]): In `incoming`: the second result is a string
            and has no gradient, not even zeros. Put None where the number is in self.undefined.
        if (T([40.0, 40.0]), T([1.0, 1.0]), [(None, ((2,), (), (2,)), (True, False, True))]): You passed the node itself as ctx.
            What the user sets there would overwrite the node's own attributes. Pass Context(node), and Context(self) to backward.
        if (T([40.0, 40.0]), None, [(None, 'mine', (True, False, True))]): In `gradients`: backward returns one gradient for each
            argument. Pick those of self.tensor_indices.
        if "int' object": In `gradients`: pick the entries of the tensors, self.tensor_indices.
        else: backward gets a gradient for each result and returns one for each argument. Look at `incoming` and `gradients`.
        >>> got.clear()
        >>> a, text, b = Both.apply(y, 4, x)
        >>> (a * 10 + b).sum().backward()
        >>> x.grad, y.grad
        (T([1.0, 1.0]), None)
        else: In `gradients`: the list has an entry for each tensor, also for one that requires no gradient. Pick by
            self.tensor_indices.
        >>> class Few(Exp):
        ...     @staticmethod
        ...     def forward(ctx, x, y):
        ...         ctx.save_for_backward(x)
        ...         return x * y
        >>> Few.apply(x, x).sum().backward()
        raises RuntimeError: incorrect number of gradients
        if "IndexError": In `gradients`: the user's backward may be wrong. Pass what it returned through self.one_per_argument.
        >>> class Times(mt.autograd.Function):
        ...     @staticmethod
        ...     def forward(x, factor):
        ...         return (x * factor,)
        ...
        ...     @staticmethod
        ...     def setup_context(ctx, inputs, output):
        ...         x, ctx.factor = inputs
        ...
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         return g * ctx.factor, None
        >>> out = Times.apply(x, factor=3)
        >>> out[0].sum().backward()
        >>> type(out) is tuple, x.grad.tolist()
        (True, [3.0, 3.0])
        if "invalid index of a 0-dim": In `apply`: forward returned a tuple of one, and so must you. Ask isinstance(out, tuple).
        if (False, [3.0, 0.0]): In `apply`: forward returned a tuple of one, and so must you. Ask isinstance(out, tuple).
        if "takes 2 positional arguments but 3 were given": In `apply`: this forward has no ctx.
            run_forward(cls, Context(node), args) handles both forms.
        >>> (slope,) = mt.autograd.grad(Exp.apply(x).sum(), x, create_graph=True)
        >>> slope.requires_grad
        True
        else: In `gradients`: with create_graph=True the user's backward is recorded, so leave recording as it is.
    """,
)
