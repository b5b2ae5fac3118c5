"""kernels: quicker forwards for large arrays: in pieces that fit into the processor's memory, by several threads (short cuts).

KERNELS maps an operation to the forward that its quick call uses; FUNCTIONS maps helpers of the core's forwards to what
stands for them. Each gives what the plain one gives, sums up to the rounding of another order.
"""

import sys

import numpy as np

from ..backend import ready, special_functions
from ..memory_format import in_order
from ..ops.call import compute as plain_compute
from ..ops.index import where
from ..ops.promotion import NUMBER, is_half, refuse
from ..ops.reduction import sum
from . import cumulative, division, formulas, normal, pieces, sums, twins
from .blas import product
from .pieces import LARGE, in_pieces
from .powers import FACTOR, power

POINTWISE = "minitorch.ops.pointwise."
MINUS = -FACTOR  # x times it is the exponent of e**-x
ROUND = ("minitorch.ops.", "minitorch.nn.functional", "minitorch.fft", "minitorch.linalg")


def by_pieces(function):
    """A forward that calls a function of NumPy in pieces."""

    def forward(x):
        return function(x) if x.size < LARGE else in_pieces(function, x)

    return forward


def special(name):
    """The same for a special function."""

    def forward(x):
        refuse(x, f"{name}_vml_cpu", "c")
        return in_pieces(getattr(special_functions(x), name), x).astype(x.dtype, copy=False)

    return forward


def erfinv(plain):
    """The same for erfinv, which SciPy takes a microsecond for."""
    general = special("erfinv")

    def forward(x):
        if not normal.is_large(x) or not x.flags.c_contiguous:
            return general(x)
        exact = special_functions(x).erfinv
        return in_pieces(lambda part, out: normal.erfinv(part, exact, out), x)

    return forward


def rsqrt(x, out=None):
    """1 / sqrt(x), a step of the formula after the other in one piece of memory."""
    out = np.empty_like(x) if out is None else out
    np.sqrt(x, out=out)
    return np.divide(ready(1, x), out, out=out)


def sigmoid(x, out=None):
    """1 / (1 + e**-x)"""
    one, out = ready(1, x), np.empty_like(x) if out is None else out
    if x.dtype.char == "f":
        power(np.multiply(x, MINUS, out), out)
    else:
        np.exp(np.negative(x, out=out), out=out)
    np.add(out, one, out=out)
    return np.divide(one, out, out=out)


def silu(x, out=None):
    """x sigmoid(x)"""
    out = sigmoid(x, out)
    return np.multiply(out, x, out=out)


def with_plain(quick, test=lambda x, *others: True):
    """A forward that is quick for large arrays of floats, for which `test` holds too, and else the op's own."""

    def make(plain):
        def forward(x, *others):
            if type(x) is np.ndarray and x.size >= LARGE and x.dtype.kind == "f" and test(x, *others):
                return quick(x, *others)
            return plain(x, *others)

        return forward

    return make


def raised(x, exponent):
    return in_pieces(lambda part, out=None: np.power(part, exponent, out=out), x)


def no_square(x, exponent):
    return not getattr(exponent, "ndim", 0) and exponent not in (2, 3, 0.5, -0.5, -1, -2)


def numbers(x, low, high):
    return isinstance(low, NUMBER) and isinstance(high, NUMBER)


def affine(plain):
    """mat1 @ mat2 + x for matrices of floats and a row, added where the product lies; all else as the op has it."""

    def forward(x, mat1, mat2, beta=1, alpha=1):
        if (
            type(x) is np.ndarray
            and x.dtype is mat1.dtype is mat2.dtype
            and x.dtype.kind == "f"
            and x.itemsize > 2
            and (type(beta), beta, type(alpha), alpha) == (int, 1, int, 1)
            and mat1.ndim == mat2.ndim == 2
            and mat1.shape[1] == mat2.shape[0]
            and x.shape == mat2.shape[1:]
        ):
            made = product(mat1, mat2)
            made += x
            return made
        return plain(x, mat1, mat2, beta, alpha)

    return forward


def stack(plain):
    """Arrays one after the other, with the new dimension cut out of that: no view of each. Numbers as a list of them."""

    def forward(dim, kind, *parts):
        shape = parts[0].shape
        if type(parts[0]) is not np.ndarray or (dim >= len(shape) and shape):
            return plain(dim, kind, *parts)
        if not shape:
            return np.array(parts, kind)
        whole = in_order(np.concatenate(parts, axis=dim, dtype=kind), parts)
        return whole.reshape(*shape[:dim], len(parts), *shape[dim:])

    return forward


def item(plain):
    """An index of ints and slices alone, with ... behind it from the start: NumPy gives no bare number then."""

    def forward(x, index):
        if len(index) == 1 and type(index[0]) is int:
            return x[index[0], ...]
        return plain(x, index)

    return forward


def expand(plain):
    """One number, as often as it is wanted: what goes back from a sum. NumPy's own function for it takes ten times as long."""

    def forward(x, size):
        if type(x) is not np.ndarray or x.size != 1 or x.ndim > len(size):
            return plain(x, size)
        return formulas.stretched(x, size)

    return forward


UFUNCS = {"exp_log": "sqrt exp exp2 expm1 log log2 log10 log1p", "activation": "tanh"}
UFUNCS["trigonometric"] = (
    "sin cos tan sinh cosh asin:arcsin acos:arccos atan:arctan asinh:arcsinh acosh:arccosh atanh:arctanh"
)
KERNELS = {
    POINTWISE + f"{file}:{name.split(':')[0]}": (lambda plain, f=getattr(np, name.split(":")[-1]): by_pieces(f))
    for file, names in UFUNCS.items()
    for name in names.split()
}
KERNELS |= {POINTWISE + f"erf:{name}": (lambda plain, name=name: special(name)) for name in ("erf", "erfc")}
KERNELS |= division.KERNELS
KERNELS |= {
    POINTWISE + "erf:erfinv": erfinv,
    POINTWISE + "exp_log:rsqrt": lambda plain: by_pieces(rsqrt),
    POINTWISE + "activation:sigmoid": with_plain(lambda x: in_pieces(sigmoid, x)),
    # with a number beside a large array clip is quicker than maximum
    POINTWISE + "activation:relu": with_plain(lambda x: np.clip(x, 0, np.inf)),
    POINTWISE + "pow:power": with_plain(raised, no_square),
    "minitorch.ops.cumulative.cumsum:cumsum": cumulative.quick,
    "minitorch.ops.join.stack:stack": stack,
    "minitorch.ops.view.narrow:item": item,
    "minitorch.ops.view.expand:expand": expand,
    "minitorch.ops.matmul.addmm:addmm": affine,
    "minitorch.ops.comparison.clamp:clamp": with_plain(np.clip, numbers),
    "minitorch.nn.functional.gates:silu": with_plain(lambda x: in_pieces(silu, x)),
    "minitorch.nn.functional.gates:gelu": with_plain(
        normal.gelu, lambda x: normal.is_large(x) and x.flags.c_contiguous
    ),
}


def compute(op, values, tensors):
    """The core's compute, for large arrays with the op's kernel: ops of several operands are called that way."""
    if getattr(values[0], "size", 0) < LARGE or any([is_half(x) for x in values]):
        return plain_compute(op, values, tensors)
    return forward_of(op)(*values)


FUNCTIONS = [
    (plain_compute, compute),
    (where.either, twins.with_twin(sums.either, "minitorch.ops.index.where:either")),
    (sum.add_up, sums.add_up),
    (sum.add_up_squares, sums.add_up_squares),
    (sum.along, pieces.by_rows),
]


def forward_of(op):
    """The forward that a quick call uses."""
    name = f"{op.__module__}:{op.forward.__name__.strip('_')}"
    made = KERNELS[name](op.forward) if name in KERNELS else op.forward
    return twins.with_twin(made, name)


def put():
    """Put the quicker helpers in the place of the core's; returns what undoes it."""
    exchange(FUNCTIONS)
    return lambda: exchange([(quick, plain) for plain, quick in FUNCTIONS])


def exchange(pairs):
    """Let every module of the package that knows one function know another instead."""
    other = {id(old): new for old, new in pairs}
    for name, module in list(sys.modules.items()):
        if name.startswith("minitorch.") and not name.startswith("minitorch.fast"):
            for key, value in list(vars(module).items()):
                if id(value) in other:
                    setattr(module, key, other[id(value)])
