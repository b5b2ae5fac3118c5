"""master_step: Small steps in float16 (difficulty 4, 12 minutes)

Steps that are too small to be seen in float16 add up in the copy, and show in the parameter as soon as they are large
enough. The gradient is made float32 first, since rate * grad can vanish in float16 too.

1. In which of the two tensors must `-=` happen, so that a step of 0.0001 counts?
2. Make the gradient float32 before it is multiplied, change the copy in place, then write its numbers into the
   parameter.
3. Under mt.no_grad(): `copy -= rate * parameter.grad.float()`, `parameter.copy_(copy)`, `parameter.grad = None`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    changes=True,
    setup="""
        def pair(number, grad):
            parameter = mt.nn.Parameter(mt.tensor([number], dtype=mt.float16))
            parameter.grad = None if grad is None else mt.tensor([grad], dtype=mt.float16)
            return parameter, parameter.detach().float()
    """,
    solution='''
        def master_step(pairs, rate):
            """One step of gradient descent, computed in float32 for parameters that are kept in float16.

            pairs  a list of (parameter, its exact copy in float32). The copy makes the step, with the gradient in
                   float32, and the parameter gets the copy's numbers. A parameter without a gradient is left alone;
                   afterwards every gradient is None.
            """
            with mt.no_grad():
                for parameter, copy in pairs:
                    if parameter.grad is not None:
                        copy -= rate * parameter.grad.float()
                        parameter.copy_(copy)
                        parameter.grad = None
    ''',
    facts="""
        >>> p, copy = pair(1.0, None)
        >>> for _ in range(20):
        ...     p.grad = mt.ones(1, dtype=mt.float16)
        ...     master_step([(p, copy)], 0.0001)
        >>> (copy.tolist(), p.tolist())
        ([0.998], [0.9980469])
        if ([1.0], [1.0]): The two in each pair have changed places: the parameter comes first, then its copy.
        >>> first, second, third = pair(1.0, 1.0), pair(2.0, None), pair(3.0, 2.0)
        >>> master_step([first, second, third], 0.5)
        >>> ([one.item() for two in (first, second, third) for one in two], [p.grad for p, _ in (first, second, third)])
        ([0.5, 0.5, 2.0, 2.0, 2.0, 2.0], [None, None, None])
        if "AttributeError: 'NoneType' object has no attribute 'float'": A parameter that the loss did not use has no
            gradient: None has no float(). Leave that pair alone.
        if ([1.0, 0.5, 2.0, 2.0, 3.0, 2.0], [None, None, None]): The parameter gets the copy's numbers before the copy
            has made its step, so it is always one step behind.
        if ([0.5, 0.5, 2.0, 2.0, 3.0, 3.0], [None, None, T([2.0], 'float16')]): At the first parameter without a
            gradient you stop, and those behind it make no step. Pass over it: `continue`.
        else: A gradient is left in place: afterwards that of every parameter is None, not that of the last one alone.
        >>> p, copy = pair(0.2119140625, 0.78759765625)
        >>> master_step([(p, copy)], 0.01)
        >>> (copy.tolist(), p.tolist())
        ([0.2040381], [0.2039795])
        else: rate * grad is computed in float16, and a small product becomes 0 there. Make the gradient float32 first.
    """,
)
