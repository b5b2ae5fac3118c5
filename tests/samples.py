"""samples: the table of operations. One row an operation: what PyTorch calls it, and samples of our own.

    Row("tanh", own=[((3, 4),)])

takes PyTorch's samples for `torch.tanh` and, besides, checks the gradients of `minitorch.tanh` on a random (3, 4) input
with finite differences, which needs no PyTorch. A second row with the same name and a `variant` takes another of PyTorch's lists.
"""

import numpy as np

import minitorch as mt


class Row:
    """An operation in the table.

    name, variant  in PyTorch's table of operations (op_db); name may be of ours only, with theirs=False
    ours       where it is in minitorch, if not under `name`; or a function
    method     the name of the method, if another
    own        our samples: tuples of arguments, in which a shape (a tuple of ints wrapped in `S`) stands for random numbers
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
        """Ours; AttributeError if there is none."""
        if callable(self.ours):
            return self.ours
        found = mt
        for part in self.path.split("."):
            found = getattr(found, part)
        return found

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


# --- arithmetic ---------------------------------------------------------------------------------------------------------

PAIR = [(S(3, 2), S(3, 2)), (S(3, 2), S(2)), (S(3, 1), S(1, 2)), (S(), S(2))]
ONE = [(S(3, 2),), (S(),)]

ROWS += [Row("add", own=PAIR), Row("mul", own=PAIR)]
rows("sub", "rsub", own=PAIR)
rows("div", "true_divide", "pow", "float_power", "fmod", "remainder", own=PAIR, low=0.5, high=3.0)
ROWS += [Row("div", "no_rounding_mode"), Row("div", "floor_rounding"), Row("div", "trunc_rounding"), Row("floor_divide")]
rows("__radd__", "__rsub__", "__rmul__", "__rdiv__", "__rmod__", "__rpow__", "__rand__", "__ror__", "__rxor__")
