"""samples: the table of operations. One row an operation: what PyTorch calls it, and samples of our own.

    Row("tanh", own=[(S(3, 4),)])

takes PyTorch's samples for `torch.tanh` and, besides, checks the gradients of `minitorch.tanh` on a random (3, 4) input
with finite differences, which needs no PyTorch. A second row with the same name and a `variant` takes another of
PyTorch's lists.
"""

import numpy as np

import minitorch as mt


class Row:
    """An operation in the table.

    name, variant  in PyTorch's table of operations (op_db); name may be of ours only, with theirs=False
    ours       where it is in minitorch, if not under `name`; or a function
    method     the name of the method, if another
    own        our samples: tuples of arguments, in which S(3, 4) stands for random numbers of that shape
    low, high  the range of those
    without    variants that there are not: "method", "operator", "in place", "in-place operator"
    leave_out  {reason: predicate(dtype, args, kwargs)} for samples that are not compared
    nothing    {check: reason} for checks that have nothing to compare, which is a failure otherwise: "values of int64",
               "gradients", "method", "operator", "in place", "in-place operator", "errors"
    look       what is compared of a result, as a function of it and the name of the dtype; all of it without one
    tolerance  (relative, absolute) where the usual ones are too strict
    mixed      every number of the result is a sum over the whole input: only as exact as the largest of them
    settled    compare only what is settled of a result, by PyTorch's own measure: of a vector found up to its sign, |v|
    """

    def __init__(
        self, name, variant="", ours=None, method=None, own=(), low=-2.0, high=2.0, without=(), leave_out=None,
        tolerance=None, theirs=True, second=True, settled=False, nothing=None, look=None, mixed=False,
    ):  # fmt: skip
        self.name, self.variant, self.ours, self.method, self.own = name, variant, ours, method, own
        self.low, self.high, self.without, self.tolerance = low, high, without, tolerance
        self.leave_out, self.theirs, self.second, self.settled = leave_out or {}, theirs, second, settled
        self.nothing, self.look, self.mixed = nothing or {}, look or (lambda result, dtype: result), mixed
        self.path = ours if isinstance(ours, str) else name
        self.id = f"{name}.{variant}" if variant else name

    def function(self):
        """Ours: of that name in minitorch, or else the method; AttributeError if there is neither."""
        if callable(self.ours):
            return self.ours
        *way, last = self.path.split(".")
        found = mt
        for part in way:
            found = getattr(found, part)
        return getattr(found, last) if hasattr(found, last) else getattr(mt.Tensor, last)

    def leaves_out(self, dtype, args, kwargs):
        return any(predicate(dtype, args, kwargs) for predicate in self.leave_out.values())

    def inputs(self, sample):
        """A sample of our own with float64 tensors for its shapes."""
        generator = np.random.default_rng(7)

        def one(value):
            if isinstance(value, S):
                return mt.from_numpy(generator.uniform(self.low, self.high, value.shape)).requires_grad_()
            return value

        return tuple([one(value) for value in sample])


class S:
    """The shape of a random input."""

    def __init__(self, *shape):
        self.shape = shape


ROWS = []


def rows(*names, **options):
    """Rows of several operations that take the same options."""
    ROWS.extend([Row(name, **options) for name in names])


# --- arithmetic -----------------------------------------------------------------------------------------------------

PAIR = [(S(3, 2), S(3, 2)), (S(3, 2), S(2)), (S(3, 1), S(1, 2)), (S(), S(2))]
ONE = [(S(3, 2),), (S(),)]
POSITIVE = {"low": 0.5, "high": 3.0}

rows("add", "sub", "mul", "atan2", own=PAIR)
rows("logaddexp", own=PAIR, leave_out={"complex": lambda dtype, args, kwargs: dtype.startswith("complex")},
     nothing={"values of complex64": "NumPy's takes real numbers"})  # fmt: skip
rows("pow", "remainder", "fmod", "xlogy", own=PAIR, **POSITIVE)
rows("true_divide", own=PAIR, **POSITIVE)
ROWS += [Row("div", variant) for variant in ("no_rounding_mode", "trunc_rounding", "floor_rounding")]
rows("floor_divide")
rows("__rsub__", "__rmod__", "__rpow__")
rows("__radd__", "__rmul__", "__rdiv__", "__rand__", "__ror__", "__rxor__",
     nothing={"errors": "PyTorch's samples call it on a number instead of a tensor"})  # fmt: skip
rows("neg", "positive", "reciprocal", "abs", "sign", "sgn", "square", "conj", "real", "imag")
rows("addcmul", "addcdiv", own=[(S(2, 2), S(2), S(2, 1))], **POSITIVE)
ROWS.append(Row("lerp", own=[(S(2, 2), S(2), S(2, 1)), (S(2), S(2), 0.3)]))

# --- functions of one number ----------------------------------------------------------------------------------------

rows("exp", "exp2", "expm1", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "asinh", "sigmoid", "erf", "erfc",
     own=ONE)  # fmt: skip
rows("sqrt", "rsqrt", "log", "log2", "log10", "log1p", "digamma", "lgamma", own=ONE, **POSITIVE)
rows("asin", "acos", "atanh", "erfinv", own=ONE, low=-0.9, high=0.9)
rows("acosh", own=ONE, low=1.2, high=3.0)
rows("logit", own=[*ONE, (S(3), 0.2)], low=0.05, high=0.95)
rows("floor", "ceil", "round", "trunc", "frac", "nan_to_num")
ROWS += [Row("round", variant) for variant in ("decimals_0", "decimals_3", "decimals_neg_3")]
ROWS.append(Row("nn.functional.relu", ours="relu", own=ONE))

# --- questions ------------------------------------------------------------------------------------------------------

rows("eq", "ne", "lt", "le", "gt", "ge", "isclose", "allclose", "equal")
rows("logical_and", "logical_or", "logical_xor", "logical_not")
rows("bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not", "bitwise_left_shift", "bitwise_right_shift")
rows("isnan", "isinf", "isfinite")

# --- choices --------------------------------------------------------------------------------------------------------

rows("maximum", "minimum", "clamp_min", "clamp_max", own=PAIR)
rows("clamp", own=[(S(3, 2), -1.0, 1.0), (S(3, 2), S(2), S(2)), (S(3, 2), None, S(3, 1))])
ROWS += [Row("where", ours=lambda x, mask, y: mt.where(mask, x, y)), Row("masked_fill")]

# --- reductions -----------------------------------------------------------------------------------------------------

ALONG = [(S(2, 3),), (S(2, 3), 0), (S(2, 3, 2), (0, 2), True)]

rows("sum", "mean", "var", "std", "amax", "amin", own=ALONG)
ROWS += [Row(name, "unbiased") for name in ("var", "std")]
rows("prod", own=[(S(2, 3),), (S(2, 3), 1)])
rows("cumsum", "cumprod", "logsumexp", own=[(S(2, 3), 0), (S(2, 3), 1)])
for _name in ("max", "min"):
    ROWS += [Row(_name, "binary"), Row(_name, "reduction_no_dim", own=ALONG[:2]), Row(_name, "reduction_with_dim")]
rows("argmax", "argmin", "all", "any", "count_nonzero", "median")
ROWS += [Row("norm"), Row("norm", "fro"), Row("norm", "inf")]

# --- broadcasting ---------------------------------------------------------------------------------------------------

rows("broadcast_to", "expand_as", "broadcast_tensors", "broadcast_shapes", "sum_to_size")
ROWS.append(Row("expand"))

# --- shapes: views --------------------------------------------------------------------------------------------------

T = mt.Tensor
OUT = {"memory that out= shares with an input": lambda dtype, args, kwargs: dtype == "error" and "out" in kwargs}
ALL_OUT = {"errors": "all are about memory that out= shares with an input"}

for _name in ("view", "view_as", "reshape_as", "contiguous", "repeat", "unfold", "__getitem__"):
    ROWS.append(Row(_name, ours=getattr(T, _name)))
ROWS += [Row(_name, ours=getattr(T, _name).__get__) for _name in ("T", "H", "mT", "mH")]
rows("reshape", own=[(S(2, 3), (3, 2)), (S(2, 3), (-1,))])
rows("flatten", "ravel", "squeeze", "clone", own=[(S(2, 3),)])
rows("adjoint", own=[(S(2, 3),)], theirs=False)
ROWS += [Row("squeeze", "multiple"), Row("t", own=[(S(2, 3),)]), Row("unflatten", own=[(S(2, 6), 1, (2, 3))])]
rows("permute", own=[(S(2, 3, 4), (2, 0, 1))])
rows("transpose", own=[(S(2, 3, 4), 0, 2)])
rows("movedim", own=[(S(2, 3, 4), 0, 2)])
rows("unsqueeze", own=[(S(2, 3), 1)])
rows("select", own=[(S(2, 3), 1, 2)])
rows("narrow", own=[(S(2, 3), 1, 1, 2)])
rows("diagonal", own=[(S(3, 4),), (S(2, 3, 3), 1, 1, 2)])
rows("diag", "diag_embed", own=[(S(3),)])

# --- shapes: copies -------------------------------------------------------------------------------------------------

rows("flip", own=[(S(2, 3), (0, 1))])
rows("tril", "triu", own=[(S(3, 4),)])
rows("roll", own=[(S(2, 3), 1), (S(2, 3), (1, 2), (0, 1))])
rows("tile", own=[(S(2, 3), (2, 1, 2))])
rows("repeat_interleave", own=[(S(2, 3), 2, 1), (S(3), mt.tensor([2, 0, 1]), 0)])
ROWS += [Row("meshgrid", variant, ours=lambda *x, **k: list(mt.meshgrid(*x, **k))) for variant in
         ("variadic_tensors", "list_of_tensors")]  # fmt: skip
for _name in ("to", "float", "double", "half", "long", "int", "short", "char", "byte", "bool", "cfloat", "cdouble"):
    ROWS.append(Row(_name, ours=getattr(T, _name)))

# --- joining and cutting --------------------------------------------------------------------------------------------

rows("cat", "stack", "hstack", "vstack", "column_stack", leave_out=OUT)
rows("chunk", own=[(S(5, 2), 2)])
ROWS += [Row("split", own=[(S(5, 2), 2)]), Row("split", "list_args", own=[(S(5, 2), (1, 4))])]
rows("unbind", own=[(S(2, 3), 1)])

# --- indexing -------------------------------------------------------------------------------------------------------

I = mt.tensor([[0, 2, 1], [1, 0, 0]])
V = mt.tensor([2, 0])

rows("gather", own=[(S(3, 3), 0, I), (S(2, 4), 1, I)], leave_out=OUT)
rows("scatter_add", own=[(S(3, 3), 0, I, S(2, 3)), (S(3, 3), 0, I, S(3, 4))])
REDUCED = {"reduce=, which is scatter_reduce": lambda dtype, args, kwargs: "reduce" in kwargs}
rows("scatter", own=[(S(3, 3), 1, mt.tensor([[0, 2], [1, 0]]), S(2, 2))], leave_out=REDUCED)
rows("index_select", own=[(S(3, 2), 0, V)], nothing=ALL_OUT)
rows("index_add", own=[(S(3, 2), 0, V, S(2, 2))])
ROWS += [Row("put", ours=T.put, own=[(S(3, 2), V, S(2))])]
ROWS += [Row("index_put", own=[(S(3, 2), (V,), S(2, 2), True)])]
rows("take", own=[(S(3, 2), V)], nothing=ALL_OUT)
rows("masked_select", own=[(S(3), mt.tensor([True, False, True]))], nothing=ALL_OUT)
for _name in ("sum", "mean", "amax", "amin"):
    ROWS.append(Row("scatter_reduce", _name, own=[(S(3, 3), 0, I, S(2, 3), _name)]))
rows("nonzero")

# --- sorting --------------------------------------------------------------------------------------------------------

MANY = {"equal numbers, whose order is free": lambda dtype, args, kwargs: args[0].numel() > 1000}

rows("sort", own=[(S(3, 4),), (S(3, 4), 0, True)], leave_out=MANY)
rows("argsort", leave_out=MANY)


def values_of_ties(result, dtype):
    """The values and, where hardly any two numbers are equal, the indices: the order of equal numbers is free."""
    return result[0] if dtype in ("int64", "bool", "float16") else result


rows("topk", own=[(S(3, 4), 2)], look=values_of_ties)
rows("unique")

# --- products -------------------------------------------------------------------------------------------------------

MATRICES = [(S(2, 3), S(3, 2))]

rows("mm", own=MATRICES, mixed=True)
rows(
    "matmul",
    own=[*MATRICES, (S(3), S(3)), (S(2, 3), S(3)), (S(3), S(3, 2)), (S(2, 2, 3), S(3, 2)), (S(2, 1, 2, 3), S(2, 3, 2))],
    mixed=True,
)
rows("bmm", own=[(S(2, 2, 3), S(2, 3, 2))], mixed=True)
rows("mv", own=[(S(2, 3), S(3))], mixed=True)
rows("dot", "outer", own=[(S(3), S(3))], mixed=True)
ROWS += [Row("addmm", own=[(S(2), S(2, 3), S(3, 2), 0.5, 2.0)], mixed=True), Row("addmm", "decomposed", mixed=True)]
ROWS += [
    Row("einsum", ours=lambda parts, equation: mt.einsum(equation, *parts), mixed=True),
    Row("__rmatmul__", ours=T.__rmatmul__, mixed=True),
]

# --- complex numbers as pairs -----------------------------------------------------------------------------------------

HALF = {"values of float16": "NumPy has no complex numbers of two halves"}
COMPLEX = {"own": PAIR, "low": 0.5, "high": 2.0}
ROWS += [Row("complex", nothing=HALF, leave_out=OUT, **COMPLEX), Row("polar", **COMPLEX)]
ROWS += [Row("view_as_real"), Row("view_as_complex", own=[(S(3, 2),)], nothing=HALF)]
rows("bincount")


def seeded(input, *args, **options):
    """multinomial after the seed that PyTorch's samples set."""
    mt.manual_seed(42)
    return mt.multinomial(input, *args, **options)


ROWS.append(
    Row("multinomial", leave_out=OUT, ours=seeded, without=("method",))
)  # PyTorch's wrapper around it is no method

# --- rarer ones, from what is there -----------------------------------------------------------------------------------

rows("rsub", "hypot", "copysign", "fmax", "fmin", own=PAIR)
rows("float_power", own=PAIR, **POSITIVE)
rows("heaviside", "gcd", "lcm", "isposinf", "isneginf", "isreal", "signbit")
rows("sinc", "deg2rad", "rad2deg", own=ONE)
rows("nansum", "nanmean", "var_mean", "std_mean", own=ALONG)
ROWS += [Row(name, "unbiased") for name in ("var_mean", "std_mean")]
rows(
    "dist", "atleast_1d", "atleast_2d", "atleast_3d", "split_with_sizes", "tensor_split", "tril_indices", "triu_indices"
)
rows("fliplr", "flipud", "rot90", own=[(S(3, 4),)])
rows("take_along_dim", own=[(S(3, 3), I[:1], 0)])
rows("index_copy", own=[(S(3, 2), 0, V, S(2, 2))])
ROWS.append(Row("index_fill", own=[(S(3, 2), 0, V, 1.5)]))
rows("masked_scatter", own=[(S(3), mt.tensor([True, False, True]), S(4))])
rows("kthvalue", own=[(S(3, 4), 2)], look=values_of_ties, leave_out=OUT)
rows("argwhere", "unique_consecutive", "searchsorted", "bucketize", "histc", "isin")
rows("quantile", "nanquantile", own=[(S(2, 5), 0.4), (S(2, 5), 0.7, 1)])
rows("diff", own=[(S(2, 4), 2), (S(2, 4), 1, 0)])
rows("vdot", "inner", own=[(S(3), S(3))], mixed=True)
rows("tensordot", own=[(S(2, 3, 4), S(4, 2), ([2, 0], [0, 1])), (S(2), S(3), 0)])
rows("addmv", own=[(S(2), S(2, 3), S(3), 0.5, 2.0)], mixed=True)
STACKS = [(S(2, 2), S(2, 2, 3), S(2, 3, 2), 0.5, 2.0)]
rows("baddbmm", own=STACKS, mixed=True)
rows("addbmm", own=STACKS, tolerance=(3e-3, 3e-1), without=("in place",))  # PyTorch's addbmm_ resizes the tensor
ROWS.append(Row("special.polygamma", "special_polygamma_n_0", ours=lambda x, n: mt.special.polygamma(n, x)))
rows("logdet")
rows("linalg.pinv", own=[(S(3, 2),), (S(2, 3),)])
ROWS += [Row("linalg.pinv", "singular", ours=lambda a, b: mt.linalg.pinv(a @ b.mT))]
ROWS += [Row("linalg.matrix_rank"), Row("linalg.matrix_rank", "hermitian")]
ROWS.append(Row("solution", own=[(S(4, 2), S(4, 1))], theirs=False, ours=lambda a, b: mt.linalg.lstsq(a, b).solution))
rows("cross", "linalg.cross", own=[(S(2, 3), S(2, 3))])
rows("linalg.matrix_power", own=[(S(2, 2), 3), (S(2, 2), -2)])

# --- linear algebra: systems and factors ------------------------------------------------------------------------------

SQUARE = [(S(3, 3),), (S(2, 2, 2),)]
GRAM = {"own": [(S(3, 3),)], "theirs": False}  # a positive definite matrix, made of any

rows("linalg.inv", "linalg.det", "linalg.slogdet", own=SQUARE)
rows("inverse", "det", "slogdet", own=SQUARE, theirs=False)
rows("linalg.cholesky")
ROWS.append(Row("cholesky of a Gram matrix", ours=lambda x: mt.linalg.cholesky(x @ x.mT), **GRAM))
rows("linalg.solve", own=[(S(3, 3), S(3)), (S(2, 2, 2), S(2, 3))])
rows("linalg.solve_triangular")
rows("linalg.svd", "linalg.eigh", settled=True)
rows("linalg.svdvals", own=[(S(3, 2),), (S(2, 3),)])
rows("linalg.eigvalsh")
LOOK = {"own": [(S(3, 3),), (S(2, 2, 2),)], "theirs": False}  # a vector is found up to its sign, so look at |v|
ROWS += [
    Row("svd vectors", ours=lambda x: [part.abs() for part in mt.linalg.svd(x, full_matrices=False)], **LOOK),
    Row("eigh vectors", ours=lambda x: [part.abs() for part in mt.linalg.eigh(x + x.mT)], **LOOK),
    Row("eigvalsh", ours=lambda x: mt.linalg.eigvalsh(x + x.mT), **LOOK),
]

# --- linear algebra: more factors, norms, products --------------------------------------------------------------------

rows("linalg.qr", own=[(S(3, 2),), (S(2, 3),), (S(2, 2, 2),)])
ROWS += [Row("norm", "nuc"), Row("linalg.norm", "subgradients_at_zero")]
rows("linalg.vector_norm", "linalg.norm", "linalg.matrix_norm", own=[(S(3, 2),), (S(2, 3), 1)])
rows("cdist", own=[(S(3, 2), S(2, 2)), (S(3, 2), S(2, 2), 1.0)])
rows("trace", own=[(S(2, 3),)])

# --- memory, layouts, filling -----------------------------------------------------------------------------------------


# --- creation ---------------------------------------------------------------------------------------------------------

OUT_ONLY = {"out= of a range": lambda dtype, args, kwargs: dtype == "error" and "out" in kwargs}
rows("zeros", "ones", "full", "arange", "linspace", "logspace", "eye", leave_out=OUT_ONLY)
rows("zeros_like", "ones_like", "full_like", "new_zeros", "new_ones", "new_full", "item")
