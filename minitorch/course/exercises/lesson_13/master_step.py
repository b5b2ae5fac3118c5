"""master_step: Small steps in float16 (difficulty 3, 7 minutes)

The copy adds up steps that float16 is too coarse for. The gradient is converted first, because rate * grad may be too
small for float16 as well.

1. In which of the two tensors does `-=` keep a step of 0.0001?
2. Convert the gradient to float32, then multiply it. Change the copy in place, and copy its values to the parameter.
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
    solution="""
        def master_step(pairs, rate):
            with mt.no_grad():
                for parameter, copy in pairs:
                    if parameter.grad is not None:
                        copy -= rate * parameter.grad.float()
                        parameter.copy_(copy)
                        parameter.grad = None
    """,
    facts="""
        >>> p, copy = pair(1.0, None)
        >>> for _ in range(20):
        ...     p.grad = mt.ones(1, dtype=mt.float16)
        ...     master_step([(p, copy)], 0.0001)
        >>> (copy.tolist(), p.tolist(), p.dtype == mt.float16)
        ([0.998], [0.9980469], True)
        if "a leaf Variable that requires grad": The parameter requires a gradient. Put the update under `with mt.no_grad():`.
        if ([1.0], [1.0], True): The copy has not changed. It is the second of a pair, and it is changed in place.
        if "does not fit a tensor of dtype": The parameter stays in float16: copy the values, with `parameter.copy_(copy)`.
        if ([0.998], [1.0], True): The parameter does not get the values of the copy.
        >>> first, second, third = pair(1.0, 0.0), pair(2.0, None), pair(3.0, 2.0)
        >>> second[1].fill_(2.5)
        >>> master_step([first, second, third], 0.5)
        >>> ([one.item() for two in (first, second, third) for one in two], [p.grad for p, _ in (first, second, third)])
        ([1.0, 1.0, 2.0, 2.5, 2.0, 2.0], [None, None, None])
        if "'NoneType' object has no attribute 'float'": A parameter may have no gradient. Its pair stays as it is.
        else: After the step, the gradient of each parameter is None. A pair without a gradient stays as it is: the parameter does
            not get the values of the copy.
        >>> p, copy = pair(0.2119140625, 0.78759765625)
        >>> master_step([(p, copy)], 0.01)
        >>> (copy.tolist(), p.tolist())
        ([0.2040381], [0.2039795])
        else: rate * grad is computed in float16. Convert the gradient to float32 first.
    """,
)
