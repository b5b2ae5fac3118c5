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
    tolerance  (relative, absolute) where the usual ones are too strict
    """

    def __init__(
        self, name, variant="", ours=None, method=None, own=(), low=-2.0, high=2.0, without=(), leave_out=None,
        tolerance=None, theirs=True, second=True,
    ):  # fmt: skip
        self.name, self.variant, self.ours, self.method, self.own = name, variant, ours, method, own
        self.low, self.high, self.without, self.tolerance = low, high, without, tolerance
        self.leave_out, self.theirs, self.second = leave_out or {}, theirs, second
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

rows("add", "sub", "mul", "rsub", "atan2", "hypot", "logaddexp", "logaddexp2", "copysign", own=PAIR)
rows("pow", "float_power", "remainder", "fmod", "xlogy", own=PAIR, **POSITIVE)
rows("true_divide", own=PAIR, **POSITIVE)
ROWS += [Row("div", variant) for variant in ("no_rounding_mode", "trunc_rounding", "floor_rounding")]
rows("floor_divide", "heaviside", "gcd", "lcm", "ldexp")
rows("__radd__", "__rsub__", "__rmul__", "__rdiv__", "__rmod__", "__rpow__", "__rand__", "__ror__", "__rxor__",
     leave_out={"called on a number instead of a tensor": lambda dtype, args, kwargs: dtype == "error"})  # fmt: skip
rows("neg", "positive", "reciprocal", "abs", "sign", "sgn", "square", "conj", "conj_physical", "real", "imag", "angle")
rows("addcmul", "addcdiv", own=[(S(2, 2), S(2), S(2, 1))], **POSITIVE)
ROWS.append(Row("lerp", own=[(S(2, 2), S(2), S(2, 1)), (S(2), S(2), 0.3)]))

# --- functions of one number ----------------------------------------------------------------------------------------

rows("exp", "exp2", "expm1", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "asinh", "sigmoid", "erf", "erfc",
     "sinc", "deg2rad", "rad2deg", own=ONE)  # fmt: skip
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
rows("isnan", "isinf", "isposinf", "isneginf", "isfinite", "isreal", "signbit")

# --- choices --------------------------------------------------------------------------------------------------------

rows("maximum", "minimum", "fmax", "fmin", "clamp_min", "clamp_max", own=PAIR)
rows("clamp", own=[(S(3, 2), -1.0, 1.0), (S(3, 2), S(2), S(2)), (S(3, 2), None, S(3, 1))])
ROWS += [Row("where", ours=lambda x, mask, y: mt.where(mask, x, y)), Row("masked_fill")]

# --- reductions -----------------------------------------------------------------------------------------------------

ALONG = [(S(2, 3),), (S(2, 3), 0), (S(2, 3, 2), (0, 2), True)]

rows("sum", "nansum", "mean", "nanmean", "var", "std", "var_mean", "std_mean", "amax", "amin", own=ALONG)
ROWS += [Row(name, "unbiased") for name in ("var", "std", "var_mean", "std_mean")]
rows("prod", own=[(S(2, 3),), (S(2, 3), 1)])
rows("cumsum", "cumprod", "logsumexp", own=[(S(2, 3), 0), (S(2, 3), 1)])
for _name in ("max", "min"):
    ROWS += [Row(_name, "binary"), Row(_name, "reduction_no_dim", own=ALONG[:2]), Row(_name, "reduction_with_dim")]
rows("aminmax", "argmax", "argmin", "all", "any", "count_nonzero", "median", "nanmedian", "dist")
ROWS += [Row("norm"), Row("norm", "fro"), Row("norm", "inf")]

# --- broadcasting ---------------------------------------------------------------------------------------------------

rows("broadcast_to", "expand_as", "broadcast_tensors", "broadcast_shapes", "sum_to_size")
ROWS.append(Row("expand"))
