"""convert: Converting a tensor (difficulty 2, 6 minutes)

A program may ask for a dtype and a device in every step. If the tensor has them already, that costs nothing.

1. When does nothing change? There are three conditions, and all must hold.
2. Ask both_devices first: "cpu" is not None, and a tensor may be there already.
3. `where, home = both_devices(x._array, where)`. Return x if where is None, copy is False, and kind is None or x.dtype.
   Otherwise return to_copy(x, kind, where, home).
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.copy.to:convert",
    given="""
        x = mt.tensor([1.5, -1.5], requires_grad=True)
    """,
    facts="""
        >>> convert(x) is x, convert(x, mt.float32) is x, convert(x, None, mt.device("cpu")) is x
        (True, True, True)
        if (True, False, True): x is of this dtype already: compare x.dtype with kind.
        if (True, True, False): x is on this device already. Ask what both_devices returns, not whether `where` was given.
        if (False, True, True): None means that the dtype or the device stays, so nothing changes.
        else: Nothing changes here: return x itself.
        >>> y = convert(x, copy=True)
        >>> y is x, convert(x, mt.float32, copy=True).data_ptr() == x.data_ptr(), y.requires_grad
        (False, False, True)
        if (False, False, False): The graph does not know of this copy. to_copy is an operation, and is recorded.
        else: With copy=True, the result is a new tensor with memory of its own.
        >>> y = convert(x, mt.int64, copy=True)
        >>> y.tolist(), str(y.dtype)[10:]
        ([1, -1], 'int64')
        else: The dtype is another one: pass `kind` on to to_copy, also with copy=True.
        >>> y = convert(x, None, "meta")
        >>> z = convert(x, mt.float64, "meta")
        >>> str(y.device), str(y.dtype)[10:], str(z.device), str(z.dtype)[10:]
        ('meta', 'float32', 'meta', 'float64')
        if ('cpu', 'float32', 'meta', 'float64'): The dtype is right and the device is not: x must be moved.
        >>> (convert(x, mt.float64) * 2).sum().backward()
        >>> x.grad.tolist(), str(x.grad.dtype)[10:]
        ([2.0, 2.0], 'float32')
        if "does not require grad": The graph does not know of this copy. to_copy is an operation, and is recorded.
        >>> convert(x, None, "meta").sum().backward()
        raises NotImplementedError: Cannot copy out of meta tensor
        else: The gradient goes back to the device of x: pass `home` on. (From "meta" that is an error, because it has no values.)
    """,
)
