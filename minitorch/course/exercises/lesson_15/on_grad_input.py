"""on_grad_input: The backward hooks of one call (difficulty 4, 14 minutes)

The object keeps grad_output until the node of the arguments has run, and no longer. A second backward pass through the
same call brings its own grad_output.

1. The hooks get a longer tuple than the node: what is at the other places? And what does the second method need
   that only the first one is given?
2. One pre-hook: `grad_output = replace(grad_output, hook(self.module, grad_output), "grad_output")`. Gradients that arrive
   while self.grad_output is None are returned as they are.
3. Both end with the entries at the indices: `return tuple([grad_output[i] for i in self.output_tensors_index])`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.backward_hooks:BackwardHook.on_grad_input",
    covers="pack_with_none BackwardHook.on_grad_output",
    shows=("if self.input_tensors_index",),
    setup="""
        class Triple(mt.nn.Module):
            def forward(self, x):
                return 3 * x

        class Gate(mt.nn.Module):
            def forward(self, x, power, y):
                return "label", y**power, x * y, "end"

        class Keeps(mt.nn.Module):
            def forward(self, x):
                self.__dict__["kept"] = x * 5
                return x * 3

        def leaf(*numbers):
            return mt.tensor(list(numbers), requires_grad=True)

        def lists(gradients):
            return [g if g is None else g.tolist() for g in gradients]
    """,
    given="""
        triple, gate, keeps, seen, x, y = Triple(), Gate(), Keeps(), [], leaf(1.0), leaf(3.0)
        look = lambda module, grad_input, grad_output: seen.append((lists(grad_input), lists(grad_output)))
    """,
    facts="""
        if "missing 1 required positional argument: 'grad_output'": A full hook was called in the place of a pre-hook. The
            pre-hooks are in self.user_pre_hooks, and the full hooks in self.user_hooks.
        >>> triple.register_full_backward_hook(look)
        >>> (10 * triple(x)).sum().backward()
        >>> (seen, x.grad)
        ([([[30.0]], [[10.0]])], T([30.0]))
        if "'NoneType' object is not iterable": Both methods return a tuple of gradients, and each full hook gets one: set
            self.grad_output to None when all of them have run.
        >>> triple.register_full_backward_hook(lambda module, grad_input, grad_output: seen.append((module is triple, type(grad_input).__name__)))
        >>> triple.register_full_backward_pre_hook(lambda module, grad_output: seen.append((module is triple, type(grad_output).__name__)))
        >>> triple(x).sum().backward()
        >>> seen
        [(True, 'tuple'), (True, 'tuple')]
        if [(True, 'list'), (True, 'list')]: Hooks get tuples. What pack_with_none returns goes to the first of them.
        else: A hook gets the module that was called: self.module. Here, `self` is the BackwardHook.
        >>> triple.register_full_backward_pre_hook(lambda module, grad_output: (grad_output[0] + 1,))
        >>> triple.register_full_backward_pre_hook(lambda module, grad_output: seen.append(lists(grad_output)))
        >>> triple.register_full_backward_pre_hook(lambda module, grad_output: (grad_output[0] * 10,))
        >>> triple.register_full_backward_hook(lambda module, grad_input, grad_output: (-grad_input[0],))
        >>> triple.register_full_backward_hook(look)
        >>> triple(x).sum().backward()
        >>> (seen, x.grad)
        ([[[2.0]], ([[-60.0]], [[20.0]])], T([-60.0]))
        if ([[[2.0]], ([[-60.0]], [[20.0]])], T([60.0])): on_grad_input returns what the last full hook left, not what it was given.
        if ([[[2.0]], ([[-3.0]], [[20.0]])], T([-3.0])): on_grad_output returns what the last pre-hook left, not what it was given.
        else: Each pre-hook gets what the one before it left. What the last one left is kept in self.grad_output, and its entries
            are returned. Each full hook gets the grad_input that the one before it left.
        >>> gate.register_full_backward_hook(look)
        >>> gate(x, 2, y)[2].sum().backward()
        >>> (seen, x.grad)
        ([([[3.0], None, [1.0]], [None, None, [1.0], None])], T([3.0]))
        if "(expected 3, got 4)": on_grad_input returns one gradient for each index in self.input_tensors_index, not all entries.
        if "incorrect number of gradients": on_grad_output returns one gradient for each index in self.output_tensors_index.
        else: There is one entry for each argument and each result, and None where nothing arrived: pack_with_none with the
            indices and self.n_inputs, or self.n_outputs. Each gradient stands at its index.
        >>> gate.register_full_backward_hook(lambda module, grad_input, grad_output: (None, None, grad_input[2]))
        >>> gate(x, 2, y)[2].sum().backward()
        >>> (x.grad, y.grad)
        (None, T([1.0]))
        else: A hook may put None in the place of a gradient. Choose the entries by the indices, and not by their values.
        >>> keeps.register_full_backward_hook(look)
        >>> keeps(x).sum().backward(retain_graph=True)
        >>> keeps.kept.sum().backward()
        >>> (seen, x.grad)
        ([([[3.0]], [[1.0]])], T([8.0]))
        if "'NoneType' object is not iterable": No gradient came to the results: call no hook, and return the gradients.
        else: When the full hooks have run, set self.grad_output to None: it belongs to this backward pass only.
        >>> triple.register_full_backward_hook(lambda module, grad_input, grad_output: grad_input * 2)
        >>> triple(x).sum().backward()
        raises RuntimeError: Backward hook returned an invalid number of grad_input, got 2, but expected 1
        >>> triple.register_full_backward_pre_hook(lambda module, grad_output: grad_output * 2)
        >>> triple(x).sum().backward()
        raises RuntimeError: invalid number of grad_output
        else: For a pre-hook it is replace(grad_output, returned, "grad_output").
        >>> triple.register_full_backward_hook(lambda module, grad_input, grad_output: seen.append((grad_input, lists(grad_output))))
        >>> triple.register_full_backward_pre_hook(lambda module, grad_output: (grad_output[0] * 2,))
        >>> w = leaf(1.0)
        >>> triple.forward = lambda x: w * x
        >>> with warnings.catch_warnings(record=True) as said:
        ...     warnings.simplefilter("always")
        ...     triple(mt.tensor([3.0])).sum().backward()
        >>> (seen, len(said), w.grad)
        ([((None,), [[2.0]])], 1, T([6.0]))
        if ([((None,), [[1.0]])], 1, T([6.0])): The full hooks get the grad_output that the pre-hooks left.
        else: If no input requires a gradient, on_grad_output calls call_without_inputs(self, grad_output).
    """,
)
