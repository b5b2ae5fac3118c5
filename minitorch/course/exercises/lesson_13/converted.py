"""converted: Other numbers, the same object (difficulty 2, 5 minutes)

`.data = ` gives an object another array, and the optimizer, a tied layer and you go on holding that object. The
gradient follows its parameter.

1. An object keeps its identity when you assign to its `.data`. This holds for a parameter and for its gradient.
2. First the parameter's numbers, then those of its gradient, if there is one; and the parameter is returned.
3. `parameter.data = fn(parameter)`, and `parameter.grad.data = fn(parameter.grad)` if `parameter.grad is not None`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.convert:converted",
    alone=True,
    changes=True,
    solution="""
        def converted(parameter, fn):
            parameter.data = fn(parameter)
            if parameter.grad is not None:
                parameter.grad.data = fn(parameter.grad)
            return parameter
    """,
    given="""
        p = mt.nn.Parameter(mt.tensor([1.0, 2.0]))
    """,
    facts="""
        >>> with mt.no_grad():
        ...     same = [converted(p, fn) is p for fn in (lambda x: x.double(), lambda x: x.half(), lambda x: x.float())]
        >>> same
        [True, True, True]
        if "AttributeError: 'NoneType' object has no attribute 'double'": There may be no gradient yet: None has no
            data. Ask first.
        else: What comes back is not the parameter, the same object: `return parameter`.
        >>> (p * p).sum().backward()
        >>> with mt.no_grad():
        ...     converted(p, lambda x: x.double())
        >>> p.grad
        T([2.0, 4.0], 'float64')
        if None: You throw the gradient away, and the step that was about to be made with it is lost. Convert it as
            well.
        else: The gradient gets the parameter's numbers. What goes there is `fn(parameter.grad)`.
        >>> (p * p).sum().backward()
        >>> grad = p.grad
        >>> with mt.no_grad():
        ...     converted(p, lambda x: x.double())
        >>> p.grad is grad
        True
        else: The parameter stays the object it is, and its gradient does not: whoever holds it holds an old one. Assign
            to `parameter.grad.data`.
        >>> p.requires_grad_(False)
        >>> with mt.no_grad():
        ...     converted(p, lambda x: x.half())
        >>> (p.requires_grad, p.dtype == mt.float16, type(p).__name__)
        (False, True, 'Parameter')
        if (False, False, 'Parameter'): fn is called, and what it gives is not kept. Assign it: `parameter.data =
            fn(parameter)`.
        >>> calls = []
        >>> with mt.no_grad():
        ...     converted(p, lambda x: calls.append(x is p) or x)
        >>> calls
        [True]
    """,
)
