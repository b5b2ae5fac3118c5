"""A view, or else a copy."""

from ...define import A, Case, Exercise, Mistake, Wrong
from ..telling import tells, told, variant

SETUP = """
from minitorch.creation.memory_format import contiguous_format
from minitorch.ops.copy.clone import clone
from minitorch.ops.view.reshape import _unsafe_view, infer, shown_as, size_given, strides_of_view, view_error
"""

SOLUTION = '''
def _view(x, size):
    """The forward of view: the memory of the array x in the shape `size`."""
    size = infer(size, x.size)
    if x.flags.c_contiguous:
        return x.reshape(size)
    strides = strides_of_view(x.shape, x.strides, size)
    if strides is None:
        raise view_error(x.shape, size)
    return shown_as(x, size, strides)


def reshape(input, *sizes, shape=None):
    """The tensor `input` in another shape: a view where strides allow it, otherwise a copy."""
    array = input._array
    size = infer(size_given(sizes, shape), array.size)
    if array.flags.c_contiguous or strides_of_view(array.shape, array.strides, size) is not None:
        return input.view(size)
    return _unsafe_view(clone(input, contiguous_format), size)
'''


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


V = "_view = reshape.__globals__['_view']  # yours\n"
M = "m = np.arange(6).reshape(2, 3)\n"
X = "x = mt.arange(6).reshape(2, 3)\n"

exercise = Exercise(
    "reshape",
    title="A view, or else a copy",
    difficulty=3,
    minutes=6,
    target="minitorch.ops.view.reshape:reshape",
    covers={"_view": "minitorch.ops.view.reshape:_view"},
    setup=SETUP,
    stub='''
        def _view(x, size):
            """The forward of view: the memory of the array x in the shape `size`, without copying a number.

            infer(size, x.size)      the size with its -1 worked out; raises where the number of elements differs
            x.flags.c_contiguous     whether the elements lie in order: then any shape will do, and x.reshape(size) copies nothing
            strides_of_view(x.shape, x.strides, size), shown_as(x, size, strides)   for all others
            view_error(x.shape, size)  the error to raise where there are no strides
            """
            ...


        def reshape(input, *sizes, shape=None):
            """The tensor `input` in another shape: input.view(size) if there is a view, otherwise a copy.

            size_given(sizes, shape)  the size that the caller gave, in whatever form; it may have a -1, or not fit
            infer(size, input.numel())  the size with its -1 worked out, or the error for one that does not fit
            _unsafe_view(clone(input, contiguous_format), size)  the copy: clone puts the elements in order
            """
            ...
    ''',
    solution=SOLUTION,
    why="view promises the same memory, so it raises where it cannot keep that; reshape promises the numbers, and copies if it must. "
    "Both ask strides_of_view.",
    facts=[
        told("in order", V + M + "_view(m, (3, 2))", A([[0, 1], [2, 3], [4, 5]])),
        told("the same memory", V + M + "np.shares_memory(_view(m, (6,)), m)", True),
        told("minus one", V + M + "_view(m, (-1, 2)).shape", (3, 2)),
        told(
            "a slice",
            V
            + "m = np.arange(12).reshape(4, 3)[::2]\n[_view(m, (2, 3, 1)).tolist(), np.shares_memory(_view(m, (2, 1, 3)), m)]",
            [[[[0], [1], [2]], [[6], [7], [8]]], True],
        ),
        told(
            "minus one of a slice",
            V + "m = np.arange(12).reshape(6, 2)[:, 0]\n_view(m, (2, -1))",
            A([[0, 2, 4], [6, 8, 10]]),
        ),
        told(
            "split and transposed", V + "m = np.arange(24).reshape(4, 6).T\n_view(m, (2, 3, 2, 2)).shape", (2, 3, 2, 2)
        ),
        Case(V + M + "_view(m.T, (6,))", raises=RuntimeError, match="not compatible"),
        Case(V + "_view(np.zeros((2, 3), order='F'), (6,))", raises=RuntimeError, match="not compatible"),
        Case(V + M + "_view(m, (4,))", raises=RuntimeError, match="is invalid for input of size 6"),
        Case(V + M + "_view(m, (-1, -1))", raises=RuntimeError, match="only one dimension"),
        told("nothing", V + "_view(np.zeros((0, 3)), (3, 0)).shape", (3, 0)),
        told("a number", V + "_view(np.array(5.0), (1, 1)).shape", (1, 1)),
        told(
            "sizes",
            X + "sizes = reshape(x, 3, 2), reshape(x, (3, 2)), reshape(x, [6]), reshape(x, shape=(1, 6))\n"
            "tuple([tuple(one.shape) for one in sizes])",
            ((3, 2), (3, 2), (6,), (1, 6)),
        ),
        told("a view", X + "reshape(x, 6)._base is x._base, reshape(x, -1)._array.base is not None", (True, True)),
        told("a view in order", "x = mt.zeros(2, 3)\nreshape(x, 6)._base is x", True),
        told(
            "a view of a slice",
            "x = mt.arange(12).reshape(4, 3)\nrows = x[::2]\nnp.shares_memory(reshape(rows, 2, 3, 1)._array, x._array)",
            True,
        ),
        told(
            "a copy",
            X
            + "flat = reshape(x.t(), 6)\n[flat.tolist(), flat._base is None, np.shares_memory(flat._array, x._array)]",
            [[0, 3, 1, 4, 2, 5], True, False],
        ),
        told(
            "a copy with minus one",
            X + "reshape(x.t(), 3, -1).tolist(), reshape(x.t(), -1).tolist()",
            ([[0, 3], [1, 4], [2, 5]], [0, 3, 1, 4, 2, 5]),
        ),
        Case(X + "reshape(x, 4)", raises=RuntimeError, match="is invalid for input of size 6"),
        Case(X + "reshape(x.t(), 4)", raises=RuntimeError, match="is invalid for input of size 6"),
        Case(X + "reshape(x)", raises=TypeError),
    ],
    wrong=[
        wrong(
            "The -1 is not worked out: infer(size, x.size) does it, and raises where the size does not fit.",
            ("    size = infer(size, x.size)\n", ""),
        ),
        wrong(
            "NumPy's reshape copies where it must, and then the result is no view. Ask strides_of_view, and raise where "
            "there are none.",
            (
                "    if x.flags.c_contiguous:\n        return x.reshape(size)\n    strides = strides_of_view(x.shape, "
                "x.strides, size)\n    if strides is None:\n        raise view_error(x.shape, size)\n    return shown_as(x, "
                "size, strides)",
                "    return x.reshape(size)",
            ),
        ),
        wrong(
            "Only what lies in order is shown. A slice has strides, too: a view is possible wherever strides_of_view finds some.",
            (
                "    strides = strides_of_view(x.shape, x.strides, size)\n    if strides is None:\n        raise "
                "view_error(x.shape, size)\n    return shown_as(x, size, strides)",
                "    raise view_error(x.shape, size)",
            ),
        ),
        wrong(
            "Where there are no strides, None goes on to shown_as. Raise view_error(x.shape, size).",
            ("    if strides is None:\n        raise view_error(x.shape, size)\n", ""),
        ),
        wrong(
            "An array without elements, or without dimensions, has no run to take apart. What lies in order goes the short "
            "way: x.reshape(size).",
            ("    if x.flags.c_contiguous:\n        return x.reshape(size)\n", ""),
        ),
        wrong(
            "reshape always copies. Where a view is possible it gives one: no number is moved.",
            (
                "    if array.flags.c_contiguous or strides_of_view(array.shape, array.strides, size) is not None:\n        "
                "return input.view(size)\n",
                "",
            ),
        ),
        wrong(
            "reshape never copies, and fails where view fails. Then it gives a copy.",
            (
                "    if array.flags.c_contiguous or strides_of_view(array.shape, array.strides, size) is not None:\n        "
                "return input.view(size)\n    return _unsafe_view(clone(input, contiguous_format), size)",
                "    return input.view(size)",
            ),
        ),
        wrong(
            "reshape copies whatever does not lie in order. A slice may have strides for the new shape, too.",
            (" or strides_of_view(array.shape, array.strides, size) is not None", ""),
        ),
        wrong(
            "The copy keeps the order in memory, and the numbers come out in that order: clone(input, contiguous_format).",
            (
                "_unsafe_view(clone(input, contiguous_format), size)",
                "input.new_tensor(input._array.ravel(order='K').tolist()).view(size)",
            ),
        ),
        wrong(
            "The shape by keyword is lost: size_given(sizes, shape) knows all forms.",
            ("size_given(sizes, shape)", "size_given(sizes, None)"),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and "unsafe_view" in str(error),
            "The size does not fit. view has said so, but `except RuntimeError` catches that error as well, and a copy is tried with "
            "the same size. Let infer work the size out before either.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "reshape calls itself, by way of the tensor's own method. Give input.view(size), or _unsafe_view of a clone.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'flags'" in str(error),
            "The tensor has no flags, its array has them: input._array.flags.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and "raise" not in str(error) and "BaseException" in str(error)
            ),
            "view_error(x.shape, size) gives the error, which is to be raised.",
        ),
        *tells(
            in_order="An array in order is shown in any shape: x.reshape(size).",
            the_same_memory="view never copies a number.",
            minus_one="infer(size, x.size) works out the -1.",
            a_slice="A slice does not lie in order, and still has strides for this shape: strides_of_view finds them, "
            "shown_as shows them.",
            minus_one_of_a_slice="infer comes first, so that the -1 is worked out for strides_of_view as well.",
            split_and_transposed="This cut needs no copy: strides_of_view finds the strides.",
            nothing="An array without elements lies in order: x.reshape(size).",
            a_number="A 0-d array lies in order: x.reshape(size).",
            sizes="The size comes in several forms: size_given(sizes, shape) brings them to one.",
            a_view="Where strides allow it, reshape gives a view: input.view(size).",
            a_view_in_order="Where strides allow it, reshape gives a view: input.view(size), which remembers its base.",
            a_view_of_a_slice="A slice does not lie in order, and still has strides for this shape: ask strides_of_view.",
            a_copy="A transposed matrix has no strides for this shape: the numbers are copied, in the order in which one reads them.",
            a_copy_with_minus_one="The -1 has to be worked out for the copy, too.",
        ),
    ],
    hints=[
        "_view has three ways out: in order, with other strides, or an error. reshape has two.",
        "infer first. In order: x.reshape(size). Otherwise strides_of_view, which may be None. reshape asks the same questions of "
        "input._array, and where there is no view it copies.",
        "`if array.flags.c_contiguous or strides_of_view(array.shape, array.strides, size) is not None: return "
        "input.view(size)`; `return "
        "_unsafe_view(clone(input, contiguous_format), size)`.",
    ],
)
