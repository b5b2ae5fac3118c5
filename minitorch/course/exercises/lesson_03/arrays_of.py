"""arrays_of: What the forward computes with (difficulty 2, 6 minutes)

One dtype is found for all operands together, and each is converted to it before the forward runs. So a forward never
sees two dtypes, and NumPy's own rules never come into play.

1. There are two kinds of op: those with a rule in op.promote, and those without.
2. With a rule: find the dtype once, from all inputs, then cast every one of them. Without: take the arrays out of the
   tensors and leave the rest.
3. In cast, `x._array.astype(kind.numpy, copy=False)` for a tensor and `np.asarray(x).astype(kind.numpy)[()]` for a
   number that does not stay. Then `[cast(x, kind) for x in inputs]` with kind = op.promote(inputs); and if op.promote
   is None, `[x._array if isinstance(x, Tensor) else x for x in inputs]`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.call:arrays_of",
    covers="minitorch.ops.promotion:cast",
    alone=True,
    setup="""
        from minitorch.ops.pointwise.arithmetic import mul
        from minitorch.ops.reduction.sum import _sum
    """,
    solution="""
        def cast(x, kind):
            if isinstance(x, Tensor):
                return x._array.astype(kind.numpy, copy=False)
            if isinstance(x, NUMBER):
                x = x.item() if isinstance(x, np.generic) else x
                return x if stays(x, kind) else np.asarray(x).astype(kind.numpy)[()]
            return x
    """,
    facts="""
        >>> arrays_of(mul, (mt.tensor([1, 2]), mt.tensor([0.5, 0.5])))
        [A([1.0, 2.0], 'float32'), A([0.5, 0.5], 'float32')]
        if [A([1, 2]), A([0, 0])]: The dtype is that of the first operand. Which one wins depends on all of them:
            op.promote(inputs).
        else: One dtype is found for all operands, op.promote(inputs), and each is cast to it: astype converts the
            numbers.
        >>> int(arrays_of(mul, (mt.tensor([5], dtype=mt.uint8), 300))[1])
        44
        else: 300 is cast like any other number: an array of it, and astype wraps it around.
        >>> arrays_of(_sum, (mt.tensor([[1, 2]]), 1, True, None))
        [A([[1, 2]]), 1, True, None]
        else: Without a rule, op.promote is None: tensors give their arrays, all else stays what it is.
        >>> x = mt.tensor([1.0, 2.0])
        >>> arrays_of(mul, (x, 2.0))[0] is x._array
        True
        else: An array that has the dtype is given as it is: the very array of the tensor.
        >>> cast = arrays_of.__globals__['cast']  # yours
        >>> type(cast(np.float64(2.5), mt.float32)) is float, np.asarray(cast(2, mt.int16)).dtype.name
        (True, 'int16')
        else: A NumPy scalar counts as the Python number x.item(); a number that does not stay becomes a NumPy scalar of
            the dtype.
    """,
)
