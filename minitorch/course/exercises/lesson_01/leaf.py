"""leaf: A size, and a tensor around the array (difficulty 2, 8 minutes)

Every function that makes a tensor reads its size with the one and ends with the other, so each of them is about its
numbers alone.

1. size_of is given what stood between the brackets of zeros(...), as a tuple. When is its only element the size
   itself?
2. size_of: one element which is a tuple or a list? Then that is the size. Each length goes through length_of. leaf:
   the default device where none is named; the array there; a tensor around it; and wishing(t) where a gradient is
   wanted.
3. `if len(size) == 1 and isinstance(size[0], (tuple, list)): size = size[0]`, `return tuple([length_of(one, size,
   name) for one in size])`; `length = one.__index__()`; `where = get_default_device() if where is None else where`,
   `t = wrap(to_device(array, where))`, `return wishing(t) if requires_grad else t`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.creation.tensor:leaf",
    covers="size_of length_of",
    setup='''
        from minitorch.creation import tensor as creation

        def with_default(where, make):
            """What make() gives while new tensors go to another device."""
            mt.set_default_device(where)
            try:
                return make()
            finally:
                mt.set_default_device(None)
    ''',
    facts="""
        >>> creation.size_of(([2, 3],), 'zeros')
        (2, 3)
        else: A tuple or a list has come to length_of as if it were a length: size_of has to take it out where it is the
            only element.
        >>> creation.size_of((0, 2), 'zeros')
        (0, 2)
        else: 0 is a length: a tensor of shape (0, 2) has no elements. Only what is below 0 is refused.
        >>> type(creation.size_of((np.int64(3),), 'zeros')[0]).__name__
        'int'
        if 'int64': Nobody looks at the lengths: give each of them to length_of.
        >>> creation.size_of(((2,), 3), 'zeros')
        raises TypeError: found element of type tuple
        else: A size may be empty, and one with a tuple in it may go on behind the tuple, zeros((2,), 3), which is an
            error: take the first out only where it is the only one.
        >>> creation.size_of((2, -1), 'zeros')
        raises RuntimeError: must be non-negative
        else: A length below 0 is let through: raise negative_error(length, size, name).
        >>> leaf(np.array([1.0, 2.0]), mt.device('cpu'), False).requires_grad
        False
        else: Every tensor wants a gradient here. Only where requires_grad is true.
        >>> leaf(np.array([1, 2]), None, True)
        raises RuntimeError: complex dtype can require gradients
        if T([1, 2]): Neither the device nor the wish for a gradient is looked at.
        if 'RuntimeError: only Tensors of floating point dtype can': For integers this raises the error of
            requires_grad_, which is another one. wishing(t) raises the one for new tensors.
        >>> leaf(np.array([1.0, 2.0]), 'cuda:99', False)
        raises Exception: CUDA
        if T([1.0, 2.0], 'float64'): The device is not looked at. to_device(array, where) gives the array there.
        >>> with_default('cuda:99', lambda: leaf(np.array([1.0]), None, False))
        raises Exception: CUDA
        else: Where no device is named, the default one counts, and that need not be the CPU: get_default_device().
    """,
)
