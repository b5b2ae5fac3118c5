"""Sum and mean, the forwards."""

from ...define import A, Case, Exercise, Mistake, Wrong
from ..telling import tells, told, variant

SETUP = """
from minitorch.ops.reduction.mean import length_of
from minitorch.ops.reduction.sum import add_up, axes, wide
"""

SOLUTION = '''
def _sum(x, dim=None, keepdim=False, dtype=None):
    """The forward of sum."""
    if dtype is not None:
        x = x.astype(dtype.numpy, copy=False)
    if dim is not None:
        dim = axes(dim, x.ndim)
    if x.itemsize > 2 and x.dtype.kind in "fc":
        return add_up(x, dim, keepdim)
    kind = "int64" if x.dtype.kind in "iub" and dtype is None else x.dtype
    return x.sum(axis=dim, keepdims=keepdim, dtype=wide(x.dtype)).astype(kind)


def _mean(x, dim, keepdim, dtype):
    """The forward of mean."""
    n, kind = length_of(x.shape, dim), x.dtype if dtype is None else dtype.numpy
    if kind.itemsize == 2:
        x, dtype = x.astype("float32"), None
    total = _sum(x, dim, keepdim, dtype)
    mean = total / n if n else total * math.nan
    return mean.astype(kind) if kind.itemsize == 2 else mean
'''


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


M = "m = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], 'float32')\n"
SUM = "_sum = _mean.__globals__['_sum']  # yours\n"

exercise = Exercise(
    "sum_and_mean",
    title="Sum and mean, the forwards",
    difficulty=2,
    minutes=6,
    target="minitorch.ops.reduction.mean:_mean",
    covers={"_sum": "minitorch.ops.reduction.sum:_sum"},
    setup=SETUP,
    stub='''
        def _sum(x, dim=None, keepdim=False, dtype=None):
            """The forward of sum: the array x added up.

            dim      None adds up everything, else the sum is over axes(dim, x.ndim)
            keepdim  the dimensions stay, with length 1
            dtype    if it is given, convert x first (dtype.numpy is NumPy's)

            wide(x.dtype) is the dtype to add up in: int64 for integers and bools, which give
            an int64 unless dtype says otherwise, and float32 for floats of 2 bytes, whose sum is then converted back.
            add_up(x, dim, keepdim) is NumPy's sum, in pieces where x is large.
            """
            ...


        def _mean(x, dim, keepdim, dtype):
            """The forward of mean: the sum divided by how many numbers went into each result.

            length_of(x.shape, dim) counts them. The mean of nothing is nan. Half precision is computed
            in float32 and rounded once, at the end.
            """
            ...
    ''',
    solution=SOLUTION,
    why="Two thousand float16 ones added one after the other stop at 2048: the next number that float16 knows is 2050. So the sum "
    "is computed in a dtype that is wide enough. The mean of nothing is 0 / 0, nan, without a warning.",
    facts=[
        told("everything", SUM + M + "float(_sum(m))", 21.0),
        told("one dim", SUM + M + "_sum(m, 0)", A([5.0, 7.0, 9.0], "float32")),
        told("a negative dim", SUM + M + "_sum(m, -1)", A([6.0, 15.0], "float32")),
        told("several dims", SUM + M + "float(_sum(m, (0, 1)))", 21.0),
        told("an empty tuple of dims", SUM + M + "float(_sum(m, ()))", 21.0),
        told("a list of dims", SUM + M + "float(_sum(m, [0, 1]))", 21.0),
        told("keepdim", SUM + M + "_sum(m, 1, True)", A([[6.0], [15.0]], "float32")),
        told("keepdim of everything", SUM + M + "_sum(m, None, True).shape", (1, 1)),
        told("a dtype", SUM + M + "_sum(m, 0, False, mt.float64)", A([5.0, 7.0, 9.0], "float64")),
        told(
            "a dtype first", SUM + "np.asarray(_sum(np.array([0.5, 0.5, 1.5]), None, False, mt.int64))", A(1, "int64")
        ),
        told("integers", SUM + "np.asarray(_sum(np.array([100, 100, 100], 'uint8')))", A(300, "int64")),
        told("int32", SUM + "_sum(np.ones((2, 2), 'int32'), 0)", A([2, 2], "int64")),
        told("bools", SUM + "np.asarray(_sum(np.array([True, True, False])))", A(2, "int64")),
        told("half precision", SUM + "_sum(np.ones((4096, 2), 'float16'), 0)", A([4096.0, 4096.0], "float16")),
        told("float64", SUM + "_sum(np.ones((2, 2)), 0)", A([2.0, 2.0], "float64")),
        told("complex", SUM + "_sum(np.ones((2, 2), 'complex64'), 0)", A([2, 2], "complex64")),
        told("a 0-d array", SUM + "float(_sum(np.array(3.0), 0)), float(_sum(np.array(3.0)))", (3.0, 3.0)),
        Case(SUM + "_sum(np.ones((2, 2)), 2)", raises=IndexError),
        told("the mean of everything", M + "float(_mean(m, None, False, None))", 3.5),
        told("a mean along a dim", M + "_mean(m, 1, False, None)", A([2.0, 5.0], "float32")),
        told("a mean that keeps its dim", M + "_mean(m, (0, -1), True, None)", A([[3.5]], "float32")),
        told("a mean in a dtype", M + "_mean(m, 0, False, mt.float64)", A([2.5, 3.5, 4.5], "float64")),
        told(
            "a mean in half precision", "_mean(np.full((4096, 1), 2.0, 'float16'), 0, False, None)", A([2.0], "float16")
        ),
        told("the mean of nothing", "math.isnan(float(_mean(np.ones(0, 'float32'), None, False, None)))", True),
        told(
            "means of nothing",
            "[math.isnan(n) for n in _mean(np.ones((0, 2), 'float32'), 0, False, None)]",
            [True, True],
        ),
        told(
            "in a tensor",
            "mt.tensor([1.0, 2.0, 6.0]).mean().item(), mt.tensor([[1, 2], [3, 4]]).sum(0).tolist()",
            (3.0, [4, 6]),
        ),
    ],
    wrong=[
        wrong(
            "Integers are added up in their own dtype, and 300 does not fit into a uint8. wide(x.dtype) says int64.",
            (", dtype=wide(x.dtype)).astype(kind)", ", dtype=x.dtype)"),
        ),
        wrong(
            "Half precision is added up in half precision, where 2048 + 1 is 2048. wide(x.dtype) says float32.",
            ("x.itemsize > 2 and x.dtype.kind", "x.dtype.kind"),
        ),
        wrong(
            "The sum of half precision comes back in float32. Only the adding is done there: convert the result back.",
            (".astype(kind)", ""),
        ),
        wrong(
            "The sum of integers comes back in their own dtype. PyTorch gives an int64.",
            (".astype(kind)", ".astype(x.dtype)"),
        ),
        wrong(
            "The dtype that was asked for is converted to at the end. PyTorch converts first: with int64, 0.5 is 0 before "
            "it is added.",
            (
                "    if dtype is not None:\n        x = x.astype(dtype.numpy, copy=False)\n",
                "    if dtype is not None:\n        return _sum(x, dim, keepdim).astype(dtype.numpy)\n",
            ),
        ),
        wrong(
            "The dtype that was asked for is not looked at: convert x to dtype.numpy first.",
            ("    if dtype is not None:\n        x = x.astype(dtype.numpy, copy=False)\n", ""),
        ),
        wrong(
            "A list of dims reaches NumPy as it is, and a dim that a 0-d array does not have, too. axes brings all forms to one.",
            ("    if dim is not None:\n        dim = axes(dim, x.ndim)\n", ""),
        ),
        wrong(
            "keepdim is lost: the reduced dimensions stay, with length 1.",
            ("add_up(x, dim, keepdim)", "add_up(x, dim)"),
            ("axis=dim, keepdims=keepdim, ", "axis=dim, "),
        ),
        wrong(
            "The mean divides by the size of the whole array. Only the numbers along dim go into a result: length_of(x.shape, dim).",
            ("length_of(x.shape, dim)", "x.size"),
        ),
        wrong("The mean is not divided by anything.", ("total / n if n else total * math.nan", "total")),
        wrong(
            "The mean of nothing is 0 in your version. It is nan: 0 / 0.",
            ("total / n if n else total * math.nan", "total / n if n else total"),
        ),
        wrong(
            "The dtype that was asked for the mean in is lost: hand it on to the sum.",
            ("_sum(x, dim, keepdim, dtype)", "_sum(x, dim, keepdim)"),
        ),
        wrong(
            "Whole numbers are divided without a rest, and floats too: `//` drops the fraction.",
            ("total / n if n", "total // n if n"),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, IndexError) and expected is not IndexError,
            "A dim is looked up where there is none: axes(dim, x.ndim), first the dim, brings it to a tuple, and "
            "length_of(x.shape, dim) counts.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ZeroDivisionError),
            "There is nothing to divide by where nothing went in: the mean of nothing is nan.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and ("Cannot interpret" in str(error) or "data type" in str(error))
            ),
            "NumPy does not know our dtypes: each has NumPy's own as dtype.numpy.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "'list'" in str(error),
            "dim may be a list: axes(dim, x.ndim) makes a tuple of it.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'numpy'" in str(error),
            "dtype may be None, where none was asked for.",
        ),
        *tells(
            everything="With dim None everything is added up.",
            one_dim="Over axes(dim, x.ndim): dimension 0 goes away, the columns' sums stay.",
            a_negative_dim="axes counts a negative dim from the end.",
            several_dims="dim may be several numbers: axes gives a tuple, which NumPy's sum takes as axis.",
            an_empty_tuple_of_dims="() means all dimensions, as None does: axes knows that.",
            a_list_of_dims="dim may be a list: axes makes a tuple of it.",
            keepdim="With keepdim the reduced dimension stays, with length 1.",
            keepdim_of_everything="With keepdim every reduced dimension stays, with length 1, also where all are reduced.",
            a_dtype="The sum has the dtype that was asked for.",
            a_dtype_first="x is converted first, and added up then: 0.5 as an int64 is 0.",
            integers="Integers are added up in int64, wide(x.dtype), and give an int64.",
            int32="Integers of any size give an int64.",
            bools="Bools are counted in int64.",
            half_precision="Added up in float32, wide(x.dtype), and converted back to float16.",
            float64="A float64 stays one.",
            complex="Complex numbers stay complex.",
            a_0_d_array="A 0-d array has no dimension; axes(0, 0) is (), and its sum is the number itself.",
            the_mean_of_everything="The sum of all, divided by how many there are.",
            a_mean_along_a_dim="length_of(x.shape, dim) counts the numbers along dim only.",
            a_mean_that_keeps_its_dim="keepdim is handed on to the sum.",
            a_mean_in_a_dtype="The dtype is handed on to the sum, which converts first.",
            a_mean_in_half_precision="A mean of half precision stays in half precision; its sum must not run out of range on the way.",
            the_mean_of_nothing="Where nothing went in, the mean is nan.",
            means_of_nothing="Where nothing went in, each mean is nan: an array of them.",
            in_a_tensor="Behind x.sum() and x.mean() stand these forwards.",
        ),
    ],
    hints=[
        "In order: convert if a dtype was given, bring dim to one form, add up in a dtype that is wide enough, convert back.",
        "Floats of 4 bytes and more, and complex numbers: add_up(x, dim, keepdim). All others: x.sum(axis=dim, keepdims=keepdim, "
        "dtype=wide(x.dtype)), and then int64 for integers and bools, or back to x.dtype.",
        "`.astype('int64' if x.dtype.kind in 'iub' else x.dtype)`. The mean: `total / n if n else total * math.nan`.",
    ],
)
