"""new_parameter: Making a parameter (difficulty 2, 6 minutes)

A module recognizes a parameter by its class, and not by requires_grad: a frozen parameter is still a parameter.

1. Lesson 08 had a method that gives a second tensor with the same memory and without a history.
2. `data.detach()` makes the new tensor. Change its class, then set whether it requires a gradient.
3. `made = data.detach()`, `made.__class__ = cls`, `return made.requires_grad_(requires_grad)`. Before that, replace None with `empty(0)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.parameter:Parameter.__new__",
    called="new_parameter",
    changes=True,
    facts="""
        >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
        >>> p = mt.nn.Parameter(x * 3)
        >>> (p * p).sum().backward()
        >>> (p.grad.tolist(), x.grad)
        ([6.0, 12.0], None)
        if "'NoneType' and 'NoneType'": Your function returns nothing. `return` the new tensor.
        if "does not require grad": The new tensor does not require a gradient: call `requires_grad_(requires_grad)` on it.
        else: The parameter is not a leaf. A leaf has no history: use `data.detach()`, and return the new tensor.
        >>> data = mt.ones(2, requires_grad=True)
        >>> p = mt.nn.Parameter(data, requires_grad=False)
        >>> (type(data).__name__, data.requires_grad, type(p).__name__, p.requires_grad)
        ('Tensor', True, 'Parameter', False)
        if ('Tensor', True, 'Parameter', True): Only `requires_grad` decides, and not what `data` says.
        if ('Tensor', True, 'Tensor', False): The class is not set: write `made.__class__ = cls`.
        else: `data` stays as it is, and the parameter requires a gradient only if `requires_grad` says so.
        >>> data = mt.zeros(6, dtype=mt.float64)[::2]
        >>> p, _ = mt.nn.Parameter(data), data.add_(1).add_(1)
        >>> (p.tolist(), p._version, p.requires_grad)
        ([2.0, 2.0, 2.0], 2, True)
        if ([2.0, 2.0, 2.0], 2, False): Only `requires_grad` decides, and not what `data` says.
        if ([2.0, 2.0, 2.0], 0, True): The memory is shared, and the version is not. `detach()` shares both; `.data` does not.
        if ([0.0, 0.0, 0.0], 0, True): The parameter has memory of its own. `detach()` shares that of `data`; a clone does not.
        >>> type(type("Marked", (mt.nn.Parameter,), {})(mt.ones(2))).__name__
        'Marked'
        else: A subclass of Parameter gives a plain Parameter. The new tensor has the class that was called: `cls`.
        >>> p = mt.nn.Parameter(mt.nn.Buffer(mt.ones(0, 3)))
        >>> (type(p).__name__, list(p.shape))
        ('Parameter', [0, 3])
        if ('Parameter', [0]): A tensor without elements keeps its shape. Only None stands for an empty one: `data is None`.
        else: A Buffer is a tensor too, so a parameter can be made from it.
        >>> p = mt.nn.Parameter(None)
        >>> (p.shape == (0,), type(mt.nn.Parameter()).__name__, mt.nn.Parameter(p) is p)
        (True, 'Parameter', False)
        if "'NoneType' object has no attribute": `Parameter()` has no data. Use `empty(0)` where `data` is None.
        else: The shape should be (0,). `empty(())` would be a single number. And a parameter made from another is a new one.
    """,
)
