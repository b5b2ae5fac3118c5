"""new_parameter: A parameter is made (difficulty 2, 7 minutes)

A parameter is no new kind of memory. It is a leaf around an array that was there before, with a mark on it that says:
this one is to be trained. The mark, and not requires_grad, is what a module looks for.

1. Lesson 08 had a method that gives a second tensor on the same memory, without the past of the first.
2. `checked`: three questions, then `return data`. And after `made = data.detach()` two things are left to set: its
   class, and whether it requires a gradient.
3. `if data is None: return empty(0)`, a `raise TypeError(...)` for what is no mt.Tensor, then the call of leaf. And
   `made.__class__ = cls`, then `return made.requires_grad_(requires_grad)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.parameter:Parameter.__new__",
    covers="checked",
    called="new_parameter",
    changes=True,
    stub="""
        def new_parameter(cls, data=None, requires_grad=True):
            data = checked(cls, data, requires_grad)
            ...
    """,
    solution="""
        def checked(cls, data, requires_grad=False):
            if data is None:
                return empty(0)
            if not isinstance(data, mt.Tensor):
                raise TypeError(f"{cls.__name__} expected a Tensor for its data, but got {type(data).__name__}")
            leaf(data._array, None, requires_grad)
            return data


        def new_parameter(cls, data=None, requires_grad=True):
            data = checked(cls, data, requires_grad)
            made = data.detach()
            made.__class__ = cls
            return made.requires_grad_(requires_grad)
    """,
    facts="""
        >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
        >>> p = mt.nn.Parameter(x * 3)
        >>> (p * p).sum().backward()
        >>> (p.grad.tolist(), x.grad)
        ([6.0, 12.0], None)
        if "TypeError: unsupported operand type(s) for *: 'NoneType'": The tensor is made, and nothing is returned. What
            __new__ returns is what `Parameter(...)` gives: end with `return made`.
        if "AttributeError: 'NoneType' object has no attribute 'tolist'": You mark the tensor that you were given. The
            caller did not ask for that, and a computed tensor refuses. Make another tensor on the same memory:
            data.detach().
        >>> p = mt.nn.Parameter(mt.arange(3), requires_grad=False)
        >>> (p.requires_grad, type(p).__name__, p.tolist())
        (False, 'Parameter', [0, 1, 2])
        if (False, 'Tensor', [0, 1, 2]): The mark is missing: `made.__class__ = cls`. Without it nobody can tell your
            leaf from any other.
        if 'RuntimeError: Only Tensors of floating point and complex': In `checked`: a frozen parameter may hold whole
            numbers. Hand `requires_grad` to leaf, as it was asked for.
        >>> data = mt.zeros(3)
        >>> p = mt.nn.Parameter(data)
        >>> data.add_(1)
        >>> data.add_(1)
        >>> p._version
        2
        if 0: The memory is shared, and the count of changes is another, as with .data: nobody would notice a change
            behind autograd's back. detach() shares the count too.
        >>> class Marked(mt.nn.Parameter):
        ...     pass
        ...
        >>> type(Marked(mt.ones(2))).__name__
        'Marked'
        else: The class of what is made is the class that was called: `made.__class__ = cls`.
        >>> p = mt.nn.Parameter(mt.arange(3))
        raises RuntimeError: Only Tensors of floating
        else: PyTorch's words for numbers that have no gradient come from leaf: `checked` calls it, and new_parameter
            calls `checked(cls, data, requires_grad)` first.
        >>> mt.nn.Parameter().shape == (0,)
        True
        else: In `checked`: None is allowed, for a parameter that gets its numbers later. Give an `empty(0)` for it.
        >>> mt.nn.Buffer([1.0, 2.0])
        raises TypeError: Buffer expected a Tensor for its data, but got list
        if 'TypeError: Parameter expected a Tensor for its data, but got list': In `checked`: the words name
            `Parameter`, also where a Buffer is made. The class that was called is `cls`.
    """,
)
