"""A view that stays inside its memory."""

import numpy as np

from minitorch.serialization.archive import UnpicklingError

from ...define import A, Case, Exercise, Law, Mistake, Wrong
from ..edited import edited

GIVEN = """
    from minitorch.serialization.archive import UnpicklingError
    from minitorch.serialization.loading import OUTSIDE, check_numbers, strided

    def shown(view, count, offset, size, stride):
        return view(None, np.arange(count + 99)[:count], offset, size, stride).tolist()
"""

SOLUTION = '''
def view(self, memory, offset, size, stride):
    """An array of any size and strides (in elements) over memory, if all of it lies inside; else UnpicklingError."""
    check_numbers(offset, size, stride)  # integers, none of them negative, and as many strides as sizes
    last = offset + sum([(n - 1) * step for n, step in zip(size, stride, strict=True)])
    if 0 not in size and last >= memory.size:
        raise UnpicklingError(OUTSIDE.format(size, stride, offset, last + 1, memory.size))
    return strided(memory, offset, size, stride)
'''

exercise = Exercise(
    "view_inside",
    title="Inside its memory",
    difficulty=3,
    minutes=5,
    target="minitorch.serialization.loading:Loader.view",
    setup=GIVEN.replace("\n    ", "\n"),
    stub='''
        def view(self, memory, offset, size, stride):
            """An array of any size and strides (in elements) over memory, if all of it lies inside; else UnpicklingError."""
            check_numbers(offset, size, stride)  # integers, none of them negative, and as many strides as sizes
            ...
            return strided(memory, offset, size, stride)
    ''',
    solution=SOLUTION,
    why="The farthest element is the one whose index is the last in every dimension. If that one lies inside the "
    "memory, all do, because no stride is negative.",
    facts=[
        Case("shown(view, 6, 0, (2, 3), (3, 1))", [[0, 1, 2], [3, 4, 5]]),
        Case("view(None, np.arange(6), 4, (2,), (1,))", A([4, 5], "int64")),
        Case("shown(view, 6, 0, (3, 2), (1, 3))", [[0, 3], [1, 4], [2, 5]]),
        Case("shown(view, 6, 4, (2,), (1,))", [4, 5]),
        Case("shown(view, 6, 1, (3,), (2,))", [1, 3, 5]),
        Case("shown(view, 6, 5, (), ())", 5),
        Case("shown(view, 6, 5, (2, 3), (0, 0))", [[5, 5, 5], [5, 5, 5]]),
        Case("shown(view, 3, 0, (5, 3), (0, 1))", [[0, 1, 2]] * 5),
        Case("shown(view, 6, 0, (0, 3), (3, 1))", []),
        Case("shown(view, 0, 9, (3, 0), (50, 1))", [[], [], []]),
        Case("shown(view, 6, 0, (7,), (1,))", raises=UnpicklingError),
        Case("shown(view, 6, 1, (2, 3), (3, 1))", raises=UnpicklingError),
        Case("shown(view, 6, 6, (), ())", raises=UnpicklingError),
        Case("shown(view, 6, 0, (2, 2), (5, 1))", raises=UnpicklingError),
        Case("shown(view, 6, 0, (2,), (6,))", raises=UnpicklingError),
        Case("shown(view, 6, 0, (1, 1), (100, 100))", [[0]]),
        Case("shown(view, 0, 0, (1,), (1,))", raises=UnpicklingError),
        Case("shown(view, 6, 10**12, (2, 3), (3, 1))", raises=UnpicklingError),
        Law(
            "a view is refused when one of its elements lies outside",
            lambda piece, rng: inside_or_not(piece, rng),
            times=20,
        ),
    ],
    wrong=[
        Wrong(
            edited(
                SOLUTION,
                (
                    "    last = offset + sum([(n - 1) * step for n, step in zip(size, stride, strict=True)])\n"
                    "    if 0 not in size and last >= memory.size:\n"
                    "        raise UnpicklingError(OUTSIDE.format(size, stride, offset, last + 1, memory.size))",
                    "",
                ),
            ),
            "Nothing is refused, so a file can show memory that is not its own: whatever lies behind. Find the farthest "
            "element, and raise UnpicklingError if it is outside.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    last = offset + sum([(n - 1) * step for n, step in zip(size, stride, strict=True)])",
                    "    last = sum([(n - 1) * step for n, step in zip(size, stride, strict=True)])",
                ),
            ),
            "The tensor does not begin at 0 but at `offset`: add it.",
        ),
        Wrong(
            edited(SOLUTION, ("(n - 1) * step", "n * step")),
            "The index in a dimension of size n goes to n - 1: (n - 1) * stride is the farthest step in it.",
        ),
        Wrong(
            edited(SOLUTION, ("last >= memory.size", "last > memory.size")),
            "The elements are counted from 0, so the last one of six has the place 5: a place equal to memory.size is "
            "outside already.",
        ),
        Wrong(
            edited(SOLUTION, ("0 not in size and last >= memory.size", "last >= memory.size")),
            "A tensor with a 0 in its size has no elements, and none can lie outside. Let it pass.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    last = offset + sum([(n - 1) * step for n, step in zip(size, stride, strict=True)])\n"
                    "    if 0 not in size and last >= memory.size:",
                    "    count = 1\n"
                    "    for n in size:\n"
                    "        count *= n\n"
                    "    last = offset + count - 1\n"
                    "    if 0 not in size and last >= memory.size:",
                ),
            ),
            "How many elements there are is not how far they reach. With a stride of 0 many lie on one place, with a large "
            "one few reach far: add up (n - 1) * stride.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    last = offset + sum([(n - 1) * step for n, step in zip(size, stride, strict=True)])",
                    "    last = offset + max([(n - 1) * step for n, step in zip(size, stride, strict=True)], default=0)",
                ),
            ),
            "The farthest element is at the end of all dimensions at once: the steps add up.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "        raise UnpicklingError(OUTSIDE.format(size, stride, offset, last + 1, memory.size))",
                    "        return memory[:0]",
                ),
            ),
            "An empty array instead of an error hides that the file is wrong. Raise UnpicklingError.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "        raise UnpicklingError(OUTSIDE.format(size, stride, offset, last + 1, memory.size))",
                    "        raise IndexError(last)",
                ),
            ),
            "The error is to be an UnpicklingError, as for everything that is wrong with a file: that is what whoever loads "
            "waits for.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    last = offset + sum([(n - 1) * step for n, step in zip(size, stride, strict=True)])",
                    "    last = offset + size[0] * stride[0] - 1 if size else offset",
                ),
            ),
            "Only the first dimension is looked at. The other strides need not be smaller: add up (n - 1) * stride over all "
            "of them.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected is UnpicklingError and "needs" in str(error) and "has" in str(error),
            "It is refused, with another exception: raise UnpicklingError, as for everything that is wrong with a file.",
        ),
        Mistake(
            lambda expected, got, error: (
                type(got) is type(expected) and error is None and got != expected and "refused" not in (got, expected)
            ),
            "Other elements are shown. strided(memory, offset, size, stride) makes the view, with all four as they came.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, (ValueError, TypeError))
                and expected is not UnpicklingError
                and ("strides" in str(error) or "buffer" in str(error))
            ),
            "A good view is made in another way than the file says: strided(memory, offset, size, stride) takes the whole memory, "
            "and all four as they came. The offset counts once.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ValueError) and "strides" in str(error),
            "A view is let through that reaches outside its memory (here NumPy has noticed it, too). Its farthest "
            "element is at offset + (n - 1) * stride, added up over all dimensions, and has to be smaller than "
            "memory.size.",
        ),
        Mistake(
            lambda expected, got, error: expected is UnpicklingError and error is None or expected == "refused" != got,
            "A view is let through that reaches outside its memory. Its farthest element is at offset + (n - 1) * "
            "stride, added up over all dimensions, and has to be smaller than memory.size.",
        ),
        Mistake(
            lambda expected, got, error: (
                got == "refused" or isinstance(error, UnpicklingError) and expected is not UnpicklingError
            ),
            "A good view is refused. The farthest element, at offset + (n - 1) * stride over all dimensions, may "
            "be the last of the memory; and with a 0 in the size there is none at all.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, IndexError) and expected is not UnpicklingError,
            "A single number has no dimensions: size and stride are empty then, and it lies at the offset.",
        ),
    ],
    hints=[
        "Which element of the view lies farthest in the memory? Think of its index in each dimension.",
        "Its place is the offset, and for each dimension (n - 1) times its stride. If there is a 0 in the size, there "
        "is no element at all.",
        "`last = offset + sum([(n - 1) * step for n, step in zip(size, stride)])`; refuse if `0 not in size and last >= "
        "memory.size`.",
    ],
)


def inside_or_not(piece, rng):
    ndim, count = int(rng.integers(1, 4)), int(rng.integers(1, 30))
    size, stride = tuple(rng.integers(1, 4, ndim).tolist()), tuple(rng.integers(0, 8, ndim).tolist())
    offset = int(rng.integers(0, 10))
    places = offset + sum([step * index for step, index in zip(stride, np.indices(size), strict=True)])
    try:
        found = piece(None, np.arange(count), offset, size, stride).tolist()
    except UnpicklingError:
        found = "refused"
    given = {"elements in memory": count, "offset": offset, "size": size, "stride": stride}
    return given, places.tolist() if places.max() < count else "refused", found
