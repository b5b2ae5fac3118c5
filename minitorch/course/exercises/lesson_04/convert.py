"""convert: Itself, or a copy that is as asked (difficulty 2, 5 minutes)

Behind x.float(), x.to(...), x.cpu() stands one question: does anything have to change? If not, x itself is the
answer, and nothing is copied or recorded.

1. Four things may have to change: the dtype, the device, the order, and the copy that was asked for.
2. First journey, and preserve_format to None. Then one long condition: if everything is right, x; otherwise to_copy.
3. `if (kind is None or x.dtype is kind) and where is None and not copy and (order is None or lies_in(x._array,
   order)): return x`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.copy.to:convert",
    alone=True,
    solution="""
        def convert(x, kind=None, where=None, copy=False, order=None):
            where, home = journey(x._array, where)
            order = None if order is preserve_format else order
            right = kind is None or x.dtype is kind
            if right and where is None and not copy and (order is None or lies_in(x._array, order)):
                return x
            return to_copy(x, kind, where, home, order)
    """,
    facts="""
        >>> convert(mt.tensor([1, 2]), mt.float32)
        T([1.0, 2.0])
        else: The dtype is another one: to_copy makes a tensor of it, and x stays what it is.
        >>> x = mt.ones(2)
        >>> y = convert(x, mt.float32, copy=True)
        >>> [y is x, y.tolist(), y._base is None]
        [False, [1.0, 1.0], True]
        if [True, [1.0, 1.0], True]: A copy was asked for, and x itself is returned.
        else: copy=True asks for a copy, whatever the dtype.
        >>> x = mt.ones(2)
        >>> convert(x, where='cpu') is x, convert(x, where=mt.device('cpu')) is x
        (True, True)
        else: x is on this device already, and journey says so with two Nones: x itself.
        >>> x = mt.ones(2, 2).t()
        >>> convert(x, order=mt.preserve_format) is x
        True
        else: preserve_format means: as it is. Nothing has to change.
        >>> x = mt.arange(12.0).reshape(1, 3, 2, 2)
        >>> convert(x, order=mt.contiguous_format) is x, convert(mt.ones(2, 3).t(), order=mt.contiguous_format).stride()
        (True, (2, 1))
        else: contiguous_format is an order like any other: lies_in says whether x lies so.
    """,
)
