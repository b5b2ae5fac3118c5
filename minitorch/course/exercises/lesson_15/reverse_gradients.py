"""reverse_gradients: Reversing gradients (difficulty 2, 6 minutes)

A full backward hook that returns a tuple replaces grad_input. The parameters of the module have their gradients from
inside, so they do not change.

1. Write the hook as an inner function, and register it as a full backward hook. Return what the registration returns.
2. The hook returns a tuple with as many entries as grad_input has. An entry that is None cannot be multiplied.
3. `return tuple([None if g is None else -strength * g for g in grad_input])`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    stub='''
        def reverse_gradients(module, strength):
            """Register a hook that multiplies each gradient in grad_input by -strength. Returns its handle.

            An entry that is None stays None. The gradients of the module's own parameters do not change.
            """
            ...
    ''',
    solution="""
        def reverse_gradients(module, strength):
            def hook(module, grad_input, grad_output):
                return tuple([None if g is None else -strength * g for g in grad_input])

            return module.register_full_backward_hook(hook)
    """,
    setup="""
        class Product(mt.nn.Module):
            def __init__(self):
                super().__init__()
                self.weight = mt.nn.Parameter(mt.tensor([2.0]))

            def forward(self, x, power=1, y=None):
                return self.weight * x**power if y is None else self.weight * x**power + y

        def leaf(*numbers):
            return mt.tensor(list(numbers), requires_grad=True)
    """,
    given="""
        product, x, y = Product(), leaf(3.0), leaf(5.0)
    """,
    facts="""
        >>> handle = reverse_gradients(product, 10.0)
        >>> product(x).sum().backward()
        >>> (x.grad, product.weight.grad)
        (T([-20.0]), T([3.0]))
        if (T([2.0]), T([3.0])): Nothing is reversed. Is the hook registered, and does it return the new gradients?
        if (T([-20.0]), T([-30.0])): The weight's gradient has changed as well: that is what a pre-hook does. Use a full
            backward hook, which changes only grad_input.
        if (T([20.0]), T([3.0])): The sign is not reversed: multiply by -strength.
        if (T([-2.0]), T([3.0])): strength is not used: multiply by -strength.
        if "invalid number of grad_input": The hook returns a tuple with as many entries as grad_input.
        if (T([-10.0]), T([3.0])): The hook returns grad_output times -strength. What leaves through the input is grad_input.
        else: x.grad is -10 times what it would be, 2. The weight's gradient stays 3.
        >>> handle = reverse_gradients(product, 1.0)
        >>> product(x, 2, y).sum().backward()
        >>> (x.grad, y.grad)
        (T([-12.0]), T([-1.0]))
        if "unsupported operand": The argument 2 is not a tensor, so its entry in grad_input is None. Leave None as it is.
        if "TypeError": The argument 2 is not a tensor, so its entry in grad_input is None. Leave None as it is.
        if "got 1, but expected 3": grad_input has one entry for each argument of the call, three here. Return a tuple with as many.
        if "invalid number of grad_input": The argument 2 has an entry as well, None. The hook returns it as None.
        else: Every gradient in grad_input is reversed.
        >>> handle = reverse_gradients(product, 1.0)
        >>> handle.remove()
        >>> product(x).sum().backward()
        >>> x.grad
        T([2.0])
        if "'NoneType' object has no attribute 'remove'": Return the handle, so that the hook can be removed.
        else: After handle.remove() nothing is reversed.
    """,
)
