"""write: Into the memory that is there (difficulty 2, 7 minutes)

`x._array = ...` would give x another array and leave views and base behind. `x._array[...] = ...` writes into the one
that they all share, and the count that they share says that it happened.

1. Four things happen to x, in an order: it is checked, written, counted, and the change is told.
2. Writing into the memory that is there is an assignment to all of its elements: `array[...] = numbers`.
3. check_write(x, out); x._array[...] = out._array; touch(x); History.remember(x, out); return x.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.inplace.in_place:write",
    covers="check_write",
    alone=True,
    changes=True,
    setup='''
        def remembered(write, x, out):
            """What History.remember is told while write(x, out) runs, and the count of changes that x has then."""
            told, before = [], History.remember
            History.remember = lambda *args: told.append((*args, args[0]._version))
            try:
                write(x, out)
            finally:
                History.remember = before
            return told
    ''',
    solution="""
        def check_write(x, out):
            if x._array.shape != out._array.shape:
                raise RuntimeError(
                    f"output with shape {list(x._array.shape)} doesn't match the broadcast shape {list(out._array.shape)}"
                )
            if out.dtype.category > x.dtype.category:
                raise RuntimeError(f"result type {out.dtype.title} can't be cast to the desired output type {x.dtype.title}")
            if overlaps(x._array):
                raise RuntimeError(
                    "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
                    "Please clone() the tensor before performing the operation."
                )
    """,
    facts="""
        >>> x = mt.ones(2, 2)
        >>> write(x[0], mt.zeros(2))
        >>> write(x, mt.zeros(2, 2))
        >>> x._version
        2
        else: touch(x) counts every change once; views and base share the count.
        >>> x = mt.ones(2, dtype=mt.float64)
        >>> write(x, mt.tensor([1, 2])).dtype is mt.float64
        True
        else: Integers fit among floats: only a higher category than that of x does not.
        >>> write(mt.ones(3, 2), mt.ones(2, 3))
        raises RuntimeError
        else: Nobody looks at the shapes, and NumPy stretches what is shorter. They must be equal.
        >>> write(mt.ones(1).expand(3), mt.zeros(3))
        raises RuntimeError
        else: An expanded tensor has several elements in one place. They cannot each be changed: ask overlaps(x._array).
        >>> write(mt.tensor(1.0), mt.tensor(2.0)).item()
        2.0
        else: The numbers go the wrong way: x is written into `out`.
        >>> write(mt.tensor([1, 2]), mt.tensor([0.5, 0.5]))
        raises RuntimeError
        else: Fractions are written among integers, and cut off without a word. Compare out.dtype.category with
            x.dtype.category.
        >>> x, out = mt.ones(2), mt.zeros(2)
        >>> told = remembered(write, x, out)
        >>> [len(told), told[0][0] is x, told[0][1] is out, told[0][2]]
        [1, True, True, 1]
        else: `[:]` needs a dimension, and a single number has none: `[...]` means all of an array, whatever its shape.
    """,
)
